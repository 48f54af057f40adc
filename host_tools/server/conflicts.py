"""Records with the id of another one and other bytes: both are kept, and shown side by side until the arbiter has decided."""

from typing import Any

from sqlalchemy import Connection, select

from host_tools.server import schema
from host_tools.server.records import note
from tavolo.domain import facts, scoring
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, RecordError, unpack

_MOST = 50  # a page of them; the rest follows when these are decided
_NAMES = {value: name for name, value in vars(k).items() if name.isupper() and 1 <= value <= k.RESULT}


def decision(who: str, at: int, why: str, article: str) -> dict[str, Any]:
    """As pages show it; `at` in Unix seconds."""
    return {"who": who, "at": at, "why": why, "article": article}


def load_decisions(connection: Connection) -> dict[str, dict[str, Any]]:
    """All decisions so far, by what they are about: a version's id, a deal, or the name of a conflict."""
    rows = schema.decision
    found = connection.execute(select(rows).order_by(rows.c.id))
    return {row.about: decision(row.who, row.at, row.why, row.article) for row in found}


def load_open(connection: Connection, decided: dict[str, dict[str, Any]]) -> list[str]:
    """Names (device/log/seq) of the conflicts that nobody has decided, each once, the oldest first."""
    rows = schema.conflict
    found = connection.execute(select(rows.c.device, rows.c.log, rows.c.seq).order_by(rows.c.id))
    names = dict.fromkeys(f"{row.device}/{row.log}/{row.seq}" for row in found)
    return [name for name in names if name not in decided]


def pair_of(connection: Connection, name: str) -> list[tuple[int, Record]]:
    """(0, the record that came first), then (number, each other one)."""
    device, log, seq = name.split("/")
    first, other = schema.record, schema.conflict
    mine = first.c.device == device, first.c.log == log, first.c.seq == int(seq)
    found = [(0, unpack(row.bytes)) for row in connection.execute(select(first.c.bytes).where(*mine))]
    theirs = other.c.device == device, other.c.log == log, other.c.seq == int(seq)
    rows = connection.execute(select(other.c.id, other.c.bytes).where(*theirs).order_by(other.c.id))
    return found + [(row.id, unpack(row.bytes)) for row in rows]


def note_settled(connection: Connection, name: str, who: str, why: str) -> None:
    """The audit log's line for a conflict whose first record stays."""
    note(connection, who, "record_conflict_settled", new=name, why=why)


def record_view(number: int, rec: Record, profile: int) -> dict[str, Any]:
    """What a record says, in parts where it is a deal. `number`: 0 the one that counts, else for `settle`."""
    view: dict[str, Any] = {"number": number, "kind": rec.kind, "what": _NAMES.get(rec.kind, ""), "at_ms": rec.at_ms}
    view |= {"round_id": rec.round.hex(), "table": rec.table, "payload": rec.payload.hex(), "deal": None}
    if rec.kind in (k.DEAL, k.REVISE):
        try:
            at, _, _, ns, ew, _ = facts.read_deal(rec.payload)
        except RecordError:
            return view
        totals = scoring.totals(ns, ew, profile)
        view["deal"] = {"deal": at, "ns": ns, "ew": ew, "totals": list(totals)}
    return view


def list_open(connection: Connection, names: list[str], profile: int) -> list[dict[str, Any]]:
    """What pages show of the conflicts in `names`."""
    out = []
    for name in names[:_MOST]:
        found = pair_of(connection, name)
        out.append({"name": name, "device": name.split("/")[0], "versions": [record_view(n, rec, profile) for n, rec in found]})
    return out
