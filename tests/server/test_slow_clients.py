"""A table that never reads, and one whose network stops without a word: the others are served as if they were not there."""

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from host_tools.cli import serve
from tests.second_table import records as r
from tests.second_table.hall import Hall
from tests.second_table.table import Table
from tests.second_table.websocket import _PONG as PONG
from tests.second_table.websocket import WebSocket

pytestmark = pytest.mark.sqlite  # the demo's server (hall.py) takes no database of the environment
NORMAL = 3
QUESTIONS = 4000  # their answers fill what the kernel and the server's socket keep, and the queue of 64 behind them
PATIENCE = 150  # looks, each after a record of each of the others


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One server for all; each test has devices of its own, as a device that begins a new log is told its sheet again."""
    made = Hall(tmp_path_factory.mktemp("hall"), 2 * (NORMAL + 1) + 1)
    yield made
    made.server.stop()


class Others:
    """Normal tables that write one record after the other, each when the one before is acknowledged."""

    def __init__(self, hall: Hall, first: int) -> None:
        self.tables = [hall.table(first + n) for n in range(NORMAL)]
        self.acks: list[list[int]] = [[] for _ in self.tables]
        self._tasks = [asyncio.create_task(table.run()) for table in self.tables]
        for table, acks in zip(self.tables, self.acks, strict=True):
            table.on_ack = acks.append

    async def begin(self) -> None:
        for table in self.tables:
            await table.until(lambda table=table: table.linked)  # type: ignore[misc]

    async def write(self, times: int) -> None:
        """Each writes `times` records and has them acknowledged."""
        for n in range(times):
            for table in self.tables:
                table.say(r.PHASE, bytes([1 + n % 2, 2]))
            for table in self.tables:
                await table.delivered(20)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table, acks in zip(self.tables, self.acks, strict=True):
            assert table.links == 1 and table.ends == [], "a normal table was troubled"
            assert acks == list(range(1, len(table.mine) + 1)), "one acknowledgement for each record, in order"


async def _deaf(hall: Hall) -> WebSocket:
    """The fourth device, linked, with hardly a buffer; nobody reads from it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", hall.server.port))
    made = WebSocket(*await asyncio.open_connection(sock=raw, limit=512))
    await made._upgrade("127.0.0.1", "/table")
    return made


def _device(hall: Hall, table: Table) -> dict[str, Any]:
    """What the arbiter sees of a table's device."""
    found = [
        row["device"] for row in hall.arbiter.state()["tables"] if row["device"] and row["device"]["id"] == table.device.hex()
    ]
    device: dict[str, Any] = found[0]
    return device


async def _never_reads(hall: Hall) -> str:
    others = Others(hall, 0)
    await others.begin()
    table = hall.table(NORMAL)
    table.socket = await _deaf(hall)
    table._seals = await table._hello(table.socket)
    for _ in range(QUESTIONS // 100):
        for _ in range(100):
            table.tell(t="time", a=1)
        await asyncio.sleep(0)
    await others.write(5)
    for _ in range(PATIENCE):
        device = await asyncio.to_thread(_device, hall, table)
        if not device["online"]:
            break
        await others.write(1)
    for _ in range(PATIENCE):  # the host has let go; then the kernel must, too, although nobody takes what waits in its buffer
        if table.socket._writer.is_closing():
            break
        table.tell(t="time", a=1)
        await others.write(1)
        await asyncio.sleep(0.2)
    assert table.socket._writer.is_closing(), "its connection is still open"
    await others.end()
    return str(device["trouble"])


def test_a_table_that_never_reads_is_cut_off_and_harms_nobody(hall: Hall) -> None:
    assert asyncio.run(_never_reads(hall)) == "the table does not read"


def test_the_kernel_keeps_little_for_a_peer_that_does_not_read_and_gives_it_up() -> None:
    listener = serve._listen("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname()), listener.accept()[0] as peer:
        assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 32 * 1024  # Linux counts its own share, too
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 6000


class Proxy:
    """Carries bytes between a table and the server, until `stuck`: then it takes them and carries nothing, and closes nothing."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.stuck = False

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        await asyncio.gather(self._one(reader, back), self._one(there, writer), return_exceptions=True)

    async def _one(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(4096):
            if not self.stuck:
                target.write(data)
        if not self.stuck:
            target.close()


async def _half_open(hall: Hall) -> Table:
    others = Others(hall, NORMAL + 1)
    await others.begin()
    proxy = Proxy(hall.server.port)
    table = hall.table(2 * NORMAL + 1, await proxy.start())
    run = asyncio.create_task(table.run())
    await table.until(lambda: table.linked)
    table.say(r.PHASE, bytes([1, 2]))
    await table.delivered()
    proxy.stuck = True
    table.say(r.PHASE, bytes([1, 3]))

    for _ in range(PATIENCE):
        await others.write(1)
        if not (await asyncio.to_thread(_device, hall, table))["online"] and not table.linked:
            break
        await asyncio.sleep(0.5)
    assert not table.linked and not (await asyncio.to_thread(_device, hall, table))["online"], "nobody noticed"
    assert table.acked == 1
    proxy.stuck = False
    await table.delivered()
    await others.write(1)
    run.cancel()
    await others.end()
    return table


def test_a_network_that_stops_without_a_word_harms_nobody(hall: Hall) -> None:
    table = asyncio.run(_half_open(hall))
    assert hall.stored()[table.device + table.log] == [(record.seq, record.data) for record in table.mine]
    assert len(table.mine) == 2


class LatePongs(WebSocket):
    """Answers each ping after 8 s, as it looks to a host that is too busy to read."""

    answered = 0

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == PONG:
            asyncio.get_running_loop().call_later(8.0, self._late, body)
        else:
            super()._frame(kind, body)

    def _late(self, body: bytes) -> None:
        super()._frame(PONG, body)
        LatePongs.answered += 1


async def _late(hall: Hall) -> Table:
    table = hall.table(2 * NORMAL + 2)
    run = asyncio.create_task(table.run())
    while not LatePongs.answered and table.links < 2:
        await asyncio.sleep(0.5)
    await asyncio.sleep(1.0)
    run.cancel()
    return table


def test_a_pong_that_is_late_cuts_nobody_off(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that is busy with a storm reads its pongs late; cutting off those who are back would make the storm last."""
    monkeypatch.setattr("tests.second_table.table.WebSocket", LatePongs)
    table = asyncio.run(_late(hall))
    assert (table.links, table.ends) == (1, [])
