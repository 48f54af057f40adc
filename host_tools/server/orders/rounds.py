"""Orders about rounds: paired, published, dropped, closed, shown."""

import secrets
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from host_tools.engine.next_round import Ask
from host_tools.server import commands, event_views, round_making, views
from host_tools.server.host import Host
from host_tools.server.models import Name, Reason, Strict, visible
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.events import Method
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book

Number = Annotated[int, Field(ge=1, le=9999)]
Row = Annotated[list[Number], Field(min_length=3, max_length=5)]
Rows = Annotated[list[Row], Field(max_length=500)]
Numbers = Annotated[list[Number], Field(max_length=500)]
Seed = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(visible)]
Seen = Annotated[str, StringConstraints(pattern="^[0-9a-f]{8}$")] | Annotated[int, Field(ge=0)]


class PairIn(Strict):
    """How the next round is paired: as its phase says, but for what is named. `tables`: the whole seating, `locks`: a part of it:
    [table, N/S, E/W], of an individual event [table, N, S, E, W], of teams [match, home, away]. `absent`: not there this time."""

    method: Method | None = None
    options: Annotated[dict[Name, Any], Field(max_length=10)] | None = None
    tables: Rows = []
    rests: Numbers = []
    locks: Rows = []
    absent: Numbers = []
    seed: Seed | None = None


class PublishIn(Strict):
    """`seen`: id of the draft that was looked at, or the number of acts then; without it whatever is the draft is published.
    `accept`: "half_pair", where somebody is to sit down without a partner; `why` then. `anyway`: a draft that is old is published
    all the same, where nobody of it has left and what changed are wishes alone; `why` then."""

    seen: Seen | None = None
    accept: Annotated[list[Name], Field(max_length=10)] = []
    anyway: bool = False
    why: Reason = ""


class CloseIn(Strict):
    """With unsigned sheets only by force, with a reason."""

    force: bool = False
    reason: Reason = ""


class ShowIn(Strict):
    """Which round; none: the draft, or else the newest."""

    number: Number | None = None


class ClockIn(Strict):
    """What the arbiter does with the clock of all tables; `minutes` are for "add" alone, with a minus they are cut."""

    what: Literal["start", "pause", "resume", "add", "timeout", "end", "look"]
    minutes: Annotated[int, Field(ge=-60, le=60)] = 0


def round_view(host: Host, number: int | None = None) -> dict[str, Any]:
    """A round for the answer of an order. Raises Refused."""
    book = the_book(host)
    info = book.state.round(number) if number else book.state.rounds[-1] if book.state.rounds else None
    if info is None:
        raise Refused("no_round", f"there is no round {number}" if number else "no round has been paired yet", "", 404)
    view = event_views.seating_view(book, info, round_making.changes(host, info))
    return {"round": view, "acts": book.state.acts}


@order("round.pair", PairIn)
async def pair(host: Host, body: PairIn, who: str) -> dict[str, Any]:
    """Pair the next round as a draft: who meets whom, who rests and why, what could not be met."""
    rows = [tuple(row) for row in body.tables], [tuple(row) for row in body.locks]
    ask = Ask(body.seed or secrets.token_hex(4), body.method, body.options, tuple(body.absent), tuple(body.rests))
    ask = Ask(ask.seed, ask.method, ask.options, ask.absent, ask.rests, tuple(rows[0]), tuple(rows[1]))
    info, _ = await round_making.pair(host, ask, who)
    found = round_view(host, info.number)
    told = {name: found["round"][name] for name in ("notes", "unmet", "seed")}
    return found | told | {"reasons": {str(number): text for number, text in info.reasons.items()}}


@order("round.publish", PublishIn)
async def publish(host: Host, body: PublishIn, who: str) -> dict[str, Any]:
    """Publish the draft: each table gets its plan."""
    info = await round_making.publish(host, who, body.seen, body.accept, body.why, body.anyway)
    return round_view(host, info.number)


@order("round.drop", NothingIn)
async def drop(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """Throw the draft away."""
    info = await round_making.drop(host, who)
    return {"dropped": info.number, "acts": the_book(host).state.acts}


@order("round.close", CloseIn)
async def close(host: Host, body: CloseIn, who: str) -> dict[str, Any]:
    """Close the round that is played: its results count."""
    info = await round_making.close_round(host, who, body.force, body.reason)
    return round_view(host, info.number)


@order("round.show", ShowIn, changes=False)
async def show(host: Host, body: ShowIn, who: str) -> dict[str, Any]:
    """A round with its seating, rests and their reasons."""
    return round_view(host, body.number)


@order("round.clock", ClockIn)
async def clock(host: Host, body: ClockIn, who: str) -> dict[str, Any]:
    """Start, pause, resume, lengthen, stop for a time-out or end the round at all tables; or look at its clock.

    Only a running server does it: tables have their time from it, and hear START while they are linked."""
    if bool(body.minutes) != (body.what == "add"):
        raise Refused(
            "bad_input", "minutes: a number other than 0 goes with add, and with add alone", "such as add, 5 minutes", 422
        )
    if body.what == "look":
        info = commands.published(host)
    elif host.check is None:
        raise Refused("no_server", "no server is running: no table would hear it", "start it with `tavolo serve`, then repeat")
    else:
        info = await commands.clock_command(host, body.what, who, body.minutes)
    shown = host.hall.clocks[info.id]
    left_ms = shown.remaining_ms(host.clock.now())
    return {"round": info.number, "clock": views.clock_view(shown) | {"left_ms": left_ms}, "tables": len(info.seats)}
