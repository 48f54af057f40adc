"""Event, entries and rounds in the database: jobs that read and write them. They decide nothing about burraco.

Each function takes the connection of a job (store.py) and is called on the writer's or a reader's thread.
"""

import json
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from host_tools.engine.pairing import Pairing
from host_tools.server import schema
from host_tools.server.records import note

DRAFT = "draft"
PUBLISHED = "published"
CLOSED = "closed"
REPLACED = "replaced"


@dataclass(frozen=True)
class EventInfo:
    """The event that is played. `settings`: policy, last_minutes, warnings, bye_vp, bye_mp, bands."""

    id: str
    name: str
    deals: int
    minutes: int
    rounds: int
    profile: int
    scale: str
    settings: dict[str, Any]
    pairs: dict[int, tuple[str, str]]

    def pair_name(self, pair: int | None) -> str:
        """ "Rossi - Bianchi", or "" for no pair."""
        return " - ".join(name for name in self.pairs[pair] if name) if pair in self.pairs else ""


@dataclass
class RoundInfo:
    """A round and its seating: `seats` table -> (NS pair, EW pair); `bye` the pair that rests."""

    id: str
    number: int
    method: str
    state: str
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    bye: int | None = None


def make_event(connection: Connection, info: EventInfo, who: str) -> EventInfo:
    """Keep a new event with its entries; it becomes the one that is played."""
    rows = schema.event
    number = (connection.execute(select(func.max(rows.c.number))).scalar() or 0) + 1
    values = {name: getattr(info, name) for name in ("id", "name", "deals", "minutes", "rounds", "profile", "scale")}
    values |= {"number": number, "settings": json.dumps(info.settings), "made_at": int(time.time())}
    connection.execute(rows.insert().values(**values))
    entries = [{"event": info.id, "pair": n, "first": a, "second": b} for n, (a, b) in info.pairs.items()]
    connection.execute(schema.entry.insert(), entries)
    note(connection, who, "event", new=f"{info.id} {info.name}: {len(entries)} pairs, {info.deals} deals, {info.minutes} min")
    return info


def load_event(connection: Connection) -> EventInfo | None:
    """The event that is played, or None before the first."""
    rows = schema.event
    found = connection.execute(select(rows).order_by(rows.c.number.desc()).limit(1)).first()
    if found is None:
        return None
    entries = connection.execute(select(schema.entry).where(schema.entry.c.event == found.id))
    pairs = {row.pair: (row.first, row.second) for row in entries}
    settings = json.loads(found.settings)
    plain = (found.id, found.name, found.deals, found.minutes, found.rounds, found.profile, found.scale)
    return EventInfo(*plain, settings, pairs)


def load_rounds(connection: Connection, event: str) -> list[RoundInfo]:
    """The event's rounds in order, without those that were replaced before they were played."""
    rows = schema.round_
    query = select(rows).where(rows.c.event == event, rows.c.state != REPLACED).order_by(rows.c.number)
    found = [RoundInfo(row.id, row.number, row.method, row.state) for row in connection.execute(query)]
    for info in found:
        for seat in connection.execute(select(schema.seating).where(schema.seating.c.round == info.id)):
            if seat.place:
                info.seats[seat.place] = (seat.ns, seat.ew)
            else:
                info.bye = seat.ns
    return found


def make_round(connection: Connection, event: str, info: RoundInfo, pairing: Pairing, who: str) -> RoundInfo:
    """Keep a draft round; an earlier draft of the same number is marked as replaced."""
    rows = schema.round_
    drafts = (rows.c.event == event) & (rows.c.number == info.number) & (rows.c.state == DRAFT)
    connection.execute(rows.update().where(drafts).values(state=REPLACED))
    values = {"id": info.id, "event": event, "number": info.number, "method": info.method, "state": DRAFT}
    connection.execute(rows.insert().values(**values, made_at=int(time.time())))
    info.seats = {table: (ns, ew) for table, ns, ew in pairing.tables}
    info.bye = pairing.bye
    seats = [{"round": info.id, "place": t, "ns": ns, "ew": ew} for t, (ns, ew) in info.seats.items()]
    if pairing.bye is not None:
        seats.append({"round": info.id, "place": 0, "ns": pairing.bye, "ew": None})
    connection.execute(schema.seating.insert(), seats)
    note(connection, who, "round_paired", new=f"{info.number} {info.method} {info.id}")
    return info


def state_of(connection: Connection, round_id: str) -> str:
    """A round's state as the database has it now; "" for no such round."""
    return str(connection.execute(select(schema.round_.c.state).where(schema.round_.c.id == round_id)).scalar() or "")


def set_round_state(connection: Connection, info: RoundInfo, state: str, who: str, why: str = "") -> None:
    """Publish or close a round."""
    rows = schema.round_
    connection.execute(rows.update().where(rows.c.id == info.id).values(state=state))
    note(connection, who, "round_state", old=f"{info.number} {info.state}", new=state, why=why)


def add_devices(connection: Connection, names: dict[str, str]) -> None:
    """Make the devices of the keys file known to the database."""
    known = {row.id for row in connection.execute(select(schema.device.c.id))}
    fresh = [{"id": d, "name": n, "added_at": int(time.time())} for d, n in names.items() if d not in known]
    if fresh:
        connection.execute(schema.device.insert(), fresh)


def assign(connection: Connection, changes: list[tuple[str, int]], who: str) -> None:
    """Keep that each device of `changes` has that table from now on (0: none)."""
    for device, place in changes:
        row = {"device": device, "place": place, "made_at": int(time.time())}
        connection.execute(schema.assignment.insert().values(**row))
        note(connection, who, "assign", new=f"{device} -> table {place}")


def load_assignments(connection: Connection) -> tuple[dict[str, int], set[tuple[str, int]]]:
    """(device -> table now, every (device, table) that ever was)."""
    now: dict[str, int] = {}
    ever: set[tuple[str, int]] = set()
    for row in connection.execute(select(schema.assignment).order_by(schema.assignment.c.id)):
        now[row.device] = row.place
        ever.add((row.device, row.place))
    return {device: place for device, place in now.items() if place}, ever
