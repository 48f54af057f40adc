"""A copy put in the place of the database: looked at first, the present one kept aside (docs/database.md)."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy import exc as db_errors

from host_tools.engine.acts import ActError, ChainError
from host_tools.server import migrating, schema, tournament
from host_tools.server.copies import folder_to_disk, listed
from host_tools.server.database import Database, StoreError, chosen, open_database, told
from host_tools.server.holder import Holder
from host_tools.server.row_copy import from_file, plain_file
from host_tools.server.sqlite_file import SqliteFile, to_disk

_STAGED = "restoring.sqlite"
_KEYS = "keys.json"
_TRIES = 20  # copies of a folder, the newest first


class RestoreError(StoreError):
    """Nothing was restored, and nothing has changed; the text says why."""


@dataclass
class Restored:
    """What was put in place: `event` "" where there is none; `rounds` (number, state); `newest_ms` Unix ms of the newest line,
    0 for none; `aside`: where the database before it is now; `keys`: "kept", "from_copy" or "missing"."""

    copy: str
    event: str = ""
    rounds: list[tuple[int, str]] = field(default_factory=list)
    records: int = 0
    newest_s: int = 0
    revision: str = ""
    passed_over: list[str] = field(default_factory=list)
    aside: str = ""
    keys: str = "kept"


def restore(copy: Path, folder: Path, database: str | None, now: Callable[[], float]) -> Restored:
    """Put `copy` (a file, or a folder of copies: its newest good one) in the place of the database of the data directory
    `folder`, or of the one at the URL `database`. Raises RestoreError, HeldError while a server runs there, StoreError."""
    where = chosen(folder, database)
    if not copy.exists():
        raise RestoreError(f"there is no {copy}: name a copy, or the folder of the copies")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = open_database(where)
        holder = Holder(folder, target)
        holder.take()
        try:
            return _restore(copy, folder, target, datetime.fromtimestamp(now(), UTC).strftime("%Y%m%dT%H%M%SZ"))
        finally:
            holder.release()
            target.close()
    except OSError as fault:
        raise RestoreError(f"{fault.filename or folder}: {fault.strerror}: nothing was restored") from fault


def _restore(copy: Path, folder: Path, target: Database, stamp: str) -> Restored:
    passed: list[str] = []
    staged = folder / _STAGED
    if copy.resolve() == staged.resolve():  # what is left of a restoring that was cut short; it would be the first thing to go
        raise RestoreError(f"{copy}: this command uses that name itself: give the file another one, then restore it")
    try:
        for path in [copy] if copy.is_file() else _newest_first(copy):
            try:
                found = _stage(path, staged)
                break
            except StoreError as fault:
                if copy.is_file():
                    raise
                passed.append(f"{path.name}: {fault}")
        else:
            raise RestoreError(f"no copy in {copy} can be used: {'; '.join(passed) or 'there is none'}")
        found.passed_over = passed
        if isinstance(target, SqliteFile):
            found.aside = _swap(staged, target.path, stamp)
        else:
            found.aside = from_file(staged, target, stamp)
    finally:
        for path in folder.glob(_STAGED + "*"):
            path.unlink()
    found.keys = _keys(copy if copy.is_dir() else copy.parent, folder)
    return found


def _newest_first(folder: Path) -> list[Path]:
    return [path for _, _, path in reversed(listed(folder))][:_TRIES]


def _stage(path: Path, staged: Path) -> Restored:
    """The copy as a whole file of today's revision beside the database; what it holds. A journal beside the copy (who copied
    all three files of a stopped server) is taken in. The copy itself is never written."""
    with path.open("rb") as given:
        if given.read(1) == b"{":
            raise RestoreError(f"{path} is no database: an event's archive is read in by `tavolo event restore`")
    for old in staged.parent.glob(staged.name + "*"):
        old.unlink()
    for end in ("", "-wal"):
        if (source := path.with_name(path.name + end)).exists():
            shutil.copyfile(source, staged.with_name(staged.name + end))
    file = SqliteFile(staged)
    file.name = str(path)
    try:
        with _refused(path):
            with told(file), file.writer.begin() as connection:
                _whole(connection, path)
            migrating.bring_up(file)
            with told(file), file.readers.connect() as connection:
                found = _look(connection, path)
            plain_file(file)
    finally:
        file.close()
    to_disk(staged)
    return found


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    try:
        yield
    except (ChainError, ActError) as fault:
        raise RestoreError(f"{path}: the event's history is damaged, take another copy: {fault}") from fault
    except (db_errors.SQLAlchemyError, sqlite3.Error, ValueError, LookupError, TypeError) as fault:
        raise RestoreError(f"{path} is damaged, take another copy: {str(fault)[:200]}") from fault


def _whole(connection: Connection, path: Path) -> None:
    found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first() if found == "ok" else None
    if found != "ok" or broken:
        raise RestoreError(f"{path} is damaged, take another copy ({' '.join(str(found).split()) if not broken else broken[0]})")
    if not migrating.revision(connection, str(path)):
        raise RestoreError(f"{path} is empty, or no database of Tavolo")


def _look(connection: Connection, path: Path) -> Restored:
    book = tournament.load_book(connection, check=True)
    found = Restored(str(path), revision=migrating.head())
    if book is not None:
        found.event = book.state.name
        found.rounds = [(info.number, info.state) for info in tournament.load_rounds(connection, book.state.id)]
    found.records = connection.execute(select(func.count()).select_from(schema.record)).scalar() or 0
    times = [schema.record.c.received_at, schema.audit.c.at]
    found.newest_s = max(connection.execute(select(func.max(column))).scalar() or 0 for column in times)
    return found


def _swap(staged: Path, path: Path, stamp: str) -> str:
    """Put `staged` in the place of the database at `path`, which goes aside with its journal: that first, so that what is
    there is never a database with another's journal. Each step leaves all of it on the disk."""
    aside = path.with_name(f"{path.stem}.replaced-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.replaced-{stamp}-{number}{path.suffix}")
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    journal = path.with_name(path.name + "-wal")
    if journal.exists():
        journal.rename(aside.with_name(aside.name + "-wal"))
    was = path.exists()
    if was:
        path.rename(aside)
    staged.replace(path)
    folder_to_disk(path.parent)
    return str(aside) if was else ""


def _keys(source: Path, folder: Path) -> str:
    """The devices' keys of the copies' folder where the data directory has none: never an older file in a newer one's place."""
    if (folder / _KEYS).exists():
        return "kept"
    if not (source / _KEYS).is_file():
        return "missing"
    part = folder / (_KEYS + ".part")
    shutil.copyfile(source / _KEYS, part)
    to_disk(part)
    part.replace(folder / _KEYS)
    folder_to_disk(folder)
    return "from_copy"
