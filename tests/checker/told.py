"""The engine's numbers of a generated event, in the form in which an archive tells them."""

from dataclasses import replace
from typing import Any

from host_tools.engine.extras import extras
from host_tools.engine.ranking import Standing, groups, rank
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.state import CLOSED, DRAFT, RoundState
from tests.checker.play import Play

_RANKED = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins")


def scores(play: Play) -> dict[int, list[Score]]:
    """Round -> its scores, of all rounds that were published."""
    rounds = [info for info in play.state.rounds if info.state != DRAFT]
    return {info.number: round_scores(play.state, info, play.results.get(info.number, [])) for info in rounds}


def standings(play: Play) -> list[Standing]:
    """The ranking of all."""
    return rank(play.state, [score for found in scores(play).values() for score in found], extras(play.state))


def closing(play: Play, info: RoundState) -> dict[str, Any]:
    """What the closing act keeps: tables and scores as they are once the round is closed."""
    results = play.results[info.number]
    earned = round_scores(play.state, replace(info, state=CLOSED), results)
    return {"tables": [dict(vars(result)) for result in results], "scores": [_score(one) for one in earned]}


def _score(one: Score) -> dict[str, Any]:
    return {"number": one.number, "vp": one.vp, "mp_net": one.mp_net, "how": one.how}


def numbers(play: Play) -> dict[str, Any]:
    """All of them, as plain data."""
    found = scores(play)
    rounds = []
    for number, earned in found.items():
        tables = [dict(vars(result)) for result in play.results.get(number, [])]
        told = [_score(one) for one in earned]
        rounds.append({"number": number, "tables": tables, "scores": told})
    each = groups(play.state, [score for some in found.values() for score in some], extras(play.state))
    by_group = {str(group): [[one.rank, one.number] for one in rows] for group, rows in each.items()}
    ranking = [{name: getattr(one, name) for name in _RANKED} for one in standings(play)]
    return {"ranking": ranking, "rounds": rounds, "groups": by_group}
