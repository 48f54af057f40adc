"""The event's clock on this device: four-timestamp exchanges with the host, a mark on flash for the dark, and the chip's RTC over
a reset (kept_time.py has the way back).

Of the last exchanges the slower half by round trip is dropped, the median of the rest is the offset. How fast the own crystal
runs is told by an offset of ten minutes ago or more, and goes on being applied when the host is gone. Own ms may pass
2^30 (12 days up), so only the low 30 bits travel.
"""

from binascii import crc32

from micropython import const

from tavolo.services import files

_KEEP = const(16)
_SLOW_MS = const(30000)
_QUICK_MS = const(200)
_LOST_MS = const(2000)
_MARK_MS = const(60000)
_MASK = const(0x3FFFFFFF)
_GOOD_MS = const(50)  # an offset that is known no better tells nothing about a crystal
_SPAN_S = const(600)
_SPAN_S_MS = const(40)  # and so long for each ms that the offset may be wrong: else no estimate is better
_AGAIN = const(-20)  # after ten minutes many at once again: what the crystal does shows best between two such moments
_MOST_PPM = const(200)  # no crystal is worse
_HELD_MS = const(2000)


class TimeSync:
    """`known`: event_ms means something; `about`: it is an estimate from the mark; `quality_ms`: half the worst kept round trip
    (the error's bound), at least 1 for a clock that a host told, 0 for any other; `ppm`: what the own crystal lacks.
    `port` (hal.Port) keeps the clock over a reset; without one it is lost."""

    def __init__(self, root: str, port=None) -> None:
        self.path = root.rstrip("/") + "/mark"
        self._port = port
        self._samples = []  # (round trip, offset, own ms), oldest first
        self._anchor = None  # (offset, own ms): what the crystal is measured from
        self._next = self._quick = 0  # _quick: questions that still follow each other quickly; below 0: so many since
        self._asked = -1
        self._marked = 0
        self._offset = self._since = 0  # event ms less own ms, at own ms _since
        self._last = 0
        self.known = False
        self.about = False
        self.quality_ms = 0
        self.ppm = 0

    def event_ms(self, now: int) -> int:
        """The event's clock at own time `now`; -1 while unknown. A better estimate that lies up to 2 s back makes it stand
        until it is reached; what lies further back is another clock, and it goes there."""
        if not self.known:
            return -1
        value = now + self._offset + self._drift(now - self._since)
        if value < self._last < value + _HELD_MS:
            return self._last
        self._last = value
        return value

    def _drift(self, passed: int) -> int:
        return passed // 1000 * self.ppm // 1000  # in this order it never leaves the small integers

    def set_about(self, event_ms: int, now: int) -> None:
        """Set the clock by hand or from the mark, as an estimate."""
        self._offset = event_ms - now
        self._since = now
        self._last = event_ms
        self.quality_ms = 0
        self.known = self.about = True

    def restart(self, now: int) -> None:
        """A new connection: measure afresh (it may be another host); the old offset serves until then."""
        self._samples = []
        self._anchor = None
        self._asked = -1
        self._next = now
        self._quick = _KEEP

    def poll(self, now: int, send) -> None:
        """While linked: ask the host when it is due. `send(dict) -> bool`. Until its first answer it is told what it told us
        before ("e"): it may have lost it."""
        if now < self._next:
            return
        question = {"t": "time", "a": now & _MASK}
        if self.quality_ms and not self._samples:
            question["e"] = self.event_ms(now) & _MASK
        if send(question):
            self._asked = now
            self._next = now + (_LOST_MS if self._quick > 0 else _SLOW_MS)

    def answer(self, message: dict, now: int) -> bool:
        """The host's "time". False: not the answer to our last question, passed over."""
        asked = self._asked
        arrived, left = message["b"], message["c"]
        trip = now - asked - (left - arrived)
        if asked < 0 or message["a"] != asked & _MASK or trip < 0 or left < arrived:
            return False
        self._asked = -1
        samples = self._samples
        samples.append((trip, (arrived + left - asked - now) // 2, now))
        if len(samples) > _KEEP:
            samples.pop(0)
        self._quick -= 1
        if self._quick > 0:
            self._next = now + _QUICK_MS
        elif self._quick == _AGAIN:
            self._quick = _KEEP
        fast = sorted(samples)[: (len(samples) + 1) // 2]
        fresh = not self.quality_ms
        self.quality_ms = quality = max(1, (fast[-1][0] + 1) // 2)
        offset, at = sorted([(one[1] + self._drift(now - one[2]), one[2]) for one in fast])[len(fast) // 2]
        self._offset = offset
        self._since = now
        if not self._quick and quality <= _GOOD_MS:
            offset -= self._drift(now - at)  # as it was measured
            anchor = self._anchor = self._anchor or (offset, at)
            passed = (at - anchor[1]) // 1000
            if passed >= max(_SPAN_S, quality * _SPAN_S_MS):
                self.ppm = max(-_MOST_PPM, min(_MOST_PPM, (offset - anchor[0]) * 1000 // passed))
        self.known = True
        self.about = False
        if fresh:
            self._marked = now - _MARK_MS  # at once: a loss of power may come before the minute is over
        return True

    def keep(self, now: int) -> None:
        """Leave the clock for kept_time.py, beside the RTC's; it outlives a reset only."""
        if self._port and self.known:
            data = b"%d %d %d %d %d" % (self._port.rtc_ms(), self.event_ms(now), self.quality_ms, self.ppm, self.about)
            self._port.keep(b"%s %d" % (data, crc32(data)))

    def mark(self, now: int, at_once: bool = False) -> None:
        """Call it now and then: once a minute, or `at_once`, the event's clock goes to flash. Raises OSError."""
        if self.known and (at_once or now - self._marked >= _MARK_MS):
            self._marked = now
            self.keep(now)
            files.write(self.path, b"%d" % self.event_ms(now))
