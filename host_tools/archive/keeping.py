"""An archive -> the database: an event that is not there, or more of one that is. A job of the store: it keeps all or nothing.

Nothing that is there is lost, and no table is moved: who has which table now is a matter of the event that is played.
"""

import base64
import json
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from host_tools.archive.form import TABLES_TAG
from host_tools.archive.gather import archive_of, archived_key, gather
from host_tools.archive.reading import Archive
from host_tools.engine.acts import canonical
from host_tools.server import records, schema, tournament
from host_tools.server.records import note
from host_tools.server.refusal import Refused
from host_tools.server.store import set_meta

Key = tuple[str, str, int]


@dataclass(frozen=True)
class Here:
    """This computer: its `device` as a host, whether it `wrote` a record with these bytes, `devices` that it knows as tables."""

    device: str
    wrote: Callable[[bytes], bool]
    devices: Collection[str]


@dataclass
class Kept:
    """What came of it: `new` event or more of one that was there; rows `added` by list; `same`: there was nothing to do."""

    event: str
    name: str
    new: bool
    added: dict[str, int] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """All of it was there already."""
        return not self.new and not any(self.added.values())

    def as_dict(self) -> dict[str, Any]:
        """Plain data for an answer."""
        return {"event": self.event, "name": self.name, "new": self.new, "same": self.same, "added": self.added}


def keep(connection: Connection, archive: Archive, here: Here, who: str, more: bool = False) -> Kept:
    """Keep an archive. `more`: an event that is there may get what it lacks. Raises Refused, with nothing kept."""
    _hosts_fit(connection, archive, here)
    _rounds_fit(connection, archive)
    raw = gather(connection, archive.event)
    there = archive_of(raw) if raw is not None else None
    known = _records_fit(connection, archive)
    kept = Kept(archive.event, archive.plain["name"], there is None, _lacking(archive, there))
    if there is not None:
        _follows(archive, there)
        if kept.same:
            return kept
        if not more:
            what = ", ".join(f"{count} {name}" for name, count in kept.added.items() if count)
            text = f"the event {archive.event} is here already, and the archive has more of it: {what}"
            raise Refused("event_known", text, "confirm that they are added")
    _write(connection, archive, there, known)
    note(connection, who, "event_restored", new=f"{archive.event} {kept.added}", why=f"archive {archive.plain['sha256']}")
    return kept


def _hosts_fit(connection: Connection, archive: Archive, here: Here) -> None:
    """A table that we know may not become a host by an archive, and what this computer is said to have said it has said."""
    rows = schema.record
    tables = {row["device"] for row in archive.plain["records"]} - archive.hosts
    spoke = select(rows.c.device).where(rows.c.device.in_(sorted(archive.hosts)), func.length(rows.c.tag) == TABLES_TAG)
    wrong = archive.hosts & {*here.devices, *connection.execute(spoke).scalars()} or tables & {here.device}
    if wrong:
        text = f"device {sorted(wrong)[0]} is a table here and a host in the archive, or the other way round"
        raise Refused("archive", text, "is it an archive of these tables?", 422)
    own = [row for row in archive.plain["records"] if row["device"] == here.device]
    if forged := next((row for row in own if not here.wrote(base64.b64decode(row["bytes"]))), None):
        text = f"record {forged['device']}/{forged['log']}/{forged['seq']} bears this computer's name, but not its mark"
        raise Refused("archive", text, "use an archive that nobody has changed", 422)


def _rounds_fit(connection: Connection, archive: Archive) -> None:
    """A round is of one event alone: sheets, decisions and tables know it by its id."""
    rows, kinds = schema.act, ("round.pair", "round.back")
    others = select(rows.c.data).where(rows.c.event != archive.event, rows.c.kind.in_(kinds))
    here = {json.loads(data)["id"] for data in connection.execute(others).scalars()}
    mine = {str(act.data.get("id")) for act in archive.acts if act.kind in kinds}
    mine |= {row["round"] for row in archive.plain["records"]}
    if both := here & mine:
        text = f"round {sorted(both)[0]} of the archive is a round of another event here"
        raise Refused("archive", text, "use an archive that nobody has changed", 422)


def _records_fit(connection: Connection, archive: Archive) -> dict[Key, Any]:
    """Rows that are here under an id of the archive's. Raises Refused where one has other bytes."""
    rows, known = schema.record, {}
    mine = {(row["device"], row["log"], row["seq"]): row["bytes"] for row in archive.plain["records"]}
    for device, log in sorted({key[:2] for key in mine}):
        wanted = select(rows.c.id, rows.c.seq, rows.c.bytes, rows.c.status).where(rows.c.device == device, rows.c.log == log)
        for row in connection.execute(wanted):
            there = mine.get((device, log, row.seq))
            if there is not None and base64.b64encode(row.bytes).decode() != there:
                text = f"record {device}/{log}/{row.seq} is here with other bytes"
                raise Refused("archive", text, "the archive and this database contradict each other", 409)
            if there is not None:
                known[device, log, row.seq] = row
    return known


def _follows(archive: Archive, there: dict[str, Any]) -> None:
    """What is here must be the archive's beginning. Raises Refused."""
    acts, ours = archive.plain["acts"], there["acts"]
    other = next((at for at, (one, two) in enumerate(zip(acts, ours, strict=False), 1) if one["hash"] != two["hash"]), None)
    if other is not None:
        text = f"the event {archive.event} is here already, and from act {other} on it is another one"
        raise Refused("event_other", text, "read the archive into an empty data directory (--data)")
    if len(acts) < len(ours):
        text = f"the event {archive.event} is here already and is newer: {len(ours)} acts, the archive has {len(acts)}"
        raise Refused("event_newer", text, "nothing is to be done")


def _lacking(archive: Archive, there: dict[str, Any] | None) -> dict[str, int]:
    """How many rows of each list are not here as the archive has them."""
    found = {}
    for name in ("acts", "persons", "records", "conflicts", "decisions", "gaps"):
        ours = {_name(name, row) for row in there[name]} if there else set()
        found[name] = sum(_name(name, row) not in ours for row in archive.plain[name])
    if there:
        found["persons"] -= _erased(archive, there)
    return found


def _name(part: str, row: dict[str, Any]) -> str:
    """What makes a row the same: of a record not when it came, and where it was put."""
    names = {"acts": ("hash",), "records": ("device", "log", "seq"), "conflicts": ("device", "log", "seq", "bytes")}
    return canonical([row[name] for name in names.get(part, sorted(row))])


def _erased(archive: Archive, there: dict[str, Any]) -> int:
    """Persons whose names were erased here since: an archive does not bring them back."""
    gone = {row["number"] for row in there["persons"] if row["erased"]}
    return sum(row["number"] in gone and not row["erased"] for row in archive.plain["persons"])


def _write(connection: Connection, archive: Archive, there: dict[str, Any] | None, known: dict[Key, Any]) -> None:
    event, now = archive.event, int(time.time())
    if there is None:
        rows = schema.event
        number = (connection.execute(select(func.max(rows.c.number))).scalar() or 0) + 1
        head = {"id": event, "number": number, "name": archive.plain["name"], "made_at": archive.plain["made_at"]}
        connection.execute(rows.insert().values(**head))
        placed = {"assignments": archive.plain["assignments"], "at": now + 1}
        set_meta(connection, archived_key(event), json.dumps(placed))
    tournament.add_hosts(connection, event, archive.hosts)
    _acts(connection, archive, len(there["acts"]) if there else 0)
    _persons(connection, archive, now)
    _records(connection, archive, known)
    _rest(connection, archive)


def _acts(connection: Connection, archive: Archive, after: int) -> None:
    plain = ("number", "at", "who", "kind", "why", "article", "before", "hash")
    rows = [
        {name: getattr(act, name) for name in plain}
        | {"event": archive.event, "data": canonical(act.data), "old": canonical(act.old)}
        for act in archive.acts[after:]
    ]
    _insert(connection, schema.act, rows)


def _persons(connection: Connection, archive: Archive, now: int) -> None:
    rows = schema.person
    found = connection.execute(select(rows.c.number, rows.c.erased_at).where(rows.c.event == archive.event))
    there = {row.number: row.erased_at for row in found}
    fresh = []
    for one in archive.plain["persons"]:
        row = {name: one[name] for name in ("number", "name", "club", "card")} | {"erased_at": now if one["erased"] else None}
        if one["number"] not in there:
            fresh.append(row | {"event": archive.event})
        elif there[one["number"]] is None:
            mine = rows.c.event == archive.event, rows.c.number == one["number"]
            connection.execute(rows.update().where(*mine).values(**row))
    _insert(connection, rows, fresh)


def _records(connection: Connection, archive: Archive, known: dict[Key, Any]) -> None:
    """In the archive's order; a row that was here before takes its place in it, and keeps a place in a sheet that it has got."""
    if known:
        gone = schema.record.delete().where(schema.record.c.id == bindparam("old"))
        connection.execute(gone, [{"old": row.id} for row in known.values()])
    fresh = []
    for one in archive.plain["records"]:
        row = _bytes(one)
        was = known.get((one["device"], one["log"], one["seq"]))
        fresh.append(row | ({"status": records.PLACED} if was is not None and was.status == records.PLACED else {}))
    _insert(connection, schema.record, fresh)


def _rest(connection: Connection, archive: Archive) -> None:
    """Conflicts, decisions and gaps that are not here yet."""
    for table, name in ((schema.conflict, "conflicts"), (schema.decision, "decisions"), (schema.gap, "gaps")):
        names = (
            ("device", "log", "first")
            if name == "gaps"
            else tuple(c.name for c in table.columns if c.name not in ("id", "received_at"))
        )
        there = {tuple(row) for row in connection.execute(select(*(table.c[one] for one in names)))}
        rows = [_bytes(row) for row in archive.plain[name]]
        _insert(connection, table, [row for row in rows if tuple(row[one] for one in names) not in there])


def _bytes(row: dict[str, Any]) -> dict[str, Any]:
    return {name: base64.b64decode(value) if name in ("bytes", "tag") else value for name, value in row.items()}


def _insert(connection: Connection, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    if found := list(rows):
        connection.execute(table.insert(), found)
