"""One session: tables, the network between, the host, and what is done to them; then the look at what came of it.

Time goes in turns of 100 ms: tables run so far ahead of the host as their bytes need to reach it, so that nothing depends on
which process is faster, and a seed gives the same session again.
"""

import logging
import random
import secrets
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import soak_checks
import soak_plan
import soak_table_end
from soak_arbiter import Arbiter
from soak_harm import Harm
from soak_proxy import CALM, LEAST_MS, SILENT, Count, Proxy, Wire
from soak_server import Pipe, Server

TURN_MS = LEAST_MS
_CALM_MS = 240_000  # a good network brings everything home within this time


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """What is drawn by chance in this process comes from `seed`; afterwards from where it came before."""
    rng = random.Random(seed + 3_000_003)
    before, drawn = (secrets.token_bytes, secrets.token_hex, secrets.randbelow), random.getstate()
    secrets.token_bytes = lambda size=32: rng.randbytes(size or 32)
    secrets.token_hex = lambda size=32: rng.randbytes(size or 32).hex()
    secrets.randbelow = rng.randrange
    random.seed(seed)
    try:
        yield
    finally:
        secrets.token_bytes, secrets.token_hex, secrets.randbelow = before
        random.setstate(drawn)


@contextmanager
def quiet(*names: str) -> Iterator[None]:
    """These logs say nothing for a while: broken connections are the purpose here."""
    logs = [logging.getLogger(name) for name in names]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


class Session:
    """`play()` it; then `count`, `figures`. `lies`: its tables say "recorded" of what is not (for a test of the checks)."""

    def __init__(self, seed: int, server: Server, lies: bool = False) -> None:
        self._lies = lies
        self.plan = soak_plan.make(seed)
        self.proxy = Proxy(seed + 2_000_003)
        self.server = server
        self.now = 0
        names = ("resets", "power", "writes", "safe", "kills", "swaps", "decided", "full", "jumps", "restores")
        self.figures = dict.fromkeys(names, 0)
        self.folder = Path(tempfile.mkdtemp(prefix="soak-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        self.checks = soak_checks.Checks(self)
        self.wires: list[Wire] = []
        self.wire: dict[str, Wire] = {}
        self.tables: list[soak_table_end.TableEnd] = []
        self.places = {given["device"]: number for number, given in enumerate(self.plan["devices"], 1)}
        for device in list(self.places)[self.plan["tables"] :]:
            self.places[device] = 0
        self.arbiter = Arbiter(self.plan, self.places)
        self.restart_ms = 0
        self._port = 40000
        self.calm_ms = -1
        self._digest = 0
        self._harm = Harm(self, seed + 1_000_003)

    def digest(self) -> int:
        """Of all that the tables did, to the byte: the same for the same seed."""
        return self._digest

    @property
    def count(self) -> Count:
        """Messages and connections."""
        return self.proxy.count

    # -- life -------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """The whole session. Raises AssertionError with what was wrong."""
        with _seeded(self.plan["seed"]), quiet("uvicorn.error", "asyncio"):
            self._play()

    def _play(self) -> None:
        self.server.prepare(self.folder)
        try:
            self._begin()
            while not self._over():
                self._turn()
            self.checks.all()
        finally:
            for table in self.tables:
                table.close()
            if self.server.host:
                self.server.kill()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _begin(self) -> None:
        soak_checks.write_keys(self.folder, self.plan["devices"])
        for given in self.plan["devices"]:
            script = {**given, "every_ms": self.plan["every_ms"], "rounds": self.plan["rounds"], "lies": self._lies}
            table = soak_table_end.begin(self.folder, script)
            table.hands = self.places[table.device] > 0
            table.collect()
            self.tables.append(table)
        self.server.time.jump_ms = 0
        self.server.start(self.folder, 0)

    def _over(self) -> bool:
        if self.calm_ms < 0:
            if self.now >= self.plan["hostile_ms"] or self.arbiter.done:
                self._calm()
            return False
        home = all(table.status.linked and not table.status.unsent for table in self.tables)
        if home and self.arbiter.done and self.server.host and self.arbiter.idle() and self.now - self.calm_ms > 3000:
            return True
        if self.now - self.calm_ms > _CALM_MS:
            how = [(t.device, t.status, t.hands) for t in self.tables]
            raise AssertionError(f"not at home after {_CALM_MS // 1000} s without harm: {how}; {self.checks.odd[-6:]}")
        return False

    def _calm(self) -> None:
        """No more harm; connections that hang are cut."""
        self.calm_ms = self.now
        for wire in self.wires:
            self.proxy.over(wire.device, wire.up, wire.down)
        self.proxy.calm = True
        self._harm.end()
        for table in self.tables:
            table.order(b"K")
            table.order(b"f")
        for wire in list(self.wires):
            if wire.fate != CALM:
                self._cut(wire)

    def _turn(self) -> None:
        until = self.now + TURN_MS
        self._harm.poll()
        for table in self.tables:
            table.grant(until)
        if self.server.host:
            self._to_host(until)
            self.arbiter.poll(self.server, self.now)
            self.server.loop.run_to(until)
        elif self.now >= self.restart_ms:
            self.server.start(self.folder, self.now)
        for table in self.tables:
            for at, kind, data in table.collect():
                self._event(table, at, kind, data)
        self.now = until
        self._to_tables()
        self._reap()

    # -- the network --------------------------------------------------------------------------------------------------

    def _event(self, table: soak_table_end.TableEnd, at: int, kind: bytes, data: bytes) -> None:
        self._digest = zlib.crc32(b"%d %b %b" % (at, kind, table.device.encode()) + data, self._digest)
        wire = self.wire.get(table.device)
        if kind == b"C":
            self._connect(table, at)
        elif kind == b"W" and wire:
            wire.up.put(at, data)
        elif kind == b"X" and wire:
            wire.here = False
            wire.up.close(at)
            del self.wire[table.device]
        elif kind == b"D" and wire:
            wire.here = False  # the host hears nothing of it
            del self.wire[table.device]
        self.checks.event(table, at, kind, data)

    def _connect(self, table: soak_table_end.TableEnd, at: int) -> None:
        fate = self.proxy.fate()
        wire = Wire(table.device, fate, *self.proxy.ways(table.device, fate, at))
        self.wire[table.device] = wire
        if not self.server.host:
            table.order(b"R")
            wire.there = False
        elif fate == SILENT:
            wire.there = False
        else:
            self.count.connections += 1
            table.order(b"A")
            self.wires.append(wire)
            wire.pipe = self.pipe(wire, at)

    def pipe(self, wire: Wire, at: int) -> Pipe:
        """The host's end of a connection that was asked for at that time."""
        server = self.server
        self._port += 1

        def closed() -> None:
            wire.there = False
            wire.down.close(server.time.now_ms())

        pipe = Pipe(server.loop, ("10.0.1.1", self._port), lambda data: wire.down.put(server.time.now_ms(), data), closed)
        server.accept(at + LEAST_MS, pipe)
        return pipe

    def _to_host(self, until: int) -> None:
        for wire in self.wires:
            if wire.pipe is None:
                continue
            for due, data in wire.up.take(until):
                self.server.loop.call_at(due / 1000, wire.pipe.receive, data)
            if wire.there and wire.up.closed_at <= until:
                wire.there = False
                self.server.loop.call_at(until / 1000, wire.pipe.lost)

    def _to_tables(self) -> None:
        for table in self.tables:
            wire = self.wire.get(table.device)
            if wire:
                for _, data in wire.down.take(self.now):
                    table.order(b"D", data)
                if wire.down.closed_at <= self.now:
                    table.order(b"E")
                    wire.here = False
                    wire.down.closed_at = 1 << 40

    def _cut(self, wire: Wire) -> None:
        """Both ends hear of it."""
        self.count.cuts += 1
        for way in (wire.up, wire.down):
            way.ends = self.now
            way._queue.clear()
            way.closed_at = self.now + 1

    def _reap(self) -> None:
        """Connections whose fate is fulfilled, and those that nobody holds any more."""
        for wire in list(self.wires):
            if (wire.up.spent() or wire.down.spent()) and wire.up.ends > self.now:
                self._cut(wire)
            if not wire.here and not wire.there:
                self.wires.remove(wire)
                self.proxy.over(wire.device, wire.up, wire.down)
