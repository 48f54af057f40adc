"""The few tasks of the device, made once at start and watched: a dead task must not look alive.

Each task is a plain function `poll(now_ms)` called at its period. The guard feeds the watchdog only while every
task's beat is fresh. A task that raises: fault record through `on_fault`, no more feeding, reset; that is harmless,
because the journal is complete.
"""

import asyncio
import sys

from micropython import const

_FRESH_MS = const(3000)
_GUARD_MS = const(500)


class Supervisor:
    """`clock.ms()`, `watchdog.feed()`, `on_fault(text)`, `reset()`. `worst_ms`: the longest turn of a task so far;
    `ended`: no task gets another turn, and `run` returns within half a second."""

    def __init__(self, clock, watchdog, on_fault, reset) -> None:
        self._ms = clock.ms
        self._feed = watchdog.feed
        self._on_fault = on_fault
        self._reset = reset
        self._tasks = []  # [name, poll, period_ms, last beat or -1]
        self.ended = False
        self.worst_ms = 0

    def add(self, name: str, poll, period_ms: int) -> None:
        """Before `run`: a task of that name, called every `period_ms`."""
        self._tasks.append([name, poll, period_ms, -1])

    def run(self) -> None:
        """Run the tasks. Returns after `ended` is set, or after `reset()` did (on a board it does not)."""
        asyncio.run(self._main())

    async def _main(self) -> None:
        for task in self._tasks:
            asyncio.create_task(self._loop(task))
        while not self.ended:
            self.guard()
            await asyncio.sleep_ms(_GUARD_MS)  # type: ignore[attr-defined]

    def guard(self) -> None:
        """Feed the watchdog if every task that has begun has run lately, and none has failed."""
        now = self._ms()
        fresh = not self.ended
        for task in self._tasks:
            fresh = fresh and (task[3] < 0 or now - task[3] <= _FRESH_MS)
        if fresh:
            self._feed()

    async def _loop(self, task: list) -> None:
        name, poll, period_ms, _ = task
        try:
            while not self.ended:
                task[3] = now = self._ms()
                poll(now)
                took = self._ms() - now
                if took > self.worst_ms:
                    self.worst_ms = took
                await asyncio.sleep_ms(period_ms)  # type: ignore[attr-defined]
        except Exception as e:  # noqa: BLE001 - whatever it was, a task has ended
            self.ended = True
            sys.print_exception(e)  # type: ignore[attr-defined]
            try:
                self._on_fault("%s: %s: %s" % (name, type(e).__name__, e))
            finally:
                self._reset()
