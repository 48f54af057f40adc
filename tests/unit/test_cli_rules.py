"""`tavolo score`, `vp` and `last-lap`: what they print, their exit codes, and that bad input is refused with a reason."""

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from host_tools import findings
from host_tools.cli import last_lap, score, score_file, vp
from tavolo.domain import deal
from tavolo.domain import kinds as k

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests/vectors"
app = typer.Typer()
for group in (score, vp, last_lap):
    group.register(app)

LINE = {"clean": 1, "semi": 0, "dirty": 1, "closed": True, "pile": "played", "negative": 45, "positive": 345, "arbiter": 0}
OTHER = {"clean": 0, "semi": 0, "dirty": 1, "closed": False, "pile": "played", "negative": 60, "positive": 180, "arbiter": 0}
GOOD: dict[str, Any] = {"profile": "fibur", "deals": 1, "scale": "house_1_deals", "sheet": [{"ns": LINE, "ew": OTHER}]}


def vectors(name: str) -> dict[str, Any]:
    return dict(json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8")))


def tavolo(*args: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(a) for a in args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def scored(folder: Path, data: object, code: int = 0) -> dict[str, Any]:
    path = folder / "sheet.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    exit_code, out, err = tavolo("score", path, "--json")
    assert (exit_code, err) == (code, ""), out + err
    return dict(json.loads(out))


def refused(folder: Path, text: str | bytes, words: str) -> None:
    path = folder / "sheet.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    exit_code, out, err = tavolo("score", path, "--json")
    assert (exit_code, out) == (2, ""), out
    assert words in err and err.count("\n") == 1


def changed(**parts: Any) -> dict[str, Any]:
    """GOOD with fields of the file, or of its first deal's N-S line (prefix ns_), changed; None drops the field."""
    data = copy.deepcopy(GOOD)
    for name, value in parts.items():
        place = data["sheet"][0]["ns"] if name.startswith("ns_") else data
        name = name.removeprefix("ns_")
        if value is None:
            del place[name]
        else:
            place[name] = value
    return data


# -- score -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", vectors("examples")["rounds"], ids=lambda case: case["name"])
def test_rounds_of_the_rules_come_out_as_printed_there(case: dict[str, Any], tmp_path: Path) -> None:
    deals = {d["name"]: d for d in vectors("examples")["deals"]}
    sheet = [{"ns": deals[name]["ns"], "ew": deals[name]["ew"]} for name in case["deals"]]
    found = scored(tmp_path, {"profile": "fibur", "deals": len(sheet), "sheet": sheet})
    assert list(found) == ["deals", "running", "mp", "difference", "vp", "problems"]
    assert [[one["ns"], one["ew"]] for one in found["running"]] == case["running"]
    assert [[one["ns"], one["ew"]] for one in found["deals"]] == [
        [deals[name]["parts"]["ns"][3], deals[name]["parts"]["ew"][3]] for name in case["deals"]
    ]
    assert found["difference"] == case["difference"]
    assert [found["mp"]["ns"], found["mp"]["ew"]] == case["running"][-1]
    winner, loser = case["vp"][case["of"]]
    assert found["vp"] == ({"ns": winner, "ew": loser} if case["ahead"] == "ns" else {"ns": loser, "ew": winner})
    assert [p for p in found["problems"] if p["level"] != "warn"] == []


def test_vp_wait_for_the_last_deal_unless_the_round_was_cut_short(tmp_path: Path) -> None:
    half = changed(deals=4, scale=None)
    assert scored(tmp_path, half)["vp"] is None
    half["ended"] = True
    # 480 points apart: by the four scheduled deals 12-8, by one played it would be more
    assert scored(tmp_path, half)["vp"] == {"ns": 12, "ew": 8}


def test_without_an_official_scale_there_are_no_vp_but_a_note(tmp_path: Path) -> None:
    found = scored(tmp_path, changed(scale=None))
    assert found["vp"] is None
    assert [(p["deal"], p["line"], p["code"], p["level"]) for p in found["problems"]] == [
        (None, None, "no_official_scale", "warn")
    ]
    assert scored(tmp_path, GOOD)["vp"] == {"ns": 19, "ew": 1}


def test_an_own_scale_in_the_file(tmp_path: Path) -> None:
    own = {"id": "club", "deals": 1, "bands": [[0, 475, 3, 3], [480, None, 5, 1]]}
    assert scored(tmp_path, changed(scale=own))["vp"] == {"ns": 5, "ew": 1}
    own["bands"] = [[0, 475, 3, 3], [485, None, 5, 1]]
    refused(tmp_path, json.dumps(changed(scale=own)), "scale: band 2: differences 480 to 480 have no VP")


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (changed(ns_positive=343), "ns", "not_multiple_of_5"),
        (changed(ns_clean=13, ns_positive=600), "ns", "too_many_burracos"),
        (changed(ns_pile="waived"), "ns", "pile_waived"),
        (changed(ns_semi=1, profile="feburit"), "ns", "no_semi_clean"),
        ({**GOOD, "sheet": [{"ns": LINE, "ew": {**OTHER, "closed": True}}]}, None, "both_close"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hard_rule_broken_is_exit_code_1_and_printed_anyway(data: Any, line: str | None, code: str, tmp_path: Path) -> None:
    found = scored(tmp_path, data, code=1)
    hard = [p for p in found["problems"] if p["level"] == "hard"]
    assert (hard[0]["deal"], hard[0]["line"], hard[0]["code"]) == (1, line, code)
    assert set(hard[0]) == {"deal", "line", "code", "level", "message"}
    assert found["vp"] is not None


def test_the_arbiter_s_override_counts_for_its_deal_only(tmp_path: Path) -> None:
    data = changed(ns_pile="waived")
    data["sheet"][0]["override"] = True
    data["deals"], data["scale"] = 2, "fibur_2_deals"
    assert {p["level"] for p in scored(tmp_path, data)["problems"]} == {"overridden"}
    data["sheet"].append({**copy.deepcopy(data["sheet"][0]), "override": False})
    levels = {(p["deal"], p["level"]) for p in scored(tmp_path, data, code=1)["problems"]}
    assert levels == {(1, "overridden"), (2, "hard")}


def test_no_ruling_makes_a_total_that_no_record_holds(tmp_path: Path) -> None:
    data = changed(ns_arbiter=3001)
    data["sheet"][0]["override"] = True
    assert [p["code"] for p in scored(tmp_path, data, code=1)["problems"]] == ["arbiter_too_high"]


BAD = [
    (changed(ns_positive="345"), 'deal 1, ns: positive must be a whole number, not "345"'),
    (changed(ns_positive=345.0), "deal 1, ns: positive must be a whole number, not 345.0"),
    (changed(ns_clean=True), "deal 1, ns: clean must be a whole number, not true"),
    (changed(ns_closed=1), "deal 1, ns: closed must be true or false, not 1"),
    (changed(ns_negative=-45), "deal 1, ns: negative must be 0 to 32767, not -45"),
    (changed(ns_arbiter=40000), "deal 1, ns: arbiter must be -32767 to 32767"),
    (changed(ns_clean=1000), "deal 1, ns: clean must be 0 to 255"),
    (changed(ns_pile="lost"), "deal 1, ns: pile must be one of played, taken, not_taken, waived"),
    (changed(ns_pile=["played"]), "deal 1, ns: pile must be one of"),
    (changed(ns_arbiter=None), "deal 1, ns: arbiter missing"),
    (changed(ns_bonus=5), 'deal 1, ns: unknown field "bonus"'),
    (changed(ns_note="\ud800\x1b[2J"), 'unknown field "note"'),
    (changed(profile=None), "the file: profile missing"),
    (changed(profile="club"), "profile must be one of fibur, fibur_2008, feburit"),
    (changed(profile=0), "profile must be one of"),
    (changed(deals=0), "deals must be 1 to 6, not 0"),
    (changed(deals=7), "deals must be 1 to 6, not 7"),
    (changed(deals="4"), "deals must be a whole number"),
    (changed(ended="yes"), "ended must be true or false"),
    (changed(scale="club"), "scale must be one of fibur_2_deals"),
    (changed(scale=7), "scale: a scale is an object"),
    (changed(sheet={}), "sheet must be a list"),
    (changed(sheet=GOOD["sheet"] * 2), "sheet has 2 deals, more than the 1"),
    (changed(sheet=[{"ns": LINE}]), "deal 1: ew missing"),
    (changed(sheet=[[LINE, OTHER]]), "deal 1 must be an object"),
    (changed(sheet=[{"ns": LINE, "ew": OTHER, "override": 1}]), "deal 1: override must be true or false"),
    (changed(unknown=1), 'the file: unknown field "unknown"'),
    ([GOOD], "the file must be an object"),
    (None, "the file must be an object, not null"),
]


@pytest.mark.parametrize(("data", "words"), BAD, ids=[words for _, words in BAD])
def test_unusable_input_is_exit_code_2_with_a_reason_and_prints_nothing(data: Any, words: str, tmp_path: Path) -> None:
    refused(tmp_path, json.dumps(data), words)


TEXT = json.dumps(GOOD)
BROKEN = {
    "nothing": (b"", "not JSON"),
    "cut off": (TEXT[:-1].encode(), "not JSON"),
    "two values": ((TEXT + TEXT).encode(), "not JSON"),
    "binary": (bytes(range(256)), "not UTF-8 text (byte 128)"),
    "NaN": (TEXT.replace("345", "NaN").encode(), "NaN is no number"),
    "infinity": (TEXT.replace("345", "-Infinity").encode(), "-Infinity is no number"),
    "a number beyond all": (TEXT.replace("345", "1e999").encode(), "positive must be a whole number"),
    "a huge number": (TEXT.replace("345", "9" * 5000).encode(), "a number of 5000 digits"),
    "a large number": (TEXT.replace("345", "9" * 19).encode(), "positive must be 0 to 32767"),
    "a field twice": (TEXT.replace('"semi": 0', '"semi": 0, "semi": 0', 1).encode(), 'field "semi" is given twice'),
    "nested": (b"[" * 100_000, "nested too deeply"),
    "nested and closed": (b'{"sheet":' + b"[" * 90_000 + b"]" * 90_000 + b"}", "nested too deeply"),
    "too large": (TEXT.encode() + b" " * score_file.LIMIT_BYTES, "larger than 1000000 bytes"),
}


@pytest.mark.parametrize("name", list(BROKEN))
def test_broken_files_are_refused(name: str, tmp_path: Path) -> None:
    refused(tmp_path, *BROKEN[name])


def test_a_file_that_is_none(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.json", tmp_path):
        exit_code, out, err = tavolo("score", path)
        assert (exit_code, out) == (2, "") and "cannot be read" in err


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert tavolo("score", path, "--json")[0] == 0


def test_the_table_for_people_has_totals_result_and_reasons(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(changed(ns_positive=343)), encoding="utf-8")
    exit_code, out, _ = tavolo("score", path)
    assert exit_code == 1
    assert "N-S 698, E-W 220, difference 478; victory points 19 - 1" in out
    assert "hard: deal 1: NS: positive points must be a multiple of 5: recount the positive points [not_multiple_of_5]" in out


def test_every_finding_of_the_vectors_has_a_sentence() -> None:
    data = vectors("deal_checks")
    said = {text.split(" ")[2] for case in data["cases"] + data["partial"] for text in case["expect"]}
    listed = {w for row in (deal.__doc__ or "").split("\n") for w in row.split() if "_" in w and "." not in w and "`" not in w}
    assert said <= listed, "the module's docstring lists every code"
    for code in said:
        for limit in (-400, 0, 790):
            sentence = findings.text((code, k.HARD, 0, k.POSITIVE, limit))
            assert "{" not in sentence and len(sentence) > 20


# -- vp ----------------------------------------------------------------------------------------------------------


def test_vp_prints_scale_winner_and_loser() -> None:
    official = tavolo("vp", "--deals", 4, "--difference", 1320, "--json")
    assert official == (0, '{"scale": "fibur_4_deals", "winner": 17, "loser": 3}\n', "")
    house = tavolo("vp", "--deals", 5, "--difference", 460, "--scale", "house_5_deals")
    assert house == (0, "12-8 (scale house_5_deals, not official)\n", "")
    team = tavolo("vp", "--deals", 3, "--difference", 360, "--scale", "fibur_team", "--json")
    assert json.loads(team[1]) == {"scale": "fibur_team", "winner": 12, "loser": 8}


@pytest.mark.parametrize(
    "args",
    [
        ("--deals", 1, "--difference", 5),
        ("--deals", 5, "--difference", 5),
        ("--deals", 6, "--difference", 5),
        ("--deals", 0, "--difference", 5),
        ("--deals", 7, "--difference", 5, "--scale", "fibur_4_deals"),
        ("--deals", 4, "--difference", -5),
        ("--deals", 4, "--difference", "5.0"),
        ("--deals", 4, "--difference", "9" * 5000),
        ("--deals", "four", "--difference", 5),
        ("--deals", 4, "--difference", 5, "--scale", "club"),
        ("--deals", 4),
    ],
)
def test_vp_refuses_what_has_no_table(args: tuple[object, ...]) -> None:
    exit_code, out, err = tavolo("vp", *args, "--json")
    assert (exit_code, out) == (2, "") and err


# -- last-lap ----------------------------------------------------------------------------------------------------


def test_last_lap_prints_every_row_of_the_rules() -> None:
    for row in vectors("last_lap")["rows"]:
        seat = dict(zip("F23D", "SWNE", strict=True))  # East deals
        args = ["--profile", row["profile"], "--state", row["state"], "--dealer", "E", "--json"]
        if row["on_turn"]:
            args += ["--on-turn", seat[row["on_turn"]]]
        if row["drawn"] is not False:
            args += ["--drawn" if row["drawn"] else "--unclear"]
        exit_code, out, _ = tavolo("last-lap", *args)
        if row["state"] == "play" and not row["on_turn"]:
            assert (exit_code, out) == (2, "")
            continue
        found = json.loads(out)
        if row["turns"] is None:
            assert found == {"round_over": False, "turns": [], "last": None, "note": "arbiter decides"}
            continue
        names = [seat[name] for name in row["turns"]]
        assert found == {"round_over": not names, "turns": names, "last": names[-1] if names else None}


@pytest.mark.parametrize(
    "args",
    [
        ("--profile", "fibur", "--state", "play", "--dealer", "N"),
        ("--profile", "club", "--state", "play", "--dealer", "N", "--on-turn", "E"),
        ("--profile", "fibur", "--state", "sleep", "--dealer", "N"),
        ("--profile", "fibur", "--state", "play", "--dealer", "X", "--on-turn", "E"),
        ("--profile", "fibur", "--state", "play", "--dealer", "N", "--on-turn", "0"),
        ("--profile", "fibur", "--state", "play", "--dealer", "N", "--on-turn", "E", "--drawn", "--unclear"),
        ("--profile", "fibur", "--state", "count"),
    ],
)
def test_last_lap_refuses_what_it_cannot_answer(args: tuple[str, ...]) -> None:
    exit_code, out, err = tavolo("last-lap", *args, "--json")
    assert (exit_code, out) == (2, "") and err


def test_last_lap_in_words() -> None:
    dealing = tavolo("last-lap", "--profile", "fibur", "--state", "dealing", "--dealer", "n")
    assert dealing == (0, "still to play: E S W N; last: N\n", "")
    count = tavolo("last-lap", "--profile", "feburit", "--state", "count", "--dealer", "N")
    assert count == (0, "the round is over, no new deal\n", "")


def test_the_three_commands_are_part_of_tavolo() -> None:
    line = [sys.executable, "-m", "host_tools.cli.main", "vp", "--deals", "2", "--difference", "305", "--json"]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "firmware")))
    done = subprocess.run(line, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, '{"scale": "fibur_2_deals", "winner": 14, "loser": 6}\n'), done.stderr
