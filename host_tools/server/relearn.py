"""Host records that came back from a table, in the database and in the hall: what they were, they are again.

A PLAN of a round that the restored database does not know brings the round back: its number, and who sits at that table, by
names (plan_seats.py). Nothing is guessed: a plan whose names fit nobody, or two, is kept aside and shown.
"""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from host_tools.engine.acts import Draft
from host_tools.engine.meetings import seated
from host_tools.engine.pairing import PairingError, mitchell
from host_tools.engine.round_size import round_size, there
from host_tools.engine.state import PAIRS, EventState
from host_tools.server import ledger, records, schema, tournament
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.plan_seats import NotSure, seated_by
from host_tools.server.records import Arrived, Logs
from host_tools.server.store import meta, set_meta
from host_tools.server.tournament import CLOSED, DRAFT, PUBLISHED, EventInfo, RoundInfo
from tavolo.domain import kinds as k
from tavolo.domain.plan import Plan
from tavolo.domain.plan_reader import read_plan
from tavolo.domain.record import Record, RecordError, unpack

_PLAYED = (PUBLISHED, CLOSED)
_ASIDE = (records.FOREIGN_ROUND, records.FOREIGN_TABLE)
_WHY = "learned back from a table"


@dataclass
class Relearned:
    """What became of one record, and the event as it is now in the database; `ever`: a table that the device is now known
    to have had."""

    arrived: Arrived
    book: Book | None = None
    ever: tuple[str, int] | None = None


def take(connection: Connection, logs: Logs, rec: Record, data: bytes, device: str) -> Relearned:
    """Keep a record whose tag is ours, as `device` gave it back ("": a copied log, of which nobody knows whose it is)."""
    event = tournament.load_event(connection)
    if event is None or event.id != rec.event.hex():
        return Relearned(_keep(connection, logs, rec, data, records.FOREIGN_EVENT, "the database does not know this event"))
    why = _place(connection, event, rec)
    status = records.FOREIGN_ROUND if why else records.PLACED
    out = Relearned(_keep(connection, logs, rec, data, status, why))
    if status == records.PLACED:
        if device:
            _had_table(connection, device, rec.table)
            out.ever = (device, rec.table)
        out.book = ledger.load(connection, event.id)
    return out


def _keep(connection: Connection, logs: Logs, rec: Record, data: bytes, status: str, why: str) -> Arrived:
    arrived = records.take(connection, logs, rec, data, records.LEARNED, status)
    if arrived.new:
        set_meta(connection, "learned", str(int(meta(connection, "learned") or 0) + 1))
        if why:
            what = f"own seq {rec.seq} kind {rec.kind} round {rec.round.hex()} table {rec.table}"
            records.note(connection, "tavolo", "learned_aside", new=what, why=why)
    return arrived


def had_tables(connection: Connection, places: list[tuple[str, int]]) -> None:
    """Keep of each (device, table) that the device once had that table."""
    for device, place in places:
        _had_table(connection, device, place)


def _had_table(connection: Connection, device: str, place: int) -> None:
    """Only a device that was this table has these records: its own of that time count. Its table now stays as it is."""
    rows = schema.assignment.c
    ever = select(rows.id).where(rows.device == device, rows.place == place).limit(1)
    if connection.execute(ever).first() is None:
        now, _ = tournament.load_assignments(connection)
        tournament.assign(connection, [(device, place), (device, now.get(device, 0))], "tavolo")


# -- rounds -----------------------------------------------------------------------------------------------------------


def _place(connection: Connection, event: EventInfo, rec: Record) -> str:
    """Make room for the record's table in its round where that is missing. Why it has no place, or ""."""
    round_id = rec.round.hex()
    found = {info.id: info for info in tournament.load_rounds(connection, event.id)}
    info = found.get(round_id)
    if info is not None and info.state in _PLAYED and rec.table in info.seats:
        return ""
    if rec.kind != k.PLAN:
        return "the database does not know this round or table"
    try:
        plan = read_plan(rec.payload)
    except RecordError as fault:
        return str(fault)
    if info is None:
        if any(other.number == plan.number and other.state in _PLAYED for other in found.values()):
            return f"round {plan.number} was made anew meanwhile"
        if tournament.state_of(connection, round_id):
            return f"round {plan.number} was replaced before it was played"
    return _seat(connection, event, info, rec, plan)


def _seat(connection: Connection, event: EventInfo, info: RoundInfo | None, rec: Record, plan: Plan) -> str:
    round_id = rec.round.hex()
    if info is not None and rec.table in info.seats:  # paired before the copy was made, published after it
        _publish(connection, event, info.id)
        return ""
    if plan.table != rec.table:
        return f"table {rec.table}: its plan is for table {plan.table}"
    try:
        found = seated_by(ledger.load(connection, event.id), info, plan)
    except NotSure as fault:
        return str(fault)
    if info is None:
        what = {"id": round_id, "number": plan.number, "method": "danish", "deals": plan.deals, "minutes": plan.minutes}
        what |= {"scale": plan.scale_id, "bands": [list(band) for band in plan.bands]}
        _act(connection, event, Draft("round.back", what, _WHY))
        _publish(connection, event, round_id)
    elif rests := [who for who in info.rests if who in found.who]:  # a late pair joined who rested (joining.py)
        _act(connection, event, Draft("round.rest", {"id": info.id, "rests": [w for w in info.rests if w not in rests]}, _WHY))
    _act(connection, event, Draft("round.seat", {"id": round_id, "table": rec.table} | found.data(), _WHY))
    _complete(connection, event, round_id)
    return ""


def _act(connection: Connection, event: EventInfo, draft: Draft) -> None:
    ledger.append(connection, event.id, [draft], "tavolo")


def _publish(connection: Connection, event: EventInfo, round_id: str) -> None:
    """The round was published: those before it are closed, and it is too if a later one is known already."""
    book = ledger.load(connection, event.id)
    info = book.state.by_id(round_id)
    assert info is not None
    others = [other for other in book.state.rounds if other.id != info.id]
    drafts = [Draft("round.drop", {"id": o.id}, _WHY) for o in others if o.state == DRAFT and o.number <= info.number]
    before = [o for o in others if o.state == PUBLISHED and o.number < info.number]
    drafts += [tournament.closing(o, _WHY, learned=True) for o in before]
    later = any(other.number > info.number and other.state in _PLAYED for other in others)
    drafts.append(tournament.publishing(info))
    if later:
        drafts.append(tournament.closing(info, _WHY, learned=True))
    ledger.add(connection, event.id, book, drafts, "tavolo")


def _complete(connection: Connection, event: EventInfo, round_id: str) -> None:
    """With all tables back, who is left of each group rested; and the way of pairing shows by its outcome."""
    book = ledger.load(connection, event.id)
    state, info = book.state, book.state.by_id(round_id)
    assert info is not None
    left = sorted(set(there(state, info)) - seated(state, info))
    tables, rests = round_size(state, info)
    if len(left) != rests or len(info.seats) < tables:
        return
    drafts = [Draft("round.rest", {"id": info.id, "rests": left}, _WHY)] if left else []
    if state.kind == PAIRS and _is_mitchell(state, info):
        drafts.append(Draft("round.method", {"id": info.id, "method": "mitchell"}, _WHY))
    ledger.add(connection, event.id, book, drafts, "tavolo")


def _is_mitchell(state: EventState, info: RoundInfo) -> bool:
    before = [other for other in state.rounds if other.number < info.number]
    byes = Counter(pair for other in before for pair in other.rests)
    turn = 1 + sum(other.method == "mitchell" for other in before)
    try:
        return {table: (ns, ew) for table, ns, ew in mitchell(sorted(state.units), turn, byes).tables} == info.seats
    except PairingError:
        return False


# -- what was kept aside ----------------------------------------------------------------------------------------------


def try_again(connection: Connection, host_device: str) -> tuple[Book, set[int]] | None:
    """Bring tables back whose plans are kept aside, and fit since entries or names became others: one that the copy lacked was
    entered anew, a name was put right. The event and these tables; None where nothing of that has changed, or nothing fits."""
    event = tournament.load_event(connection)
    if event is None:
        return None
    acts, rows = schema.act.c, schema.record
    about = acts.kind.like("entry.%") | acts.kind.like("person.%") | (acts.kind == "event.settings")
    newest = str(connection.execute(select(func.max(acts.number)).where(acts.event == event.id, about)).scalar())
    if meta(connection, key := f"plans tried {event.id}") == newest:
        return None
    set_meta(connection, key, newest)
    mine = (rows.c.event == event.id, rows.c.device == host_device, rows.c.kind == k.PLAN)
    plans = connection.execute(select(rows).where(*mine, rows.c.status == records.FOREIGN_ROUND).order_by(rows.c.id)).all()
    placed = {row.place for row in plans if not _place(connection, event, unpack(row.bytes))}
    return (ledger.load(connection, event.id), placed) if placed else None


def adopt(connection: Connection, host_device: str) -> list[tuple[Record, bytes, bytes]]:
    """Records of this event that were kept aside and have a place now: (record, bytes, tag), in order of arrival."""
    event = tournament.load_event(connection)
    if event is None:
        return []
    seats = {(i.id, n) for i in tournament.load_rounds(connection, event.id) if i.state in _PLAYED for n in i.seats}
    _, ever = tournament.load_assignments(connection)
    rows = schema.record
    aside = select(rows).where(rows.c.event == event.id, rows.c.status.in_(_ASIDE)).order_by(rows.c.id)
    found = [
        row
        for row in connection.execute(aside)
        if (row.round, row.place) in seats and (row.device == host_device or (row.device, row.place) in ever)
    ]
    for row in found:
        connection.execute(rows.update().where(rows.c.id == row.id).values(status=records.PLACED))
    return [(unpack(row.bytes), row.bytes, row.tag) for row in found]


# -- the hall ---------------------------------------------------------------------------------------------------------


def show(host: Host, found: Relearned) -> None:
    """After the commit: the hall follows."""
    hall = host.hall
    if found.ever:
        hall.ever.add(found.ever)
    if not found.arrived.new:
        return
    hall.learned += 1
    hall.learning = True
    if found.book:
        hall.follow(found.book)
    if found.arrived.status == records.PLACED:
        hall.fold(found.arrived.rec, found.arrived.data, True)
    else:
        hall.put_aside(found.arrived.rec)
    host.hub.changed("round")


def follow(host: Host, found: tuple[Book, set[int]] | None) -> None:
    """After the commit: what `try_again` brought back."""
    if found is not None:
        host.hall.follow(found[0])
        host.hub.changed("round")


def fold(host: Host, found: list[tuple[Record, bytes, bytes]]) -> None:
    """Records that have a place now."""
    for rec, data, tag in found:
        host.hall.put_aside(rec, -1)
        host.hall.fold(rec, data, tag == records.LEARNED)
