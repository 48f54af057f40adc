"""What organiser and arbiter do with an event as the old form of the API has it, and the clock of all tables. What a single
table asks: rulings.py; all other orders: orders/.

Each function raises Refused, with a code, a reason and a hint, and then nothing has changed.
"""

import secrets
from dataclasses import dataclass

from host_tools.engine.made_round import Made
from host_tools.engine.next_round import Ask
from host_tools.engine.state import PAIRS
from host_tools.entries.model import Person
from host_tools.server import entering, event_making, round_making
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.refusal import CHANGED, Refused
from host_tools.server.round_making import acting, close_round, publish, published, the_event, unsigned
from host_tools.server.tournament import EventInfo, RoundInfo
from tavolo.domain import fact_writer, facts, round_clock
from tavolo.domain import kinds as k

__all__ = ["CHANGED", "EventWish", "Refused", "acting", "clock_command", "close_round", "new_event", "pair", "publish"]
__all__ += ["unsigned"]


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
    """Make an event of pairs and one phase; what was before stays in the database."""
    phase = {"method": "danish", "rounds": wish.rounds, "deals": wish.deals, "minutes": wish.minutes, "scale": wish.scale}
    settings = {"policy": wish.policy, "last_minutes": wish.last_minutes, "warnings": wish.warnings}
    for name in ("language", "blind", "turn_clock", "turn_s", "muted", "bye_vp", "bye_mp"):
        value = getattr(wish, name)
        if value is not None:
            settings[name] = list(value) if name == "turn_s" else value
    new = {"name": wish.name, "kind": PAIRS, "profile": wish.profile, "settings": settings}
    new["phases"] = [event_making.phase_data(PAIRS, wish.profile, phase)]
    entries = [entering.NewEntry(tuple(Person(name) for name in pair if name)) for pair in wish.pairs]
    await event_making.make_event(host, new, entries, who, replace)
    return the_event(host)


async def pair(host: Host, method: str, who: str) -> tuple[RoundInfo, Made]:
    """Pair the next round as a draft, by `method` instead of its phase's own; the better placed sits N/S."""
    return await round_making.pair(host, Ask(secrets.token_hex(4), method, {"lines": "rank"}), who)


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
    the_event(host)
    info = published(host)
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
