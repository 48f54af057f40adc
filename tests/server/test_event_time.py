"""The event's clock: forward only, through restarts."""

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
