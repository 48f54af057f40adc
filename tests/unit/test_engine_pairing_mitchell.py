"""Mitchell rounds with steps, skips and an empty place (RULES 6, Later rounds)."""

import pytest

from host_tools.engine.pairing import Field, PairingError, PairingRules, Wish, mitchell, mitchell_rounds, reviewed


@pytest.mark.parametrize("tables", range(2, 13))
def test_every_step_meets_everybody_once_in_as_many_rounds_as_there_are_tables(tables: int) -> None:
    pairs = list(range(1, 2 * tables + 1))
    for step in range(1, tables):
        met = [match for turn in range(1, tables + 1) for _, *match in mitchell(pairs, turn, step=step).tables]
        assert sorted(met) == sorted([ns, ew] for ns in pairs[::2] for ew in pairs[1::2])


@pytest.mark.parametrize(
    ("pairs", "step", "rounds"), [(12, 1, (6, 6)), (12, 2, (6, 3)), (12, 3, (6, 2)), (11, 4, (6, 3)), (10, 2, (5, 5))]
)
def test_how_many_rounds_a_step_allows(pairs: int, step: int, rounds: tuple[int, int]) -> None:
    assert mitchell_rounds(pairs, step) == rounds


def test_the_skip_comes_where_the_circle_closes_and_is_explained() -> None:
    pairs = list(range(1, 9))  # four tables, two at a time: back after two rounds
    where = [next(table for table, _, ew in mitchell(pairs, turn, step=2).tables if ew == 2) for turn in (1, 2, 3, 4)]
    assert where == [1, 3, 2, 4]
    assert "skipped after every 2 rounds" in mitchell(pairs, 2, step=2).notes[0]
    assert mitchell(pairs, 3, step=2).notes[0].endswith("now")
    assert "no cards travel" in mitchell(pairs, 1).notes[0]
    assert not mitchell(list(range(1, 7)), 1).notes


def test_the_side_of_the_empty_place_decides_who_rests() -> None:
    pairs = [1, 2, 3, 4, 5]
    assert [mitchell(pairs, turn).bye for turn in (1, 2, 3)] == [5, 1, 3]
    assert [mitchell(pairs, turn, empty="ns").bye for turn in (1, 2, 3)] == [5, 4, 2]
    assert mitchell(pairs, 2, empty="ns").tables == [(1, 1, 5), (2, 3, 2)]
    assert "empty" in mitchell(pairs, 1).reasons[5]


def test_a_pair_that_left_is_an_empty_place() -> None:
    found = mitchell([1, 2, 0, 4, 5, 6], 1)
    assert (found.tables, found.rests) == ([(1, 1, 2), (3, 5, 6)], [4])
    assert mitchell([1, 2, 0, 0, 5, 6], 1).rests == []
    with pytest.raises(PairingError, match="pair 4 would rest a second time"):
        mitchell([1, 2, 0, 4, 5, 6], 1, {4: 1})


@pytest.mark.parametrize("step", [0, 3, -1])
def test_a_step_that_is_none_is_refused(step: int) -> None:
    with pytest.raises(PairingError, match="1 to 2 tables"):
        mitchell([1, 2, 3, 4, 5, 6], 1, step=step)


def test_rematches_of_a_movement_after_other_rounds_are_told() -> None:
    field = Field((1, 2, 3, 4), met={1: (2,), 2: (1,)})
    found = reviewed(mitchell([1, 2, 3, 4], 1), field, PairingRules(), by_rank=False)
    assert [(one.kind, one.who) for one in found.unmet] == [(Wish.REMATCH, (1, 2))]
