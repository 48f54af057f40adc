"""The ranking as plain data for pages and the API. Reads, decides nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from host_tools.engine.ranking import Standing, rank
from host_tools.engine.scoring import Extra, Score, extras
from host_tools.engine.state import EventState
from host_tools.server import learn
from host_tools.server.hall import Hall
from host_tools.server.ledger import Book
from host_tools.server.open_points import provisional_view
from host_tools.server.tournament import CLOSED


def _line(book: Book, entry: Standing) -> dict[str, Any]:
    names = book.competitor_name(entry.number)
    view: dict[str, Any] = {"rank": entry.rank, "pair": entry.number, "names": names, "vp": entry.vp, "mp_net": entry.mp_net}
    view |= {"points_for": entry.mp_for, "points_against": entry.mp_against, "rounds": entry.rounds, "byes": entry.byes}
    return view | {"group": entry.group, "wins": entry.wins, "shared": entry.shared, "left": entry.left}


def ranking_view(hall: Hall, reasons: bool = True) -> list[dict[str, Any]]:
    """The ranking as of now; `reasons`: with why each is above the next."""
    if hall.book is None:
        return []
    more = [({"why": entry.why, "reason": dict(entry.reason)} if reasons else {}, entry) for entry in hall.ranking()]
    return [_line(hall.book, entry) | why for why, entry in more]


def lines(
    book: Book, found: Sequence[Score], group: int | None = None, after: int | None = None, scores: bool = True
) -> list[dict[str, Any]]:
    """The ranking by the scores `found`, of one group or of all; `after` that round, without what came beside later rounds. With
    `scores`: how each round came about, and the points beside them."""
    beside = _extras(book.state, after)
    rounds: dict[int, list[dict[str, Any]]] = {}
    for score in found:
        rounds.setdefault(score.number, []).append(score_view(score))
    added: dict[int, list[dict[str, Any]]] = {}
    for extra in beside:
        added.setdefault(extra.number, []).append(asdict(extra))
    out = []
    for entry in rank(book.state, found, beside, group):
        line = _line(book, entry) | {"number": entry.number, "why": entry.why, "reason": dict(entry.reason)}
        more = {"scores": rounds.get(entry.number, []), "extras": added.get(entry.number, [])} if scores else {}
        out.append(line | more)
    return out


def _extras(state: EventState, after: int | None) -> list[Extra]:
    """Points beside the rounds. `after` a round: those of later rounds are left out, and what names no round and came once it was
    closed."""
    if after is None:
        return extras(state)
    info = state.round(after)
    closed = info.closed if info and info.closed is not None else state.acts
    return [one for one in extras(state) if (one.act <= closed if one.round is None else one.round <= after)]


def score_view(score: Score) -> dict[str, Any]:
    """How a round's score came about: a word with its numbers, both in plain English, and by which rule."""
    view: dict[str, Any] = {"round": score.round, "vp": score.vp, "mp_net": score.mp_net, "how": score.how}
    view |= {"points_for": score.mp_for, "points_against": score.mp_against, "table": score.table, "outcome": score.outcome}
    view |= {"opponents": list(score.opponents), "text": score.text, "article": score.article}
    return view | {"params": dict(score.params)}


def short_scores(hall: Hall) -> dict[int, list[list[Any]]]:
    """number -> [round, VP, net MP, how] of each of its rounds."""
    found: dict[int, list[list[Any]]] = {}
    for score in hall.scores():
        found.setdefault(score.number, []).append([score.round, score.vp, score.mp_net, score.how])
    return found


def standing_view(hall: Hall) -> dict[str, Any]:
    """Whether the ranking can still change: sheets that are open, tables that have not come back, and `final`: the control period
    was ended. `last`: the last round is closed, so that what is missing is the end of the control period alone."""
    state = hall.book.state if hall.book else None
    info = hall.current()
    last = bool(state and info and info.state == CLOSED and info.number >= state.total_rounds())
    view: dict[str, Any] = {"provisional": provisional_view(hall), "not_back": learn.not_back(hall)}
    return view | {"final": bool(state and state.final is not None), "last": last}


def settled(standing: Mapping[str, Any]) -> bool:
    """Whether it is final and nothing is open; `standing`: as `standing_view` has it."""
    return bool(standing["final"] and not standing["provisional"] and not standing["not_back"])
