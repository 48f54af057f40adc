"""All rows of one database in another of the same revision: a PostgreSQL server's in a SQLite file, and back.

Copies are files whatever the database is: any Tavolo can start on one, and one command looks at all of them.
"""

from pathlib import Path

from sqlalchemy import DDL, BigInteger, Connection, Integer, MetaData, func, select

from host_tools.server import migrating, schema
from host_tools.server.copies import folder_to_disk
from host_tools.server.database import Database, StoreError, told
from host_tools.server.sqlite_file import SqliteFile, to_disk

_AT_ONCE = 500  # rows


def copy_rows(source: Connection, target: Connection, tables: MetaData = schema.metadata) -> int:
    """Copy all rows into empty tables, what others point to first. Returns how many."""
    count = 0
    for table in tables.sorted_tables:
        rows = source.execute(select(table), execution_options={"yield_per": _AT_ONCE})
        for part in rows.mappings().partitions(_AT_ONCE):
            target.execute(table.insert(), [dict(row) for row in part])
            count += len(part)
    return count


def to_file(source: Database, path: Path) -> None:
    """Write a new SQLite file at `path` with all that `source` has at one moment. Raises StoreError; then no file stays."""
    target = SqliteFile(path)
    try:
        with told(target), told(source):
            migrating.bring_up(target)
            with source.readers.connect() as rows, target.writer.begin() as connection:
                if migrating.revision(rows, source.name) != migrating.head():
                    raise StoreError(f"{source.name} has tables of another version: start `tavolo serve` on it first")
                connection.execute(schema.meta.delete())
                copy_rows(rows, connection)
        plain_file(target)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        target.close()
    to_disk(path)


def as_it_was(source: Connection, name: str, path: Path) -> None:
    """Write a new SQLite file at `path` with all that the database `name` has, in the tables of the revision it is of, before
    an upgrade. Nobody else changes a row until the transaction of `source` ends. Raises StoreError; then no file stays."""
    part = path.with_name(path.name + ".part")
    _gone(part)  # of an upgrade that was cut off
    target = SqliteFile(part)
    try:
        with told(target), target.upgrading(keep="") as connection:
            migrating.make(connection, migrating.revision(source, name))
            tables = MetaData()
            tables.reflect(connection, only=lambda table, _: table != migrating.TABLE)
            source.execute(_lock(list(tables.tables)))
            copy_rows(source, connection, tables)
        plain_file(target)
        to_disk(part)
        part.replace(path)
        folder_to_disk(path.parent)
    except OSError as fault:
        raise StoreError(f"{path} cannot be written, so nothing was upgraded: {fault.strerror}") from fault
    finally:
        target.close()
        _gone(part)


def _gone(part: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + end).unlink(missing_ok=True)


def _lock(names: list[str]) -> DDL:
    """The order that keeps others from changing tables: their names are our own."""
    return DDL("LOCK TABLE %(names)s IN SHARE MODE", context={"names": ", ".join(f'"{name}"' for name in names)})


def plain_file(target: SqliteFile) -> None:
    """One file, without a journal beside it."""
    with target.readers.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")


def from_file(path: Path, target: Database, stamp: str) -> str:
    """Put all rows of a SQLite file of the newest revision into a database; what was there goes aside under `stamp`. Returns
    where it is, "" for nothing. Raises StoreError; then nothing has changed. Numbers that the database gives go on after the
    highest."""
    source = SqliteFile(path)
    try:
        with told(source), told(target), source.readers.connect() as rows, target.upgrading(keep="") as connection:
            aside = target.put_aside(connection, stamp)
            migrating.upgrade(connection, "")
            connection.execute(schema.meta.delete())
            copy_rows(rows, connection)
            _go_on(connection)
        return aside
    finally:
        source.close()


def _go_on(connection: Connection) -> None:
    """PostgreSQL counts on from a sequence of its own."""
    if connection.dialect.name != "postgresql":
        return
    for table in schema.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None and isinstance(column.type, (Integer, BigInteger)) and not column.foreign_keys:
            newest = connection.execute(select(func.max(column))).scalar()
            sequence = func.pg_get_serial_sequence(f'"{table.name}"', column.name)
            if newest is not None and connection.execute(select(sequence)).scalar():
                connection.execute(select(func.setval(sequence, newest)))
