"""What organiser and arbiter do: make an event, pair, publish, start, stop, close. All rules of order are here, but for what
a single table asks (rulings.py).

Each function raises Refused, with a code, a reason and a hint, and then nothing has changed.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import count

from sqlalchemy import Connection

from host_tools.engine.acts import ActError, Draft, chained
from host_tools.engine.fold import fold
from host_tools.engine.moves import Place, leaving
from host_tools.engine.pairing import Pairing, PairingError, danish, mitchell
from host_tools.engine.state import PAIRS
from host_tools.server import learn, ledger, plans, tournament
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.records import note
from host_tools.server.scales import ScaleError, choose
from host_tools.server.tournament import PUBLISHED, EventInfo, RoundInfo
from tavolo.domain import fact_writer, facts, round_clock, sheet_review
from tavolo.domain import kinds as k
from tavolo.domain.record import RecordError


class Refused(Exception):
    """The command does not fit: `code` for programs, `message` and `hint` for people, HTTP status."""

    def __init__(self, code: str, message: str, hint: str = "", status: int = 409) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.status = code, message, hint, status


CHANGED = ("changed", "a table that came back has changed the rounds meanwhile", "look at the arbiter's page again")


@dataclass
class EventWish:
    """What an organiser asks for; `None` stands for the usual."""

    name: str
    deals: int
    minutes: int
    rounds: int
    profile: int
    pairs: list[tuple[str, str]]
    policy: int
    last_minutes: int
    warnings: list[int]
    scale: str | None = None
    bye_vp: int | None = None
    bye_mp: int | None = None
    language: str = ""
    blind: bool = False
    turn_clock: bool = False
    turn_s: tuple[int, int, int] = (0, 0, 0)
    muted: int = 0


async def new_event(host: Host, wish: EventWish, who: str, replace: bool) -> EventInfo:
    """Make the event that is played from now on; what was before stays in the database."""
    async with in_turn(host):
        return await _new_event(host, wish, who, replace)


async def _new_event(host: Host, wish: EventWish, who: str, replace: bool) -> EventInfo:
    open_round = host.hall.current()
    if open_round and open_round.state == PUBLISHED and not replace:
        raise Refused("round_open", f"round {open_round.number} is being played", "close it first, or confirm the replacement")
    try:
        scale, bands = choose(wish.deals, wish.scale)
    except ScaleError as fault:
        raise Refused("no_scale", str(fault), "name a scale", 422) from fault
    event, pin = secrets.token_hex(4), secrets.randbelow(1_000_000)  # the PIN is told to nobody but the arbiter
    settings = {"policy": wish.policy, "last_minutes": wish.last_minutes, "warnings": wish.warnings}
    for name in ("language", "blind", "turn_clock", "turn_s", "muted", "bye_vp", "bye_mp"):
        value = getattr(wish, name)
        if value is not None:
            settings[name] = value
    phase = {"method": "danish", "rounds": wish.rounds, "deals": wish.deals, "minutes": wish.minutes, "scale": scale}
    phase["bands"] = [list(band) for band in bands]
    new = Draft("event.new", {"id": event, "name": wish.name, "kind": PAIRS, "profile": wish.profile, "settings": settings})
    new.data["phases"] = [phase]
    numbers = count(1)
    persons = [[(next(numbers), name) for name in pair if name] for pair in wish.pairs]
    entries = [{"number": n, "persons": [person for person, _ in pair]} for n, pair in enumerate(persons, 1)]
    drafts = [new, Draft("entry.add", {"entries": entries})]
    _check_plans(drafts, {n: ledger.Person(n, name) for pair in persons for n, name in pair})

    def job(connection: Connection) -> ledger.Book:
        tournament.begin(connection, event, wish.name, pin)
        ledger.add_persons(connection, event, [(name, "", "") for pair in persons for _, name in pair])
        what = f"{event} {wish.name}: {len(entries)} pairs, {wish.deals} deals, {wish.minutes} min"
        note(connection, who, "event", new=what)
        return ledger.append(connection, event, drafts, who)

    await host.store.submit(job, lambda book: began(host, book, str(pin)))
    await learn.release(host, ("event", "round"))
    assert host.hall.event is not None
    return host.hall.event


def began(host: Host, book: ledger.Book, pin: str) -> None:
    """After the commit of a new event: it is the one that is played, and each device is told."""
    host.hall.follow(book, pin)
    renewed = host.clock.renew()
    for device, live in host.hall.live.items():
        if live.link and renewed:
            live.link.end(1012, "a new event has a new clock")
        host.send_snapshot(device)
    host.hub.changed("round")


def _check_plans(drafts: list[Draft], persons: dict[int, ledger.Person]) -> None:
    """Refuse now what no table could be told later, of any pair: the pair with itself is as long as its table can become."""
    acts = chained(drafts, None, "", 0)
    book = ledger.Book(acts, fold(acts), persons)
    event, phase = tournament.event_info(book, None), book.state.phases[0]
    for number in event.pairs:
        info = RoundInfo("", 1, "", phase.deals, phase.minutes, phase.scale, phase.bands)
        info.seats = {1: (number, number)}
        try:
            plans.payload(event, info, 1)
        except RecordError as fault:
            raise Refused("plan", f"pair {number}: {fault}", "shorten names, or choose other numbers", 422) from fault


def _event(host: Host) -> EventInfo:
    if host.hall.event is None:
        raise Refused("no_event", "there is no event yet", "make one on the page Torneo")
    return host.hall.event


def _published(host: Host) -> RoundInfo:
    info = host.hall.current()
    if info is None or info.state != PUBLISHED:
        raise Refused("no_round", "no round is being played", "pair and publish a round first")
    return info


async def pair(host: Host, method: str, who: str) -> tuple[RoundInfo, Pairing]:
    """Pair the next round as a draft. A finished round is closed by it; an unfinished one refuses."""
    async with in_turn(host):
        return await _pair(host, method, who)


async def _pair(host: Host, method: str, who: str) -> tuple[RoundInfo, Pairing]:
    event = _event(host)
    current = host.hall.current()
    if current and current.state == PUBLISHED:
        await _close(host, who, force=False, why="next round paired")
    number = current.number + 1 if current else 1
    if number > event.rounds:
        raise Refused("last_round", f"all {event.rounds} rounds have been played", "make the event with more rounds")
    try:
        found = _pairing(host, method, event)
    except PairingError as fault:
        raise Refused("pairing", str(fault)) from fault
    book = host.hall.book
    assert book is not None
    phase = book.state.phases[book.state.phase_of(number)]
    info = RoundInfo(secrets.token_hex(4), number, method, phase.deals, phase.minutes, phase.scale, phase.bands)
    info.phase, info.notes = book.state.phase_of(number), list(found.notes)
    info.seats, info.rests = {table: (ns, ew) for table, ns, ew in found.tables}, [found.bye] if found.bye is not None else []
    await act(host, [tournament.paired(info, book.state)], who)
    made = host.hall.draft()
    assert made is not None
    return made, found


async def act(host: Host, drafts: list[Draft], who: str) -> None:
    """Add acts to the event, or raise Refused where somebody was faster, or they do not fit."""
    try:
        await host.act(drafts, who)
    except ledger.StaleError as fault:
        raise Refused(*CHANGED) from fault
    except ActError as fault:
        raise Refused("does_not_fit", str(fault), "look at the event's page again") from fault


def _pairing(host: Host, method: str, event: EventInfo) -> Pairing:
    played = [r for r in host.hall.rounds if r.state != tournament.DRAFT]
    if method == "mitchell":
        turn = 1 + sum(r.method == "mitchell" for r in played)
        return mitchell(sorted(event.pairs), turn, host.hall.byes())
    ranked = [line.pair for line in host.hall.ranking()] if played else sorted(event.pairs)
    return danish(ranked, host.hall.byes())


def _plan(event: EventInfo, info: RoundInfo, table: int, leave: tuple[Place, ...] = ()) -> bytes:
    try:
        return plans.payload(event, info, table, leave)
    except RecordError as fault:
        raise Refused("plan", str(fault), "shorten names, or choose other numbers", 422) from fault


async def publish(host: Host, who: str) -> RoundInfo:
    """Publish the draft: each table gets its plan."""
    async with in_turn(host):
        return await _publish(host, who)


async def _publish(host: Host, who: str) -> RoundInfo:
    event, info = _event(host), host.hall.draft()
    if info is None:
        raise Refused("no_draft", "no round is paired and waiting to be published", "pair it first")
    before = host.hall.current()
    swapped = [table.number for table in host.hall.round_tables(before) if sheet_review.sat_swapped(table.sheet)]
    leave = leaving(before.seats, info.seats, swapped) if before else {}
    drafts = [(n, k.PLAN, _plan(event, info, n, leave.get(n, ()))) for n in sorted(info.seats)]
    what = f"round {info.number}, {len(drafts)} tables"

    await host.command(drafts, info.id, who, "publish", what, _acting(host, [tournament.publishing(info)], who))
    for device, place in list(host.hall.assigned.items()):
        if place in info.seats or host.hall.live_of(device).link:
            host.send_snapshot(device)
    await learn.release(host, ("round",))
    host.hub.changed("round")
    return info


def _acting(host: Host, drafts: list[Draft], who: str) -> Callable[[Connection], ledger.Book]:
    """A part of a transaction: add acts, if the event is still as the hall has it now: a table that came back after a restore
    may have changed its rounds."""
    book = host.hall.book
    assert book is not None
    event, seen = book.state.id, book.state.acts

    def job(connection: Connection) -> ledger.Book:
        try:
            return ledger.append(connection, event, drafts, who, seen)
        except ledger.StaleError as fault:
            raise Refused(*CHANGED) from fault

    return job


_ALLOWED = {
    "start": (round_clock.IDLE,),
    "pause": (round_clock.RUNNING,),
    "resume": (round_clock.PAUSED,),
    "add": (round_clock.RUNNING, round_clock.PAUSED),
    "timeout": (round_clock.RUNNING, round_clock.PAUSED),
    "end": (round_clock.RUNNING, round_clock.PAUSED, round_clock.TIMED_OUT),
}
_STATES = ("not started", "running", "paused", "in time-out", "ended")
_KINDS = {"pause": k.PAUSE, "resume": k.RESUME, "timeout": k.TIME_OUT, "end": k.END_ROUND}


async def clock_command(host: Host, what: str, who: str, minutes: int = 0) -> RoundInfo:
    """START, pause, resume, add (minutes, negative cuts), timeout or end for all tables of the round."""
    async with in_turn(host):
        return await _clock_command(host, what, who, minutes)


async def _clock_command(host: Host, what: str, who: str, minutes: int) -> RoundInfo:
    _event(host)
    info = _published(host)
    clock = host.hall.clocks[info.id]
    if clock.state not in _ALLOWED[what]:
        raise Refused("wrong_state", f"{what}: the round is {_STATES[clock.state]}", "look at the clock on the arbiter's page")
    now = host.clock.now()
    if what == "start":
        kind, payload = k.START, facts.time_payload(now, info.minutes * 60_000)
    elif what == "add":
        kind, payload = k.ADD_TIME, fact_writer.delta_payload(minutes * 60_000)
    else:
        kind, payload = _KINDS[what], facts.time_payload(now)
    drafts = [(number, kind, payload) for number in sorted(info.seats)]
    await host.command(drafts, info.id, who, what, f"round {info.number}" + (f" {minutes:+d} min" if what == "add" else ""))
    return info


async def close_round(host: Host, who: str, force: bool, why: str) -> RoundInfo:
    """Close the round: its results count. With unsigned sheets only when forced, with a reason."""
    async with in_turn(host):
        return await _close(host, who, force, why)


async def _close(host: Host, who: str, force: bool, why: str) -> RoundInfo:
    info = _published(host)
    missing = unsigned(host.hall.round_tables(info))
    absent = learn.missing_tables(host.hall)
    if absent and not (force and why.strip()):
        text = f"{absent} tables of this round have not come back since the database was restored"
        raise Refused("not_back", text, "switch them on and wait for them, or close with a reason")
    if missing and not force:
        names = ", ".join(str(number) for number in missing)
        raise Refused("unsigned", f"sheets not signed yet: table {names}", "wait for them, or close with a reason")
    if missing and not why.strip():
        raise Refused("no_reason", "closing without all signatures needs a reason", "say why", 422)

    reason = why + (f" (unsigned: {missing})" if missing else "") + (f" (not back: {absent} tables)" if absent else "")
    told = {"tables": [asdict(result) for result in host.hall.results(info)]}
    await act(host, [tournament.closing(info, reason, told)], who)
    return info


def unsigned(tables: Sequence[TableState]) -> list[int]:
    """Tables whose sheet is neither signed nor copied from a screen."""
    return [table.number for table in tables if not sheet_review.counted(table.sheet)]
