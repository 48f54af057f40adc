"""Checksums of RULES 6, end: they hold for a round as played, name what is apart, and find a planted fault."""

from dataclasses import replace
from typing import Any

import pytest

from host_tools.engine.checks import Check, round_checks
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score
from tests.unit.engine_cases import Played, build

ROUND: dict[str, Any] = {
    "seats": {"1": [1, 2], "2": [3, 4]},
    "results": {"1": [1640, 1000], "2": [900, 1180]},
    "rests": [5],
}


def case(**more: Any) -> Played:
    return build({"entries": [1, 2, 3, 4, 5], "rounds": [ROUND | more]})


def checks_of(played: Played, results: list[TableResult] | None = None, scores: list[Score] | None = None) -> dict[str, Check]:
    info = played.state.rounds[0]
    found = round_checks(played.state, info, results or played.results[1], scores or played.of(info))
    return {f"{check.name}/{check.table}": check for check in found}


def failed(checks: dict[str, Check]) -> set[str]:
    return {name for name, check in checks.items() if not check.ok}


def test_a_round_as_played_holds_and_the_bye_is_apart() -> None:
    checks = checks_of(case())
    assert failed(checks) == set()
    assert checks["table_vp/1"].expected == 20
    assert "5 (bye)" in checks["round_net_mp/0"].why
    assert (checks["round_mean_vp/0"].expected, checks["round_mean_vp/0"].found) == (40, 40)
    assert checks["round_scored/0"].found == 5


def test_what_the_arbiter_laid_down_is_apart_and_its_other_side_with_it() -> None:
    checks = checks_of(case(acts=[["ruling.adjust", {"round": 1, "table": 2, "unit": 4, "mp": 0, "vp": -3}]]))
    assert failed(checks) == set()
    assert "4 (adjusted)" in checks["round_mean_vp/0"].why and "3 (met adjusted)" in checks["round_mean_vp/0"].why
    assert checks["table_vp/2"].found == 17 and "independent" in checks["table_vp/2"].why


def test_lateness_keeps_all_sums() -> None:
    checks = checks_of(case(acts=[["ruling.late", {"round": 1, "table": 1, "unit": 1, "minutes": 9}]]))
    assert failed(checks) == set()
    assert checks["round_mean_vp/0"].expected == 40


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"vp": 14}, {"table_vp/1", "round_mean_vp/0"}),
        ({"mp_net": 645}, {"round_net_mp/0"}),
    ],
    ids=["a victory point too many", "net match points that are no mirror"],
)
def test_a_planted_fault_in_a_score_is_found(change: dict[str, int], expected: set[str]) -> None:
    played = case()
    scores = [replace(score, **change) if score.number == 1 else score for score in played.of(played.state.rounds[0])]  # type: ignore[arg-type]
    checks = checks_of(played, scores=scores)
    assert failed(checks) == expected
    assert all("look" in checks[name].why for name in expected)


def test_a_sheet_that_was_played_by_another_scale_is_found() -> None:
    played = case()
    wrong = [replace(played.results[1][0], vp_ns=16, vp_ew=4), played.results[1][1]]
    checks = checks_of(played, results=wrong)
    assert failed(checks) == {"sheet_vp/1"}
    assert "the sheet says 16-4" in checks["sheet_vp/1"].why


def test_who_has_no_score_in_a_closed_round_is_named() -> None:
    played = case()
    played.results[1] = played.results[1][:1]
    checks = checks_of(played)
    assert failed(checks) == {"round_scored/0"}
    assert "no score for 3, 4" in checks["round_scored/0"].why


def test_an_open_round_does_not_miss_anybody() -> None:
    played = case(open=True)
    played.results[1] = played.results[1][:1]
    assert failed(checks_of(played)) == set()
    assert "round_scored/0" not in checks_of(played)
