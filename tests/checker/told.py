"""The engine's numbers of a generated event, as plain data (engine/told.py)."""

from typing import Any

from host_tools.engine import told
from host_tools.engine.extras import extras
from host_tools.engine.ranking import Standing, groups, rank
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.state import DRAFT, RoundState
from tests.checker.play import Play


def scores(play: Play) -> dict[int, list[Score]]:
    """Round -> its scores, of all rounds that were published."""
    rounds = [info for info in play.state.rounds if info.state != DRAFT]
    return {info.number: round_scores(play.state, info, play.results.get(info.number, [])) for info in rounds}


def by_group(play: Play) -> list[Standing]:
    """The rankings of all groups, one after the other."""
    every = [score for found in scores(play).values() for score in found]
    return [line for lines in groups(play.state, every, extras(play.state)).values() for line in lines]


def closing(play: Play, info: RoundState) -> dict[str, Any]:
    """What the closing act keeps. No number comes of it: few events carry it along, which costs a sixth of their time."""
    if play.papers is None and play.seed % 5:
        return {}
    return told.round_told(play.state, info, play.results[info.number], closing=True)


def numbers(play: Play) -> dict[str, Any]:
    """All of them."""
    return told.numbers(play.state, {info.id: play.results.get(info.number, []) for info in play.state.rounds})


def reasons(play: Play) -> list[dict[str, Any]]:
    """Why each stands above the next, in order of the ranking."""
    every = [score for some in scores(play).values() for score in some]
    return [dict(line.reason) for line in rank(play.state, every, extras(play.state))]
