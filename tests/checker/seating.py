"""How a generated event seats a round: by the engine, fed with what went before. The checker never imports this."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine import pairing
from host_tools.engine.pairing import Field, PairingError, PairingRules
from host_tools.engine.state import DRAFT, INDIVIDUAL, TEAMS, EventState, RoundState

FIRST_UNIT = 1001


@dataclass
class Seated:
    """A round's seating as its act has it; `method`: the one used in the end; `fell`: the phase's own was not possible."""

    method: str
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: list[int] = field(default_factory=list)
    matches: dict[int, int] = field(default_factory=dict)
    units: list[list[Any]] = field(default_factory=list)
    unmet: list[dict[str, Any]] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    methods: dict[str, str] = field(default_factory=dict)  # group -> method
    fell: bool = False


def opponents(state: EventState, info: RoundState) -> dict[int, tuple[list[int], list[int], int, int]]:
    """Competitor -> (those it met, its partners, its line, its table) in a round."""
    out: dict[int, tuple[list[int], list[int], int, int]] = {}
    for table, units in info.seats.items():
        sides = [state.units[unit].credits for unit in units]
        for line in (0, 1):
            for who in sides[line]:
                mates = [other for other in sides[line] if other != who]
                out.setdefault(who, (list(sides[1 - line]), mates, line, table))
    return out


def field_of(state: EventState, ranked: Iterable[int], number: int, session: int) -> Field:
    """What pairing must know of `ranked` before round `number`."""
    order = tuple(ranked)
    met: dict[int, list[int]] = {who: [] for who in order}
    partners: dict[int, list[int]] = {who: [] for who in order}
    lines = {who: [0, 0] for who in order}
    tables: dict[int, list[int]] = {who: [] for who in order}
    byes = dict.fromkeys(order, 0)
    for info in state.rounds:
        if info.state == DRAFT or info.number >= number:
            continue
        there = opponents(state, info)
        for who in order:
            against, mates, line, table = there.get(who, ([0], [], -1, 0))
            met[who] += against
            partners[who] += mates
            if line >= 0:
                tables[who].append(table)
                lines[who][line] += info.session == session
            byes[who] += who in info.rests and info.session == session
    return Field(
        order,
        {who: tuple(seen) for who, seen in met.items()},
        byes,
        {who: (ns, ew) for who, (ns, ew) in lines.items()},
        {who: tuple(seen) for who, seen in tables.items()},
        {who: tuple(seen) for who, seen in partners.items()},
        number == state.total_rounds(),
    )


def rules_for(settings: Mapping[str, Any]) -> PairingRules:
    """The event's choices as the pairing takes them."""
    return PairingRules(settings.get("rematch", "previous"), settings.get("last_round_exempt", True))


def two_by_two(known: Field, method: str, order: list[int], turn: int, seed: str, rules: PairingRules) -> pairing.Pairing:
    """A round of pairs (or teams). `order`: fixed order of a movement, those who left as 0. Raises PairingError."""
    if method == "mitchell":
        return pairing.mitchell(order, turn, known.byes)
    if method == "italian":
        return pairing.italian(order, turn)
    if method == "draw":
        return pairing.draw(known, seed, rules)
    if method == "entry":
        return pairing.entry_order(known, rules)
    if method == "modified":
        return pairing.modified_danish(known, rules)
    if method == "manual":
        made = pairing.draw(known, seed, rules)
        return pairing.manual(made.tables, made.rests, known, rules)
    return pairing.pure_danish(known, rules)


def seat_group(state: EventState, out: Seated, known: Field, order: list[int], turn: int, seed: str, at: tuple[int, int]) -> None:
    """Add the tables of one group to `out`. `at`: the last table used, the last unit used."""
    rules = rules_for(state.settings)
    if state.kind == INDIVIDUAL:
        drawn = out.method in ("draw", "entry")
        four = pairing.drawn_foursomes(known, seed) if drawn else pairing.ranked_foursomes(known)
        _individual(state, out, four, at)
        return
    try:
        found = two_by_two(known, out.method, order, turn, seed, rules)
    except PairingError:
        out.fell, out.method = True, "modified"
        found = pairing.modified_danish(known, rules)
    out.rests += found.rests
    out.reasons |= found.reasons
    out.unmet += [{"kind": str(one.kind), "who": list(one.who), "text": one.text, "article": one.article} for one in found.unmet]
    if state.kind == TEAMS:
        _teams(state, out, found, at)
        return
    for table, ns, ew in found.tables:
        out.seats[at[0] + table] = (ns, ew)


def _individual(state: EventState, out: Seated, four: pairing.Foursomes, at: tuple[int, int]) -> None:
    unit = at[1]
    for table, one, other in four.tables:
        numbers = []
        for players in (one, other):
            unit += 1
            persons = [state.competitors[who].persons[0] for who in players]
            out.units.append([unit, persons, list(players)])
            numbers.append(unit)
        out.seats[at[0] + table] = (numbers[0], numbers[1])
    out.rests += four.rests
    out.reasons |= four.reasons
    out.unmet += [{"kind": str(one.kind), "who": list(one.who), "text": one.text, "article": one.article} for one in four.unmet]


def _teams(state: EventState, out: Seated, found: pairing.Pairing, at: tuple[int, int]) -> None:
    """Each match at two tables: the home team N/S at the first, E/W at the second."""
    table, unit = at
    for match, home, away in found.tables:
        for half in (0, 1):
            table += 1
            numbers = []
            for team in (home, away):
                unit += 1
                persons = list(state.competitors[team].persons[2 * half : 2 * half + 2])
                out.units.append([unit, persons, [team]])
                numbers.append(unit)
            ns, ew = numbers if half == 0 else numbers[::-1]
            out.seats[table] = (ns, ew)
            out.matches[table] = at[0] // 2 + match
