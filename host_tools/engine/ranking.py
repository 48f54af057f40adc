"""The ranking: victory points, then net match points, then a shared rank or a lot (RULES 6, Ranking).

No rule book gives a tie-break, so what follows net match points is the organiser's choice. Pure; the lot is passed in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """What one pair earned in one round. `mp_for` and `mp_against` are own points; a bye has `mp_net` alone."""

    pair: int
    vp: int
    mp_net: int
    mp_for: int = 0
    mp_against: int = 0
    bye: bool = False


@dataclass
class Standing:
    """One line of the ranking. `rank` is shared by pairs that nothing separates."""

    pair: int
    vp: int = 0
    mp_net: int = 0
    mp_for: int = 0
    mp_against: int = 0
    rounds: int = 0
    byes: int = 0
    rank: int = 0


def add_up(pairs: Iterable[int], scores: Iterable[Score]) -> list[Standing]:
    """Sum the rounds of each of `pairs`; a pair without a score stands at zero. Raises KeyError for a score of a stranger."""
    table = {pair: Standing(pair) for pair in pairs}
    for score in scores:
        standing = table[score.pair]
        standing.vp += score.vp
        standing.mp_net += score.mp_net
        standing.mp_for += score.mp_for
        standing.mp_against += score.mp_against
        standing.rounds += 1
        standing.byes += score.bye
    return list(table.values())


def rank(standings: Sequence[Standing], lot: Mapping[int, int] | None = None) -> list[Standing]:
    """Order by VP, net MP, then `lot` (pair -> drawn number, lower first) where given; else equal pairs share a rank.

    Sharing pairs stand in the order of their numbers, so the list is the same on every machine.
    """
    drawn = lot or {}

    def merit(line: Standing) -> tuple[int, int, int]:
        return (-line.vp, -line.mp_net, drawn.get(line.pair, 0))

    ordered = sorted(standings, key=lambda line: (*merit(line), line.pair))
    for at, line in enumerate(ordered):
        same = at > 0 and merit(line) == merit(ordered[at - 1])
        line.rank = ordered[at - 1].rank if same else at + 1
    return ordered
