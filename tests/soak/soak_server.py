"""The real host of a soak session: its own code on a virtual loop, its own uvicorn protocol on connections in memory, its own
database in a folder. It can be killed at any moment, and started again on what it had committed.
"""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvicorn
from soak_loop import VirtualLoop
from sqlalchemy import create_engine, event
from sqlalchemy.pool import StaticPool
from uvicorn.server import ServerState

from host_tools.server import doors
from host_tools.server.app import make_app
from host_tools.server.clocks import Clocks
from host_tools.server.host import Host
from host_tools.server.sqlite_file import tune
from host_tools.server.store import Job, Store, Then

WALL_MS = 1_800_000_000_000
_COMMIT_S = 0.03  # from a change's arrival to its commit


class Time:
    """The time of a session. `now_ms()`: virtual; `jump_ms`: what somebody did to the wall clock."""

    def __init__(self) -> None:
        self.now_ms: Callable[[], int] = lambda: 0
        self.jump_ms = 0

    def clocks(self) -> Clocks:
        """A computer's two clocks, for a host that starts now."""
        return Clocks(lambda: 5_000_000 + self.now_ms(), lambda: WALL_MS + self.now_ms() + self.jump_ms)


class VirtualStore(Store):
    """The store without its thread: the same jobs and commits, a moment after they were submitted. It keeps its connection
    open from one to the next, which takes a quarter of the time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._engine.dispose()
        self._engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool)
        event.listen(self._engine, "connect", tune)
        event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))

    def start(self) -> None:
        """Results come back to the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._due = False

    def submit(self, job: Job, then: Then | None = None) -> "asyncio.Future[Any]":
        """As in Store."""
        future = super().submit(job, then)
        if not self._due:
            self._due = True
            assert self._loop is not None
            self._loop.call_later(_COMMIT_S, self._turn)
        return future

    def _turn(self) -> None:
        self._due = False
        batch = []
        while not self._jobs.empty():
            batch.append(self._jobs.get())
        self._commit(batch)


class SoakHost(Host):
    """A host on a VirtualStore, by clocks that are not the computer's."""

    def __init__(self, folder: Path, clocks: Clocks) -> None:
        super().__init__(folder, clocks=clocks)
        self.store = VirtualStore(folder / "tavolo.sqlite")
        self.store.on_failed = self.logs.forget


class Pipe(asyncio.Transport):
    """The host's end of a connection. `write_to(bytes)`, `closed()`: told what the host does with it."""

    def __init__(
        self, loop: VirtualLoop, peer: tuple[str, int], write_to: Callable[[bytes], None], closed: Callable[[], None]
    ) -> None:
        super().__init__({"peername": peer, "sockname": ("10.0.0.1", 8770)})
        self._loop = loop
        self._write, self._closed = write_to, closed
        self._protocol: Any = None
        self._closing = False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """The upgrade."""
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who is told now."""
        found: asyncio.BaseProtocol = self._protocol
        return found

    def write(self, data: Any) -> None:
        """Bytes to the table."""
        if not self._closing:
            self._write(bytes(data))

    def is_closing(self) -> bool:
        """It has been closed."""
        return self._closing

    def close(self) -> None:
        """The host closes."""
        self.lost(True)

    def abort(self) -> None:
        """The host closes at once."""
        self.lost(True)

    def pause_reading(self) -> None:
        """Nothing comes faster than it is read."""

    def resume_reading(self) -> None:
        """See pause_reading."""

    def receive(self, data: bytes) -> None:
        """Bytes of the table."""
        if not self._closing:
            self._protocol.data_received(data)

    def dead(self) -> None:
        """The host was killed: what Python puts away of it later, at a moment of its own choice, changes nothing any more."""
        self._closing = True

    def lost(self, by_host: bool = False) -> None:
        """The connection has ended."""
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._protocol.connection_lost, None)
            if by_host:
                self._closed()


class Server:
    """`host` while it runs, else None. One for all sessions: building the application takes longer than a session."""

    def __init__(self, make_host: Callable[[Path, Clocks], Host] = SoakHost) -> None:
        self._make = make_host
        self._config: Any = None
        self.time = Time()
        self.host: Any = None
        self.loop: Any = None

    def prepare(self, folder: Path) -> None:
        """Build the application, once; its host changes with each start."""
        if self._config is None:
            options: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": 4096, "ws_per_message_deflate": False}
            options |= {"ws_ping_interval": 5.0, "ws_ping_timeout": 5.0, "lifespan": "off", "log_config": None}
            options |= {"access_log": False, "server_header": False, "proxy_headers": False, "http": doors.Door}
            self._config = uvicorn.Config(make_app(self._make(folder, self.time.clocks())), **options)
            self._config.load()

    def start(self, folder: Path, now_ms: int) -> None:
        """Open the database and go on from there."""
        self.loop = loop = VirtualLoop(now_ms)
        self.time.now_ms = lambda: round(loop.time() * 1000)
        self.host = host = self._make(folder, self.time.clocks())
        host.open()
        self._config.app.state.host = host
        self._state = ServerState()
        self._pipes: list[Pipe] = []
        doors.Door.open_from.clear()
        self.run(host.start())

    def run(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Begin some work on the host's loop."""
        task: asyncio.Task[Any] = self.loop.create_task(work)
        return task

    def kill(self) -> None:
        """The process is gone: what it had not committed, or not told anybody, is gone with it."""
        self.loop.drop()
        for pipe in self._pipes:
            pipe.dead()
        self.host.holder.release()
        self.host.store._engine.dispose()
        self.host.store._readers.dispose()
        self.host = None

    def accept(self, at_ms: int, pipe: Pipe) -> None:
        """A connection arrives."""
        self._pipes.append(pipe)

        def made() -> None:
            protocol = self._config.http_protocol_class(config=self._config, server_state=self._state, app_state={})
            pipe.set_protocol(protocol)
            protocol.connection_made(pipe)

        self.loop.call_at(at_ms / 1000, made)
