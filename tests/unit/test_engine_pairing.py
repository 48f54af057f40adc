"""Pairing: who meets whom, and who rests."""

import pytest

from host_tools.engine.pairing import PairingError, danish, mitchell


@pytest.mark.parametrize("count", [4, 8, 10, 14, 16])
def test_mitchell_lets_every_moving_pair_meet_every_stationary_pair_once(count: int) -> None:
    pairs = list(range(1, count + 1))
    met = [(ns, ew) for turn in range(1, count // 2 + 1) for _, ns, ew in mitchell(pairs, turn).tables]
    assert sorted(met) == sorted((ns, ew) for ns in pairs[::2] for ew in pairs[1::2])


def test_mitchell_north_south_stay_and_east_west_go_one_table_up() -> None:
    assert mitchell([1, 2, 3, 4, 5, 6], 1).tables == [(1, 1, 2), (2, 3, 4), (3, 5, 6)]
    assert mitchell([1, 2, 3, 4, 5, 6], 2).tables == [(1, 1, 6), (2, 3, 2), (3, 5, 4)]


def test_mitchell_odd_number_each_stationary_pair_rests_once_at_most() -> None:
    pairs = list(range(1, 10))
    byes = [mitchell(pairs, turn).bye for turn in range(1, 6)]
    assert byes == [9, 1, 3, 5, 7]
    for turn in range(1, 6):
        round_ = mitchell(pairs, turn)
        assert sorted([p for _, a, b in round_.tables for p in (a, b)] + [round_.bye]) == pairs


def test_mitchell_says_when_the_movement_is_used_up_or_somebody_would_rest_twice() -> None:
    with pytest.raises(PairingError, match="2 rounds"):
        mitchell([1, 2, 3, 4], 3)
    with pytest.raises(PairingError, match="pair 3 would rest"):
        mitchell([1, 2, 3], 1, {3: 1})


def test_danish_seats_neighbours_of_the_ranking_together() -> None:
    assert danish([4, 2, 1, 3]).tables == [(1, 4, 2), (2, 1, 3)]


def test_danish_bye_goes_up_from_the_last_and_never_to_the_same_pair_twice() -> None:
    ranked = [3, 1, 5, 2, 4]
    byes: dict[int, int] = {}
    for expected in (4, 2, 5, 1, 3):
        round_ = danish(ranked, byes)
        assert round_.bye == expected
        assert not round_.notes
        byes[expected] = 1
    again = danish(ranked, byes)
    assert again.bye == 4
    assert "rests again" in again.notes[0]


@pytest.mark.parametrize("pairs", [[], [1], [1, 1]])
def test_too_few_or_doubled_pairs_are_refused(pairs: list[int]) -> None:
    with pytest.raises(PairingError):
        danish(pairs)
    with pytest.raises(PairingError):
        mitchell(pairs, 1)
