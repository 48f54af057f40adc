"""The one writer: every change of the database is a job on its own thread, in its own savepoint (PRODUCT 4, STACK Host).

Jobs that wait together are committed together, durably; only then are their results handed to the event loop, in the order
of the commits. Readers use connections of their own. What the database is (a file, PostgreSQL) is database.py's.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from host_tools.server import migrating, schema
from host_tools.server.copies import Copies
from host_tools.server.database import StoreError, open_database, plain, told

_TOGETHER = 64  # jobs in one commit
_QUEUE = 2000

_log = logging.getLogger("tavolo.server")

Job = Callable[[Connection], Any]
Then = Callable[[Any], None]


class Store:
    """`where`: a SQLite file's path, or a URL `postgresql://...` (StoreError for another). Make it, `create()` it, `start()` it
    inside the running event loop, `submit` jobs, `stop()` it. `folder`: the data directory, where a server's database is
    copied to before an upgrade. `path`: the file, where it is one; `name`: for messages."""

    def __init__(self, where: Path | str, folder: Path | None = None) -> None:
        self.database = open_database(where, folder)
        self.name = self.database.name
        self.path = Path(where) if isinstance(where, Path) else None
        self._engine = self.database.writer
        self._readers = self.database.readers
        self._jobs: queue.Queue[tuple[Job, asyncio.Future[Any] | None, Then | None] | None] = queue.Queue(_QUEUE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.copies: Copies | None = None  # set before `start`, where copies are wanted
        self.on_copies: Callable[[], None] = lambda: None  # called on the loop when copies begin to fail, or do no more
        self.on_failed: Callable[[], None] = lambda: None  # called on the writer's thread after a job was rolled back

    def create(self) -> None:
        """Make the tables, or bring those of an older version up. Raises StoreError for one of a newer version, or none of
        ours, or where an upgrade fails: then nothing has changed."""
        with told(self.database):
            migrating.bring_up(self.database)

    def start(self) -> None:
        """Start the writer; results come back to the event loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()
        if self.copies:
            self.copies.start(self._note_from_thread)

    def _note_from_thread(self, what: str, why: str) -> None:
        """A line of the audit log, from any thread, if the database takes one."""

        row = {"at": int(time.time()), "who": "tavolo", "what": what, "why": why}

        def done(future: "asyncio.Future[Any]") -> None:
            if not future.cancelled() and (fault := future.exception()):
                _log.error("%s: %s (not in the audit log: %s)", what, why, fault)

        def note() -> None:
            self.on_copies()
            try:
                self.submit(lambda c: c.execute(schema.audit.insert().values(row))).add_done_callback(done)
            except StoreError as fault:
                _log.error("%s: %s (not in the audit log: %s)", what, why, fault)

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(note)

    async def stop(self) -> None:
        """Finish the jobs that wait, then end the writer."""
        if self.copies:
            await self.copies.stop()
        if self._thread:
            await asyncio.to_thread(self._jobs.put, None)
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()
        self.database.close()

    def submit(self, job: Job, then: Then | None = None) -> "asyncio.Future[Any]":
        """Queue a change. After the commit `then(result)` is called on the event loop, then the future has the result.

        Raises StoreError when more changes wait than a healthy disk ever lets pile up.
        """
        assert self._loop is not None
        future: asyncio.Future[Any] = self._loop.create_future()
        try:
            self._jobs.put_nowait((job, future, then))
        except queue.Full:
            raise StoreError("the database does not keep up: is the disk full or failing?") from None
        return future

    def run(self, job: Job) -> Any:
        """Do a job at once on this thread: before the writer is started, and in command-line tools."""
        with told(self.database), self._engine.begin() as connection:
            return job(connection)

    async def read(self, job: Job) -> Any:
        """Do a reading job on a thread and connection of its own."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Job) -> Any:
        """Do a reading job here and now."""
        with told(self.database), self._readers.connect() as connection:
            return job(connection)

    # -- the writer's thread --------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            first = self._jobs.get()
            batch = []
            while first is not None:
                batch.append(first)
                if len(batch) == _TOGETHER or self._jobs.empty():
                    break
                first = self._jobs.get()
            if batch:
                self._commit(batch)
            if first is None:
                return

    def _commit(self, batch: list[Any]) -> None:
        done: list[Any] = []
        mark = None
        try:
            with self._engine.begin() as connection:
                mark = self.database.mark(connection)
                for job, future, then in batch:
                    done.append((future, then, *self._one(connection, job)))
                    if not self.database.is_open(connection):  # all of it was taken back already
                        raise done[-1][-1] or StoreError(f"{self.name}: the transaction was lost")
        except Exception as fault:  # noqa: BLE001 -- nothing of this batch is kept: handed to all who wait
            if len(done) < len(batch) or not self.database.kept(mark):
                lost = plain(self.database, fault)
                done = [(future, None, None, lost) for _, future, _ in batch]
                self.on_failed()
        assert self._loop is not None
        for item in done:
            try:
                self._loop.call_soon_threadsafe(self._finish, *item)
            except RuntimeError:  # the loop has ended: what was committed is found again at the next start
                return

    def _one(self, connection: Connection, job: Job) -> tuple[Any, Exception | None]:
        try:
            with connection.begin_nested():
                return job(connection), None
        except Exception as fault:  # noqa: BLE001 -- handed to whoever waits for this job
            self.on_failed()
            return None, plain(self.database, fault)

    @staticmethod
    def _finish(future: "asyncio.Future[Any]", then: Then | None, result: Any, fault: BaseException | None) -> None:
        if fault is None and then is not None:
            try:
                then(result)
            except Exception as raised:  # noqa: BLE001 -- handed to whoever waits
                fault = raised
        if future.cancelled():
            return
        if fault is None:
            future.set_result(result)
        else:
            future.set_exception(fault)


def meta(connection: Connection, key: str) -> str | None:
    """A value of the small table `meta`, or None."""
    found = connection.execute(schema.meta.select().where(schema.meta.c.key == key)).first()
    return found.value if found else None


def set_meta(connection: Connection, key: str, value: str) -> None:
    """Set a value of the table `meta`."""
    changed = connection.execute(schema.meta.update().where(schema.meta.c.key == key).values(value=value))
    if not changed.rowcount:
        connection.execute(schema.meta.insert().values(key=key, value=value))
