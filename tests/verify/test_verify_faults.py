"""Planted faults: one number, one byte, one act, one record changed or missing is found and named; damage is never a crash."""

import base64
import copy
import hashlib
import json
import random
from functools import cache
from typing import Any

import pytest

from host_tools.verify import Report, verify
from tests.checker import told as engine_numbers
from tests.checker.generator import generate

SEEDS = (22, 38, 51, 63, 82)  # teams, individual, pairs, much undone, groups; all small
PENALISED = (7, 11, 21, 22, 25, 26, 27, 28)
ONE = 63
NAMES = ("number", "at", "who", "kind", "data", "why", "article", "old", "before")


@cache
def _event(seed: int) -> tuple[str, str]:
    play = generate(seed, 10**9, True)
    return json.dumps(play.papers.archive()), json.dumps(engine_numbers.numbers(play))


def event(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A generated event's archive, and its numbers as the engine tells them."""
    archive, numbers = _event(seed)
    return json.loads(archive), json.loads(numbers)


def chained_anew(archive: dict[str, Any]) -> dict[str, Any]:
    """As somebody would who can write the database: the hashes fit again."""
    before = "0" * 64
    for number, act in enumerate(archive["acts"], 1):
        act["number"], act["before"] = number, before
        said = json.dumps([act[name] for name in NAMES], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        act["hash"] = before = hashlib.sha256(said.encode()).hexdigest()
    return archive


def _first(report: Report) -> str:
    assert report.first is not None, "nothing was found"
    return report.first.line()


@pytest.mark.parametrize("seed", SEEDS)
def test_an_untouched_event_agrees_and_many_numbers_were_compared(seed: int) -> None:
    report = verify(*event(seed))
    assert report.ok, _first(report)
    assert report.counts["numbers compared"] > 100 and report.counts["deals"] > 10
    assert chained_anew(event(seed)[0]) == event(seed)[0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["rank", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins"])
def test_one_number_of_the_ranking(seed: int, name: str) -> None:
    archive, told = event(seed)
    row = random.Random(seed).choice(told["ranking"])
    row[name] += 1
    assert _first(verify(archive, told)).startswith(f"ranking number {row['number']}: {name}: ours {row[name] - 1}, told")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["ns", "ew", "mp_ns", "mp_ew", "vp_ns", "vp_ew"])
def test_one_number_of_a_table(seed: int, name: str) -> None:
    archive, told = event(seed)
    turn = random.Random(seed).choice(told["rounds"])
    row = random.Random(seed).choice(turn["tables"])
    row[name] += 5
    assert _first(verify(archive, told)).startswith(f"round {turn['number']} table {row['table']}: {name}")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["vp", "mp_net", "how"])
def test_one_score(seed: int, name: str) -> None:
    archive, told = event(seed)
    turn = random.Random(seed).choice(told["rounds"])
    row = random.Random(seed).choice(turn["scores"])
    row[name] = "kept" if name == "how" else row[name] - 1
    assert _first(verify(archive, told)).startswith(f"round {turn['number']} number {row['number']}: {name}")


@pytest.mark.parametrize("seed", SEEDS)
def test_two_lines_of_the_ranking_that_changed_places(seed: int) -> None:
    archive, told = event(seed)
    told["ranking"][1], told["ranking"][2] = told["ranking"][2], told["ranking"][1]
    assert _first(verify(archive, told)).startswith("ranking line 2: number")


@pytest.mark.parametrize("what", ["tables", "scores"])
def test_a_table_or_a_score_that_is_not_told(what: str) -> None:
    archive, told = event(ONE)
    told["rounds"][0][what].pop(0)
    assert _first(verify(archive, told)).startswith("round 1: ")


@pytest.mark.parametrize("at", [0, 1, 5, -1])
@pytest.mark.parametrize("name", [*NAMES, "hash"])
def test_one_changed_act(at: int, name: str) -> None:
    archive, told = event(ONE)
    act = archive["acts"][at]
    was = act[name]
    act[name] = (
        was + 1 if isinstance(was, int) else {"x": 1} if isinstance(was, dict) else "0" * 64 if was != "0" * 64 else "1" * 64
    )
    number = len(archive["acts"]) if at < 0 else at + 1
    assert _first(verify(archive, told)).startswith(f"act {number}: ")


def test_a_missing_act_and_a_doubled_one() -> None:
    archive, told = event(ONE)
    act = archive["acts"].pop(3)
    assert _first(verify(archive, told)) == "act 4: is missing: number 5 stands in its place"
    archive["acts"][3:3] = [act, act]
    assert _first(verify(archive, told)).startswith("act 5: ")


def _undone(archive: dict[str, Any]) -> set[int]:
    return {number for act in archive["acts"] if act["kind"] == "undo" for number in act["data"]["acts"]}


def test_a_history_cut_at_its_end_shows_in_the_numbers() -> None:
    archive, told = event(ONE)
    while archive["acts"].pop()["kind"] != "round.publish":
        assert archive["acts"]
    assert _first(verify(archive, told)).startswith("rounds: numbers of all")


def test_an_act_changed_and_chained_anew_shows_in_the_numbers() -> None:
    found = 0
    for seed in PENALISED:
        archive, told = event(seed)
        penalties = [act for act in archive["acts"] if act["kind"] == "ruling.penalty"]
        for act in [one for one in penalties if one["number"] not in _undone(archive)][:1]:
            act["data"]["vp"] -= 3
            report = verify(chained_anew(archive), told)
            assert report.first is not None and report.first.where.startswith("ranking "), report.first
            found += 1
    assert found > 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_closing_act_wrote_down_is_compared_too(seed: int) -> None:
    archive, told = event(seed)
    corrected = {act["data"]["round"] for act in archive["acts"] if act["kind"] == "sheet.correct"}
    closings = [act for act in archive["acts"] if act["kind"] == "round.close" and act["number"] not in _undone(archive)]
    rounds = {act["data"]["id"]: act["data"]["number"] for act in archive["acts"] if act["kind"] == "round.pair"}
    act = next(one for one in closings if rounds[one["data"]["id"]] not in corrected)
    table = act["data"]["told"]["tables"][0]
    table["mp_ns"] += 5
    line = f"round {rounds[act['data']['id']]} table {table['table']}: mp_ns against the closing act"
    assert _first(verify(chained_anew(archive), told)).startswith(line)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_changed_byte_of_any_record(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        archive, told = event(seed)
        row = chance.choice(archive["records"])
        data = bytearray(base64.b64decode(row["bytes"]))
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        row["bytes"] = base64.b64encode(data).decode()
        assert _first(verify(archive, told)).startswith("record ")


@pytest.mark.parametrize("seed", SEEDS)
def test_one_missing_record(seed: int) -> None:
    """Of a deal or a plan always; a signature that was its log's last is only noted as missing, for no number hangs on it."""
    chance = random.Random(seed)
    for _ in range(6):
        archive, told = event(seed)
        at = chance.choice([at for at, row in enumerate(archive["records"]) if row["kind"] in (1, 11, 12)])
        rounds = {act["data"]["id"] for act in archive["acts"] if act["kind"] == "round.close"}
        if archive["records"][at]["round"] in rounds:
            del archive["records"][at]
            assert not verify(archive, told).ok


def _damage(chance: random.Random, value: Any) -> None:
    """Somewhere in `value` one thing goes missing or becomes another."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        at = chance.choice(keys)
        inner = value[at]
        if isinstance(inner, (dict, list)) and inner and chance.random() < 0.85:
            value = inner
            continue
        if chance.random() < 0.3:
            del value[at]
        else:
            value[at] = chance.choice((None, -1, "x", [], {}, 10**30, True, [[[1]]], {"a": 1}, 1.5))
        return


@pytest.mark.parametrize("part", ["archive", "acts", "told"])
def test_damage_of_any_kind_is_reported_and_never_a_crash(part: str) -> None:
    chance = random.Random(7)
    noticed = 0
    for _ in range(100):
        archive, told = event(45)
        _damage(chance, told if part == "told" else archive["acts"] if part == "acts" else archive)
        if part == "acts" and all(isinstance(act, dict) and set(NAMES) <= set(act) for act in archive["acts"]):
            chained_anew(archive)
        report = verify(archive, told)
        noticed += not report.ok
        assert list(report.lines()) and json.dumps(report.as_dict())
    assert noticed > 40


@pytest.mark.parametrize("archive", [None, 1, [], {}, {"format": 2}, {"format": 1}, {"format": 1, "acts": {}}])
def test_what_is_no_archive_at_all(archive: Any) -> None:
    report = verify(archive)
    assert report.first is not None and report.first.kind == "damage"


def _sealed(archive: dict[str, Any]) -> dict[str, Any]:
    archive = archive | {"head": archive["acts"][-1]["hash"]}
    said = json.dumps(archive, sort_keys=True, separators=(",", ":"))
    return archive | {"sha256": hashlib.sha256(said.encode()).hexdigest()}


def test_a_sealed_archive_shows_what_numbers_cannot() -> None:
    archive, told = event(ONE)
    archive = _sealed(archive | {"name": "Città di prova"})
    assert verify(archive, told).ok
    assert (
        _first(verify(archive | {"name": "Altro"}, told))
        == "archive: its sum is wrong: the file was changed since it was written"
    )
    assert archive["acts"][-1]["kind"] in ("event.final", "undo", "round.close")
    cut = _sealed(archive | {"acts": archive["acts"][:-1]}) | {"head": archive["head"]}
    assert _first(verify(cut)).startswith("acts: are cut off at the end")


def test_the_input_is_left_as_it_was() -> None:
    archive, told = event(ONE)
    before = copy.deepcopy((archive, told))
    verify(archive, told)
    assert (archive, told) == before
