"""The event's clock on this device: four-timestamp exchanges with the host, and a mark on flash for the dark.

Of the last exchanges the slower half by round trip is dropped, the median of the rest is the offset. Own ms may pass
2^30 (12 days up), so only the low 30 bits travel.
"""

from micropython import const

from tavolo.services import files

_KEEP = const(16)
_SLOW_MS = const(30000)
_QUICK_MS = const(200)
_LOST_MS = const(2000)
_MARK_MS = const(60000)
_MASK = const(0x3FFFFFFF)


class TimeSync:
    """`known`: event_ms means something; `about`: it is an estimate from the mark; `quality_ms`: half the worst kept
    round trip (the error's bound), 0 while there is none."""

    def __init__(self, root: str) -> None:
        self._path = root.rstrip("/") + "/mark"
        self._samples = []  # (round trip, offset), oldest first
        self._next = 0
        self._asked = -1
        self._marked = 0
        self._offset = 0
        self.known = False
        self.about = False
        self.quality_ms = 0

    def event_ms(self, now: int) -> int:
        """The event's clock at own time `now`; -1 while unknown."""
        return now + self._offset if self.known else -1

    def set_about(self, event_ms: int, now: int) -> None:
        """Set the clock by hand or from the mark, as an estimate."""
        self._offset = event_ms - now
        self.known = self.about = True

    def load_mark(self, now: int) -> bool:
        """After a power loss: go on from the last minute mark, as "about". False: there is none."""
        mark = files.number(self._path)
        if mark >= 0:
            self.set_about(mark, now)
        return mark >= 0

    def restart(self, now: int) -> None:
        """A new connection: measure afresh (it may be another host); the old offset serves until then."""
        self._samples = []
        self._asked = -1
        self._next = now

    def poll(self, now: int, send) -> None:
        """While linked: ask the host when it is due. `send(dict) -> bool`."""
        if now >= self._next and send({"t": "time", "a": now & _MASK}):
            self._asked = now
            self._next = now + (_LOST_MS if len(self._samples) < _KEEP else _SLOW_MS)

    def answer(self, message: dict, now: int) -> bool:
        """The host's "time". False: not the answer to our last question, passed over."""
        asked = self._asked
        if asked < 0 or message["a"] != asked & _MASK:
            return False
        self._asked = -1
        arrived, left = message["b"], message["c"]
        trip = now - asked - (left - arrived)
        if trip < 0 or left < arrived:
            return False
        self._samples.append((trip, (arrived + left - asked - now) // 2))
        if len(self._samples) < _KEEP:
            self._next = now + _QUICK_MS
        elif len(self._samples) > _KEEP:
            self._samples.pop(0)
        self._settle()
        return True

    def _settle(self) -> None:
        fast = sorted(self._samples)[: (len(self._samples) + 1) // 2]
        self.quality_ms = (fast[-1][0] + 1) // 2
        offsets = sorted([offset for _, offset in fast])
        self._offset = offsets[len(offsets) // 2]
        self.known = True
        self.about = False

    def mark(self, now: int, at_once: bool = False) -> None:
        """Call it now and then: once a minute, or `at_once`, the event's clock goes to flash. Raises OSError."""
        if self.known and (at_once or now - self._marked >= _MARK_MS):
            self._marked = now
            files.write(self._path, b"%d" % self.event_ms(now))
