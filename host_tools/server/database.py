"""What the store needs of a database, whichever it is: a SQLite file (sqlite_file.py) or PostgreSQL (postgresql.py)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy import exc as db_errors

FILE = "tavolo.sqlite"
VARIABLE = "TAVOLO_DATABASE"  # the environment's word for --database
_URLS = ("postgresql:", "postgresql+psycopg:", "postgres:")


class StoreError(Exception):
    """The database cannot be used; the text says why."""


class HeldError(StoreError):
    """Another process has this data directory or database; the text says which."""


class Database(Protocol):
    """`name`: for messages, without a password. `writer` and `readers`: engines; a `begin()` of the writer's is a transaction
    that no other can write beside, durable after its commit."""

    name: str
    writer: Engine
    readers: Engine

    def words(self, fault: BaseException) -> str | None:
        """What disk, file or server did, of a driver's exception; None where the fault is ours."""

    def check(self, connection: Connection) -> None:
        """Look whether it is whole. Raises StoreError."""

    def upgrading(self, keep: str) -> Any:
        """A context with the connection of one transaction that may change tables. `keep`: the revision that data is to become,
        "" for none; then a copy goes into a file of that name first (`kept_before`). Raises StoreError where it cannot."""

    def mark(self, connection: Connection) -> Any:
        """A name of the transaction that has just begun, for `kept`. Raises StoreError when another server has the database."""

    def kept(self, mark: Any) -> bool:
        """Whether a transaction was committed although its commit raised: the answer may have been lost on its way."""

    def is_open(self, connection: Connection) -> bool:
        """Whether the transaction still stands."""

    def copy_to(self, path: Path) -> None:
        """Write all of it, as it is at one moment, into a new SQLite file at `path`, beside a writer at work."""

    def put_aside(self, connection: Connection, stamp: str) -> str:
        """Move what is there away from under our names, in the transaction that is open. Returns where, "" for nothing."""

    def hold(self) -> None:
        """Let no other server have it until `let_go` or the end of the process. Raises HeldError."""

    def let_go(self) -> None:
        """End `hold`; nothing happens when it is not held."""

    def close(self) -> None:
        """End all connections."""


def chosen(folder: Path, given: str | None = None) -> Path | str:
    """Where the database of a data directory is: the URL `given` (--database), or that of the environment, or its file."""
    return given or os.environ.get(VARIABLE) or folder / FILE


def kept_before(folder: Path, stem: str, revision: str) -> Path:
    """A free name for the copy of a database as it was before it became `revision`: an earlier one of that name stays."""
    name = f"{stem}.before-{revision}"
    numbers = (f"-{number}" if number else "" for number in count())
    return next(path for end in numbers if not (path := folder / f"{name}{end}.sqlite").exists())


def open_database(where: Path | str, folder: Path | None = None) -> Database:
    """The database at a path, or at a URL that begins with `postgresql:`; `folder`: the data directory, where the copy before
    an upgrade goes. Raises StoreError for another URL, or where the driver is not installed."""
    if isinstance(where, Path):
        from host_tools.server.sqlite_file import SqliteFile

        return SqliteFile(where)
    if not where.startswith(_URLS):
        raise StoreError("a database is given as postgresql://user@host/name; without one it is a file in the data directory")
    from host_tools.server.postgresql import PostgreSQL

    return PostgreSQL(where, folder)


def plain(database: Database, fault: Exception) -> Exception:
    """What disk, file or server did as a StoreError; any other fault as it is. A database may have undone everything by
    itself, and then complains of what followed: what it said first counts."""
    first: BaseException | None = fault
    said: str | None = None
    while isinstance(first, db_errors.DBAPIError) and first.orig is not None:
        words = database.words(first.orig)
        if words is None:
            break
        said, first = words, first.orig.__context__
    return fault if said is None else StoreError(f"{database.name}: {said}")


@contextmanager
def told(database: Database) -> Iterator[None]:
    """Faults of disk, file or server inside are raised as StoreError."""
    try:
        yield
    except db_errors.SQLAlchemyError as fault:
        found = plain(database, fault)
        if found is fault:
            raise
        raise found from fault
