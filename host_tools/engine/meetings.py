"""Who met whom in a round, with what the tables say: a table, or all tables of a team match (RULES 2, 6). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from host_tools.engine.act_shapes import given
from host_tools.engine.profile_rules import Rules
from host_tools.engine.results import TableResult
from host_tools.engine.round_rulings import Absence, RoundRulings, absence, late_mp
from host_tools.engine.state import TEAMS, EventState, RoundState, Ruling
from tavolo.domain import victory


@dataclass
class Side:
    """One side of a meeting. `mp`, `vp`: what its tables gave it, lateness and arbiter's match points counted in;
    `late_mp`, `adjust_mp`, `adjust_vp`: how much of that; `rulings`: the adjustments behind it."""

    credits: tuple[int, ...]
    mp: int = 0
    vp: int = 0
    late_mp: int = 0
    adjust_mp: int = 0
    adjust_vp: int = 0
    rulings: list[Ruling] = field(default_factory=list)
    absent: Absence | None = None


@dataclass
class Meeting:
    """Two sides at `table` (a match: its first one). `whole`: there is a result of each of its tables, all of which are here.
    `set`: what the arbiter laid down, and whether its "ns" is the first side's."""

    table: int
    sides: tuple[Side, Side]
    whole: bool = True
    set: Ruling | None = None
    set_straight: bool = True


def credits_of(state: EventState, unit: int) -> tuple[int, ...]:
    """Competitors to whom a unit's result goes; of a round that came back from a table: the unit itself."""
    found = state.units.get(unit)
    return found.credits if found is not None else (unit,)


def seated(state: EventState, info: RoundState) -> set[int]:
    """Competitors that sit at a table of a round."""
    return {number for units in info.seats.values() for unit in units for number in credits_of(state, unit)}


def placed(state: EventState, info: RoundState) -> set[int]:
    """Competitors that sit or rest in a round."""
    return seated(state, info) | set(info.rests)


def meetings(
    state: EventState, info: RoundState, rules: Rules, results: Sequence[TableResult], rulings: RoundRulings
) -> list[Meeting]:
    """All meetings of a round in order of table. Raises ValueError where a match's tables are not of the same two teams."""
    known = {result.table: result for result in results if result.signed or result.played}
    groups: dict[int, list[int]] = {}
    for table in sorted(set(info.seats) | set(known)):
        key = info.matches.get(table, -table) if state.kind == TEAMS else table
        groups.setdefault(key, []).append(table)
    return [_meeting(state, info, rules, [(table, known.get(table)) for table in tables], rulings) for tables in groups.values()]


def _meeting(
    state: EventState, info: RoundState, rules: Rules, tables: list[tuple[int, TableResult | None]], rulings: RoundRulings
) -> Meeting:
    made: Meeting | None = None
    for table, result in tables:
        units = (result.ns, result.ew) if result else info.seats[table]
        first, second = (credits_of(state, unit) for unit in units)
        if made is None:
            made = Meeting(table, (Side(first), Side(second)))
        straight = made.sides[0].credits == first
        sides = made.sides if straight else (made.sides[1], made.sides[0])
        if (sides[0].credits, sides[1].credits) != (first, second):
            raise ValueError(f"round {info.number}, table {table}: its match is of {made.sides[0].credits} and others")
        _add_table(info, rules, (sides[0], sides[1]), units, table, result, rulings)
        made.whole = made.whole and result is not None
        said = rulings.at(table).set
        if said is not None and (made.set is None or said.act > made.set.act):
            made.set, made.set_straight = said, _set_for(state, said, made.sides[0].credits, straight)
    assert made is not None
    if info.back and state.kind == TEAMS and len(tables) < rules.number("match_tables"):
        made.whole = False  # after a restore: its other tables have not come back yet
    if state.kind == TEAMS and rules.text("match_adding") == "differences":
        look_up(info, made.sides)
    return made


def _set_for(state: EventState, ruling: Ruling, first: tuple[int, ...], straight: bool) -> bool:
    """Whether "ns" of a result that was laid down is that of the side `first`, else it is the other one's.

    It belongs to those for whom it was given (RULES 5, Arbiter's score: "that pair's score"): when the sheet says afterwards
    that the lines were swapped, it stays theirs. An older act names no units and follows the line; `straight`: `first` is N/S.
    """
    units = given(ruling.data, "units", None)
    return straight if units is None else credits_of(state, units[0]) == first


def _add_table(
    info: RoundState,
    rules: Rules,
    sides: tuple[Side, Side],
    units: tuple[int, int],
    table: int,
    result: TableResult | None,
    rulings: RoundRulings,
) -> None:
    """Add one table to a meeting: its own match points, then lateness and the arbiter's, then the look-up where they count."""
    own = (result.mp_ns, result.mp_ew) if result else (0, 0)
    extra = _added(rules, sides, units, table, rulings)
    sides[0].mp += own[0] + extra[0]
    sides[1].mp += own[1] + extra[1]
    if result is not None and extra == (0, 0):
        vp = (result.vp_ns, result.vp_ew)
    else:
        vp = by_bands(info, own[0] + extra[0] - own[1] - extra[1])
    sides[0].vp += vp[0]
    sides[1].vp += vp[1]


def _added(rules: Rules, sides: tuple[Side, Side], units: tuple[int, int], table: int, rulings: RoundRulings) -> tuple[int, int]:
    """Keep what was ruled at a table with its sides; the match points that each side gets by it."""
    if table not in rulings.tables and not rulings.gone:
        return 0, 0
    here, extra = rulings.at(table), [0, 0]
    for at, (side, unit, other) in enumerate(zip(sides, units, reversed(units), strict=True)):
        late, adjusts = late_mp(rules, here, other, sides[1 - at].credits), here.adjust.get(unit, [])
        adjusted = sum(ruling.data["mp"] for ruling in adjusts)
        side.late_mp, side.adjust_mp = side.late_mp + late, side.adjust_mp + adjusted
        side.adjust_vp += sum(ruling.data["vp"] for ruling in adjusts)
        side.rulings += adjusts
        side.absent = absence(rules, unit, side.credits, here, rulings) or side.absent
        extra[at] = late + adjusted
    return extra[0], extra[1]


def by_bands(info: RoundState, difference: int) -> tuple[int, int]:
    """Victory points of the first and the second side for the first's net match points, by the round's own bands."""
    winner, loser = victory.vp(info.bands, abs(difference))
    return (winner, loser) if difference >= 0 else (loser, winner)


def look_up(info: RoundState, sides: tuple[Side, Side]) -> None:
    """Victory points of a whole match by the sum of its tables' differences (RULES 2.1: our reading, a setting)."""
    sides[0].vp, sides[1].vp = by_bands(info, sides[0].mp - sides[1].mp)
