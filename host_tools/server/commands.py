"""What organiser and arbiter do: make an event, pair, publish, start, stop, close. All rules of order are here, but for what
a single table asks (rulings.py).

Each function raises Refused, with a code, a reason and a hint, and then nothing has changed.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from host_tools.engine.awards import bye_award
from host_tools.engine.moves import Place, leaving
from host_tools.engine.pairing import Pairing, PairingError, danish, mitchell
from host_tools.server import learn, plans, tournament
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.scales import ScaleError, choose
from host_tools.server.tournament import CLOSED, DRAFT, PUBLISHED, EventInfo, RoundInfo
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
    award = bye_award(wish.profile, wish.deals, bands)
    settings: dict[str, Any] = {"policy": wish.policy, "last_minutes": wish.last_minutes, "warnings": wish.warnings}
    for name in ("language", "blind", "turn_clock", "turn_s", "muted"):
        settings[name] = getattr(wish, name)
    settings["pin"] = secrets.randbelow(1_000_000)  # for rulings at a table without a link; told to nobody but the arbiter
    settings["bands"] = [list(band) for band in bands]
    settings["bye_vp"] = award.vp if wish.bye_vp is None else wish.bye_vp
    settings["bye_mp"] = award.mp_net if wish.bye_mp is None else wish.bye_mp
    settings["bye_official"] = award.official and wish.bye_vp is None and wish.bye_mp is None
    pairs = dict(enumerate(wish.pairs, 1))
    plain = (secrets.token_hex(4), wish.name, wish.deals, wish.minutes, wish.rounds, wish.profile, scale)
    info = EventInfo(*plain, settings, pairs)
    _check_plans(info)

    def done(_: Any) -> None:
        host.hall.event, host.hall.rounds = info, []
        host.hall.tables.clear()
        host.hall.clocks.clear()
        renewed = host.clock.renew()
        for device, live in host.hall.live.items():
            if live.link and renewed:
                live.link.end(1012, "a new event has a new clock")
            host.send_snapshot(device)
        host.hub.changed("round")

    await host.store.submit(lambda c: tournament.make_event(c, info, who), done)
    await learn.release(host, ("event", "round"))
    return info


def _check_plans(event: EventInfo) -> None:
    """Refuse now what no table could be told later, of any pair: the pair with itself is as long as its table can become."""
    for number in event.pairs:
        try:
            plans.payload(event, RoundInfo("", 1, "", DRAFT, {1: (number, number)}), 1)
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
    info = RoundInfo(secrets.token_hex(4), number, method, DRAFT)
    known = {r.id for r in host.hall.rounds if r.state != DRAFT}

    def done(_: Any) -> None:
        host.hall.rounds = [r for r in host.hall.rounds if r.state != DRAFT] + [info]
        host.hub.changed("round")

    def job(connection: Connection) -> None:
        if {r.id for r in tournament.load_rounds(connection, event.id) if r.state != DRAFT} != known:
            raise Refused(*CHANGED)
        tournament.make_round(connection, event.id, info, found, who)

    await host.store.submit(job, done)
    return info, found


def _unchanged(connection: Connection, info: RoundInfo) -> None:
    """In the transaction: a table that came back after a restore may have changed the round since we looked."""
    if tournament.state_of(connection, info.id) != info.state:
        raise Refused(*CHANGED)


def _pairing(host: Host, method: str, event: EventInfo) -> Pairing:
    played = [r for r in host.hall.rounds if r.state != DRAFT]
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

    def also(connection: Connection) -> None:
        _unchanged(connection, info)
        tournament.set_round_state(connection, info, PUBLISHED, who)

    host.hall.add_round(info)
    try:
        await host.command(drafts, info.id, who, "publish", what, also)
        info.state = PUBLISHED
    finally:
        if info.state == DRAFT:
            host.hall.drop_round(info)
    for device, place in list(host.hall.assigned.items()):
        if place in info.seats or host.hall.live_of(device).link:
            host.send_snapshot(device)
    await learn.release(host, ("round",))
    host.hub.changed("round")
    return info


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
    event, info = _event(host), _published(host)
    clock = host.hall.clocks[info.id]
    if clock.state not in _ALLOWED[what]:
        raise Refused("wrong_state", f"{what}: the round is {_STATES[clock.state]}", "look at the clock on the arbiter's page")
    now = host.clock.now()
    if what == "start":
        kind, payload = k.START, facts.time_payload(now, event.minutes * 60_000)
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

    def done(_: Any) -> None:
        info.state = CLOSED
        host.hub.changed("round")

    reason = why + (f" (unsigned: {missing})" if missing else "") + (f" (not back: {absent} tables)" if absent else "")

    def job(connection: Connection) -> None:
        _unchanged(connection, info)
        tournament.set_round_state(connection, info, CLOSED, who, reason)

    await host.store.submit(job, done)
    return info


def unsigned(tables: Sequence[TableState]) -> list[int]:
    """Tables whose sheet is neither signed nor copied from a screen."""
    return [table.number for table in tables if not sheet_review.counted(table.sheet)]
