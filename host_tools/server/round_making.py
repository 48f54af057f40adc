"""Rounds: paired as a draft, published to the tables, closed. One way for pages, command line and the old form of the API."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Connection

from host_tools.engine.acts import ActError, Draft, chained
from host_tools.engine.draft_now import changed_since, hangs_on_scores, only_wishes
from host_tools.engine.field_of import present
from host_tools.engine.fold import fold
from host_tools.engine.half_pairs import CODE, half_seated
from host_tools.engine.made_round import Made
from host_tools.engine.moves import Place, leaving
from host_tools.engine.next_round import Ask, next_round
from host_tools.engine.pairing import PairingError
from host_tools.engine.state import EventState
from host_tools.engine.told import round_told
from host_tools.engine.without_sheet import ruled_tables
from host_tools.server import learn, ledger, plans, tournament
from host_tools.server.authoring import Drafts
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.refusal import CHANGED, OTHERS, Refused, not_fitting
from host_tools.server.tournament import DRAFT, PUBLISHED, EventInfo, RoundInfo
from tavolo.domain import kinds as k
from tavolo.domain import sheet_review
from tavolo.domain.record import RecordError

_MOST_TABLE = 999  # no sheet, device or page takes a higher one


def the_book(host: Host) -> ledger.Book:
    """The event that is played. Raises Refused."""
    if host.hall.book is None or host.hall.event is None:
        raise Refused("no_event", "there is no event yet", "make one on the page Torneo, or by `tavolo event new`")
    return host.hall.book


def the_event(host: Host) -> EventInfo:
    """What tables are told of it. Raises Refused."""
    the_book(host)
    assert host.hall.event is not None
    return host.hall.event


def published(host: Host) -> RoundInfo:
    """The round that is being played. Raises Refused."""
    info = host.hall.current()
    if info is None or info.state != PUBLISHED:
        raise Refused("no_round", "no round is being played", "pair and publish a round first")
    return info


def check_seen(host: Host, seen: str | int | None) -> None:
    """Of two at once the second is told: `seen` is the draft's id, or the number of acts, as the caller saw it; None: no care."""
    if seen is None:
        return
    draft = host.hall.draft()
    now = (draft.id if draft else "") if isinstance(seen, str) else the_book(host).state.acts
    if seen != now:
        raise Refused(*OTHERS)


async def pair(host: Host, ask: Ask, who: str) -> tuple[RoundInfo, Made]:
    """Pair the next round as a draft. A finished round is closed by it, in the same step; an unfinished one refuses."""
    async with in_turn(host):
        state, current, closing = the_book(host).state, host.hall.current(), list[Draft]()
        if current and current.state == PUBLISHED:  # in one step with the pairing: where that is refused, the round stays open
            closing = [_closing(host, current, force=False, why="next round paired")]
            acts = the_book(host).acts
            state = fold([*acts, *chained(closing, acts[-1], who, 0)])
        if (current.number if current else 0) >= state.total_rounds():
            text = f"all {state.total_rounds()} rounds have been played"
            raise Refused("last_round", text, "make the event with more rounds, or add a phase to it")
        if state.final is not None:
            raise Refused("final", "the ranking is final", "undo that first")
        order = host.hall.order(state)
        try:
            made = await asyncio.to_thread(next_round, state, order, ask)  # tables are answered meanwhile
        except PairingError as fault:
            raise Refused("pairing", str(fault)) from fault
        if (last := max(made.seats)) > _MOST_TABLE:
            raise Refused("pairing", f"table {last}: tables' numbers go up to {_MOST_TABLE}", "give it a lower number")
        if current and closing and closing != [_closing(host, current, force=False, why="next round paired")]:
            raise Refused(*CHANGED)  # a table has sent something meanwhile, and its sheet is another one
        info = as_round(state, made)
        info.ranked = list(order.ranked) if hangs_on_scores(info.method) else []
        await act(host, [*closing, tournament.paired(info, state, made.units)], who)
        draft = host.hall.draft()
        assert draft is not None
        return draft, made


def as_round(state: EventState, made: Made) -> RoundInfo:
    """A draft of that round, under an id that no round ever had."""
    phase = state.phases[made.phase]
    info = RoundInfo(secrets.token_hex(4), made.number, made.method, phase.deals, phase.minutes, phase.scale, phase.bands)
    info.phase, info.session, info.seed, info.options = made.phase, phase.session, made.seed, made.options
    info.seats, info.rests, info.matches = made.seats, made.rests, made.matches
    info.notes, info.unmet, info.reasons = made.notes, made.unmet, made.reasons
    units = {**state.units, **{one.number: one for one in made.units}}
    placed = {who for seat in made.seats.values() for unit in seat for who in units[unit].credits} | {*made.rests}
    info.absent = [who for who in present(state, made.number) if who not in placed]
    return info


async def act(host: Host, drafts: Drafts, who: str) -> None:
    """Add acts to the event, or raise Refused where somebody was faster, or they do not fit."""
    try:
        await host.act(drafts, who)
    except ledger.StaleError as fault:
        raise Refused(*CHANGED) from fault
    except ActError as fault:
        raise not_fitting(fault, the_book(host).state.acts) from fault


async def drop(host: Host, who: str) -> RoundInfo:
    """Throw the draft away."""
    async with in_turn(host):
        info = host.hall.draft()
        if info is None:
            raise Refused("no_draft", "no round is paired and waiting to be published", "pair it first")
        await act(host, [Draft("round.drop", {"id": info.id, "number": info.number})], who)
        return info


async def publish(
    host: Host, who: str, seen: str | int | None = None, accept: Collection[str] = (), why: str = "", anyway: bool = False
) -> RoundInfo:
    """Publish the draft: each table gets its plan. `seen`: as in `check_seen`. A pair of one person is seated only where
    `accept` has "half_pair", with a reason `why`. `anyway`: also one that is old, where that makes sense, with a reason."""
    async with in_turn(host):
        event, info = the_event(host), host.hall.draft()
        check_seen(host, seen)
        if info is None:
            raise Refused("no_draft", "no round is paired and waiting to be published", "pair it first")
        old = _still_fits(host, info, anyway and bool(why.strip()))
        if CODE not in accept or not why.strip():
            _nobody_alone(host, info)
        before = host.hall.current()
        swapped = [table.number for table in host.hall.round_tables(before) if sheet_review.sat_swapped(table.sheet)]
        leave = leaving(before.seats, info.seats, swapped) if before else {}
        drafts = [(n, k.PLAN, _plan(event, info, n, leave.get(n, ()))) for n in sorted(info.seats)]
        what = f"round {info.number}, {len(drafts)} tables" + "".join(f"; old draft: {one['text']}" for one in old)
        await host.command(drafts, info.id, who, "publish", what, acting(host, [tournament.publishing(info, why, old)], who))
        for device, place in list(host.hall.assigned.items()):
            if place in info.seats or host.hall.live_of(device).link:
                host.send_snapshot(device)
        await learn.release(host, ("round",))
        host.hub.changed("round")
        return info


def changes(host: Host, info: RoundInfo) -> list[dict[str, Any]]:
    """What has changed since the draft was made (draft_now.py); nothing for a round that is published."""
    if info.state != DRAFT:
        return []
    book = the_book(host)
    ranked = host.hall.order().ranked if info.ranked else None
    return changed_since(book.acts, book.state, info, ranked)


def _still_fits(host: Host, info: RoundInfo, anyway: bool) -> list[dict[str, Any]]:
    """What has changed since the draft was made, all of it accepted: else it must be made anew, nothing is mended silently."""
    found = changes(host, info)
    if found and not (anyway and only_wishes(found)):
        hint = "pair the round anew (`round.pair`)"
        if only_wishes(found):
            hint += ", or publish it as it is by `anyway`, with a reason"
        raise Refused("draft_old", f"the draft is old: {'; '.join(one['text'] for one in found)}", hint)
    return found


def _nobody_alone(host: Host, info: RoundInfo) -> None:
    """Somebody without a partner is seated by the organiser's word only."""
    book = the_book(host)
    alone = half_seated(book.state, info)
    if alone:
        who = ", ".join(f"pair {number} ({book.competitor_name(number)}) at table {table}" for number, table in alone.items())
        hint = 'enter the second (`entry.edit`), withdraw the pair (`entry.withdraw`), or accept "half_pair", with a reason'
        raise Refused(CODE, f"without a partner: {who}", hint)


def _plan(event: EventInfo, info: RoundInfo, table: int, leave: tuple[Place, ...] = ()) -> bytes:
    try:
        return plans.payload(event, info, table, leave)
    except RecordError as fault:
        raise Refused("plan", str(fault), "shorten names, or choose other numbers", 422) from fault


def acting(host: Host, drafts: Sequence[Draft], who: str) -> Callable[[Connection], ledger.Book]:
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


async def close_round(host: Host, who: str, force: bool, why: str) -> RoundInfo:
    """Close the round: its results count. With unsigned sheets only when forced, with a reason."""
    async with in_turn(host):
        info = published(host)
        await act(host, [_closing(host, info, force, why)], who)
        return info


def _closing(host: Host, info: RoundInfo, force: bool, why: str) -> Draft:
    """The act that closes round `info` as it stands now; a table that is wholly ruled needs no sheet. Raises Refused."""
    ruled = ruled_tables(the_book(host).state, info)
    missing = [number for number in unsigned(host.hall.round_tables(info)) if number not in ruled]
    absent = learn.missing_tables(host.hall)
    if absent and not (force and why.strip()):
        text = f"{absent} tables of this round have not come back since the database was restored"
        raise Refused("not_back", text, "switch them on and wait for them, or close with a reason")
    if missing and not force:
        names = ", ".join(str(number) for number in missing)
        advice = "wait for them, or close by force (`force`), with a reason"
        raise Refused("unsigned", f"sheets not signed yet: table {names}", advice)
    if missing and not why.strip():
        raise Refused("no_reason", "closing without all signatures needs a reason", "say why", 422)

    reason = why + (f" (unsigned: {missing})" if missing else "") + (f" (not back: {absent} tables)" if absent else "")
    told = round_told(the_book(host).state, info, host.hall.results(info), closing=True)
    return tournament.closing(info, reason, told)


def unsigned(tables: Sequence[TableState]) -> list[int]:
    """Tables whose sheet is neither signed nor copied from a screen."""
    return [table.number for table in tables if not sheet_review.counted(table.sheet)]
