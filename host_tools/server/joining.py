"""A late pair completes a table of the round that is being played: it meets who rests there (RULES 6, Late entry: the arbiter
may complete an incomplete table during round 1)."""

from itertools import count

from host_tools.engine.acts import Draft
from host_tools.engine.field_of import present
from host_tools.engine.state import PAIRS, PUBLISHED, EventState, RoundState
from host_tools.server import plans, records
from host_tools.server.authoring import RecordDraft
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.refusal import Refused
from host_tools.server.round_making import acting, published, the_book, the_event
from tavolo.domain import kinds as k
from tavolo.domain.record import RecordError


async def join(host: Host, number: int, table: int | None, why: str, article: str, who: str) -> int:
    """Seat `number` E/W against the one of its group that rests; the table. `table`: None: the first free one. Its clock is told
    all that the others were told, at those times. Raises Refused."""
    async with in_turn(host):
        state, info = the_book(host).state, published(host)
        rests = _who_rests(state, info, number)
        place = table or next(free for free in count(1) if free not in info.seats)
        if place in info.seats:
            raise Refused("table_taken", f"table {place} is taken", "leave the table out, or choose a free one", 422)
        drafts = _acts(state, info, number, rests, place, why, article)
        said = _records(host, info, place, (rests, number))
        what = f"round {info.number} table {place}: {rests} - {number}"
        await host.command(said, info.id, who, "join", what, acting(host, drafts, who))
        host.send_snapshot(host.hall.device_at(place) or "")
        host.hub.changed("round")
        return place


def meets(state: EventState, number: int) -> int | None:
    """Whom `number` would meet in the round that is being played; None where it can join nobody."""
    info = state.current()
    if info is None or info.state != PUBLISHED:
        return None
    try:
        return _who_rests(state, info, number)
    except Refused:
        return None


def _who_rests(state: EventState, info: RoundState, number: int) -> int:
    one = state.competitors.get(number)
    if one is None:
        raise Refused("no_entry", f"there is no number {number}", "enter it first", 404)
    if state.kind != PAIRS or info.number != 1:
        raise Refused("late_entry", "only a pair can complete a table, and only in round 1 (RULES 6, Late entry)")
    if number in info.rests or any(number in seat for seat in info.seats.values()) or one.left:
        raise Refused("does_not_fit", f"number {number} rests or sits already, or has left")
    waiting = [who for who in info.rests if state.competitors[who].group == one.group and who in present(state, info.number)]
    if not waiting:
        raise Refused("no_rest", f"nobody of group {one.group} rests in round {info.number}: no table is incomplete")
    return waiting[0]


def _acts(state: EventState, info: RoundState, number: int, rests: int, table: int, why: str, article: str) -> list[Draft]:
    left = [who for who in info.rests if who != rests]
    since = Draft(
        "entry.edit", {"number": number, "since": info.number}, why, article, {"since": state.competitors[number].since}
    )
    rest = Draft("round.rest", {"id": info.id, "rests": left}, why, article, list(info.rests))
    return [since, rest, Draft("round.seat", {"id": info.id, "table": table, "ns": rests, "ew": number}, why, article)]


def _records(host: Host, info: RoundState, table: int, seats: tuple[int, int]) -> list[RecordDraft]:
    """Its plan, and each command of the round's clock with its own time."""
    shown = RoundState(info.id, info.number, info.method, info.deals, info.minutes, info.scale, info.bands)
    shown.seats = {table: seats}
    try:
        found: list[RecordDraft] = [(table, k.PLAN, plans.payload(the_event(host), shown, table))]
    except RecordError as fault:
        raise Refused("plan", str(fault), "shorten names, or choose other numbers", 422) from fault
    for (at_ms, kind), rec in host.hall.clock_commands(info).items():
        found.append((table, kind, rec.payload[: -records.OWN_TAG], at_ms))
    return found
