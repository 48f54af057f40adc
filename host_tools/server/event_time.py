"""The event's clock at the host: milliseconds that only go forward, through restarts and kills (PRODUCT 6.5).

It runs with the computer's monotonic clock. Once a second it is marked in the database together with the wall clock, so
that after a kill it goes on by the time that passed meanwhile, and never falls behind what tables may have been told. The
wall clock may have been set meanwhile: what the tables reckon decides, once, before any of them is told (clock_check.py).
"""

from collections.abc import Callable

TOP_MS = (1 << 30) - 1
_MARK_AGE_MS = 2000  # a mark may be this old when the kill comes: what to skip when the wall clock was set back
_LONGEST_STOP_MS = 12 * 3_600_000  # a wall clock that leapt further tells nothing about this event
_RENEW_MS = 3 * 86_400_000  # a new event starts a clock older than this anew, far below the limit of 12 days
_AGREE_MS = 100  # what no round clock shows


def read_mark(text: str | None) -> tuple[int, int] | None:
    """A mark as it was kept: event ms and wall ms. None: there is none. Raises ValueError for anything else."""
    if text is None:
        return None
    parts = text.split()
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError("the event's time")
    return min(int(parts[0]), TOP_MS), int(parts[1])


class EventClock:
    """`monotonic_ms` and `wall_ms` are the computer's two clocks; `mark` = (event ms, wall ms) last kept, or None.
    `unsure`: it goes on from a mark, and the tables have not been heard."""

    def __init__(self, monotonic_ms: Callable[[], int], wall_ms: Callable[[], int], mark: tuple[int, int] | None = None) -> None:
        self._monotonic = monotonic_ms
        self._wall = wall_ms
        self._last = 0
        self._kept = mark or (1, 0)
        self._heard: dict[str, int] = {}  # device -> event ms less our monotonic ms, as it reckons
        self.unsure = mark is not None
        start = 1
        if mark:
            passed = wall_ms() - mark[1]
            start = mark[0] + (min(passed, _LONGEST_STOP_MS) if passed >= 0 else _MARK_AGE_MS)
        self._offset = start - monotonic_ms()

    def now(self) -> int:
        """Event ms; never less than it was before, but for `decide`."""
        self._last = min(max(self._monotonic() + self._offset, self._last), TOP_MS)
        return self._last

    def mark(self) -> tuple[int, ...]:
        """What to keep: (event ms, wall ms). While unsure what was kept stands: nobody has been told more. A third number
        then shows that we are alive."""
        if self.unsure:
            return *self._kept, self._monotonic()
        return self.now(), self._wall()

    def hear(self, device: str, event_ms: int) -> None:
        """A table's reckoning, of this moment. Nothing comes of one that is before what was kept, or half a day later."""
        if self._kept[0] <= event_ms <= self._kept[0] + _LONGEST_STOP_MS:
            self._heard[device] = event_ms - self._monotonic()

    @property
    def witnesses(self) -> int:
        """Tables whose reckoning counts."""
        return len(self._heard)

    def decide(self) -> int:
        """Be sure from now on: the tables' median, our own reckoning being one more of an even number, so that one that is
        wrong does not decide against two. Ms that the clock was moved by."""
        offsets = sorted(self._heard.values())
        if offsets and not len(offsets) % 2:
            offsets = sorted([*offsets, self._offset])
        moved = offsets[len(offsets) // 2] - self._offset if self.unsure and offsets else 0
        self.unsure = False
        if abs(moved) <= _AGREE_MS:
            return 0
        self._offset += moved
        self._last = self._kept[0]
        return moved

    def renew(self) -> bool:
        """Begin at 1 again when the clock is days old. Only between events: tables must connect anew afterwards."""
        if self.now() < _RENEW_MS:
            return False
        self.unsure = False
        self._last = 0
        self._offset = 1 - self._monotonic()
        return True
