"""The event's clock at the host: milliseconds that only go forward, through restarts and kills (PRODUCT 6.5).

It runs with the computer's monotonic clock. Once a second it is marked in the database together with the wall clock, so
that after a kill it goes on by the time that passed meanwhile, and never falls behind what tables may have been told.
"""

from collections.abc import Callable

TOP_MS = (1 << 30) - 1
_MARK_AGE_MS = 2000  # a mark may be this old when the kill comes: what to skip when the wall clock was set back
_LONGEST_STOP_MS = 12 * 3_600_000  # a wall clock that leapt further tells nothing about this event
_RENEW_MS = 3 * 86_400_000  # a new event starts a clock older than this anew, far below the limit of 12 days


class EventClock:
    """`monotonic_ms` and `wall_ms` are the computer's two clocks; `mark` = (event ms, wall ms) last kept, or None."""

    def __init__(self, monotonic_ms: Callable[[], int], wall_ms: Callable[[], int], mark: tuple[int, int] | None = None) -> None:
        self._monotonic = monotonic_ms
        self._wall = wall_ms
        self._last = 0
        start = 1
        if mark:
            passed = wall_ms() - mark[1]
            start = mark[0] + (min(passed, _LONGEST_STOP_MS) if passed >= 0 else _MARK_AGE_MS)
        self._offset = start - monotonic_ms()

    def now(self) -> int:
        """Event ms; never less than it was before."""
        self._last = min(max(self._monotonic() + self._offset, self._last), TOP_MS)
        return self._last

    def mark(self) -> tuple[int, int]:
        """What to keep: (event ms, wall ms)."""
        return self.now(), self._wall()

    def renew(self) -> bool:
        """Begin at 1 again when the clock is days old. Only between events: tables must connect anew afterwards."""
        if self.now() < _RENEW_MS:
            return False
        self._last = 0
        self._offset = 1 - self._monotonic()
        return True
