"""Lines and tables: decided after the pairing, exactly, and told when they cannot be met."""

import random
from itertools import permutations

import pytest

from host_tools.engine.pairing import Field, PairingRules, Wish, modified_danish, pure_danish

BALANCE = PairingRules("none", tables="balance")


def repeats_and_moves(field: Field, tables: list[tuple[int, int, int]], ranked: list[tuple[int, int]]) -> tuple[int, int]:
    at = {match: table for table, *match_ in tables for match in [tuple(match_)]}
    repeats = sum(field.tables.get(who, ()).count(at[match]) for match in ranked for who in match)
    return repeats, sum((at[match] - order) ** 2 for order, match in enumerate(ranked, 1))


@pytest.mark.parametrize("matches", [1, 2, 3, 5, 6])
def test_no_other_order_of_tables_repeats_fewer_or_stays_nearer_to_the_ranking(matches: int) -> None:
    chance = random.Random(f"tables {matches}")
    moved = 0
    for _ in range(15 if matches < 6 else 5):
        order = tuple(range(1, 2 * matches + 1))
        past = {who: tuple(chance.randrange(1, matches + 2) for _ in range(chance.randrange(5))) for who in order}
        field = Field(order, tables=past)
        ranked = [(ns, ew) for _, ns, ew in pure_danish(field).tables]
        ours = repeats_and_moves(field, modified_danish(field, BALANCE).tables, ranked)
        every = (
            [(table, *match) for table, match in zip(way, ranked, strict=True)] for way in permutations(range(1, matches + 1))
        )
        assert ours == min(repeats_and_moves(field, way, ranked) for way in every)
        moved += ours[1]
    assert moved or matches == 1


def test_balanced_tables_are_told_where_somebody_sits_again() -> None:
    found = modified_danish(Field((1, 2), tables={1: (1, 1), 2: (3,)}), BALANCE)
    assert [(one.kind, one.who, one.numbers) for one in found.unmet] == [(Wish.TABLE, (1,), (2,))]


def test_tables_stay_in_the_order_of_the_ranking_unless_balance_is_asked_for() -> None:
    field = Field((1, 2, 3, 4), tables={1: (1,), 2: (1,), 3: (2,), 4: (2,)})
    assert pure_danish(field).tables == [(1, 1, 2), (2, 3, 4)]
    assert pure_danish(field, BALANCE).tables == [(1, 3, 4), (2, 1, 2)]


@pytest.mark.parametrize(
    ("lines", "north"),
    [
        ({}, 1),  # nothing known: the better placed
        ({1: (1, 0), 2: (1, 0)}, 1),  # equal: the better placed
        ({1: (1, 0), 2: (0, 1)}, 2),
        ({1: (0, 1), 2: (1, 0)}, 1),
        ({1: (2, 2), 2: (1, 1)}, 2),  # both even: the one with fewer turns N/S
        ({1: (2, 3), 2: (1, 1)}, 1),  # turns E/W count against turns N/S
    ],
)
def test_north_south_is_the_one_that_was_there_more_rarely(lines: dict[int, tuple[int, int]], north: int) -> None:
    assert modified_danish(Field((1, 2), lines=lines)).tables == [(1, north, 3 - north)]


def test_the_mirror_of_all_lines_is_the_mirror_of_the_seating() -> None:
    lines = {1: (2, 1), 2: (1, 2), 3: (0, 2), 4: (2, 0), 5: (3, 0), 6: (1, 2)}
    mirror = {who: (ew, ns) for who, (ns, ew) in lines.items()}
    tables = pure_danish(Field((1, 2, 3, 4, 5, 6), lines=lines)).tables
    assert pure_danish(Field((1, 2, 3, 4, 5, 6), lines=mirror)).tables == [(table, ew, ns) for table, ns, ew in tables]


def test_a_line_that_both_had_more_often_is_told() -> None:
    found = modified_danish(Field((1, 2, 3, 4), lines={1: (2, 0), 2: (2, 0), 3: (1, 0), 4: (0, 1)}))
    assert [(one.kind, one.who, one.numbers) for one in found.unmet] == [(Wish.LINE, (1,), (2, 0))]
    assert found.tables == [(1, 1, 2), (2, 4, 3)]
