"""The event that is played, as the server sees it: made from its acts (ledger.py). It decides nothing about burraco.

Each function takes the connection of a job (store.py) and is called on the writer's or a reader's thread.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from host_tools.engine.acts import Draft
from host_tools.engine.state import CLOSED, DRAFT, PUBLISHED, REPLACED, Bands, EventState, RoundState, Unit
from host_tools.server import ledger, schema
from host_tools.server.ledger import Book
from host_tools.server.records import note
from host_tools.server.store import meta, set_meta

__all__ = ["CLOSED", "DRAFT", "PUBLISHED", "REPLACED"]
RoundInfo = RoundState
_USUAL: dict[str, Any] = {"policy": 1, "last_minutes": 5, "warnings": [5]}


@dataclass(frozen=True)
class EventInfo:
    """What tables are told of the event. `deals`, `minutes`, `scale`, `bands`: of its first phase; each round has its own.
    `pairs`: unit -> the two names. `settings`: policy, last_minutes, warnings, pin and others (plans.py)."""

    id: str
    name: str
    deals: int
    minutes: int
    rounds: int
    profile: int
    scale: str
    bands: Bands
    settings: dict[str, Any]
    pairs: dict[int, tuple[str, str]]

    def pair_name(self, pair: int | None) -> str:
        """ "Rossi - Bianchi", or "" for no pair."""
        return " - ".join(name for name in self.pairs[pair] if name) if pair in self.pairs else ""


def event_info(book: Book, pin: str | None) -> EventInfo:
    """The event of a book that has begun. `pin`: for rulings at a table, as text; it is in no act."""
    state = book.state
    first = state.phases[0]
    settings = _USUAL | state.settings
    if pin is not None:
        settings["pin"] = int(pin)
    plain = (state.id, state.name, first.deals, first.minutes, state.total_rounds(), state.profile, first.scale, first.bands)
    return EventInfo(*plain, settings, {number: book.unit_names(number) for number in state.units})


def begin(connection: Connection, event: str, name: str, pin: int) -> None:
    """Make room for a new event, and play it from now on. Its acts are added next."""
    rows = schema.event
    number = (connection.execute(select(func.max(rows.c.number))).scalar() or 0) + 1
    connection.execute(rows.insert().values(id=event, number=number, name=name[:80], made_at=int(time.time())))
    set_meta(connection, _pin_key(event), str(pin))
    play(connection, event)


def play(connection: Connection, event: str) -> None:
    """Play that event from now on."""
    set_meta(connection, "playing", event)


def _pin_key(event: str) -> str:
    return f"pin {event}"


def playing(connection: Connection) -> str | None:
    """Id of the event that is played, or None before the first."""
    return meta(connection, "playing")


def pin_of(connection: Connection, event: str) -> str | None:
    """The event's PIN as text, None for one that never had any."""
    return meta(connection, _pin_key(event))


def _hosts_key(event: str) -> str:
    return f"hosts {event}"


def hosts_of(connection: Connection, event: str) -> set[bytes]:
    """Devices of other computers that spoke as this event's host: it came from an archive."""
    return {bytes.fromhex(device) for device in (meta(connection, _hosts_key(event)) or "").split()}


def add_hosts(connection: Connection, event: str, devices: Iterable[str]) -> None:
    """Keep that these devices (hexadecimal) spoke as the event's host."""
    known = {device.hex() for device in hosts_of(connection, event)}
    set_meta(connection, _hosts_key(event), " ".join(sorted(known.union(devices))))


def list_events(connection: Connection) -> list[dict[str, Any]]:
    """All events, the newest first: id, name, made_at (Unix seconds), playing."""
    rows, now = schema.event, playing(connection)
    found = connection.execute(select(rows).order_by(rows.c.number.desc()))
    return [{"id": row.id, "name": row.name, "made_at": row.made_at, "playing": row.id == now} for row in found]


def load_book(connection: Connection, check: bool = False) -> Book | None:
    """The event that is played, or None before the first. `check`: its chain. Raises ChainError, ActError."""
    event = playing(connection)
    return ledger.load(connection, event, check) if event else None


def load_event(connection: Connection) -> EventInfo | None:
    """What tables are told of the event that is played, or None before the first."""
    book = load_book(connection)
    return event_info(book, pin_of(connection, book.state.id)) if book else None


def load_rounds(connection: Connection, event: str) -> list[RoundInfo]:
    """The event's rounds in order, without those that were replaced before they were played."""
    return ledger.load(connection, event).state.rounds


def state_of(connection: Connection, round_id: str) -> str:
    """A round's state as the database has it now; "" for no such round of the event that is played."""
    book = load_book(connection)
    info = book.state.by_id(round_id) if book else None
    if info is not None:
        return info.state
    return REPLACED if book and round_id in book.state.replaced | book.state.unpublished else ""


def publishing(info: RoundInfo, why: str = "", anyway: Sequence[Mapping[str, Any]] = ()) -> Draft:
    """The act that publishes a round. `why`: the reason for what was accepted with it; `anyway`: what had changed since its draft
    was made (draft_now.py), and was accepted so."""
    data: dict[str, Any] = {"id": info.id, "number": info.number}
    if anyway:
        data["anyway"] = [{name: one[name] for name in ("kind", "who", "name") if one.get(name)} for one in anyway]
    return Draft("round.publish", data, why)


def closing(info: RoundInfo, why: str = "", told: Any = None, learned: bool = False) -> Draft:
    """The act that closes a round. `told`: its results, that later checks compare with; `learned`: a table says that it was."""
    return Draft("round.close", {"id": info.id, "number": info.number, "told": told, "learned": learned}, why)


def paired(info: RoundInfo, state: EventState, units: Iterable[Unit] = ()) -> Draft:
    """The act that makes a draft of a round; `units`: those that it makes."""
    data: dict[str, Any] = {"id": info.id, "number": info.number, "method": info.method, "phase": info.phase}
    data |= {"deals": info.deals, "minutes": info.minutes, "scale": info.scale}
    data["seats"] = {str(table): list(units) for table, units in sorted(info.seats.items())}
    if info.phase is not None and info.bands != state.phases[info.phase].bands:
        data["bands"] = [list(band) for band in info.bands]
    for name in ("rests", "absent", "ranked", "notes", "unmet", "seed"):
        if getattr(info, name):
            data[name] = getattr(info, name)
    if info.reasons:
        data["reasons"] = {str(number): text for number, text in sorted(info.reasons.items())}
    if info.matches:
        data["matches"] = {str(table): match for table, match in sorted(info.matches.items())}
    if info.options:
        data["options"] = dict(info.options)
    if made := [[unit.number, list(unit.persons), list(unit.credits)] for unit in units]:
        data["units"] = made
    return Draft("round.pair", data)


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
