"""The database as a SQLite file: durable commits, one writer, what its errors mean (see database.py)."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from host_tools.server.database import StoreError, kept_before

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


def tune(connection: Any, _record: Any) -> None:
    """Prepare a fresh connection: WAL, each commit on the disk, foreign keys."""
    connection.isolation_level = None  # transactions are begun by us: the driver's own habit breaks savepoints
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _loose(connection: Any, _record: Any) -> None:
    """For an upgrade: SQLite alters a table by making it anew, which foreign keys would forbid."""
    tune(connection, _record)
    connection.execute("PRAGMA foreign_keys=OFF")


def open_engine(path: Path, prepare: Any = tune) -> Engine:
    """An engine whose connections are in WAL mode and begin their transactions at once."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


class SqliteFile:
    """The file at `path`; it is made when it is first used. See Database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.writer = open_engine(path)
        self.readers = create_engine(f"sqlite:///{path}", poolclass=NullPool)

    def words(self, fault: BaseException) -> str | None:
        """See Database."""
        if type(fault) not in _DISK:
            return None
        words = _WORDS.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF)
        return f"{words} ({fault})" if words else str(fault)

    def check(self, connection: Connection) -> None:
        """See Database."""
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise StoreError(f"{self.path} is damaged: put back a copy ({' '.join(str(found).split())})")

    @contextmanager
    def upgrading(self, keep: str) -> Iterator[Connection]:
        """See Database. Foreign keys are checked at the end."""
        if keep:
            self.copy_to(kept_before(self.path.parent, self.path.stem, keep))
        with open_engine(self.path, _loose).begin() as connection:
            yield connection
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise StoreError(
                    f"{self.path} could not be upgraded: a row of {broken[0]} then points to nothing. It is unchanged"
                )

    def mark(self, connection: Connection) -> Any:
        """See Database: nothing is needed."""

    def kept(self, mark: Any) -> bool:
        """See Database: what SQLite's commit did not say is not kept."""
        return False

    def is_open(self, connection: Connection) -> bool:
        """See Database: on a full or failing disk SQLite takes all of it back by itself."""
        driver: Any = connection.connection.dbapi_connection
        return bool(driver.in_transaction)

    def copy_to(self, path: Path) -> None:
        """See Database. The copy is on the disk when this returns."""
        source = sqlite3.connect(self.path, isolation_level=None)
        try:
            source.execute("PRAGMA busy_timeout=5000")
            source.execute("VACUUM INTO ?", (str(path),))
        except sqlite3.Error as fault:
            raise StoreError(f"{self.path} cannot be copied to {path}: {self.words(fault) or fault}") from fault
        finally:
            source.close()
        to_disk(path)

    def put_aside(self, connection: Connection, stamp: str) -> str:
        """See Database: a file goes aside as a whole (restoring.py)."""
        return ""

    def hold(self) -> None:
        """See Database: the lock of its folder does it (holder.py)."""

    def let_go(self) -> None:
        """See Database."""

    def close(self) -> None:
        """See Database."""
        self.writer.dispose()
        self.readers.dispose()


def to_disk(path: Path) -> None:
    """Return when the file's bytes are on the disk; it is the owner's alone from here on."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, 0o600)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
