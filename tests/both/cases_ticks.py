"""The board's ticks wrap, and own milliseconds leave the small integers, in mid-round: the round's clock shows nothing of it.

The real files of the board's clock and of the event's clock, on ticks that stand where this puts them; their differences are
the interpreter's own, and on CPython those that MicroPython documents.
"""

import sys
import time

import tiny

from tavolo.domain.round_clock import RoundClock

SOURCES = "../../"
HOST_AHEAD = 5000000
MINUTES = 25


class Ticks:
    """In the place of `time`."""

    def __init__(self) -> None:
        self.period = 1 << 30
        if hasattr(time, "ticks_add"):
            self.period = time.ticks_add(0, -1) + 1
        self.now = 0

    def ticks_ms(self) -> int:
        return self.now

    def ticks_diff(self, end: int, start: int) -> int:
        if hasattr(time, "ticks_diff"):
            return time.ticks_diff(end, start)
        half = self.period // 2
        return (end - start + half) % self.period - half

    def ticks_us(self) -> int:
        return self.now

    def run(self, ms: int) -> None:
        """Time passes."""
        self.now = (self.now + ms) % self.period


class Package:
    """A module of ours that is not in this interpreter's path, from its file."""


def load(name: str, path: str) -> object:
    """The file's names, as a module's."""
    module = Package()
    names: dict = {"__name__": name}
    with open(SOURCES + path) as file:
        exec(file.read(), names)
    for key in names:
        setattr(module, key, names[key])
    return module


class Const:
    """In the place of `micropython` where there is none."""

    def const(self, value: int) -> int:
        return value


ticks = Ticks()
sys.modules["time"] = ticks  # type: ignore[assignment]
if "micropython" not in sys.modules and sys.implementation.name == "cpython":
    sys.modules["micropython"] = Const()  # type: ignore[assignment]
services = Package()
sys.modules["tavolo.services"] = services  # type: ignore[assignment]
services.files = load("tavolo.services.files", "firmware/tavolo/services/files.py")  # type: ignore[attr-defined]
board = load("boards.drivers.clock", "boards/drivers/clock.py")
timesync = load("tavolo.services.timesync", "firmware/tavolo/services/timesync.py")
sys.modules["time"] = time


def exchange(clock: object, own: object, was: int) -> None:
    """One question, when it is due; each way takes 2 ms. `was`: the world's ms of own 0."""
    asked: list = []
    clock.poll(own.ms(), lambda message: not asked.append(message))  # type: ignore[attr-defined,func-returns-value]
    if not asked:
        return
    tiny.equal("the question fits the protocol", 0 <= asked[0]["a"] < 1 << 30, True)
    ticks.run(2)
    arrived = own.ms() + was + HOST_AHEAD  # type: ignore[attr-defined]
    ticks.run(2)
    answer = {"t": "time", "a": asked[0]["a"], "b": arrived, "c": arrived}
    tiny.equal("the answer counts", clock.answer(answer, own.ms()), True)  # type: ignore[attr-defined]


# before: ms from now on until the ticks wrap; up: own ms already passed (12 days and some minutes: 2^30)
for before, up in ((600000, 0), (600003, (1 << 30) - 300000), (0, 1 << 30), (100, (1 << 29) - 600000)):
    ticks.now = (ticks.period - before) % ticks.period
    own = board.Clock()  # type: ignore[attr-defined]
    own._sum = up
    tiny.equal("own time", own.ms(), up)
    clock = timesync.TimeSync("/nowhere")  # type: ignore[attr-defined]
    clock.restart(up)
    for _ in range(40):
        exchange(clock, own, -up)
        ticks.run(200)
    began = clock.event_ms(own.ms())
    passed = own.ms()
    tiny.equal("the host's clock", began, passed - up + HOST_AHEAD)
    round_clock = RoundClock()
    round_clock.start(began, MINUTES * 60000)
    shown = MINUTES * 60000
    jumps = warned = 0
    for step in range(MINUTES * 60 * 2 + 4):
        ticks.run(500)
        if step % 7 == 0:
            exchange(clock, own, -up)
        now = own.ms()
        left = round_clock.remaining_ms(clock.event_ms(now))
        if not 490 <= shown - left <= 510:
            jumps += 1
        warned += round_clock.passed(clock.event_ms(now), (5,))
        shown = left
    tiny.equal("no jump, up %d" % up, (jumps, warned), (0, 2))
    tiny.equal("the end, up %d" % up, shown, MINUTES * 60000 - (own.ms() - passed))
tiny.finish()
