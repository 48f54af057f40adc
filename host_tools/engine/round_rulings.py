"""The arbiter's rulings of one round, put in order by table: what counts of them for its scores (RULES 5-6). Pure.

The newest word stands: a later lateness, absence, award or set result takes the place of an earlier one of the same kind about
the same line. Adjustments are added up, since each is given for a reason of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine.profile_rules import Rules
from host_tools.engine.state import Competitor, EventState, Ruling

LATE, TEMPORARY, UNJUSTIFIED = "late", "temporary", "unjustified"
REMOVED = "removed"  # by the arbiter, for misconduct: no rule book says what it scores; as who leaves without a reason (inf)


@dataclass
class TableRulings:
    """By unit: `late`, `absent`, `adjust`; `set`: the newest result that the arbiter laid down."""

    late: dict[int, Ruling] = field(default_factory=dict)
    absent: dict[int, Ruling] = field(default_factory=dict)
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
    elif ruling.kind == "late":
        table.late[ruling.data["unit"]] = ruling
    elif ruling.kind == "absent":
        table.absent[ruling.data["unit"]] = ruling
    else:
        table.adjust.setdefault(ruling.data["unit"], []).append(ruling)


@dataclass(frozen=True)
class Absence:
    """That a unit did not play on: `mode` LATE (did not come in time), TEMPORARY (left, also for a good reason) or
    UNJUSTIFIED. `guilty`: the competitors meant; another one on the same line waited like the opponents did."""

    mode: str
    guilty: frozenset[int]
    article: str = ""


def absence(rules: Rules, unit: int, credits: tuple[int, ...], table: TableRulings, rulings: RoundRulings) -> Absence | None:
    """Whether `unit`, whose result is credited to `credits`, is absent from its table: by ruling, by minutes late, or because
    it had left before (RULES 6, Late pair and Withdrawal)."""
    ruling = table.absent.get(unit)
    if ruling is not None:
        mode = {"": LATE, LATE: LATE, UNJUSTIFIED: UNJUSTIFIED}.get(ruling.data.get("mode") or "", TEMPORARY)
        guilty = frozenset(ruling.data.get("competitors") or credits)
        return Absence(mode, guilty, ruling.article)
    late = table.late.get(unit)
    if late is not None and late.data["minutes"] >= rules.number("late_absent_from"):
        return Absence(LATE, frozenset(credits), late.article)
    gone = [number for number in credits if number in rulings.gone]
    if not gone:
        return None
    bad = any(rulings.gone[number].get("mode") in (UNJUSTIFIED, REMOVED) for number in gone)
    return Absence(UNJUSTIFIED if bad else TEMPORARY, frozenset(gone))


def late_mp(rules: Rules, table: TableRulings, unit: int) -> int:
    """Match points that the opponents of `unit` get for its lateness (RULES 6, Late pair)."""
    ruling = table.late.get(unit)
    if ruling is None:
        return 0
    earned = 0
    for minute, mp in rules.value("late_steps"):
        if ruling.data["minutes"] >= minute:
            earned = int(mp)
    return earned
