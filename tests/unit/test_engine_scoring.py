"""Every row of RULES 5-6 that gives points, from cases worked out by hand; and that no score hangs on lines or order."""

from typing import Any

import pytest

from host_tools.engine import extras as extras_of
from host_tools.engine.checks import round_checks
from host_tools.engine.extras import extras
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score
from tests.unit.engine_cases import Played, build, cases, title

FILES = ("bye", "late", "withdrawal", "warnings", "arbiter", "lengths", "teams", "individual")
ALL = [pytest.param(case, id=f"{name}: {title(case)}") for name in FILES for case in cases(name)]


def told(score: Score) -> list[Any]:
    return [score.vp, score.mp_net, score.how]


def extra_sums(played: Played) -> dict[str, list[int]]:
    sums: dict[str, list[int]] = {}
    for extra in extras(played.state):
        one = sums.setdefault(str(extra.number), [0, 0])
        one[0], one[1] = one[0] + extra.vp, one[1] + extra.mp
    return sums


@pytest.mark.parametrize("case", ALL)
def test_a_rule_gives_the_points_that_it_says(case: dict[str, Any]) -> None:
    played = build(case)
    assert len(case["scores"]) == len(case["rounds"])
    for info, expected in zip(played.state.rounds, case["scores"], strict=True):
        scores = {str(score.number): score for score in played.of(info)}
        assert {number: told(scores[number]) for number in expected} == expected
        assert not set(case.get("nothing", [])) & {score.number for score in scores.values()}
        assert all(score.text and score.article and score.deals == info.deals for score in scores.values())
        failed = {
            check.name for check in round_checks(played.state, info, played.results[info.number], played.of(info)) if not check.ok
        }
        assert failed == set(case.get("checks", []))
    assert all(extra.code in extras_of.TEXTS["it"] and extra.text for extra in extras(played.state))
    if "extras" in case:
        assert extra_sums(played) == case["extras"]
    lines = played.ranking()
    if "ranking" in case:
        assert [[line.rank, line.number] for line in lines] == case["ranking"]
    for number, words in case.get("why", {}).items():
        assert words in next(line.why for line in lines if line.number == int(number))


def mirrored(case: dict[str, Any]) -> dict[str, Any]:
    """The same event with the lines of every table swapped."""
    rounds = []
    for one in case["rounds"]:
        acts = [
            [kind, {**data, "ns": data["ew"], "ew": data["ns"]} if "ns" in data else data] for kind, data in one.get("acts", [])
        ]
        acts = [[kind, data | {"units": data["units"][::-1]} if "units" in data else data] for kind, data in acts]
        swapped = {name: {table: pair[::-1] for table, pair in one.get(name, {}).items()} for name in ("seats", "results")}
        rounds.append({**one, **swapped, "acts": acts})
    return {**case, "rounds": rounds}


@pytest.mark.parametrize("case", ALL)
def test_swapped_lines_change_no_score(case: dict[str, Any]) -> None:
    one, other = build(case), build(mirrored(case))
    assert [(score.number, *told(score)) for score in one.scores()] == [(score.number, *told(score)) for score in other.scores()]
    assert [(line.rank, line.number) for line in one.ranking()] == [(line.rank, line.number) for line in other.ranking()]


def test_a_table_whose_players_sat_swapped_counts_for_those_who_sat_there() -> None:
    case = {"entries": [1, 2], "rounds": [{"seats": {"1": [1, 2]}, "results": {}}]}
    played = build(case)
    played.results[1] = [TableResult(1, 2, 1, 1500, 1000, 12, 8, True, 4)]
    assert [(score.number, score.vp, score.mp_for) for score in played.scores()] == [(1, 8, 1000), (2, 12, 1500)]


@pytest.mark.parametrize("named", [[1, 2], [2, 1], None], ids=["as seated", "the other way round", "an act of before"])
def test_a_result_laid_down_stays_with_those_for_whom_it_was_given_when_the_lines_turn_out_swapped(named: Any) -> None:
    """RULES 5, Arbiter's score. Ruling then swap and swap then ruling are the same; an older act follows its lines."""
    said = {"round": 1, "table": 1, "ns": {"vp": 15, "mp_net": 700}, "ew": None} | ({"units": named} if named else {})
    played = build({"entries": [1, 2], "rounds": [{"seats": {"1": [1, 2]}, "results": {}, "acts": [["ruling.set", said]]}]})
    straight, swapped = TableResult(1, 1, 2, 1000, 1500, 8, 12, True, 4), TableResult(1, 2, 1, 1500, 1000, 12, 8, True, 4)
    found = []
    for result in (straight, swapped):
        played.results[1] = [result]
        found.append([(score.number, score.vp, score.how) for score in played.scores()])
    if named is None:
        assert found == [[(1, 15, "set"), (2, 12, "played")], [(1, 8, "played"), (2, 15, "set")]]
    else:
        whose = [(1, 15, "set"), (2, 12, "played")] if named[0] == 1 else [(1, 8, "played"), (2, 15, "set")]
        assert found == [whose, whose]


def test_a_table_that_has_not_begun_has_no_score() -> None:
    played = build({"entries": [1, 2], "rounds": [{"seats": {"1": [1, 2]}, "open": True}]})
    played.results[1] = [TableResult(1, 1, 2, 0, 0, 10, 10, False, 0)]
    assert played.scores() == []


def test_a_round_back_from_a_table_credits_the_numbers_that_sat_there() -> None:
    played = build({"entries": [1, 2], "rounds": [{"seats": {"1": [1, 2]}, "results": {"1": [1000, 500]}}]})
    played.state.units.clear()
    assert [(score.number, score.vp) for score in played.scores()] == [(1, 12), (2, 8)]


def test_tables_of_one_match_must_be_of_the_same_two_teams() -> None:
    units = [[1001, [1, 2], [1]], [1002, [5, 6], [2]], [1003, [9, 10], [3]], [1004, [3, 4], [1]]]
    seats = {"1": [1001, 1002], "2": [1004, 1003]}
    played = build(
        {"kind": "teams", "entries": [1, 2, 3], "rounds": [{"units": units, "seats": seats, "matches": {"1": 1, "2": 1}}]}
    )
    with pytest.raises(ValueError, match="round 1, table 2"):
        played.scores()


@pytest.mark.parametrize(
    ("win_by", "outcomes"), [("vp", ["drawn", "drawn"]), ("mp", ["won", "lost"])], ids=["by VP", "by match points"]
)
def test_a_lead_inside_the_first_band_is_a_win_by_setting_only(win_by: str, outcomes: list[str]) -> None:
    case = {"entries": [1, 2], "settings": {"win_by": win_by}}
    played = build(case | {"rounds": [{"seats": {"1": [1, 2]}, "results": {"1": [1000, 950]}}]})
    assert [score.outcome for score in played.scores()] == outcomes
