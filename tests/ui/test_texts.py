"""Texts fit their places: 21 small characters across, ten large ones, and large ones have no lower case."""

import json

import pytest
from on_device import ROOT

LANGUAGES = sorted(path.stem for path in (ROOT / "data/texts").glob("*.json"))
ACROSS, LARGE_ACROSS = 21, 10
LARGE = "NORTH EAST SOUTH WEST NS EW NOBODY PILE_PLAYED PILE_TAKEN PILE_NOT_TAKEN PILE_WAIVED PLAYING PAUSED"
LARGE += " SHUFFLING DEALING AT_PLAY COUNTING YES NO CALL_WAIT CALL_SEEN CALL_COMING"
# pairs that stand on one line, with what stands between and beside them: (parts, characters besides)
TOGETHER = [
    (("TIME_OUT", "CLOSED_KEY"), 0),
    (("DEALER", "WEST"), 1),
    (("LINE_EW", "THIS_DEAL"), 6),  # and a figure such as -1065
    (("E_MOST",), 10),  # N-S: ... 1065
    (("ROUND_END", "DIFFERENCE"), 7),
    (("DEAL", "COUNT_KEY"), 4),
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
    for names, besides in TOGETHER:
        assert sum(len(texts[name]) for name in names) + besides <= ACROSS, names


def test_large_texts_are_short_and_have_large_letters(texts: dict[str, str]) -> None:
    for name in LARGE.split():
        assert len(texts[name]) <= LARGE_ACROSS, name
        assert all(0x20 <= ord(char) < 0x60 for char in texts[name].upper()), name


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
    }
    reached |= {"HELP_2", "HELP_3", "HELP_4"}
    assert [name for name in texts if f"t.{name}" not in source and name not in reached] == []
