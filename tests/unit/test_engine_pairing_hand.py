"""Draw, entry order, rounds by hand and locks."""

import pytest

from host_tools.engine.pairing import (
    Field,
    PairingError,
    PairingRules,
    Wish,
    by_lot,
    draw,
    entry_order,
    locked,
    manual,
    modified_danish,
)

SEVEN = Field((1, 2, 3, 4, 5, 6, 7))


def test_lots_are_the_same_for_ever() -> None:
    """Made with a shell: for N in 1 to 10, `printf 2026:N | sha256sum`, sorted."""
    assert by_lot(range(1, 11), 2026) == [9, 1, 6, 4, 3, 10, 2, 7, 8, 5]
    assert by_lot([3, 1, 2], "sala A") == by_lot([1, 2, 3], "sala A")


def test_who_enters_late_or_leaves_changes_nothing_in_the_order_of_the_others() -> None:
    few = by_lot(range(1, 31), 5)
    assert [who for who in by_lot(range(1, 41), 5) if who <= 30] == few


def test_a_draw_depends_on_numbers_and_seed_alone() -> None:
    first = draw(SEVEN, 9)
    assert draw(Field(SEVEN.ranked[::-1]), 9) == first
    assert any(draw(SEVEN, seed).tables != first.tables for seed in range(3))
    assert "seed 9" in first.notes[0]
    order = by_lot(SEVEN.ranked, 9)
    assert first.tables == [(at // 2 + 1, order[at], order[at + 1]) for at in (0, 2, 4)]
    assert first.rests == [order[6]]
    assert "last drawn" in first.reasons[order[6]]
    assert not first.unmet


def test_a_later_draw_avoids_rematches_and_second_rests() -> None:
    order = by_lot(SEVEN.ranked, 9)
    met = {order[0]: (order[1],), order[1]: (order[0],)}
    found = draw(Field(SEVEN.ranked, met=met, byes={order[6]: 1}), 9)
    assert found.rests == [order[5]]
    assert (1, order[0], order[2]) in found.tables
    assert not found.unmet


def test_entry_order_seats_the_list_as_it_stands() -> None:
    found = entry_order(Field((4, 9, 2, 7, 5)))
    assert (found.tables, found.rests) == ([(1, 4, 9), (2, 2, 7)], [5])
    assert "last entered" in found.reasons[5]


def test_a_round_by_hand_is_kept_and_all_that_it_leaves_unmet_is_told() -> None:
    field = Field((1, 2, 3, 4, 5), met={1: (2,), 2: (1,)}, byes={3: 1}, lines={4: (2, 0)})
    found = manual([(2, 4, 5), (1, 1, 2)], [3], field)
    assert found.tables == [(1, 1, 2), (2, 4, 5)]
    assert [one.kind for one in found.unmet] == [Wish.SECOND_BYE, Wish.REMATCH, Wish.BYE_ORDER, Wish.LINE]
    assert found.unmet[2].who == (3, 4, 5)


def test_a_round_by_hand_that_does_what_the_method_does_leaves_the_same_unmet() -> None:
    field = Field((1, 2, 3, 4, 5), met={1: (2,), 2: (1,)})
    made = modified_danish(field)
    assert manual(made.tables, made.rests, field).unmet == made.unmet


def test_more_rests_than_needed_are_told() -> None:
    assert "two of them could play" in manual([(1, 1, 2)], [3, 4], Field((1, 2, 3, 4))).notes[-1]


@pytest.mark.parametrize(
    ("tables", "rests", "words"),
    [
        ([(1, 1, 2)], [], "without a place: 3"),
        ([(1, 1, 2)], [3, 1], "twice: 1"),
        ([(1, 1, 1)], [2, 3], "twice: 1"),
        ([(1, 1, 2)], [3, 8], "not in this round: 8"),
        ([(0, 1, 2)], [3], "table 0"),
    ],
)
def test_a_round_by_hand_that_is_none_is_refused(tables: list[tuple[int, int, int]], rests: list[int], words: str) -> None:
    with pytest.raises(PairingError, match=words):
        manual(tables, rests, Field((1, 2, 3)))


def test_a_doubled_table_is_refused() -> None:
    with pytest.raises(PairingError, match="table 2 is used twice"):
        manual([(2, 1, 2), (2, 3, 4)], [], Field((1, 2, 3, 4)))


def test_locks_stay_and_the_method_pairs_the_others() -> None:
    field = Field((1, 2, 3, 4, 5, 6, 7), met={3: (5,), 5: (3,)})
    found = locked([(2, 7, 1)], field, modified_danish)
    assert found.tables == [(1, 2, 3), (2, 7, 1), (3, 4, 5)]
    assert found.rests == [6]
    assert [one.who for one in found.unmet if one.kind is Wish.RANK_DISTANCE] == [(7, 1)]
    assert "fixed by hand" in found.notes[0]


def test_locks_that_make_a_rematch_are_told_and_kept() -> None:
    field = Field((1, 2, 3, 4), met={1: (2,), 2: (1,)})
    found = locked([(1, 1, 2)], field, lambda others: modified_danish(others, PairingRules("all")), rules=PairingRules("all"))
    assert found.tables == [(1, 1, 2), (2, 3, 4)]
    assert [one.kind for one in found.unmet] == [Wish.REMATCH]


def test_locked_rests_are_the_arbiters() -> None:
    found = locked([], Field((1, 2, 3)), modified_danish, rests=[1])
    assert (found.tables, found.rests, found.reasons) == ([(1, 2, 3)], [1], {1: "by the arbiter's hand"})


def test_all_locked_needs_no_method_and_one_left_alone_is_refused() -> None:
    assert locked([(5, 1, 2)], Field((1, 2)), modified_danish).tables == [(5, 1, 2)]
    with pytest.raises(PairingError, match="leave 3 alone"):
        locked([(1, 1, 2)], Field((1, 2, 3)), modified_danish)
