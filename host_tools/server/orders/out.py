"""Orders by which an event goes out as a whole and comes back: its archive, and the second reckoning of its numbers."""

import asyncio
import re
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Connection

from host_tools.archive import reading
from host_tools.archive.form import LIMIT_BYTES, ArchiveError
from host_tools.archive.gather import Raw, archive_of, gather
from host_tools.archive.keeping import Here, Kept, keep
from host_tools.archive.reading import Archive
from host_tools.archive.told_numbers import Unreadable, told_numbers
from host_tools.engine import told
from host_tools.engine.state import DRAFT
from host_tools.server import left_over, records, tournament
from host_tools.server.hall import Hall
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.models import Strict
from host_tools.server.orders.events import EventId
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book
from host_tools.verify import verify

INCOMING = left_over.FOLDER  # where the command line lays an archive that it gives by name
_FILE = re.compile(r"[A-Za-z0-9_-]{1,60}\.json")


class ExportIn(Strict):
    """Which event; none: the one that is played. `numbers`: with the numbers as the engine has them at the same moment."""

    event: EventId | None = None
    numbers: bool = False


class ImportIn(Strict):
    """`archive`: all of it; or `file`: its name in the folder `incoming` of the data directory. `more`: an event that is here
    already may get what it lacks; `look`: only say what would come of it."""

    archive: dict[str, Any] | None = None
    file: Annotated[str, Field(max_length=70)] | None = None
    more: bool = False
    look: bool = False


class VerifyIn(Strict):
    """Which event; none: the one that is played."""

    event: EventId | None = None


async def _taken(host: Host, event: str | None, numbers: bool) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The archive of an event, and the engine's numbers at the moment at which it was taken."""
    wanted = event or the_book(host).state.id
    playing = host.hall.book is not None and host.hall.book.state.id == wanted
    found: dict[str, Any] = {}

    def then(raw: Raw | None) -> None:  # all that was committed before is in the hall by now, and nothing of what comes after
        if numbers and playing and host.hall.book is not None:
            state = host.hall.book.state
            found["told"] = told.numbers(state, {i.id: host.hall.results(i) for i in state.rounds if i.state != DRAFT})

    raw = await host.store.submit(lambda connection: gather(connection, wanted), then)
    if raw is None:
        raise Refused("no_event", f"there is no event {wanted}", "`event.list` tells which there are", 404)
    archive = await asyncio.to_thread(archive_of, raw)
    if numbers and not playing:
        try:
            found["told"] = await asyncio.to_thread(told_numbers, archive)
        except Unreadable as fault:
            raise Refused("damaged", str(fault), "`tavolo verify` on the archive's file says where") from fault
    return archive, found.get("told")


@order("archive.export", ExportIn, changes=False)
async def export(host: Host, body: ExportIn, who: str) -> dict[str, Any]:
    """The whole event as one archive: every act, person, record and older version; no PIN, no keys, no passwords."""
    archive, numbers = await _taken(host, body.event, body.numbers)
    return {"archive": archive} | ({"numbers": numbers} if body.numbers else {})


@order("archive.import", ImportIn)
async def import_(host: Host, body: ImportIn, who: str) -> dict[str, Any]:
    """Read an archived event into this database; it can be looked at, and is played only once it is opened."""
    archive = await _archive(host, body)
    own = host.keys.own()
    here = Here(host.hall.author[0].hex(), lambda data: records.believed(data, own), host.keys.names())

    def job(connection: Connection) -> tuple[Kept, Hall | None]:
        kept = keep(connection, archive, here, who, body.more)
        host.logs.forget()
        if body.look:
            raise _Looked(kept)
        if kept.same or tournament.playing(connection) != archive.event:
            return kept, None
        hall = Hall(host.hall.author)
        hall.rebuild(connection)
        return kept, hall

    async with in_turn(host):
        try:
            kept, _ = await host.store.submit(job, lambda found: _follow(host, found[1]))
        except _Looked as looked:
            kept = looked.kept
    return kept.as_dict() | {"acts": len(archive.acts), "records": len(archive.plain["records"]), "kept": not body.look}


class _Looked(Exception):
    """Ends the transaction of one who only looks: nothing is kept."""

    def __init__(self, kept: Kept) -> None:
        super().__init__("only looked")
        self.kept = kept


def _follow(host: Host, hall: Hall | None) -> None:
    """The event that is played has more than before: the hall and the tables follow."""
    if hall is None:
        return
    host.hall.take_over(hall)
    for device, live in list(host.hall.live.items()):
        if live.link:
            host.send_snapshot(device)
    host.hub.changed("round")


async def _archive(host: Host, body: ImportIn) -> Archive:
    if (body.archive is None) == (body.file is None):
        raise Refused("bad_input", "archive or file: one of them", "see docs/api.md for the fields", 422)
    try:
        if body.archive is not None:
            return await asyncio.to_thread(reading.checked, body.archive)
        return await asyncio.to_thread(_read, host, body.file or "")
    except ArchiveError as fault:
        raise Refused("archive", f"the archive cannot be taken: {fault}", "nothing was kept", 422) from fault


def _read(host: Host, name: str) -> Archive:
    path = host.folder / INCOMING / name
    if not _FILE.fullmatch(name) or path.is_symlink() or not path.is_file():
        raise ArchiveError(f"there is no file of that name in {INCOMING}")
    with path.open("rb") as file:
        return reading.read(file.read(LIMIT_BYTES + 1))


@order("verify", VerifyIn, changes=False)
async def check(host: Host, body: VerifyIn, who: str) -> dict[str, Any]:
    """Reckon every number of an event a second time, by code that shares nothing with the engine (docs/verify.md)."""
    archive, numbers = await _taken(host, body.event, True)
    report = await asyncio.to_thread(verify, archive, numbers)
    return report.as_dict() | {"lines": list(report.lines())}
