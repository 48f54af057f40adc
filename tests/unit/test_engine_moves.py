"""Where pairs go from one round to the next."""

from host_tools.engine.moves import leaving

BEFORE = {1: (1, 2), 2: (3, 4)}
AFTER = {1: (1, 4), 2: (5, 3)}


def test_each_line_is_told_its_next_place_or_that_it_rests() -> None:
    assert leaving(BEFORE, AFTER) == {1: ((1, 0), (0, 0)), 2: ((2, 1), (1, 1))}


def test_pairs_that_sat_the_other_way_round_are_told_by_where_they_sat() -> None:
    assert leaving(BEFORE, AFTER, [2]) == {1: ((1, 0), (0, 0)), 2: ((1, 1), (2, 1))}
