"""Late entry, case by case (RULES 6, Late entry)."""

from typing import Any

import pytest

from host_tools.engine.late_entry import ALLOWED, MAY_REFUSE, REFUSED, late_entry
from host_tools.engine.state import EventState
from tavolo.domain import kinds as k
from tests.unit.engine_cases import build

EVEN, ODD = [1, 2, 3, 4], [1, 2, 3]
SEATS = {"1": [1, 2]}


def event(entries: list[int], profile: int, rounds: int, is_open: bool, **settings: Any) -> EventState:
    """`rounds` published; the last one still open where `is_open`."""
    made = [{"seats": SEATS, "open": is_open and number == rounds} for number in range(1, rounds + 1)]
    state = build({"entries": entries, "profile": profile, "rounds": made, "settings": settings}).state
    state.entries_closed = True
    return state


ROWS = [
    ("004 LOI 34: may refuse, it makes a table incomplete", k.FIBUR, EVEN, 0, False, {}, (MAY_REFUSE, "incomplete", 1)),
    ("004 LOI 34: may refuse even one that completes", k.FIBUR, ODD, 0, False, {}, (MAY_REFUSE, "completes", 1)),
    ("004 LOI 34: in round 2 as well", k.FIBUR_2008, ODD, 2, True, {}, (MAY_REFUSE, "completes", 3)),
    ("000 par.14: no incomplete table", k.FEBURIT, EVEN, 0, False, {}, (REFUSED, "incomplete", 1)),
    ("000 par.14: completes a table in round 1", k.FEBURIT, ODD, 1, True, {}, (MAY_REFUSE, "completes_round_1", 1)),
    ("000 par.14: no incomplete table in round 1", k.FEBURIT, EVEN, 1, True, {}, (REFUSED, "incomplete", 2)),
    ("000 par.14: none after round 1", k.FEBURIT, ODD, 1, False, {}, (REFUSED, "after_round_1", 2)),
    ("000 par.14: none in round 2", k.FEBURIT, ODD, 2, True, {}, (REFUSED, "after_round_1", 3)),
    ("setting: never", k.FIBUR, ODD, 1, True, {"late_entry": "refuse"}, (REFUSED, "own_refuse", 2)),
    ("setting: always", k.FEBURIT, EVEN, 2, False, {"late_entry": "allow"}, (ALLOWED, "own_allow", 3)),
]


@pytest.mark.parametrize(
    ("profile", "entries", "rounds", "is_open", "settings", "expected"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS]
)
def test_a_late_entry_is_judged_by_its_book(
    profile: int, entries: list[int], rounds: int, is_open: bool, settings: dict[str, Any], expected: tuple[str, str, int]
) -> None:
    verdict = late_entry(event(entries, profile, rounds, is_open, **settings), rounds)
    assert (verdict.verdict, verdict.code, verdict.first_round) == expected
    assert verdict.text and verdict.article


def test_while_entries_are_open_and_nothing_is_paired_anybody_may_come() -> None:
    state = event(EVEN, k.FEBURIT, 0, False, late_entry="refuse")
    state.entries_closed = False
    assert (late_entry(state, 0).verdict, late_entry(state, 0).first_round) == (ALLOWED, 1)


def test_those_who_left_leave_a_place() -> None:
    state = event(EVEN, k.FEBURIT, 1, True)
    state.competitors[4].left = {"round": 1, "mode": "justified"}
    assert late_entry(state, 1).code == "completes_round_1"


def test_players_of_an_individual_event_complete_a_table_by_four() -> None:
    state = build({"kind": "individual", "entries": [1, 2, 3], "rounds": []}).state
    state.entries_closed = True
    assert [late_entry(state, 0, count).code for count in (1, 2, 5)] == ["completes", "incomplete", "completes"]


def test_a_group_is_paired_by_itself_so_its_own_number_says_whether_a_table_is_completed() -> None:
    made = [{"seats": {"1": [1, 2], "2": [4, 5]}, "rests": [3, 6], "open": True}]
    halves = {str(number): 1 if number < 4 else 2 for number in range(1, 7)}
    state = build({"entries": list(range(1, 7)), "groups": halves, "profile": k.FEBURIT, "rounds": made}).state
    assert [late_entry(state, 1, len(of), of).code for of in ([1], [2], [1, 2])] == ["completes_round_1"] * 3
    assert [late_entry(state, 1, len(of), of).code for of in ([1, 1], [3], [1, 2, 2])] == ["incomplete"] * 3
