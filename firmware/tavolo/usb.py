"""The serial line of the USB socket (docs/usb.md): where a line begins, acts/usb.py is loaded and listens."""

import sys

from tavolo.modules import forget
from tavolo.services import numbers as n


class Usb:
    """`app`: what is told about; `ready`: a poll object of stdin (start.py)."""

    def __init__(self, app, ready) -> None:
        self._app = app
        self._ready = ready
        self._talk = None

    def poll(self, now: int) -> "int | None":
        """Let the conversation go on, or look whether one begins: one byte a turn, so that endless noise costs nothing.
        Returns for how many ms it can be left alone, or None."""
        if self._talk:
            if not self._talk.work(now):
                self._talk = None
                forget("tavolo.acts.usb")
            return None
        for _ in self._ready.ipoll(0):
            came = sys.stdin.buffer.read(1)  # type: ignore[attr-defined]
            if came == b"!":
                from tavolo.acts.usb import Talk

                self._talk = Talk(self._app, self._ready)
            if came:
                return None
        return n.IDLE_MS
