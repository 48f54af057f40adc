"""The arbiter's rulings of one round, put in order by table: what counts of them for its scores (RULES 5-6). Pure.

The newest word stands: a later lateness, absence, award or set result takes the place of an earlier one of the same kind about
the same line; of two players each has a newest word of his own. Adjustments are added up: each is given for its own reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine.act_shapes import given
from host_tools.engine.profile_rules import Rules
from host_tools.engine.state import Competitor, EventState, Ruling

LATE, TEMPORARY, UNJUSTIFIED = "late", "temporary", "unjustified"
REMOVED = "removed"  # by the arbiter, for misconduct: no rule book says what it scores; as who leaves without a reason (inf)


@dataclass
class TableRulings:
    """By unit, in order: `late`, `absent`, `adjust`; `set`: the newest result that the arbiter laid down."""

    late: dict[int, list[Ruling]] = field(default_factory=dict)
    absent: dict[int, list[Ruling]] = field(default_factory=dict)
    adjust: dict[int, list[Ruling]] = field(default_factory=dict)
    set: Ruling | None = None


_NONE = TableRulings()


@dataclass
class RoundRulings:
    """`tables`: by table; `awards`: by competitor; `gone`: competitors that had left by that round -> how (entry.withdraw)."""

    tables: dict[int, TableRulings] = field(default_factory=dict)
    awards: dict[int, Ruling] = field(default_factory=dict)
    gone: dict[int, Mapping[str, Any]] = field(default_factory=dict)

    def at(self, table: int) -> TableRulings:
        """Those of a table; none, where there are none."""
        return self.tables.get(table, _NONE)


def round_rulings(state: EventState, number: int) -> RoundRulings:
    """All that was ruled about round `number` (warnings and penalties belong to the ranking: extras.py)."""
    found = RoundRulings(gone={one.number: how for one in state.competitors.values() if (how := _gone(one, number)) is not None})
    for ruling in state.rulings:
        data = ruling.data
        if data.get("round") != number:
            continue
        if ruling.kind == "award":
            found.awards.update(dict.fromkeys(data["competitors"], ruling))
        elif ruling.kind in ("late", "absent", "adjust", "set"):
            _keep(found.tables.setdefault(data["table"], TableRulings()), ruling)
    return found


def _gone(one: Competitor, number: int) -> Mapping[str, Any] | None:
    """How `one` had left by round `number`, None where it played. One that came back stays absent where it was (RULES 6,
    Withdrawal: earlier results stand)."""
    for how in (*one.absences, one.left):
        if how is not None and int(how.get("round", 1)) <= number < how.get("until", number + 1):
            return how
    return None


def _keep(table: TableRulings, ruling: Ruling) -> None:
    if ruling.kind == "set":
        table.set = ruling
    else:
        by_unit = {"late": table.late, "absent": table.absent, "adjust": table.adjust}[ruling.kind]
        by_unit.setdefault(ruling.data["unit"], []).append(ruling)


@dataclass(frozen=True)
class Away:
    """How one competitor was not there: `mode` LATE (did not come in time), TEMPORARY (left, also for a good reason) or
    UNJUSTIFIED; `article`: as ruled, "" where nobody named one."""

    mode: str
    article: str = ""


@dataclass(frozen=True)
class Absence:
    """That a unit did not play on. `guilty`: those who were not there; another one on the same line waited like the opponents
    did. `mode`, `article`: of the gravest of them, by which those who waited are scored."""

    mode: str
    guilty: Mapping[int, Away]
    article: str = ""


_GRAVITY = (LATE, TEMPORARY, UNJUSTIFIED)


def about(ruling: Ruling, credits: Sequence[int]) -> tuple[int, ...]:
    """Whom a word about a line means: the competitors that it names, else all to whom the line's result goes."""
    return tuple(given(ruling.data, "competitors", None) or credits)


def absence(rules: Rules, unit: int, credits: tuple[int, ...], table: TableRulings, rulings: RoundRulings) -> Absence | None:
    """Whether `unit`, whose result is credited to `credits`, is absent from its table: by ruling, by minutes late, or because
    it had left before (RULES 6, Late pair and Withdrawal); for each of two players by its own newest word."""
    absent, late = _newest(table.absent.get(unit, ()), credits), _newest(table.late.get(unit, ()), credits)
    guilty: dict[int, Away] = {}
    for number in credits:
        if number in absent:
            mode = {"": LATE, LATE: LATE, UNJUSTIFIED: UNJUSTIFIED}.get(absent[number].data.get("mode") or "", TEMPORARY)
            guilty[number] = Away(mode, absent[number].article)
        elif number in late and late[number].data["minutes"] >= rules.number("late_absent_from"):
            guilty[number] = Away(LATE, late[number].article)
        elif number in rulings.gone:
            bad = rulings.gone[number].get("mode") in (UNJUSTIFIED, REMOVED)
            guilty[number] = Away(UNJUSTIFIED if bad else TEMPORARY)
    if not guilty:
        return None
    gravest = max(guilty.values(), key=lambda away: _GRAVITY.index(away.mode))
    return Absence(gravest.mode, guilty, gravest.article)


def _newest(rulings: Sequence[Ruling], credits: tuple[int, ...]) -> dict[int, Ruling]:
    return {number: ruling for ruling in rulings for number in about(ruling, credits)}


def late_mp(rules: Rules, table: TableRulings, unit: int, credits: tuple[int, ...]) -> int:
    """Match points that the opponents of `unit` get for its lateness (RULES 6, Late pair): a line is ready when both are."""
    minutes = max((one.data["minutes"] for one in _newest(table.late.get(unit, ()), credits).values()), default=-1)
    earned = 0
    for minute, mp in rules.value("late_steps"):
        if minutes >= minute:
            earned = int(mp)
    return earned
