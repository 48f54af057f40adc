"""Care of what wears out: the panel is dimmed, moved by a pixel and made sure of; its hours are counted; the battery is
watched."""

from micropython import const

from tavolo.services import files

_DIM_MS = const(90000)  # no key and no signal for so long
_LOW_MS = const(600000)
_RETRY_MS = const(3000)
_STEP_MS = const(60000)
_LOW_MV = const(3730)  # a session of 4 hours is left in a lithium cell (docs/power.md)


class Care:
    """`port`; `path` of a small file; `bright`: contrast while in use, 1 to 255. `used`: set it to the own ms of a key, or of
    a signal that shall be seen. `hours` that the panel has been on, in all; `low`: the battery has one session left."""

    def __init__(self, port, path: str, bright: int) -> None:
        self._port = port
        self._path = path
        self._bright = self._level = bright
        self._minutes = self._next = self.used = 0
        self.hours = max(0, files.number(path))
        self.low = False
        port.panel.contrast(bright)

    def poll(self, now: int, playing: bool) -> bool:
        """Go on; `playing`: the clock is read from afar, and is never dimmed far. True: the picture is to be sent again,
        once a minute, or `low` has changed."""
        panel = self._port.panel
        if not panel.ok:
            self._next = min(self._next, now + _RETRY_MS)
        due = now >= self._next
        if not panel.ok:
            if due:
                self._next = now + _RETRY_MS
                panel.restart()
            return due
        idle = now - self.used
        level = self._bright
        if idle >= _DIM_MS:
            level = max(1, level >> (2 if playing or idle < _LOW_MS else 4))
        if due:
            self._next = now + _STEP_MS
            self._minutes += 1
            panel.shift(self._minutes & 1)
            self.low = 0 < self._port.battery_mv() < _LOW_MV
            if self._minutes % 60 == 30:  # at half an hour: what is cut off and what is too much even out
                self.hours += 1
                files.keep(self._path, b"%d" % self.hours)
        if level > self._level or (due and idle >= _DIM_MS):
            panel.restart(True)  # it may have lost its state without a word: a spark, a loose wire
            due = True
        if level != self._level:
            self._level = level
            panel.contrast(level)
        return due
