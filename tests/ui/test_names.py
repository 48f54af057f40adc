"""Names as a table shows them: Latin-1 with its accents, anything else by its base letter, shortened alike on device and host."""

import subprocess

import pytest
from on_device import INTERPRETER, ROOT, SCRIPTS

from host_tools.simulator.reader import Glyphs
from tavolo.domain.plan import Plan
from tavolo.domain.plan_reader import OPEN_END, read_plan
from tavolo.domain.plan_writer import latin1, plan_bytes

LETTERS = {" ", *Glyphs.load(ROOT / "firmware/assets/text.fnt").table.values()}
# as typed or pasted -> as shown
NAMES = {
    "Nerì": "Nerì",
    "Caffè": "Caffè",
    "Niccolò D\u2019Annunzio": "Niccolò D'Annunzio",
    "Lefèvre-Béranger": "Lefèvre-Béranger",
    "Lebœuf": "Leboeuf",
    "Ça, Maïté": "Ça, Maïté",
    "Čović": "Covic",
    "Đorđević Šimić": "Dordevic Simic",
    "Łukasz Wałęsa": "Lukasz Walesa",
    "Żółć": "Zólc",
    "Güneş Işık": "Günes Isik",
    "İbrahim Ağaoğlu": "Ibrahim Agaoglu",
    "Groß Müller": "Groß Müller",
    "GROẞ": "GROSS",
    "Ștefan Țuțea": "Stefan Tutea",
    "Nguyễn": "Nguyen",
    "Zoe\u0308 Neri\u0300": "Zoë Nerì",
    "C\u030covic": "Covic",
    "\u0301Rossi": "Rossi",
    "Smith\u2013Jones": "Smith-Jones",
    "Ωmega": "?mega",
}
PAIRS = [
    (("Čović", "Đorđević"), ("Łukaszewicz-Wałęsa", "Żółkiewska")),
    (("Lebœuf", "Béranger"), ("İbrahimoğlu", "Güneş")),
    (("Li", "Niccolò D\u2019Annunzio"), ("Groß", "")),
    (("Zoe\u0308", "Neri\u0300"), ("Della Valle", "Di Montefiorino")),
]


@pytest.mark.parametrize(("typed", "shown"), NAMES.items())
def test_name_as_it_is_shown(typed: str, shown: str) -> None:
    assert latin1(typed) == shown
    assert latin1(shown) == shown, "shown names stay as they are"
    assert set(shown) <= LETTERS, "the panel's font has every letter"


def test_every_letter_of_extended_latin_has_a_base() -> None:
    for code in range(0x100, 0x180):
        assert "?" not in latin1(chr(code)), hex(code)
    for char in "ǍǎǪǫȘșȚțḂḃẀẁẼẽ":
        assert latin1(char).isascii(), char
        assert "?" not in latin1(char), char


def payload(names: tuple[tuple[str, str], tuple[str, str]]) -> bytes:
    """A plan's record with these names."""
    plan = Plan()
    plan.names, plan.bands = names, ((OPEN_END, 20, 0),)
    return plan_bytes(plan)


def test_device_and_host_shorten_alike() -> None:
    """The host reads a plan back with the code that the device runs: what it shows is what stands on the table."""
    plans = [payload(names) for names in PAIRS]
    command = [str(INTERPRETER), str(SCRIPTS / "names_device.py"), "-", *(data.hex() for data in plans)]
    environment = {"MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    device = [line.split("\t") for line in done.stdout.splitlines()]
    host = [[read_plan(data).line_name(line, width) for width in (14, 9)] for data in plans for line in (0, 1)]
    assert device == host
    assert device[0] == ["Covic-Dordevic", "Covi-Dord"]
    assert device[2] == ["Leboeu-Bérange", "Lebo-Béra"]
    assert all(len(long) <= 14 and len(short) <= 9 for long, short in device)


def test_a_name_too_long_for_the_record_is_refused_not_cut() -> None:
    from tavolo.domain.record import RecordError

    with pytest.raises(RecordError, match="longer than 40 bytes"):
        payload((("è" * 21, "x"), ("y", "z")))
