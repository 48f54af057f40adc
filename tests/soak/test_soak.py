"""Sessions through a hostile network, with resets, kills, swaps, full flash and jumping clocks: nothing lost, nothing doubled.

As many as fit into the seconds of CPU given (TAVOLO_SOAK_SECONDS, for all parts together); more: `make soak`.
"""

import asyncio
import dataclasses
import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import soak  # noqa: E402
from soak_server import Server, SoakHost, VirtualStore  # noqa: E402
from soak_session import Session, quiet  # noqa: E402

from host_tools.server import records  # noqa: E402
from host_tools.server.clocks import Clocks  # noqa: E402
from host_tools.server.records import Arrived  # noqa: E402
from host_tools.server.store import Job, Then  # noqa: E402
from tavolo.domain import kinds as k  # noqa: E402

PARTS = 2  # for two workers
SECONDS = float(os.environ.get("TAVOLO_SOAK_SECONDS", "28")) / PARTS
LEAST = 8  # sessions, however slow the machine is: these have every kind of harm
LEAST_DIED = 0.3


@pytest.fixture(autouse=True)
def nothing_is_put_away_later() -> Iterator[None]:
    """Connections of hosts that were killed end here, not in the middle of some other test of this process: what they say then
    is of no interest, and Python 3.11's parser fails when it is interrupted by it."""
    yield
    with quiet("uvicorn.error", "asyncio"):
        gc.collect()


@pytest.mark.sim
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_sessions_lose_and_double_nothing(part: int, record_property: Callable[[str, object], None]) -> None:
    first = 1 + part * 100_000
    total = soak.run(range(first, first + 10_000), SECONDS, LEAST)
    record_property("soak", total.text())
    print(f"soak: seeds from {first}: {total.text()}")
    assert total.count.died >= LEAST_DIED * total.count.sent
    for what in ("resets", "power", "writes", "safe", "kills", "swaps", "full", "jumps"):
        assert total.figures[what], f"no session had {what}"


@pytest.mark.sim
def test_a_seed_gives_the_same_session_again() -> None:
    """To the byte that each table sent, in a server of its own: a failing seed can be looked at."""
    found = []
    for _ in range(2):
        session = Session(4, Server())
        session.play()
        found.append((session.now, session.digest(), session.count))
    assert found[0] == found[1]


class EarlyStore(VirtualStore):
    """A planted fault: what became of a table's record is told at once, and committed three seconds later."""

    def submit(self, job: Job, then: Then | None = None) -> "asyncio.Future[object]":
        if getattr(then, "__name__", "") != "taken":
            return super().submit(job, then)
        assert self._loop is not None
        told: asyncio.Future[object] = self._loop.create_future()
        with self._engine.connect() as connection:
            result = job(connection)
            connection.rollback()
        self._loop.call_soon(self._finish, told, then, result, None)
        self._loop.call_later(3, VirtualStore.submit, self, job)
        return told


class EarlyHost(SoakHost):
    """Acknowledges before it has committed."""

    def __init__(self, folder: Path, clocks: Clocks) -> None:
        super().__init__(folder, clocks)
        self.store = EarlyStore(folder / "tavolo.sqlite")


class DoublingHost(SoakHost):
    """Takes a deal twice."""

    def taken(self, arrived: Arrived) -> None:
        super().taken(arrived)
        rec = arrived.rec
        if arrived.new and rec.kind == k.DEAL and rec.seq < 1000:
            again = dataclasses.replace(rec) if dataclasses.is_dataclass(rec) else rec
            again.seq += 1000
            self.store.submit(lambda c: records.take(c, self.logs, again, arrived.data, b"", arrived.status))


@pytest.mark.sim
@pytest.mark.parametrize(
    ("host", "first", "words"), [(EarlyHost, 1, "was told that|records lost"), (DoublingHost, 6, "records at the host")]
)
def test_the_soak_sees_a_broken_host(host: type[SoakHost], first: int, words: str) -> None:
    """The checks can fail: a host that acknowledges too early, or takes a record twice, is caught within a few sessions."""
    server = Server(host)
    for seed in range(first, first + 8):
        try:
            Session(seed, server).play()
        except AssertionError as fault:
            assert re.search(words, str(fault))
            return
    raise AssertionError("nobody noticed")


@pytest.mark.sim
def test_the_soak_sees_a_table_that_lies() -> None:
    """A device that says "recorded" too early is caught by what its panel showed when its power went."""
    for seed in range(1, 9):  # not every session has a cut just then; its end would show the hole in the log, too
        try:
            Session(seed, Server(), lies=True).play()
        except AssertionError as fault:
            if "showed 'Salvo qui'" in str(fault):
                return
    raise AssertionError("nobody noticed")
