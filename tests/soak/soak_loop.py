"""An asyncio loop whose time is the session's: timers fire when the session lets time pass, and nothing is ever waited for."""

import asyncio
from typing import Any


class VirtualLoop(asyncio.BaseEventLoop):
    """`now_ms`: the time at which it begins. There are no files and no threads: all that happens is callbacks and timers."""

    def __init__(self, now_ms: int) -> None:
        super().__init__()
        self._now = self._until = now_ms / 1000
        self._selector: Any = self

    def time(self) -> float:
        """Virtual seconds."""
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        """In the place of the wait for files: go to the next timer, or stop at the end of what was granted."""
        if timeout == 0:
            return []
        scheduled: Any = self._scheduled  # type: ignore[attr-defined]
        if scheduled and scheduled[0]._when <= self._until:
            self._now = max(self._now, scheduled[0]._when)
        else:
            self._now = self._until
            self.stop()
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def _check_closed(self) -> None:
        """What a killed host still had in hand is put away when Python collects it, and goes nowhere."""

    def run_to(self, ms: int) -> None:
        """Let time pass until `ms`."""
        self._until = ms / 1000
        self.run_forever()

    def drop(self) -> None:
        """The process is killed: what waits never goes on, and says nothing about it."""
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self.close()
