"""Any order of what happens to clocks: pause, resume, time added, a cut link, a restarted host whose computer's clock was set,
a reset, a loss of power, long waits. The host's clock and the tables' agree with the time that really passed, within bounds.

The real parts: EventClock and fold_clock of the host, TimeSync and kept_time of the table, RoundClock on both sides.
"""

import importlib
import os
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.server.clock_fold import fold_clock
from host_tools.server.event_time import EventClock
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record
from tavolo.domain.round_clock import IDLE, PAUSED, RUNNING, RoundClock

sys.modules.setdefault("micropython", types.SimpleNamespace(const=lambda value: value))  # type: ignore[arg-type]

kept_time: Any = importlib.import_module("tavolo.services.kept_time")
timesync: Any = importlib.import_module("tavolo.services.timesync")

EXAMPLES = int(os.environ.get("TAVOLO_CLOCK_EXAMPLES", "60"))
LINKED_MS = 50  # the targets: between linked tables, and for each hour alone
ALONE_PPM = 278  # 1 s an hour
HOUR_MS = 3_600_000
STEP_MS = 10_000
LENGTH_MS = 90 * 60_000


class World:
    """`ms`: the time that passes for everybody; `wall`: what is set wrong on the host's computer; `trip()`: one way's delay."""

    def __init__(self, delays: list[int]) -> None:
        self.ms = 5_000_000
        self.wall = 1_700_000_000_000
        self._delays = delays
        self._turn = 0

    def trip(self) -> int:
        self._turn += 1
        return self._delays[self._turn % len(self._delays)]


class HostSide:
    """The server's clock; `doubt_ms`: how far its restarts may have moved it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.clock = EventClock(lambda: world.ms, lambda: world.ms + world.wall)
        self.began = world.ms - 1
        self.doubt_ms = 0
        self.said: list[Record] = []
        self.round = RoundClock()

    def say(self, kind: int, payload: bytes) -> None:
        """Author a clock record."""
        self.said.append(Record(kind, b"HOST", b"LOGH", len(self.said) + 1, self.clock.now(), payload))
        fold_clock(self.round, self.said[-1])

    def restart(self, down_ms: int, set_ms: int, tables: "list[Device]") -> None:
        """Killed after its last mark; while it is down its computer's clock is set; then the linked tables are heard."""
        mark = self.clock.mark()
        pass_time(self.world, down_ms, tables, alive=False)
        self.world.wall += set_ms
        self.clock = EventClock(lambda: self.world.ms, lambda: self.world.ms + self.world.wall, (mark[0], mark[1]))
        doubts = []
        for table in tables:
            if table.linked:
                told = table.reckons()
                if told is not None:
                    self.clock.hear(str(id(table)), told)
                    doubts.append(table.doubt_ms())
        heard = self.clock.witnesses
        assert heard == len(doubts), "an honest table's word was passed over"
        self.clock.decide()
        if heard:
            self.doubt_ms = max(doubts) + 100
        else:
            self.doubt_ms += abs(set_ms) + 2000


class Device:
    """One table: its crystal runs `ppm` too fast; `told` is the world's ms of its last answer."""

    def __init__(self, world: World, host: HostSide, root: Path, ppm: int) -> None:
        self.world, self.host, self.root, self.ppm = world, host, root, ppm
        self.root.mkdir()
        self.memory = b""
        self.linked = False
        self.error_ms = 0  # of the host, and our own, when we were last told
        self.told = -1
        self.moved = True  # the clock may go elsewhere at the next look
        self._power_up()

    # -- the chip -----------------------------------------------------------------------------------------------------

    def kept(self) -> bytes:
        return self.memory

    def keep(self, data: bytes) -> None:
        self.memory = data

    def rtc_ms(self) -> int:
        return self._ticks(self.world.ms) + (1 << 40)

    def _ticks(self, ms: int) -> int:
        return ms + ms * self.ppm // 1_000_000

    def own(self) -> int:
        return self._ticks(self.world.ms) - self._born

    def _power_up(self) -> None:
        self._born = self._ticks(self.world.ms)
        self.clock = timesync.TimeSync(str(self.root), self)
        kept_time.resume(self.clock, self, 0)
        self.shown = self.clock.event_ms(0)
        self.moved = True

    def reset(self, power: bool) -> None:
        """The board starts again, 2 s later; `power`: it had none for a while."""
        if power:
            self.memory = b""
            self.told = -1
        was_about = self.clock.about or not self.clock.known
        self.linked = False
        self.world.ms += 2000
        self._power_up()
        if not power:
            assert (self.clock.about or not self.clock.known) == was_about
        elif self.clock.known:
            assert self.clock.about

    # -- the link -----------------------------------------------------------------------------------------------------

    def link(self) -> None:
        if not self.linked:
            self.linked = True
            self.clock.restart(self.own())
            self.moved = True

    def reckons(self) -> int | None:
        """What a first question to a new host tells it."""
        self.clock.restart(self.own())
        self.moved = True
        asked: list[dict[str, Any]] = []
        self.clock.poll(self.own(), lambda message: not asked.append(message))  # type: ignore[func-returns-value]
        return asked[0].get("e")

    def exchange(self) -> None:
        """Ask the host for the time, when it is due."""
        asked: list[dict[str, Any]] = []
        self.clock.poll(self.own(), lambda message: not asked.append(message))  # type: ignore[func-returns-value]
        if asked:
            self.world.ms += self.world.trip()
            at = self.host.clock.now()
            self.world.ms += self.world.trip()
            self.look()
            assert self.clock.answer({"t": "time", "a": asked[0]["a"], "b": at, "c": at}, self.own())
            self.told, self.error_ms = self.world.ms, self.host.doubt_ms
            self.look()

    # -- what must hold -----------------------------------------------------------------------------------------------

    def doubt_ms(self) -> int:
        """How wrong this table's clock may be: the targets, and what the host was wrong by when it told us."""
        alone = self.world.ms - self.told
        return LINKED_MS + self.error_ms + 10 + alone * ALONE_PPM // 1_000_000

    def look(self) -> None:
        shown = self.clock.event_ms(self.own())
        if self.told >= 0 and self.clock.known and not self.clock.about:
            really = self.world.ms - self.host.began
            assert abs(shown - really) <= self.doubt_ms(), (shown - really, self.doubt_ms())
        if not self.moved:
            assert shown >= self.shown, "the clock ran back"
        self.shown, self.moved = shown, False

    def remaining(self) -> int:
        """The round's clock from the host's records, as this table shows it."""
        clock = RoundClock()
        for rec in self.host.said:
            fold_clock(clock, rec)
        return clock.remaining_ms(self.clock.event_ms(self.own()))


def pass_time(world: World, ms: int, tables: list[Device], alive: bool = True) -> None:
    """So long, with a look at each table now and then; `alive`: the host is."""
    end = world.ms + ms
    while world.ms < end:
        linked = [table for table in tables if alive and table.linked]
        for table in linked:
            table.exchange()
        quick = any(table.clock._next - table.own() < 1000 for table in linked)
        world.ms += min(250 if quick else STEP_MS, max(0, end - world.ms))
        for table in tables:
            table.clock.mark(table.own())
            table.look()


DEEDS = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from([500, 7_000, 61_000, 11 * 60_000, 40 * 60_000]), st.just(0)),
    st.tuples(st.sampled_from(["pause", "resume"]), st.just(0), st.just(0)),
    st.tuples(st.just("add"), st.sampled_from([-5, 3, 10]), st.just(0)),
    st.tuples(st.sampled_from(["cut", "link", "reset", "power"]), st.integers(0, 2), st.just(0)),
    st.tuples(st.just("host"), st.sampled_from([1_000, 20_000, 300_000]), st.sampled_from([-HOUR_MS, -400, 0, 300, HOUR_MS])),
    st.tuples(st.just("set"), st.sampled_from([-HOUR_MS, HOUR_MS]), st.just(0)),
)


def _do(deed: tuple[str, int, int], world: World, host: HostSide, tables: list[Device]) -> None:
    what, first, second = deed
    if what == "wait":
        pass_time(world, first, tables)
    elif what == "pause":
        host.say(k.PAUSE, facts.time_payload(host.clock.now()))
    elif what == "resume":
        host.say(k.RESUME, facts.time_payload(host.clock.now()))
    elif what == "add":
        host.say(k.ADD_TIME, fact_writer.delta_payload(first * 60_000))
    elif what == "host":
        host.restart(first, second, tables)
    elif what == "set":
        before = host.clock.now()
        world.wall += first
        assert host.clock.now() == before
    elif what == "link":
        tables[first].link()
    elif what == "cut":
        tables[first].linked = False
    else:
        tables[first].reset(what == "power")


def _check(world: World, host: HostSide, tables: list[Device]) -> None:
    assert abs(host.clock.now() - (world.ms - host.began)) <= host.doubt_ms
    left = host.round.remaining_ms(host.clock.now())
    for table in tables:
        table.look()
        if table.told >= 0 and table.clock.known and not table.clock.about:
            assert abs(table.remaining() - left) <= table.doubt_ms() + host.doubt_ms
            if host.round.state != RUNNING:
                assert table.remaining() == left


@given(
    st.lists(DEEDS, min_size=1, max_size=14),
    st.lists(st.integers(0, 80), min_size=7, max_size=40),
    st.tuples(*[st.integers(-40, 40)] * 3),
)
@settings(max_examples=EXAMPLES, deadline=None)
def test_clocks_agree_whatever_happens(deeds: list[tuple[str, int, int]], delays: list[int], ppm: tuple[int, ...]) -> None:
    world = World(delays)
    host = HostSide(world)
    with tempfile.TemporaryDirectory() as folder:
        tables = [Device(world, host, Path(folder) / str(place), error) for place, error in enumerate(ppm)]
        for table in tables:
            table.link()
        pass_time(world, 5_000, tables)
        assert host.round.state == IDLE
        host.say(k.START, facts.time_payload(host.clock.now(), LENGTH_MS))
        for deed in deeds:
            _do(deed, world, host, tables)
            _check(world, host, tables)
        assert host.round.state in (RUNNING, PAUSED)
