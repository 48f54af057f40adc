"""The event that is played as plain data for orders: settings, phases, entries, rounds. Reads, decides nothing."""

from collections.abc import Sequence
from typing import Any

from host_tools.engine.draft_now import only_wishes
from host_tools.engine.half_pairs import half_unmet, is_half
from host_tools.engine.made_round import FIRST_UNIT
from host_tools.engine.profile_rules import SETTINGS
from host_tools.engine.state import PAIRS, Phase, RoundState
from host_tools.server import event_arbiter
from host_tools.server.ledger import Book
from host_tools.server.models import muted_names
from tavolo.domain import profiles

POLICY_NAMES = ("visible", "last_minutes", "hidden")


def phase_view(phase: Phase) -> dict[str, Any]:
    """A phase without its bands."""
    plain = {"method": phase.method, "rounds": phase.rounds, "deals": phase.deals, "minutes": phase.minutes}
    return plain | {"scale": phase.scale, "session": phase.session, "options": dict(phase.options)}


def entry_view(book: Book, number: int) -> dict[str, Any]:
    """One competitor: who it is, its group, from when on it plays, and how it left. `half`: a pair that waits for its second."""
    one = book.state.competitors[number]
    people = [book.persons[person] for person in one.persons if person in book.persons]
    persons = [{"person": p.number, "name": p.shown(), "club": p.club, "card": p.card, "erased": p.erased} for p in people]
    plain = {"number": number, "names": book.competitor_name(number), "persons": persons, "name": one.name}
    return plain | {"group": one.group, "since": one.since, "left": one.left, "half": is_half(book.state, number)}


def entries_view(book: Book) -> list[dict[str, Any]]:
    """All competitors by number."""
    return [entry_view(book, number) for number in sorted(book.state.competitors)]


def side_view(book: Book, unit: int) -> dict[str, Any]:
    """Who sits on a line: the unit, whom its result is credited to, names. A team's names are those of its two at the table."""
    credits = list(book.state.units[unit].credits) if unit in book.state.units else []
    names = " - ".join(name for name in book.unit_names(unit) if name) if unit in book.state.units else ""
    side: dict[str, Any] = {"pair": unit, "unit": unit, "numbers": credits, "names": names}
    if len(credits) == 1 and unit >= FIRST_UNIT:
        side["team"] = book.competitor_name(credits[0])
    return side


def seating_view(book: Book, info: RoundState, changes: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """A round: seats, rests with reasons, and what the pairing could not meet, for eyes that must see it before publishing.
    `changes`: of a draft, what has changed since it was made; it is `old` then, and `anyway` says whether it may be published."""
    seats = [
        {"table": table, "match": info.matches.get(table), "ns": side_view(book, ns), "ew": side_view(book, ew)}
        for table, (ns, ew) in sorted(info.seats.items())
    ]
    rests = [{"number": n, "names": book.competitor_name(n), "reason": info.reasons.get(n, "")} for n in info.rests]
    view: dict[str, Any] = {"id": info.id, "number": info.number, "state": info.state, "method": info.method}
    view |= {"phase": info.phase, "session": info.session, "deals": info.deals, "minutes": info.minutes, "scale": info.scale}
    unmet = [*changes] + half_unmet(book.state, info) + info.unmet
    view |= {"seats": seats, "rests": rests, "notes": info.notes, "unmet": unmet, "seed": info.seed}
    view |= {"old": bool(changes), "anyway": bool(changes) and only_wishes(changes)}
    return view | {"options": {name: value for name, value in info.options.items() if name != "fixed"}}


def rounds_view(book: Book) -> list[dict[str, Any]]:
    """All rounds, in short."""
    return [
        {"id": i.id, "number": i.number, "state": i.state, "method": i.method, "phase": i.phase, "deals": i.deals}
        | {"tables": len(i.seats), "rests": list(i.rests)}
        for i in book.state.rounds
    ]


def table_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """What tables are told, in the words of `event.new`."""
    view: dict[str, Any] = {"policy": POLICY_NAMES[settings.get("policy", 1)], "last_minutes": settings.get("last_minutes", 5)}
    view |= {"warnings": list(settings.get("warnings", [5])), "language": settings.get("language", "")}
    view |= {"blind": bool(settings.get("blind")), "turn_clock": bool(settings.get("turn_clock"))}
    return view | {"turn_seconds": list(settings.get("turn_s", (0, 0, 0))), "muted": muted_names(settings.get("muted", 0))}


def show(book: Book, pin: int | None) -> dict[str, Any]:
    """The whole event without its seatings. `acts` and `head`: number and hash of the last act, to compare with."""
    state = book.state
    numbers = sorted(state.competitors)
    view: dict[str, Any] = {"id": state.id, "name": state.name, "kind": state.kind, "profile": profiles.NAMES[state.profile]}
    view |= {"phases": [phase_view(phase) for phase in state.phases], "rounds": rounds_view(book)}
    view |= {"total_rounds": state.total_rounds(), "entries": entries_view(book), "entries_closed": state.entries_closed}
    view |= {"groups": sorted({state.competitors[n].group for n in numbers}), "tables": table_settings(state.settings)}
    view |= {"settings": {name: value for name, value in state.settings.items() if name in SETTINGS}}
    view |= {"arbiter": event_arbiter.view(book)}
    view |= {"acts": state.acts, "head": book.acts[-1].hash if book.acts else "", "final": state.final is not None}
    current, draft = state.current(), state.rounds[-1] if state.rounds and state.rounds[-1].state == "draft" else None
    view |= {"round": current.number if current else 0, "draft": draft.id if draft else None}
    return view | {"pin": f"{pin:06d}" if pin is not None else None, "pairs": state.kind == PAIRS}
