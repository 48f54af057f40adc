"""The few tasks of the device, made once at start and watched: a dead task must not look alive.

Each task is a plain function `poll(now_ms)` called at its period. The guard feeds the watchdog only while every
task's beat is fresh. A task that ends or raises: fault record through `on_fault`, no more feeding, reset; that is
harmless, because the journal is complete.
"""

import asyncio
import sys

from micropython import const

_FRESH_MS = const(3000)
_GUARD_MS = const(500)
_SLOW_MS = const(50)


class Supervisor:
    """`clock.ms()`, `watchdog.feed()`, `on_fault(text)`, `reset()`. `slow`: turns of a task above 50 ms, `worst_ms` the
    longest; both for the info screen."""

    def __init__(self, clock: object, watchdog: object, on_fault: object, reset: object) -> None:
        self._ms = clock.ms
        self._feed = watchdog.feed
        self._on_fault = on_fault
        self._reset = reset
        self._tasks = []  # [name, poll, period_ms, last beat]
        self._failed = False
        self.slow = 0
        self.worst_ms = 0

    def add(self, name: str, poll: object, period_ms: int) -> None:
        """Before `run`: a task of that name, called every `period_ms`."""
        self._tasks.append([name, poll, period_ms, 0])

    def run(self) -> None:
        """Run the tasks. Returns only after `reset()` did (on a board it does not)."""
        asyncio.run(self._main())

    async def _main(self) -> None:
        asyncio.get_event_loop().set_exception_handler(self._stray)
        running = [asyncio.create_task(self._loop(task)) for task in self._tasks]
        while not self._failed:
            self.guard()
            await asyncio.sleep_ms(_GUARD_MS)
        for task in running:
            task.cancel()

    def guard(self) -> None:
        """Feed the watchdog if every task has run lately."""
        now = self._ms()
        for task in self._tasks:
            if now - task[3] > _FRESH_MS and task[3]:
                return
        if not self._failed:
            self._feed()

    def _stray(self, loop: object, context: dict) -> None:
        self._fail("loop", context["exception"])

    async def _loop(self, task: list) -> None:
        poll, period_ms = task[1], task[2]
        try:
            while not self._failed:
                began = self._ms()
                task[3] = began
                poll(began)
                took = self._ms() - began
                if took > _SLOW_MS:
                    self.slow += 1
                    self.worst_ms = max(self.worst_ms, took)
                await asyncio.sleep_ms(period_ms)
        except Exception as e:
            self._fail(task[0], e)

    def _fail(self, name: str, e: object) -> None:
        self._failed = True
        sys.print_exception(e)
        try:
            self._on_fault("%s: %s: %s" % (name, type(e).__name__, e))
        finally:
            self._reset()
