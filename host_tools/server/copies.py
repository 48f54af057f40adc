"""A copy of the database each minute in a second place, on a thread of its own: it never holds up the tournament.

A copy is a SQLite file, written aside, flushed, renamed: `tavolo-000042-20260927T143000Z.sqlite`. Kept are the newest 60, the
last of each hour of the day before those, and the last of each day of the month before.
"""

import asyncio
import json
import logging
import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select

from host_tools.server import schema
from host_tools.server.database import Database, StoreError, told
from host_tools.server.sqlite_file import to_disk

MARKER = "tavolo-copies.json"
_NAME = re.compile(r"tavolo-(\d{6})-(\d{8}T\d{6}Z)\.sqlite")
_STAMP = "%Y%m%dT%H%M%SZ"
_NEWEST = 60
_HOURS, _DAYS = 24, 31
_ROOM = 8 << 20  # bytes beside twice a copy's size
_HANGS_S = 120
_STILL = "event_time"  # changes each second, and is no change
_log = logging.getLogger("tavolo.server")


class CopyError(Exception):
    """No copy can be made there; the text says why."""


def listed(folder: Path) -> list[tuple[int, datetime, Path]]:
    """The copies in a folder: (number, when, path), the oldest first. Raises OSError."""
    found = []
    for path in folder.iterdir():
        match = _NAME.fullmatch(path.name)
        if match:
            try:
                when = datetime.strptime(match[2], _STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue  # no name of ours
            found.append((int(match[1]), when, path))
    return sorted(found)


def surplus(copies: list[tuple[int, datetime, Path]]) -> list[Path]:
    """Which of `copies` (the oldest first) need not be kept."""
    older, newest = copies[:-_NEWEST], copies[-_NEWEST:]
    keep: dict[str, Path] = {}
    for _, when, path in older:  # a later one of the same hour or day takes the place
        age = newest[-1][1] - when
        if age < timedelta(hours=_HOURS):
            keep[when.strftime("hour %Y%m%d%H")] = path
        if age < timedelta(days=_DAYS):
            keep[when.strftime("day %Y%m%d")] = path
    return [path for _, _, path in older if path not in keep.values()]


def state_of(connection: Connection) -> tuple[list[Any], dict[str, str]]:
    """What differs when anything but the clock's mark has changed: rows are only added, and each change of one has its line
    in the audit log."""
    found: list[Any] = []
    for table in [table for table in schema.metadata.sorted_tables if table is not schema.meta]:
        what = func.max(table.c.id) if "id" in table.c and table.autoincrement_column is not None else func.count()
        found.append(connection.execute(select(what).select_from(table)).scalar())
    rows = connection.execute(select(schema.meta).where(schema.meta.c.key != _STILL).order_by(schema.meta.c.key))
    return found, {row.key: row.value for row in rows}


class Copies:
    """Copies of `database` in `folder`, each `every_s` seconds when something has changed; `keys`: a file that goes with them.
    `now()`: Unix seconds."""

    def __init__(
        self,
        database: Database,
        folder: Path,
        keys: Path | None = None,
        every_s: float = 60,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.folder, self._database, self._keys = folder, database, keys
        self._every_s, self._now = every_s, now
        self._last: tuple[list[Any], dict[str, str]] | None = None
        self._last_at: float | None = None
        self._began: float | None = None
        self._fault = ""
        self._end = threading.Event()
        self._thread: threading.Thread | None = None
        self._note: Callable[[str, str], None] = lambda what, why: None

    def start(self, note: Callable[[str, str], None]) -> None:
        """Begin. `note(what, why)`: called on the copies' thread when they begin to fail, and when they do no more."""
        self._note = note
        self._thread = threading.Thread(target=self._work, name="copies", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """A last copy, and the end; a place that does not answer is waited for 5 s."""
        self._end.set()
        if self._thread:
            await asyncio.to_thread(self._thread.join, 5)

    def state(self) -> dict[str, Any]:
        """`age_s`: since the newest copy was known to be as new as the database (None: none yet); `fault`: why there are
        no newer ones, or ""."""
        began, fault = self._began, self._fault
        if began is not None and self._now() - began > _HANGS_S:
            fault = f"{self.folder} has not answered for {int(self._now() - began)} s"
        age = None if self._last_at is None else max(0, int(self._now() - self._last_at))
        return {"folder": str(self.folder), "age_s": age, "fault": fault, "same_disk": self._same_disk()}

    def _same_disk(self) -> bool | None:
        """Whether the copies die with the database's disk; None where that cannot be told."""
        path = getattr(self._database, "path", None)
        try:
            return path is not None and path.stat().st_dev == self.folder.stat().st_dev
        except OSError:
            return None

    def _work(self) -> None:
        while True:
            ending = self._end.is_set()
            self.turn()
            if ending:
                return
            self._end.wait(self._every_s)

    def turn(self) -> None:
        """One copy if something has changed. What fails is told, in `state` and once by `note`; nothing is raised."""
        self._began = self._now()
        fault = ""
        try:
            self.once()
        except Exception as raised:  # noqa: BLE001 -- told on the page and in the audit log: the tournament goes on
            fault = str(raised) if isinstance(raised, (CopyError, StoreError, OSError)) else repr(raised)
        self._began = None
        before, self._fault = self._fault, fault
        if bool(fault) != bool(before):
            _log.log(logging.ERROR if fault else logging.INFO, "copies in %s: %s", self.folder, fault or "are made again")
            self._note("copies_failed" if fault else "copies_again", fault or str(self.folder))

    def once(self) -> Path | None:
        """Make a copy now unless the newest is as new as the database: None. Raises CopyError, StoreError, OSError."""
        with told(self._database), self._database.readers.connect() as connection:
            now = state_of(connection)
        self._look(now[1].get("host_device", ""))
        made = None
        if now != self._last or not (have := listed(self.folder)) or not have[-1][2].exists():
            made = self._copy()
            self._last = now
        if self._keys is not None:
            self._copy_keys(self._keys)
        self._last_at = self._now()
        return made

    def _look(self, host: str) -> None:
        """Make the folder, or see that it is this Tavolo's; what a copy that was cut off has left goes."""
        marker = self.folder / MARKER
        if not marker.exists():
            if self._last is not None:
                raise CopyError(f"{self.folder} is not there any more, or empty: is the disk unplugged?")
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(marker, (json.dumps({"format": "tavolo-copies", "host": host}) + "\n").encode())
        try:
            found = json.loads(marker.read_text(encoding="utf-8")[:1000])
            owner = found["host"]
        except (ValueError, LookupError, TypeError):
            raise CopyError(f"{marker} is damaged: remove it if the copies there are this tournament's") from None
        if owner != host:
            raise CopyError(f"{self.folder} has the copies of another Tavolo: give another folder with --copies")
        for path in self.folder.glob("*.part"):
            path.unlink()

    def _copy(self) -> Path:
        have = listed(self.folder)
        path = getattr(self._database, "path", None)
        size = max([have[-1][2].stat().st_size if have else 0, path.stat().st_size if path else 0])
        free = shutil.disk_usage(self.folder).free
        if free < 2 * size + _ROOM:
            raise CopyError(f"{self.folder} has no room for a copy: {free >> 20} MB are free")
        stamp = datetime.fromtimestamp(self._now(), UTC).strftime(_STAMP)
        made = self.folder / f"tavolo-{have[-1][0] + 1 if have else 1:06}-{stamp}.sqlite"
        part = made.with_name(made.name + ".part")
        self._database.copy_to(part)
        part.replace(made)
        folder_to_disk(self.folder)
        for old in surplus(listed(self.folder)):
            old.unlink()
        return made

    def _copy_keys(self, keys: Path) -> None:
        data, to = keys.read_bytes(), self.folder / keys.name
        if not to.exists() or to.read_bytes() != data:
            _write(to, data)


def _write(path: Path, data: bytes) -> None:
    """Put a file there whole, the owner's alone."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
    to_disk(part)
    part.replace(path)
    folder_to_disk(path.parent)


def folder_to_disk(folder: Path) -> None:
    """Return when a folder's names are on the disk, where the system can do that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
