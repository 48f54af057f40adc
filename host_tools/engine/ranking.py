"""The ranking: victory points, then the organiser's ordered list of tie-breaks, shared ranks where nothing separates (RULES 6).

Pure. What decides and in which order: tie_breaks.py; in what words: rank_reasons.py. docs/ranking.md has an example.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.engine import lot as lots
from host_tools.engine import rank_reasons, scoring, tie_breaks
from host_tools.engine.profile_rules import Rules, rules_of
from host_tools.engine.state import EventState


@dataclass
class Standing:
    """One line of the ranking. `rank`: from 1, shared by those that nothing separates (`shared`), 0 for one that is listed apart
    because it left (`left`). `rounds` with a score, `attended` in which it was there, `byes` in which it rested, `wins` of them
    won, `deals` scheduled in them. `why`: why it stands above the next, `reason`: the same as plain data; empty for the last."""

    number: int
    vp: int = 0
    mp_net: int = 0
    mp_for: int = 0
    mp_against: int = 0
    rounds: int = 0
    byes: int = 0
    rank: int = 0
    group: int = 1
    wins: int = 0
    shared: bool = False
    attended: int = 0
    deals: int = 0
    left: bool = False
    reason: Mapping[str, Any] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """Why it stands above the next, in one line of plain English; rank_reasons.why_text has it in Italian, too."""
        return rank_reasons.why_text(self.reason)


def rank(
    state: EventState, scores: Iterable[scoring.Score], extras: Iterable[scoring.Extra] = (), group: int | None = None
) -> list[Standing]:
    """The ranking of an event after `scores` (of any rounds) and `extras`, best first; of one `group` (girone), or of all.

    Those in it are all competitors, also without a score. Raises SettingError for a setting that does not fit, KeyError for a
    score or an extra of a competitor that there is not.
    """
    rules = rules_of(state)
    standings, lines = _sums(state, rules, scores, extras)
    mine = {number: line for number, line in lines.items() if group is None or standings[number].group == group}
    apart: list[int] = []
    if rules.text("withdrawn_ranked") == "apart":
        apart = [number for number in sorted(mine) if standings[number].left]
    ranked = {number: line for number, line in mine.items() if number not in set(apart)}
    found = _ranked(state, rules, standings, ranked)
    for number in apart:
        standings[number].reason = {"by": "apart"}
    return found + [standings[number] for number in apart]


def groups(state: EventState, scores: Iterable[scoring.Score], extras: Iterable[scoring.Extra] = ()) -> dict[int, list[Standing]]:
    """Each group's (girone's) own ranking, by group. Raises as `rank` does."""
    scores, extras = list(scores), list(extras)
    numbers = sorted({one.group for one in state.competitors.values()})
    return {number: rank(state, scores, extras, number) for number in numbers}


def _ranked(
    state: EventState, rules: Rules, standings: Mapping[int, Standing], lines: Mapping[int, tie_breaks.Line]
) -> list[Standing]:
    criteria, seed = list(rules.names("tie_breaks")), lots.seed_of(state, rules)
    if not rules.flag("shared_ranks") and tie_breaks.LOT not in criteria:
        criteria.append(tie_breaks.LOT)
    order = tie_breaks.order(lines, criteria, seed, rules.flag("tie_restart"))
    found: list[Standing] = []
    for at, numbers in enumerate(order.classes):
        place, tried = len(found) + 1, order.ends.get(at, ())
        for number in numbers:
            line = standings[number]
            line.rank, line.shared = place, len(numbers) > 1
            line.reason = rank_reasons.as_data("shared", None, None, numbers, tried, seed)
            found.append(line)
        if at < len(order.boundaries):
            edge = order.boundaries[at]
            found[-1].reason = rank_reasons.as_data(edge.criterion, edge.above, edge.below, edge.group, edge.tried, seed)
        else:
            found[-1].reason = {}
    return found


def _sums(
    state: EventState, rules: Rules, scores: Iterable[scoring.Score], extras: Iterable[scoring.Extra]
) -> tuple[dict[int, Standing], dict[int, tie_breaks.Line]]:
    standings = {
        number: Standing(number, group=one.group, left=one.left is not None) for number, one in state.competitors.items()
    }
    lines = {number: tie_breaks.Line(number) for number in standings}
    winning = (scoring.WON, scoring.UNPLAYED) if rules.flag("wins_with_byes") else (scoring.WON,)
    for score in scores:
        one = standings[score.number]
        one.vp, one.mp_net = one.vp + score.vp, one.mp_net + score.mp_net
        one.mp_for, one.mp_against = one.mp_for + score.mp_for, one.mp_against + score.mp_against
        one.rounds, one.deals = one.rounds + 1, one.deals + score.deals
        one.wins += score.outcome in winning
        one.attended += score.how not in scoring.ABSENT
        one.byes += score.how == scoring.BYE or (score.how == scoring.AWARD and not score.table)
        if score.how in scoring.MET:
            lines[score.number].met.append((score.opponents, score.vp, score.mp_net))
    for extra in extras:
        standings[extra.number].vp += extra.vp
        standings[extra.number].mp_net += extra.mp
    for number, one in standings.items():
        line = lines[number]
        line.vp, line.mp_net, line.mp_for = one.vp, one.mp_net, one.mp_for
        line.deals, line.wins, line.attended = one.deals, one.wins, one.attended
    return standings, lines
