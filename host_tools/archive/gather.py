"""An event of the database -> its archive. `gather` is a short job on the writer's thread, so that nothing comes between its
parts; what takes time, `archive_of`, is done elsewhere."""

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, select

from host_tools import __version__
from host_tools.archive.form import FORMAT, TABLES_TAG, sealed
from host_tools.engine.acts import FIRST, Act
from host_tools.server import ledger, schema
from host_tools.server.ledger import Person
from host_tools.server.store import meta

_RECORD = ("device", "log", "seq", "bytes", "tag", "event", "round", "place", "kind", "status", "received_at")
_CONFLICT = ("device", "log", "seq", "bytes", "tag", "received_at")
_DECISION = ("about", "who", "at", "why", "article")
_GAP = ("device", "log", "first", "last")
_ASSIGNMENT = ("device", "place", "made_at")


@dataclass(frozen=True)
class Raw:
    """What the database has of an event, and more of it than belongs to it. `before`: {"assignments", "at"} of an event that
    came from an archive."""

    event: str
    name: str
    made_at: int
    acts: list[Act]
    persons: dict[int, Person]
    records: Sequence[Any]
    conflicts: Sequence[Any]
    decisions: Sequence[Any]
    gaps: Sequence[Any]
    assignments: Sequence[Any]
    before: dict[str, Any]


def archived_key(event: str) -> str:
    """Where `meta` keeps what an archive had that has no table of its own."""
    return f"archived {event}"


def gather(connection: Connection, event: str) -> Raw | None:
    """All of an event as it is now; None for one that is not there."""
    head = connection.execute(select(schema.event).where(schema.event.c.id == event)).first()
    if head is None:
        return None
    mine = schema.record.c.event == event
    acts, people = ledger.load_acts(connection, event), ledger.load_persons(connection, event)
    return Raw(
        event,
        head.name,
        head.made_at,
        acts,
        people,
        connection.execute(_wanted(schema.record, _RECORD).where(mine)).all(),
        connection.execute(_wanted(schema.conflict, _CONFLICT)).all(),
        connection.execute(_wanted(schema.decision, _DECISION)).all(),
        connection.execute(select(*(schema.gap.c[name] for name in _GAP)).order_by(*schema.gap.primary_key.columns)).all(),
        connection.execute(_wanted(schema.assignment, _ASSIGNMENT)).all(),
        json.loads(meta(connection, archived_key(event)) or "{}"),
    )


def _wanted(table: Table, names: Iterable[str]) -> Any:
    return select(*(table.c[name] for name in names)).order_by(table.c.id)


def archive_of(raw: Raw) -> dict[str, Any]:
    """The archive, sealed."""
    ids = {(row.device, row.log, row.seq) for row in raw.records}
    conflicts = [row for row in raw.conflicts if (row.device, row.log, row.seq) in ids or row.bytes[20:24].hex() == raw.event]
    archive: dict[str, Any] = {"format": FORMAT, "tavolo": __version__, "event": raw.event, "name": raw.name}
    archive |= {"made_at": raw.made_at, "head": raw.acts[-1].hash if raw.acts else FIRST}
    archive["acts"] = [dict(vars(act)) for act in raw.acts]
    archive["persons"] = [person._asdict() for _, person in sorted(raw.persons.items())]
    archive["records"] = [_plain(row) for row in raw.records]
    archive["conflicts"] = [_plain(row) for row in conflicts]
    archive["decisions"] = _decisions(raw, conflicts)
    archive["gaps"] = _gaps(raw)
    archive["assignments"] = _assignments(raw)
    return sealed(archive)


def _plain(row: Any) -> dict[str, Any]:
    fields = dict(row._mapping)
    return {name: base64.b64encode(value).decode() if isinstance(value, bytes) else value for name, value in fields.items()}


def _decisions(raw: Raw, conflicts: Sequence[Any]) -> list[dict[str, Any]]:
    """Those about this event: a version's id, round/table/deal, or a conflict's name."""
    rounds = {row.round for row in raw.records} | {str(act.data.get("id")) for act in raw.acts if act.kind.startswith("round.")}
    names = {f"{row.device}{row.log}{row.seq:08x}" for row in raw.records}
    names |= {f"{row.device}/{row.log}/{row.seq}" for row in conflicts}
    return [_plain(row) for row in raw.decisions if row.about in names or row.about.partition("/")[0] in rounds]


def _gaps(raw: Raw) -> list[dict[str, Any]]:
    """Those between two records of the event in one log: a log goes on from event to event."""
    span: dict[tuple[str, str], tuple[int, int]] = {}
    for row in raw.records:
        low, high = span.get((row.device, row.log), (row.seq, row.seq))
        span[row.device, row.log] = min(low, row.seq), max(high, row.seq)
    return [_plain(row) for row in raw.gaps if _within(row, span.get((row.device, row.log)))]


def _within(gap: Any, span: tuple[int, int] | None) -> bool:
    return span is not None and span[0] < gap.first and bool(gap.last < span[1])


def _assignments(raw: Raw) -> list[dict[str, Any]]:
    """Which device had which table while the event was played; of an event out of an archive what stood there, and what came
    since."""
    tables = {row.device for row in raw.records if len(row.tag) == TABLES_TAG}
    last = max([raw.made_at, *(act.at for act in raw.acts), *(row.received_at for row in raw.records)])
    since = raw.before.get("at", raw.made_at)
    later = [row for row in raw.assignments if row.device in tables and since <= row.made_at <= last]
    return [*raw.before.get("assignments", []), *(_plain(row) for row in later)]
