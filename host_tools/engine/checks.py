"""Checksums of a round (RULES 6, end): what must come out whatever was played, and what makes it come out otherwise. Pure.

At a table both sides' victory points make 20; over a round all net match points make 0 and the mean is 10 victory points, apart
from byes, awards and what the arbiter laid down or adjusted. Whatever is apart is named in `why`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.engine import scoring
from host_tools.engine.awards import adds_vp
from host_tools.engine.meetings import by_bands, credits_of
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.results import TableResult
from host_tools.engine.round_rulings import round_rulings
from host_tools.engine.scoring import Score
from host_tools.engine.state import CLOSED, TEAMS, EventState, RoundState

_EVEN = frozenset({scoring.PLAYED, scoring.LATE_MP})  # they keep both sums


@dataclass(frozen=True)
class Check:
    """One checksum: `name`, what it should be, what it is. `table`: 0 for the whole round. `why`: what it is made of, and if it
    is not `ok`, what to do."""

    name: str
    expected: int
    found: int
    ok: bool
    why: str
    table: int = 0


def round_checks(state: EventState, info: RoundState, results: Sequence[TableResult], scores: Sequence[Score]) -> list[Check]:
    """All checksums of a round: per table, then of the round. Raises SettingError for a setting that does not fit."""
    checks = [check for result in results if result.signed or result.played for check in _sheet(state, info, result)]
    by_table: dict[int, list[Score]] = {}
    for score in scores:
        by_table.setdefault(score.table, []).append(score)
    checks += [_table(state, info, table, by_table[table]) for table in sorted(by_table) if table]
    return checks + _whole(state, info, scores)


def _check(name: str, expected: int, found: int, why: str, advice: str, table: int = 0) -> Check:
    ok = expected == found
    return Check(name, expected, found, ok, why if ok else f"{why}; {advice}", table)


def _sheet(state: EventState, info: RoundState, result: TableResult) -> list[Check]:
    """The sheet's own victory points are those of its difference on the round's scale (RULES 2)."""
    if state.kind == TEAMS and not adds_vp(state, rules_of(state)):
        return []  # its tables are added before the look-up; a table's own points count for nothing
    found, difference = (result.vp_ns, result.vp_ew), result.mp_ns - result.mp_ew
    expected = by_bands(info, difference)
    why = f"table {result.table}: a difference of {abs(difference)} is {max(expected)}-{min(expected)} on scale {info.scale}"
    advice = f"the sheet says {found[0]}-{found[1]}: see which scale the table played by"
    return [_check("sheet_vp", expected[0], found[0], why, advice, result.table)]


def _table(state: EventState, info: RoundState, table: int, scores: Sequence[Score]) -> Check:
    """Both sides' victory points at one table, or match."""
    sides: dict[tuple[int, ...], Score] = {}
    for score in scores:
        sides.setdefault(score.opponents, score)  # of players on one line each has the same
    found = sum(score.vp for score in sides.values())
    apart = sorted({score.how for score in scores} - _EVEN)
    if apart or len(sides) != 2:
        return Check("table_vp", found, found, True, f"table {table}: {', '.join(apart)}; both sides are independent", table)
    expected = sum(by_bands(info, scores[0].mp_net))  # 20 on every official scale; an organiser's own one may waste points
    if adds_vp(state, rules_of(state)):
        tables = sum(match == info.matches.get(table) for match in info.matches.values())
        expected = sum(by_bands(info, 0)) * tables if len(_sums(info)) == 1 else found  # else each table has a sum of its own
    return _check("table_vp", expected, found, f"table {table}: both sides' VP", "look at its scale and its rulings", table)


def _sums(info: RoundState) -> set[int]:
    """What both sides of a table have together; an organiser's own scale may give more or less at some differences."""
    return {winner + loser for _, winner, loser in info.bands}


def _whole(state: EventState, info: RoundState, scores: Sequence[Score]) -> list[Check]:
    apart = _apart(scores)
    even = [score for score in scores if score.number not in apart]
    named = f"without {', '.join(f'{number} ({how})' for number, how in sorted(apart.items()))}" if apart else "all with a result"
    net, vp = sum(score.mp_net for score in even), sum(score.vp for score in even)
    advice = "look for a line that is not its mirror"
    checks = [_check("round_net_mp", 0, net, f"round {info.number}: sum of net MP, {named}", advice)]
    if len(_sums(info)) == 1:
        rules = rules_of(state)
        mean = info.bands[0][1] * (rules.number("match_tables") if adds_vp(state, rules) else 1)
        why = f"round {info.number}: {mean} VP a head for {len(even)}, {named}"
        advice = "look for a table whose VP do not make the scale's sum"
        checks.append(_check("round_mean_vp", mean * len(even), vp, why, advice))
    if info.state == CLOSED:
        checks.append(_everybody(state, info, scores))
    return checks


def _apart(scores: Sequence[Score]) -> dict[int, str]:
    """Competitor -> why the sums leave it out: its own score is no even one, or that of somebody at its table is not (of
    players the partner may have an award: then the others have no mirror, nor has the partner)."""
    odd = {score.number: score.how for score in scores if score.how not in _EVEN}
    found = dict(odd)
    for score in scores:
        others = [odd[number] for number in score.opponents if number in odd]
        if others:
            found.setdefault(score.number, f"met {others[0]}")
    at_table = {score.table: score.number for score in scores if score.table and score.number in odd}
    for score in scores:
        if score.table in at_table:
            found.setdefault(score.number, f"sat with {at_table[score.table]}")
    known = {score.number for score in scores}
    for score in scores:
        if any(number not in known for number in score.opponents):
            found.setdefault(score.number, "its opponents have no score")
    return found


def _everybody(state: EventState, info: RoundState, scores: Sequence[Score]) -> Check:
    """Everybody who sat or rested has a score once the round is closed."""
    units = [unit for seats in info.seats.values() for unit in seats]
    due = {number for unit in units for number in credits_of(state, unit)}
    due |= set(info.rests) - round_rulings(state, info.number).gone.keys()
    missing = sorted(due - {score.number for score in scores})
    why = f"round {info.number}: of {len(due)} that sat or rested"
    advice = f"no score for {', '.join(map(str, missing))}: enter their sheet, or rule on their table"
    return _check("round_scored", len(due), len(due) - len(missing), why, advice)
