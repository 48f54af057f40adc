"""Orders that ask for numbers: the ranking with its reasons, checksums, and all numbers as they are told to a check."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from host_tools.engine import lot, told
from host_tools.engine.advantage import advantages
from host_tools.engine.checks import round_checks
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.scoring import Score, extras, round_scores
from host_tools.engine.state import CLOSED, DRAFT, RoundState
from host_tools.server import event_arbiter, open_points, ranking_views
from host_tools.server.host import Host
from host_tools.server.models import Strict
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book

Round = Annotated[int, Field(ge=1, le=99)]


class RankingIn(Strict):
    """`group`: of one group (girone) alone; `after_round`: as it was after that round; `scores`: how each round came about."""

    group: Annotated[int, Field(ge=1, le=99)] | None = None
    after_round: Round | None = None
    scores: bool = True


class ChecksIn(Strict):
    """Which round; none: all."""

    round: Round | None = None


def played_round(host: Host, number: int) -> RoundState:
    """A round that has been published. Raises Refused."""
    info = the_book(host).state.round(number)
    if info is None or info.state == DRAFT:
        raise Refused("no_round", f"round {number} has not been played", "see `round.show` for those that were", 404)
    return info


@order("ranking", RankingIn, changes=False)
async def ranking(host: Host, body: RankingIn, who: str) -> dict[str, Any]:
    """The ranking as of now: closed rounds, signed sheets of the open one, rulings; each line says why it is above the next."""
    state, hall = the_book(host).state, host.hall
    if body.group is not None and body.group not in {one.group for one in state.competitors.values()}:
        raise Refused("no_group", f"nobody is in group {body.group}", "leave the group out for the ranking of all", 404)
    if body.after_round is not None:
        played_round(host, body.after_round)
    scores, rules = hall.scores(body.after_round), rules_of(state)
    lines = ranking_views.lines(the_book(host), scores, body.group, body.after_round, body.scores)
    counted = [score.round for score in scores] + [info.number for info in hall.rounds if info.state == CLOSED]
    view: dict[str, Any] = {"event": state.name, "kind": state.kind, "ranking": lines, "group": body.group}
    view |= {"arbiter": event_arbiter.view(the_book(host))}
    view |= {"round": body.after_round or max(counted, default=0), "total_rounds": state.total_rounds()}
    view |= {"tie_breaks": list(rules.names("tie_breaks")), "seed": lot.seed_of(state, rules), "acts": state.acts}
    return view | ranking_views.standing_view(hall) | {"copied": open_points.copied_view(hall)}


@order("checks", ChecksIn, changes=False)
async def checks(host: Host, body: ChecksIn, who: str) -> dict[str, Any]:
    """Checksums per table and round, with what they are made of, and what to do where one does not hold.

    `advantages`: who climbed by points for not being there, which the arbiter may lay down otherwise (RULES 6, Late pair and
    Withdrawal).
    """
    state = the_book(host).state
    rounds = [played_round(host, body.round)] if body.round else [info for info in state.rounds if info.state != DRAFT]
    found = []
    for info in rounds:
        tables = told.counting(info, host.hall.results(info))
        scores: list[Score] = round_scores(state, info, tables)
        for check in round_checks(state, info, tables, scores):
            plain = {"round": info.number, "table": check.table, "name": check.name, "ok": check.ok}
            found.append(plain | {"expected": check.expected, "found": check.found, "why": check.why})
    climbs = advantages(state, host.hall.scores(body.round), extras(state))
    view = {"checks": found, "ok": all(one["ok"] for one in found), "wrong": [one for one in found if not one["ok"]]}
    return view | {"advantages": [asdict(one) for one in climbs if body.round in (None, one.round)]}


@order("numbers", NothingIn, changes=False)
async def numbers(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """Every number of the event as told, for `tavolo verify` to compare with its own."""
    state = the_book(host).state
    results = {info.id: host.hall.results(info) for info in state.rounds if info.state != DRAFT}
    return told.numbers(state, results)
