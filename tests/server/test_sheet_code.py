"""A signed table's code and QR, made by the real firmware, read by the host: off the panel, with mistakes, with lies."""

import dataclasses
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from host_tools.demo.deals import sample_deal
from host_tools.server.sheet_code import Book, CodeError, Parts, Place, check_line, read_code, read_parts
from host_tools.simulator.reader import read_lines
from host_tools.simulator.ssd1306 import pixels
from tavolo.domain import kinds as k
from tavolo.domain import sheet_code
from tavolo.domain.sheet_code import ALPHABET
from tavolo.wire import seal

sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))
from on_device import run  # noqa: E402

KEY = b"K" * 32
DEVICE = "a1b2c3d4"
PLACE = Place(2, 12, b"EVNT", b"RND1")
BOOK = Book({"00000001": b"x" * 32, "0a0b0cd4": b"y" * 32, DEVICE: KEY}, [Place(1, 12, b"EVNT", b"RND0"), PLACE])
NS = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]
EW = [0, 0, 1, 0, k.PILE_PLAYED, 60, 180, 0]


@pytest.fixture(scope="module")
def shown() -> dict[str, bytes]:
    """The pictures of the firmware's screens, and what it says was signed."""
    out = {}
    for line in run("pictures_code.py").splitlines():
        words = line.split(" ", 2)
        out[words[1] if words[0] == "PIC" else words[0]] = bytes.fromhex(words[2]) if words[0] == "PIC" else line[7:].encode()
    return out


def code_of(signed: tuple[int, ...], place: Place = PLACE, device: str = DEVICE, key: bytes = KEY) -> str:
    """The code as the device makes it, here made on this side."""
    bits = sheet_code.totals_bits(bytes.fromhex(device), place.number, place.table, signed)
    whole = sheet_code.tagged(b"code", place.event, place.round, place.table, bits.to_bytes(10, "big"))
    return "\n".join(sheet_code.code_lines(bits, seal.record_tag(seal.record_key(key), whole)))


SIGNED = (4, 2200, -880, 17, 3, 0)
CODE = code_of(SIGNED)


def test_code_is_read_from_the_panel_and_says_what_was_signed(shown: dict[str, bytes]) -> None:
    text = "\n".join(line for line in read_lines(shown["code"]) if len(line.replace(" ", "")) == 11)
    found = read_code(text, BOOK)
    numbers = (found.deals, found.mp_ns, found.mp_ew, found.vp_ns, found.vp_ew, int(found.early))
    assert " ".join(map(str, numbers)).encode() == shown["SIGNED"]
    assert (found.place, found.device, found.corrected) == (PLACE, DEVICE, [])


@given(
    signed=st.tuples(
        st.integers(0, 6),
        st.integers(-32767, 32767),
        st.integers(-32767, 32767),
        st.integers(0, 255),
        st.integers(0, 255),
        st.integers(0, 1),
    ),
    table=st.integers(1, 65535),
    number=st.integers(1, 255),
)
@settings(max_examples=80, deadline=None)
def test_any_result_comes_back(signed: tuple[int, ...], table: int, number: int) -> None:
    place = Place(number, table, b"EVNT", b"RND2")
    text = code_of(signed, place)
    assert len(text) == 35 and set(text) <= set(ALPHABET) | {"\n"}
    found = read_code(text.lower().replace("\n", " - "), Book({DEVICE: KEY}, [place]))
    assert (found.deals, found.mp_ns, found.mp_ew, found.vp_ns, found.vp_ew, int(found.early)) == signed


def with_change(text: str, change: Callable[[list[list[str]]], None]) -> str:
    lines = [list(line) for line in text.split("\n")]
    change(lines)
    return "\n".join("".join(line) for line in lines)


@pytest.mark.parametrize("seed", range(40))
def test_wrong_character_a_line_is_named_and_put_right(seed: int) -> None:
    rng = random.Random(seed)
    places = [(line, rng.randrange(11)) for line in rng.sample(range(3), rng.choice((1, 1, 2, 3)))]

    def spoil(lines: list[list[str]]) -> None:
        for line, at in places:
            lines[line][at] = rng.choice([char for char in ALPHABET if char != lines[line][at]])

    found = read_code(with_change(CODE, spoil), BOOK)
    assert found.mp_ew == -880 and len(found.corrected) == len(places)
    for line, at in places:
        right = CODE.split("\n")[line][at]
        assert any(f"line {line + 1}: character {at + 1} " in note and note.endswith(f"for {right}") for note in found.corrected)


def test_neighbours_that_changed_places_are_found() -> None:
    lines = CODE.split("\n")
    line, at = next((n, at) for n in range(3) for at in range(10) if lines[n][at] != lines[n][at + 1])

    def swap(parts: list[list[str]]) -> None:
        parts[line][at], parts[line][at + 1] = parts[line][at + 1], parts[line][at]

    found = read_code(with_change(CODE, swap), BOOK)
    assert found.corrected == [f"line {line + 1}: characters {at + 1} and {at + 2} probably changed places"]


def test_two_unreadable_characters_a_line_are_filled_in() -> None:
    def hide(lines: list[list[str]]) -> None:
        lines[0][2] = lines[0][10] = lines[1][5] = lines[2][0] = lines[2][1] = "?"

    found = read_code(with_change(CODE, hide), BOOK)
    assert found.mp_ns == 2200 and len(found.corrected) == 5


def test_letters_that_people_write_for_others_are_understood() -> None:
    alike = {"8": "B", "5": "S", "2": "Z", "6": "G", "L": "1", "U": "V", "M": "N"}
    text = "".join(alike.get(char, char) for char in CODE)
    assert text != CODE and read_code(text, BOOK).corrected == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "0 characters"),
        (CODE + "A", "34 characters"),
        (CODE[:-1], "32 characters"),
        ("???" + CODE[3:], "line 1: 3 characters are unreadable"),
        ("ACEF" * 8 + "A", "line"),
    ],
)
def test_what_is_no_code_says_where(text: str, words: str) -> None:
    with pytest.raises(CodeError, match=words.replace("?", r"\?")):
        read_code(text, BOOK)


def test_a_line_is_checked_while_it_is_typed() -> None:
    first = CODE.split("\n")[0]
    assert check_line(first) == ""
    assert check_line(first[:-1]) == "line 1 has 10 characters, not 11"
    other = ALPHABET[(ALPHABET.index(first[4]) + 1) % 23]
    assert check_line(first[:4] + other + first[5:], 3) == f"line 3: character 5 is probably wrong, {other} for {first[4]}"


@pytest.mark.parametrize(
    "place",
    [
        dataclasses.replace(PLACE, event=b"EVT2"),
        dataclasses.replace(PLACE, round=b"RND9"),
        dataclasses.replace(PLACE, table=12 + 1024),
        dataclasses.replace(PLACE, number=2 + 64),
        dataclasses.replace(PLACE, table=13),
    ],
)
def test_code_of_another_event_round_or_table_is_not_genuine(place: Place) -> None:
    wanted = PLACE if place.number != 66 else None
    if wanted is None:  # the round's number itself is not in the tag, its id is
        place = dataclasses.replace(place, round=b"RND3")
    with pytest.raises(CodeError, match="no device of ours"):
        read_code(code_of(SIGNED, place), BOOK)


def test_forged_totals_are_not_genuine() -> None:
    forged = code_of((4, 2300, -880, 18, 2, 0), key=b"guess" + bytes(27))
    with pytest.raises(CodeError, match="no device of ours"):
        read_code(forged, BOOK)
    rng = random.Random(1)
    for _ in range(2000):
        with pytest.raises(CodeError):
            read_code("".join(rng.choice(ALPHABET) for _ in range(33)), BOOK)


@given(st.one_of(st.text(max_size=120), st.text(alphabet=ALPHABET + "?bB0 \n", min_size=30, max_size=36)))
@settings(max_examples=400, deadline=None)
def test_any_text_is_refused_in_words(text: str) -> None:
    for line in (lambda: read_code(text, BOOK), lambda: check_line(text[:11])):
        try:
            line()
        except CodeError as fault:
            assert str(fault)
    assert check_line(text + "?" * 12) != ""


@given(st.binary(max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_bytes_of_a_picture_are_refused(data: bytes) -> None:
    with pytest.raises(CodeError):
        read_parts(data, BOOK)


# -- the QR -----------------------------------------------------------------------------------------------------------


def picture(frame: bytes, angle: float, blur: float, scale: int = 5) -> Image.Image:
    """A photograph of the panel: lit pixels in a dark bezel, turned, out of focus, noisy, not quite black and white."""
    panel = Image.new("L", (128, 64))
    panel.putdata([40 + 190 * bit for bit in pixels(frame)])
    page = Image.new("L", (128 + 60, 64 + 60), 25)
    page.paste(panel, (30, 30))
    page = page.resize((page.width * scale, page.height * scale), Image.Resampling.NEAREST)
    page = page.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=25)
    noise = Image.effect_noise(page.size, 18)
    return Image.blend(page.filter(ImageFilter.GaussianBlur(blur)), noise, 0.12)


@pytest.mark.parametrize("name", ["code-qr", "code-six-qr"])
@pytest.mark.parametrize(("angle", "blur"), [(0, 0), (0, 4), (90, 3), (180, 3), (7, 4), (-23, 4), (45, 3)])
def test_qr_is_read_from_a_photograph_of_the_panel(shown: dict[str, bytes], name: str, angle: float, blur: float) -> None:
    found = zxingcpp.read_barcodes(picture(shown[name], angle, blur), formats=zxingcpp.BarcodeFormat.QRCode)
    assert len(found) == 1, "not found"
    parts = read_parts(found[0].bytes, BOOK)
    deals = 6 if "six" in name else 4
    assert parts == Parts(PLACE, DEVICE, False, [(n, NS, EW) for n in range(1, deals + 1)])


def test_qr_with_a_bit_changed_is_not_genuine(shown: dict[str, bytes]) -> None:
    data = zxingcpp.read_barcodes(picture(shown["code-qr"], 0, 0))[0].bytes
    for bit in range(7, 8 * len(data)):
        spoiled = bytearray(data)
        spoiled[bit >> 3] ^= 128 >> (bit & 7)
        with pytest.raises(CodeError):
            read_parts(bytes(spoiled), BOOK)
    for cut in range(len(data)):
        with pytest.raises(CodeError):
            read_parts(data[:cut], BOOK)


class Version:
    """As in the sheet."""

    def __init__(self, deal: dict[str, dict[str, int]]) -> None:
        piles = {"played": k.PILE_PLAYED, "taken": k.PILE_TAKEN, "not_taken": k.PILE_NOT_TAKEN}
        names = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
        self.ns, self.ew = (
            [piles[deal[line]["pile"]] if name == "pile" else int(deal[line][name]) for name in names]  # type: ignore[index]
            for line in ("ns", "ew")
        )


class Sheet:
    """What of a sheet the parts are made of."""

    def __init__(self, versions: list[Version]) -> None:
        self.versions = versions
        self.signed = (len(versions), 0, 0, 0, 0, 0)

    def deals(self) -> int:
        return len(self.versions)

    played = deals

    def deal(self, number: int) -> Version:
        return self.versions[number - 1]


def test_what_fits_into_the_qr() -> None:
    """docs/usb.md says these figures: 4 deals always fit the better correction or nearly, 6 deals nearly always fit at all."""
    rng = random.Random(4)
    fits: dict[int, list[int]] = {}
    for deals in (4, 5, 6):
        for _ in range(400):
            sheet = Sheet([Version(sample_deal(rng)) for _ in range(deals)])
            said = sheet_code.parts_bytes(bytes.fromhex(DEVICE), 2, 12, sheet)
            fits.setdefault(deals, []).append(len(said) + 8)
            whole = sheet_code.tagged(b"part", PLACE.event, PLACE.round, PLACE.table, said)
            found = read_parts(said + seal.record_tag(seal.record_key(KEY), whole)[:8], BOOK)
            assert [(ns, ew) for _, ns, ew in found.deals] == [(v.ns, v.ew) for v in sheet.versions]
    print({deals: (sum(n <= 42 for n in all_) / 4, sum(n <= 53 for n in all_) / 4, max(all_)) for deals, all_ in fits.items()})
    assert max(fits[4]) <= 53 and sum(n <= 53 for n in fits[6]) >= 380
