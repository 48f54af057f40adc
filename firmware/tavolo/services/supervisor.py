"""The few tasks of the device, made once at start, run in turn and watched: a dead task must not look alive.

Each task is a plain function `poll(now_ms)`, called at its period. It may return for how many ms it can be left alone;
while each of them does, the device sleeps (hal.Clock.rest), and what comes from outside wakes it. The watchdog is fed
between the turns: one that does not return ends that. A task that raises: fault record through `on_fault`, no more feeding,
reset; that is harmless, because the journal is complete.
"""

import sys

from micropython import const

_FEED_MS = const(500)


class Supervisor:
    """`clock`: hal.Clock; `watchdog.feed()`, `on_fault(text)`, `reset()`. `ended`: no task gets another turn, and `run`
    returns."""

    def __init__(self, clock, watchdog, on_fault, reset) -> None:
        self._clock = clock
        self._feed = watchdog.feed
        self._on_fault = on_fault
        self._reset = reset
        self._tasks = []  # [name, poll, period_ms, when its next turn is due]
        self.ended = False

    def add(self, name: str, poll, period_ms: int) -> None:
        """Before `run`: a task of that name, called every `period_ms`, or as many ms after a turn as that has returned."""
        self._tasks.append([name, poll, period_ms, 0])

    def run(self) -> None:
        """Run the tasks. Returns after `ended` is set, or after `reset()` did (on a board it does not)."""
        name = ""
        try:
            ms = self._clock.ms
            feeding = ms()
            woken = True
            while True:
                busy = False  # what a task has done may concern all: none sleeps longer than its period
                for task in self._tasks:
                    now = ms()
                    if woken or now >= task[3]:
                        name = task[0]
                        alone_ms = task[1](now)
                        if self.ended:
                            return
                        if alone_ms is None:
                            busy = True
                            alone_ms = task[2]
                        task[3] = ms() + alone_ms
                now = ms()
                if now >= feeding:
                    self._feed()
                    feeding = now + _FEED_MS
                due = feeding
                for task in self._tasks:
                    if busy:
                        task[3] = min(task[3], now + task[2])
                    due = min(due, task[3])
                name = "keys"
                woken = self._clock.rest(max(0, due - now))
        except Exception as e:  # noqa: BLE001 - whatever it was, a task has ended
            self.ended = True
            sys.print_exception(e)  # type: ignore[attr-defined]
            try:
                self._on_fault("%s: %s: %s" % (name, type(e).__name__, e))
            finally:
                self._reset()
