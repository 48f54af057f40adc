"""Why a table is held after a restore: what it plays is not known here, and cannot be rebuilt (relearn.py). Reads only."""

from typing import Any

from sqlalchemy import Connection, func, select

from host_tools.server import records, schema, tournament
from host_tools.server.plan_seats import NotSure, seated_by
from host_tools.server.tournament import CLOSED, DRAFT, PUBLISHED
from tavolo.domain import kinds as k
from tavolo.domain.plan_reader import read_plan
from tavolo.domain.record import unpack

_PLAYED = (PUBLISHED, CLOSED)


def hold(connection: Connection, event_id: str, round_id: str, table: int) -> str:
    """Why a table that is in this round must not be sent elsewhere before somebody has decided: its "event" or "round" is
    unknown here; "" where it may. What was made after its records came back is a decision."""
    event = tournament.load_event(connection)
    rows = schema.record
    came = select(func.min(rows.c.received_at)).where(rows.c.event == event_id, rows.c.round == round_id)
    got = connection.execute(came).scalar()
    if connection.execute(select(schema.event.c.id).where(schema.event.c.id == event_id)).first() is None:
        made = connection.execute(select(func.max(schema.event.c.made_at))).scalar()
        return "" if got is not None and made is not None and made > got else "event"
    if event is None or event.id != event_id:
        return ""  # an event of before
    known = tournament.state_of(connection, round_id)
    if known and known != DRAFT and not _aside(connection, round_id, table):
        return ""
    acts = schema.act.c
    made = connection.execute(select(func.max(acts.at)).where(acts.event == event_id, acts.kind == "round.pair")).scalar()
    if got is not None and made is not None and made > got:
        return ""
    return "" if _made_anew(connection, event_id, round_id) else "round"


def why_held(connection: Connection, event_id: str, round_id: str, table: int) -> dict[str, Any]:
    """{"table", "why", "names"}: what the plan of a table that is held lacks (NotSure); "no_plan" where none came."""
    found: dict[str, Any] = {"table": table, "why": "no_plan", "names": []}
    book = tournament.load_book(connection)
    rows = schema.record
    mine = (rows.c.event == event_id, rows.c.round == round_id, rows.c.place == table, rows.c.kind == k.PLAN)
    row = connection.execute(select(rows.c.bytes).where(*mine, rows.c.status == records.FOREIGN_ROUND)).first()
    if row is not None and book is not None and book.state.id == event_id:
        try:
            seated_by(book, book.state.by_id(round_id), read_plan(unpack(row.bytes).payload))
        except NotSure as fault:
            found |= {"why": fault.code, "names": list(fault.names)}
    return found


def _aside(connection: Connection, round_id: str, table: int) -> bool:
    """The round is known, but this table of it could not be brought back."""
    rows = schema.record
    ours = rows.c.status != records.HOSTS_WORD
    plans = select(rows.c.status).where(rows.c.round == round_id, rows.c.place == table, rows.c.kind == k.PLAN, ours)
    found = [row.status for row in connection.execute(plans)]
    return bool(found) and records.PLACED not in found


def _made_anew(connection: Connection, event_id: str, round_id: str) -> bool:
    rows = schema.record
    ours = rows.c.status != records.HOSTS_WORD
    plans = select(rows.c.bytes).where(rows.c.round == round_id, rows.c.kind == k.PLAN, ours)
    row = connection.execute(plans).first()
    if row is None:
        return False
    number = read_plan(unpack(row.bytes).payload).number
    rounds = tournament.load_rounds(connection, event_id)
    return any(i.number == number and i.state in _PLAYED and i.id != round_id for i in rounds)
