"""A restarted host asks its tables what time it is before it tells them: their questions wait until it has decided.

The wall clock, by which the event's clock went on, may have been set while nobody ran (event_time.py). Tables say with their
first question what they reckon. Whoever authors a record waits, too, so that no START stands at a time that never was.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from host_tools.server.event_time import EventClock
from host_tools.server.link import TableLink

HOLD_S = 2.5  # from the first question: a table that was linked is back within 2 s
_ALONE_S = 3.0  # from the start, for what is authored before any table has asked


class ClockCheck:
    """`seated()`: devices whose word counts, those with a table; `told(moved ms, tables)`: called when the clock was moved."""

    def __init__(self, clock: EventClock, seated: Callable[[], set[str]], told: Callable[[int, int], None]) -> None:
        self._clock = clock
        self._seated = seated
        self._told = told
        self._held: dict[str, tuple[TableLink, int, int]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._done = asyncio.Event()
        self._begun = asyncio.get_running_loop().time()

    def ask(self, link: TableLink, message: dict[str, Any]) -> None:
        """A table's clock question: answered now, or when it has been decided; then the newest of each device."""
        arrived = self._clock.now()
        if not self._clock.unsure:
            self._answer(link, message["a"], arrived)
            return
        self._held[link.device] = link, message["a"], arrived
        seated = self._seated()
        if "e" in message and link.device in seated:
            self._clock.hear(link.device, message["e"])
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(HOLD_S, self._decide)
        if seated <= set(self._held):
            self._decide()

    def _answer(self, link: TableLink, asked: int, arrived: int) -> None:
        link.send(lambda: {"t": "time", "a": asked, "b": arrived, "c": self._clock.now()})

    def _decide(self) -> None:
        if not self._clock.unsure:
            return
        self.stop()
        moved = self._clock.decide()
        if moved:
            self._told(moved, self._clock.witnesses)
        held, self._held = self._held, {}
        for link, asked, arrived in held.values():
            self._answer(link, asked, arrived + moved)
        self._done.set()

    async def settled(self) -> None:
        """Wait until the clock is sure: as long as a question is held, or until three seconds after the start."""
        if not self._clock.unsure:
            return
        left = _ALONE_S - (asyncio.get_running_loop().time() - self._begun)
        try:
            await asyncio.wait_for(self._done.wait(), HOLD_S if self._timer else max(0.0, left))
        except TimeoutError:
            self._decide()

    def stop(self) -> None:
        """No decision comes by itself any more."""
        if self._timer:
            self._timer.cancel()
