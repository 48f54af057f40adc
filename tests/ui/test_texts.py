"""Texts fit their places: 21 small characters across, ten large ones, and large ones have no lower case."""

import ast
import json
from pathlib import Path

import pytest
from on_device import ROOT

from host_tools.gen import texts as generator
from host_tools.simulator.reader import Glyphs

LANGUAGES = sorted(path.stem for path in (ROOT / "data/texts").glob("*.json"))
ACROSS, LARGE_ACROSS = 21, 10
LARGE_LETTERS = {" ", *Glyphs.load(ROOT / "firmware/assets/value.fnt").table.values()}
LARGE = "NORTH EAST SOUTH WEST NS EW NOBODY PILE_PLAYED PILE_TAKEN PILE_NOT_TAKEN PILE_WAIVED PLAYING PAUSED"
LARGE += " SHUFFLING DEALING AT_PLAY COUNTING YES NO CALL_WAIT CALL_SEEN CALL_COMING SOUNDS_ON SOUNDS_OFF HAND_FEW HAND_MANY"
LARGE += " STAY REST"
LARGE += " RULED_YES RULED_NO CALL_R1 CALL_R2 CALL_R3 CALL_R4"
# pairs that stand on one line, with what stands between and beside them: (parts, characters besides)
TOGETHER = [
    (("TIME_OUT", "CLOSED_KEY"), 0),
    (("DEALER", "WEST"), 1),
    (("LINE_EW", "THIS_DEAL"), 6),  # and a figure such as -1065
    (("E_MOST",), 5),  # and a bound such as 1065
    (("E_LEAST",), 5),
    (("NEGATIVE",), 4),  # and the points that are asked about
    (("POSITIVE",), 4),
    (("NO_MORE",), 14),  # right of a count
    (("ROUND_END", "DIFFERENCE"), 7),
    (("DEAL", "COUNT_KEY"), 4),
    (("TURN_OVER", "COUNT_KEY"), 5),  # E-W before them
    (("CALLED",), 4),
]


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> dict[str, str]:
    return json.loads((ROOT / f"data/texts/{request.param}.json").read_text(encoding="utf-8"))


def test_device_has_every_text_in_the_order_of_its_numbers(texts: dict[str, str]) -> None:
    keys = (ROOT / "firmware/tavolo/ui/texts/keys.py").read_text(encoding="utf-8")
    numbered = [line.split(" = ") for line in keys.splitlines() if " = " in line]
    assert [(name, int(number)) for name, number in numbered] == [(name, n) for n, name in enumerate(texts)]


def test_texts_are_not_wider_than_the_panel(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if len(text) > ACROSS] == []
    assert len(texts["HAS_PLAYED"] % texts["WEST"]) <= ACROSS
    for line in (texts["LINE_NS"], texts["LINE_EW"]):
        assert max(len(texts[name] % line) for name in ("BLIND_WHO", "BLIND_LOOK")) <= ACROSS
    assert len(texts["PIN_LEFT"] % 5) <= ACROSS
    for names, besides in TOGETHER:
        assert sum(len(texts[name]) for name in names) + besides <= ACROSS, names


def test_large_texts_are_short_and_have_large_letters(texts: dict[str, str]) -> None:
    for name in LARGE.split():
        assert len(texts[name]) <= LARGE_ACROSS, name
        # as MicroPython does it: only a to z have capitals
        capitals = "".join(chr(ord(char) - 32) if "a" <= char <= "z" else char for char in texts[name])
        assert set(capitals) <= LARGE_LETTERS, name


def test_every_text_is_used(texts: dict[str, str]) -> None:
    source = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "firmware/tavolo").rglob("*.py"))
    # these come by adding to the number of the one before
    reached = {
        "EAST",
        "SOUTH",
        "WEST",
        "LINE_EW",
        "PILE_TAKEN",
        "PILE_NOT_TAKEN",
        "PILE_WAIVED",
        "DEALING",
        "AT_PLAY",
        "COUNTING",
        *(f"RULE_RIGHT_{n}" for n in (2, 3, 4)),
        *(f"RULE_PARTNER_{n}" for n in (2, 3, 4)),
    }
    reached |= {f"CALL_R{n}" for n in (1, 2, 3, 4)} | {f"RULING_{n}" for n in (2, 3, 4, 5)} | {"SOLO_PROFILE", "SOLO_MINUTES"}
    reached |= {f"RULE_{family}_{line}" for family in ("RIGHT", "PARTNER") for line in (2, 3, 4)}
    assert [name for name in texts if f"t.{name}" not in source and name not in reached] == []


def test_every_screen_that_may_lie_below_has_its_page_of_help() -> None:
    """The names of base screens are those that the navigator returns; Entry has a page a question."""
    tree = ast.parse((ROOT / "firmware/tavolo/ui/navigator.py").read_text(encoding="utf-8"))
    chooser = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_wanted")
    names = {node.value for node in ast.walk(chooser) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {"Idle", "Entry", "Signed", "Blind"} <= names
    pages = json.loads((ROOT / "data/help/it.json").read_text(encoding="utf-8"))
    asked = {"Entry": {"EntryClosed", "EntryCount", "EntryPile", "EntryPoints"}}
    assert [name for name in sorted(names) if not asked.get(name, {name}) <= set(pages)] == []
    code = (ROOT / "firmware/tavolo/ui/screens/help.py").read_text(encoding="utf-8")
    assert [page for page in pages if page not in names and f'"{page}"' not in code] == [], "nobody opens these"


# -- the generator that makes the device's files: what is missing or too long is an error that names it -----------------

GOOD = {"texts": {"A": "uno", "B": "due"}, "help": {"All": ["che cosa", "uno", "due", "tre"]}}


def data(folder: Path, changes: dict[str, dict]) -> Path:
    """A data folder in two languages; `changes`: {"texts/en": content} in place of the good one."""
    for kind, good in GOOD.items():
        (folder / kind).mkdir()
        for language in ("it", "en"):
            content = changes.get(f"{kind}/{language}", good)
            (folder / kind / f"{language}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_generator_takes_good_texts(tmp_path: Path) -> None:
    made = generator.make(data(tmp_path, {}))
    assert made["firmware/assets/en.txt"] == "uno\ndue\n"
    assert made["firmware/assets/help_it.txt"] == "All\tche cosa\tuno\tdue\ttre\n"
    assert made[generator.KEYS].endswith("A = 0\nB = 1\n")


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("texts/en", {"A": "one"}, "texts/en.json: B is missing"),
        ("texts/en", {"A": "one", "B": "two", "C": "three"}, "texts/en.json: C is not in it.json"),
        ("texts/en", {"B": "two", "A": "one"}, "texts/en.json: not in the order of it.json"),
        ("texts/it", {"A": "x" * 21, "B": "x" * 23}, "texts/it.json: B is 2 too wide: 'xxx"),
        ("texts/en", {"A": "one", "B": ""}, "texts/en.json: B is empty"),
        ("texts/en", {"A": "one", "B": "\u0151"}, "texts/en.json: B is empty or has letters that no font"),
        ("help/en", {}, "help/en.json: All is missing"),
        ("help/en", {"All": ["one", "two"]}, "help/en.json: All has 2 lines, not 4"),
        ("help/it", {"All": ["x", "y", "z", "x" * 22]}, "help/it.json: All is 1 too wide"),
    ],
)
def test_generator_names_what_is_missing_or_too_long(tmp_path: Path, file: str, content: dict, words: str) -> None:
    with pytest.raises(ValueError, match=r"\.json") as raised:
        generator.make(data(tmp_path, {file: content}))
    assert words in str(raised.value)


def test_generator_asks_for_help_in_every_language(tmp_path: Path) -> None:
    folder = data(tmp_path, {})
    (folder / "help/en.json").unlink()
    with pytest.raises(ValueError, match="data/help: other languages"):
        generator.make(folder)
