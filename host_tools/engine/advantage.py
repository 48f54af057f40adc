"""Who climbed by points that it got for not being there. Pure: it only tells, the arbiter decides.

RULES 6, Late pair: "unless that gives an unfair advantage"; Withdrawal: "unless that gains it a place or prize". Then the arbiter
lays another result down (`set`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.engine.ranking import rank
from host_tools.engine.scoring import ABSENT_LATE, LEFT, Extra, Score
from host_tools.engine.state import EventState


@dataclass(frozen=True)
class Advantage:
    """Competitor `number` stood at rank `before` ahead of round `round`, and at the better rank `after` it, by a score for not
    being there (`how`)."""

    number: int
    round: int
    how: str
    before: int
    after: int
    text: str
    article: str


def advantages(state: EventState, scores: Sequence[Score], extras: Sequence[Extra] = ()) -> list[Advantage]:
    """All such climbs, round by round. In round 1 there is no place to compare with. Raises as `ranking.rank` does."""
    found: list[Advantage] = []
    absent = [score for score in scores if score.how in (ABSENT_LATE, LEFT) and score.round > 1]
    for number in sorted({score.round for score in absent}):
        before, after = (_ranks(state, scores, extras, until) for until in (number - 1, number))
        for score in absent:
            places = before[score.number], after[score.number]
            if score.round == number and 0 < places[1] < places[0]:
                text = f"{score.number} was not there in round {number} and went from rank {places[0]} to {places[1]}"
                found.append(Advantage(score.number, number, score.how, *places, text, score.article))
    return found


def _ranks(state: EventState, scores: Sequence[Score], extras: Sequence[Extra], until: int) -> dict[int, int]:
    """Ranks by rounds 1 to `until`; what came beside the rounds counts in both, so that it makes no difference."""
    return {line.number: line.rank for line in rank(state, [score for score in scores if score.round <= until], extras)}
