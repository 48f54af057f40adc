"""The one writer: every change of the database is a job on its own thread, in its own savepoint (PRODUCT 4, STACK Host).

Jobs that wait together are committed together, with `synchronous=FULL`; only then are their results handed to the event
loop, in the order of the commits. Readers use connections of their own.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy import exc as db_errors
from sqlalchemy.pool import NullPool

from host_tools.server import schema

_TOGETHER = 64  # jobs in one commit
_QUEUE = 2000

Job = Callable[[Connection], Any]
Then = Callable[[Any], None]


class StoreError(Exception):
    """The database cannot be used; the text says why."""


_DISK = (sqlite3.OperationalError, sqlite3.DatabaseError)  # these two themselves: those derived from them are faults of ours
_WORDS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
    sqlite3.SQLITE_LOCKED: "another program keeps it locked",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or made: is there such a folder, and may it be written?",
    sqlite3.SQLITE_CORRUPT: "it is no database of ours, or is damaged: put back a copy",
    sqlite3.SQLITE_NOTADB: "it is no database of ours, or is damaged: put back a copy",
}


def _plain(path: Path, fault: Exception) -> Exception:
    """What disk or file did as a StoreError; any other fault as it is. SQLite may have undone everything by itself, and then
    complains of what followed: what it said first counts."""
    first: BaseException | None = fault
    said: BaseException | None = None
    while isinstance(first, db_errors.DBAPIError) and type(first.orig) in _DISK:
        said, first = first.orig, first.orig.__context__ if first.orig else None
    if said is None:
        return fault
    words = _WORDS.get(getattr(said, "sqlite_errorcode", 0) & 0xFF)
    return StoreError(f"{path}: {words} ({said})" if words else f"{path}: {said}")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except db_errors.SQLAlchemyError as fault:
        found = _plain(path, fault)
        if found is fault:
            raise
        raise found from fault


def _tune(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun by us: the driver's own habit breaks savepoints
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def open_engine(path: Path) -> Engine:
    """An engine whose connections are in WAL mode and begin their transactions at once."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", _tune)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


class Store:
    """`path`: the SQLite file. Make it, `start()` it inside the running event loop, `submit` jobs, `stop()` it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = open_engine(path)
        self._readers = create_engine(f"sqlite:///{path}", poolclass=NullPool)
        self._jobs: queue.Queue[tuple[Job, asyncio.Future[Any] | None, Then | None] | None] = queue.Queue(_QUEUE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.on_failed: Callable[[], None] = lambda: None  # called on the writer's thread after a job was rolled back

    def create(self) -> None:
        """Make the tables where they are missing. Raises StoreError for a file of a newer version, or none of ours."""
        with _told(self.path), self._engine.begin() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise StoreError(f"{self.path} is damaged: put back a copy ({' '.join(str(found).split())})")
            schema.metadata.create_all(connection)
            version = meta(connection, "schema")
            if version is None:
                set_meta(connection, "schema", str(schema.VERSION))
            elif int(version) > schema.VERSION:
                raise StoreError(f"{self.path} was made by a newer Tavolo (schema {version}): install that version")

    def start(self) -> None:
        """Start the writer; results come back to the event loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Finish the jobs that wait, then end the writer."""
        if self._thread:
            await asyncio.to_thread(self._jobs.put, None)
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()
        self._readers.dispose()

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
        with _told(self.path), self._engine.begin() as connection:
            return job(connection)

    async def read(self, job: Job) -> Any:
        """Do a reading job on a thread and connection of its own."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Job) -> Any:
        """Do a reading job here and now."""
        with _told(self.path), self._readers.connect() as connection:
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
        done = []
        try:
            with self._engine.begin() as connection:
                for job, future, then in batch:
                    done.append((future, then, *self._one(connection, job)))
                    if not self._is_open(connection):  # on a full or failing disk SQLite takes all of it back by itself
                        raise done[-1][-1] or StoreError(f"{self.path}: the transaction was lost")
        except Exception as fault:  # noqa: BLE001 -- nothing of this batch is kept: handed to all who wait
            told = _plain(self.path, fault)
            done = [(future, None, None, told) for _, future, _ in batch]
            self.on_failed()
        assert self._loop is not None
        for item in done:
            try:
                self._loop.call_soon_threadsafe(self._finish, *item)
            except RuntimeError:  # the loop has ended: what was committed is found again at the next start
                return

    @staticmethod
    def _is_open(connection: Connection) -> bool:
        driver: Any = connection.connection.dbapi_connection
        return bool(driver.in_transaction)

    def _one(self, connection: Connection, job: Job) -> tuple[Any, Exception | None]:
        try:
            with connection.begin_nested():
                return job(connection), None
        except Exception as fault:  # noqa: BLE001 -- handed to whoever waits for this job
            self.on_failed()
            return None, _plain(self.path, fault)

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
