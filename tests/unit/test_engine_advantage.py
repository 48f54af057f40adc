"""Points for not being there that gain a place are told to the arbiter (RULES 6, Late pair and Withdrawal; 004 LOI 33, 34)."""

from typing import Any

import pytest

from host_tools.engine.advantage import advantages
from tests.unit.engine_cases import build

# after it: 1 and 3 have 12 VP, 4 and 2 have 8, and net match points put them in the order 1, 3, 4, 2
FIRST = {"seats": {"1": [1, 2], "2": [3, 4]}, "results": {"1": [1000, 600], "2": [1000, 690]}}


def second(unit: int, mode: str, mp: list[int]) -> dict[str, Any]:
    """1 and 3 play, with match points `mp`; of 2 and 4 `unit` is not there."""
    absent = ["ruling.absent", {"round": 2, "table": 2, "unit": unit, "mode": mode}]
    return {"seats": {"1": [1, 3], "2": [2, 4]}, "results": {"1": mp}, "acts": [absent]}


def told(*rounds: dict[str, Any]) -> list[tuple[int, int, str, int, int]]:
    played = build({"entries": [1, 2, 3, 4], "settings": {"tie_breaks": ["net_mp"]}, "rounds": list(rounds)})
    found = advantages(played.state, played.scores())
    assert all(one.text and one.article for one in found)
    return [(one.number, one.round, one.how, one.before, one.after) for one in found]


@pytest.mark.parametrize(("mode", "how"), [("temporary", "left"), ("", "absent_late")], ids=["004 LOI 33", "004 LOI 34"])
def test_a_climb_by_points_for_absence_is_told(mode: str, how: str) -> None:
    # 2 gets 8 and has 16; 1 loses 0-20 and stays at 12
    assert told(FIRST, second(2, mode, [1000, 4000])) == [(2, 2, how, 4, 3)]


def test_who_does_not_climb_is_not_told() -> None:
    # 4 gets 8 and has 16; 3 falls to 12 behind it, but 2 passes it with the bye's 12
    assert told(FIRST, second(4, "temporary", [4000, 1000])) == []


def test_who_left_without_a_reason_has_no_points_to_climb_by() -> None:
    assert told(FIRST, second(2, "unjustified", [1000, 4000])) == []


def test_in_round_1_there_is_no_place_to_gain() -> None:
    absent = [["ruling.absent", {"round": 1, "table": 1, "unit": 2}]]
    assert told({"seats": {"1": [1, 2], "2": [3, 4]}, "results": {"2": [1000, 690]}, "acts": absent}) == []
