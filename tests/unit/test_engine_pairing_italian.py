"""Italian rounds: each meets all others once (RULES 6, 004 LOI 2d)."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from host_tools.engine.acts import Draft
from host_tools.engine.field_of import Order
from host_tools.engine.next_round import Ask, next_round
from host_tools.engine.pairing import PairingError, by_lot, italian, italian_calendar
from tests.unit import engine_event as ev


@pytest.mark.parametrize("count", range(2, 20))
def test_each_meets_all_others_once_and_rests_once_when_odd(count: int) -> None:
    order = by_lot(range(1, count + 1), "gironi")
    rounds = italian_calendar(order)
    assert len(rounds) == count - 1 + count % 2
    met = [frozenset(match) for one in rounds for _, *match in one.tables]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, count + 1), 2)))
    assert sorted(rest for one in rounds for rest in one.rests) == (list(range(1, count + 1)) if count % 2 else [])
    for one in rounds:
        assert [table for table, _, _ in one.tables] == list(range(1, count // 2 + 1))
        assert sorted([who for _, *match in one.tables for who in match] + one.rests) == list(range(1, count + 1))


@pytest.mark.parametrize("count", range(2, 20))
def test_lines_are_as_even_as_the_number_allows(count: int) -> None:
    balance: Counter[int] = Counter(range(1, count + 1))
    balance.subtract(range(1, count + 1))
    for one in italian_calendar(range(1, count + 1)):
        for _, ns, ew in one.tables:
            balance[ns] += 1
            balance[ew] -= 1
    assert {abs(value) for value in balance.values()} == ({0} if count % 2 else {1})


@pytest.mark.parametrize("count", range(3, 20))
def test_lines_alternate(count: int) -> None:
    """Twice running in the same line: never for an odd number, count - 2 times in all for an even one, never three times."""
    row = dict.fromkeys(range(1, count + 1), "")
    for one in italian_calendar(list(row)):
        for _, ns, ew in one.tables:
            row[ns], row[ew] = row[ns] + "N", row[ew] + "E"
    assert sum(now == then for lines in row.values() for now, then in pairwise(lines)) == (0 if count % 2 else count - 2)
    assert not any("NNN" in lines or "EEE" in lines for lines in row.values())


def test_the_calendar_is_the_one_that_was_announced() -> None:
    assert [one.tables for one in italian_calendar([1, 2, 3, 4])] == [
        [(1, 1, 4), (2, 2, 3)],
        [(1, 4, 2), (2, 3, 1)],
        [(1, 3, 4), (2, 1, 2)],
    ]
    assert [one.rests for one in italian_calendar([1, 2, 3])] == [[1], [2], [3]]


def test_one_that_left_is_an_empty_place_and_the_calendar_of_the_others_stays() -> None:
    whole, left = italian_calendar([1, 2, 3, 4, 5, 6]), italian_calendar([1, 2, 0, 4, 5, 6])
    for one, other in zip(whole, left, strict=True):
        assert [match for _, *match in other.tables] == [match for _, *match in one.tables if 3 not in match]
        assert other.rests == [who for _, *match in one.tables if 3 in match for who in match if who != 3]
    assert "empty" in left[0].reasons[left[0].rests[0]]
    both = italian_calendar([1, 2, 0, 0])
    assert [(one.tables != [], sorted(one.rests)) for one in both].count((True, [])) == 1
    assert [sorted(one.rests) for one in both].count([1, 2]) == 2


@pytest.mark.parametrize("turn", [0, 4])
def test_a_round_outside_the_calendar_is_refused(turn: int) -> None:
    with pytest.raises(PairingError, match="after 3 rounds"):
        italian([1, 2, 3, 4], turn)


@pytest.mark.parametrize(("method", "words"), [("italian", "after the calendar"), ("mitchell", "has 1 rounds")])
def test_a_group_that_is_new_since_a_movement_began_is_refused_in_words(method: str, words: str) -> None:
    first = ev.pair(1, method, options={"fixed": {"1": [1, 2, 3, 4]}})
    moved = [Draft("entry.edit", {"number": number, "group": 2}) for number in (3, 4)]
    state = ev.state_of(ev.new(ev.phase(method, 3)), ev.entries(1, 2, 3, 4), first, ev.on_round("publish", "r1"), *moved)
    with pytest.raises(PairingError, match=words):
        next_round(state, Order(ranked=(3, 4, 1, 2)), Ask("a"))
