"""What is typed on the command line: phases, settings, deals, files of sheets; wrong ones say what is wrong and the form."""

import json
from pathlib import Path

import pytest

from host_tools.cli import deal_words, phase_words, scale_file, sheet_file
from host_tools.cli.phase_words import WordsError


def test_a_phase_with_all_that_it_can_have() -> None:
    found = phase_words.phase("2 modified 4 deals 45 min scale=fibur_4_deals session=2 repeat=all bye_yields=no seed=007")
    assert found == {
        "method": "modified",
        "rounds": 2,
        "deals": 4,
        "minutes": 45,
        "scale": "fibur_4_deals",
        "session": 2,
        "options": {"repeat": "all", "bye_yields": False, "seed": "007"},
    }
    assert phase_words.phase("1 danish 1 deal") == {"method": "danish", "rounds": 1, "deals": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the form is"),
        ("2 mitchell 4", "the form is"),
        ("2 mitchell 4 boards", "the form is"),
        ("two mitchell 4 deals", "number of rounds"),
        ("²  mitchell 4 deals", "number of rounds"),
        ("2 swiss 4 deals", 'called "swiss"'),
        ("2 mitchell -4 deals", "number of deals"),
        ("2 mitchell 4 deals long min", "minutes"),
        ("2 mitchell 4 deals 45", "NAME=VALUE"),
        ("2 mitchell 4 deals step=2 step=3", "step is there twice"),
        ("2 mitchell 4 deals deals=2", "deals is there twice"),
        ("2 mitchell 4 deals session=one", "session must be a whole number"),
        ("2 mitchell 4 deals" + " " * 300, "the form is"),
    ],
)
def test_a_phase_that_is_wrong_says_what(text: str, said: str) -> None:
    with pytest.raises(WordsError, match=".") as fault:
        phase_words.phase(text)
    assert said in str(fault.value)


def test_settings_of_rules_and_of_tables_are_told_apart() -> None:
    words = [
        "tie_breaks=direct,lot",
        "lot_seed=natale",
        "bye_vp=",
        "late_steps=[[5, 100]]",
        "policy=hidden",
        "warnings=5",
        "language=",
    ]
    rules, tables = phase_words.settings(words)
    assert rules == {"tie_breaks": ["direct", "lot"], "lot_seed": "natale", "bye_vp": None, "late_steps": [[5, 100]]}
    assert tables == {"policy": "hidden", "warnings": [5], "language": ""}
    for wrong in (["nothing"], ["=5"], ["a=1", "a=2"], ["late_steps=[5"]):
        with pytest.raises(WordsError):
            phase_words.settings(wrong)


def test_a_deal_in_words_and_back() -> None:
    found = deal_words.deal("3 ns:c1 s2 d3 closed neg45 pos345 arb-100 ew:taken arb+5 reason=2")
    ns = {"clean": 1, "semi": 2, "dirty": 3, "closed": True, "negative": 45, "positive": 345, "arbiter": -100}
    assert found == {"deal": 3, "ns": ns, "ew": {"pile": "taken", "arbiter": 5}, "reason": 2}
    assert deal_words.line(deal_words.words_of(ns)) == ns
    assert deal_words.line("nottaken") == {"pile": "not_taken"} and deal_words.words_of({"pile": "not_taken"}) == "nottaken"
    assert deal_words.words_of({}) == "-"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1", "both lines"),
        ("1 ns:c1", "both lines"),
        ("1 ew:c1 ns:d1", "both lines"),
        ("x ns:c1 ew:d1", "number of the deal"),
        ("² ns:c1 ew:d1", "number of the deal"),
        ("1 ns:c1 c2 ew:d1", "clean is there twice"),
        ("1 ns:taken waived ew:d1", "pile is there twice"),
        ("1 ns:345 ew:d1", '"345" is no entry'),
        ("1 ns:c-1 ew:d1", '"c-1" is no entry'),
        ("1 ns:pos³ ew:d1", "is no entry"),
        ("1 ns:pos1234567 ew:d1", "is no entry"),
        ("1 ns:c1 ew:d1 reason=6", "1 to 5"),
    ],
)
def test_a_deal_that_is_wrong_says_what(text: str, said: str) -> None:
    with pytest.raises(WordsError) as fault:
        deal_words.deal(text)
    assert said in str(fault.value) and deal_words.EXAMPLE in str(fault.value)


def test_a_file_of_sheets_in_each_form() -> None:
    first, second = {"clean": 1, "closed": True, "positive": 340}, {"dirty": 1}
    deals = [{"deal": 1, "ns": first, "ew": second}, {"deal": 2, "ns": {}, "ew": first, "reason": 1}]
    wanted = [{"table": 7, "deals": deals, "swapped": True}]
    rows = [["table", "deal", "ns", "ew", "reason", "swapped", "round"], ["7", "1", "c1 closed pos340", "d1", "", "yes", "3"]]
    rows += [[""] * 7, ["7", "2", "", "c1 closed pos340", "1", "", ""]]
    for mark in ";,\t":
        text = "\r\n".join(mark.join(row) for row in rows)
        assert sheet_file.read(b"\xef\xbb\xbf" + text.encode(), 3, None) == wanted
    assert sheet_file.read(b"deal;ew;ns\n1;d1;c1 closed pos340", 3, 7) == [{"table": 7, "deals": deals[:1]}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "table, deal, ns, ew missing"),
        ("table;deal;ns;ew", "has no sheet"),
        ("table;deal;ns;ew;names\n", '"names" is unknown'),
        ("table;deal;ns;ew;ew\n", "twice"),
        ("table;deal;ns;ew\nx;1;c1;d1", "row 2: table must be a whole number"),
        ("table;deal;ns;ew\n1;;c1;d1", "row 2: deal must be a whole number"),
        ("table;deal;ns;ew\n1;1;c1;d1\n1;2;pos;d1", 'row 3: deal "pos"'),
        ("table;deal;ns;ew\n1;1;c1;d1;5", "row 2 has 5 cells"),
        ("table;deal;ns;ew;round\n1;1;c1;d1;4", "row 2 is of round 4, not of round 3"),
        ("table;deal;ns;ew;swapped\n1;1;c1;d1;maybe", 'swapped is "yes", "no" or empty'),
        ("table;deal;ns;ew;swapped\n1;1;c1;d1;yes\n1;2;c1;d1;no", "swapped and not swapped"),
        ('table;deal;ns;ew\n1;1;"c1;d1', "no CSV"),
    ],
)
def test_a_file_that_is_wrong_says_where(text: str, said: str) -> None:
    with pytest.raises(WordsError) as fault:
        sheet_file.read(text.encode(), 3, None)
    assert said in str(fault.value)


def test_a_file_that_is_no_text_or_too_large() -> None:
    for data in (b"table;deal;ns;ew\n1;1;\xe0;d1", b" " * (sheet_file.LIMIT_BYTES + 1)):
        with pytest.raises(WordsError):
            sheet_file.read(data, 3, None)


def test_a_file_of_another_table_is_refused() -> None:
    with pytest.raises(WordsError, match="row 2 is of table 8, not of table 7"):
        sheet_file.read(b"table;deal;ns;ew\n8;1;c1;d1", 3, 7)


def test_an_own_table_of_victory_points_is_read_proved_and_put_to_its_phases(tmp_path: Path) -> None:
    bands = [[0, 100, 10, 10], [105, None, 15, 5]]
    good, other = tmp_path / "club.json", tmp_path / "club2.json"
    for path in (good, other):
        path.write_text(json.dumps({"id": "club", "deals": 2, "bands": bands}))
    own = scale_file.read([good])
    phases = [phase_words.phase("1 danish 2 deals scale=club"), phase_words.phase("1 danish 2 deals")]
    assert [one.get("bands") for one in scale_file.given(phases, own)] == [bands, None]
    with pytest.raises(WordsError, match="no phase plays by the scale club"):
        scale_file.given(phases[1:], own)
    with pytest.raises(WordsError, match="there is a scale club already"):
        scale_file.read([good, other])
    for text, said in (("{", "not JSON"), ('{"id": "club", "deals": 2, "bands": [[0, 100, 9, 11]]}', "band 1")):
        good.write_text(text)
        with pytest.raises(WordsError, match=said):
            scale_file.read([good])
