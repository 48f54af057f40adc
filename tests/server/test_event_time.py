"""The event's clock: forward only, through restarts."""

import pytest

from host_tools.server.event_time import TOP_MS, EventClock


def _clock(wall: int, mark: tuple[int, int] | None = None) -> tuple[EventClock, list[int]]:
    times = [50_000, wall]
    return EventClock(lambda: times[0], lambda: times[1], mark), times


def test_it_runs_with_the_computer() -> None:
    clock, times = _clock(0)
    assert clock.now() == 1
    times[0] += 1234
    assert clock.now() == 1235


def test_after_a_kill_it_goes_on_by_the_time_that_passed() -> None:
    clock, _ = _clock(1_000_700, (40_000, 1_000_000))
    assert clock.now() == 40_700


def test_a_wall_clock_set_back_or_far_ahead_never_takes_it_back_or_over_the_top() -> None:
    assert _clock(0, (40_000, 1_000_000))[0].now() == 42_000
    assert _clock(10**13, (40_000, 1_000_000))[0].now() == 40_000 + 12 * 3_600_000
    assert _clock(0, (TOP_MS, 0))[0].now() == TOP_MS


def test_a_monotonic_clock_that_stumbles_does_not_show() -> None:
    clock, times = _clock(0)
    times[0] += 500
    assert clock.now() == 501
    times[0] -= 100
    assert clock.now() == 501


def test_only_an_old_clock_is_begun_anew() -> None:
    assert _clock(0, (1000, 0))[0].renew() is False
    clock, _ = _clock(0, (4 * 86_400_000, 0))
    assert clock.renew() is True
    assert clock.now() == 1


HOUR_MS = 3_600_000


def _restarted(wall_moved_ms: int) -> tuple[EventClock, list[int]]:
    """A clock that was kept at 40,000 one minute before, by a wall clock that was moved since."""
    return _clock(1_060_000 + wall_moved_ms, (40_000, 1_000_000))


@pytest.mark.parametrize("wall_moved_ms", [-HOUR_MS, HOUR_MS])
def test_after_a_restart_the_tables_median_wins_over_a_wall_clock_that_was_set(wall_moved_ms: int) -> None:
    for says in ([100_000], [99_990, 100_004], [99_980, 100_000, 5_000_000], [99_990, 100_000, 100_010, 5_000_000]):
        clock, times = _restarted(wall_moved_ms)
        for place, event_ms in enumerate(says):
            clock.hear(str(place), event_ms)
        times[0] += 500
        assert clock.unsure
        clock.decide()
        assert abs(clock.now() - 100_500) <= 20, says
        assert not clock.unsure


def test_one_wrong_table_among_several_does_not_win() -> None:
    for says in ([100_000, 3_000_000], [100_020, 99_980, 50_000], [100_000, 41_000, 100_000, 100_000]):
        clock, _ = _restarted(0)
        for place, event_ms in enumerate(says):
            clock.hear(str(place), event_ms)
        assert clock.decide() == 0
        assert clock.now() == 100_000


def test_without_a_table_the_wall_clock_counts_and_nothing_goes_below_what_was_kept() -> None:
    clock, _ = _restarted(5_000)
    assert clock.decide() == 0
    assert clock.now() == 105_000
    clock, _ = _restarted(HOUR_MS)
    for place, event_ms in enumerate((39_999, 1, 40_000 + 12 * HOUR_MS + 1, TOP_MS)):
        clock.hear(str(place), event_ms)
    assert clock.witnesses == 0
    assert clock.decide() == 0


def test_it_is_decided_once() -> None:
    clock, _ = _restarted(HOUR_MS)
    clock.hear("a", 100_000)
    assert clock.decide() == -HOUR_MS
    clock.hear("a", 200_000)
    assert clock.decide() == 0
    assert clock.now() == 100_000
    new, _ = _clock(0)
    assert not new.unsure


def test_while_unsure_the_old_mark_stands_and_shows_that_somebody_is_alive() -> None:
    clock, times = _restarted(HOUR_MS)
    first = clock.mark()
    times[0] += 1000
    assert first[:2] == clock.mark()[:2] == (40_000, 1_000_000)
    assert first != clock.mark()
    clock.decide()
    assert clock.mark() == (40_000 + HOUR_MS + 60_000 + 1000, times[1])


def test_a_wall_clock_that_is_set_while_it_runs_moves_nothing() -> None:
    clock, times = _clock(1_000_000)
    times[0] += 1000
    for wall in (0, 10**13):
        times[1] = wall
        assert clock.now() == 1001
