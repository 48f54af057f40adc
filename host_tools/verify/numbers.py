"""All numbers of an event from its acts and its tables' results: scores of each round, then the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass

from host_tools.verify.beside import additions
from host_tools.verify.book import Book
from host_tools.verify.event import DRAFT, SHAPES, Event
from host_tools.verify.report import Damaged
from host_tools.verify.scores import Earned, Reckoner, Result
from host_tools.verify.standing import Total, classes, numbered

_NOT_THERE = {"absent_late", "left", "left_unjustified", "both_left"}
_MET = {"played", "late", "adjusted", "set"}


@dataclass
class Numbers:
    """`rounds`: number -> competitor -> what it earned; `ranking`: best first, of all; `groups`: each group's own."""

    rounds: dict[int, dict[int, Earned]]
    ranking: list[Total]
    groups: dict[int, list[Total]]
    beside: list[tuple[int, int, int]]  # competitor, VP, net MP that were added beside the rounds


def derive(event: Event, results: Mapping[int, Mapping[int, Result]], by_group: bool = True) -> Numbers:
    """`results`: round -> table -> result; `by_group`: each group's ranking, too. Raises Damaged for acts
    or settings that do not fit together."""
    book = Book(event.profile, event.settings, event.kind)
    rounds: dict[int, dict[int, Earned]] = {}
    for turn in event.rounds:
        if turn.state == DRAFT:
            continue
        try:
            rounds[turn.number] = Reckoner(event, turn, book).scores(results.get(turn.number, {}))
        except SHAPES as fault:
            raise (
                fault if isinstance(fault, Damaged) else Damaged(f"round {turn.number}", f"cannot be reckoned: {fault!r}")
            ) from fault
    try:
        extra = additions(event, book)
    except Damaged:
        raise
    except SHAPES as fault:
        raise Damaged("penalties", f"cannot be reckoned: {fault!r}") from fault
    groups = {one.group for one in event.who.values()} if by_group else set()
    each = {group: _ranked(event, book, rounds, extra, group) for group in sorted(groups)}
    return Numbers(rounds, _ranked(event, book, rounds, extra, None), each, extra)


def _ranked(
    event: Event,
    book: Book,
    rounds: Mapping[int, Mapping[int, Earned]],
    extra: list[tuple[int, int, int]],
    group: int | None,
) -> list[Total]:
    totals = _totals(event, book, rounds, extra)
    mine = [one for one in totals.values() if group in (None, one.group)]
    apart: list[Total] = []
    if book["withdrawn_ranked"] == "apart":
        apart = [one for one in mine if event.who[one.number].left()]
    criteria = [str(name) for name in book["tie_breaks"]]
    if not book["shared_ranks"] and "lot" not in criteria:
        criteria.append("lot")
    playing = [one for one in mine if one not in apart]
    found = numbered(classes(playing, criteria, book["lot_seed"] or event.id, book["tie_restart"]))
    for one in sorted(apart, key=lambda total: total.number):
        one.rank = 0
        found.append(one)
    return found


def _totals(
    event: Event, book: Book, rounds: Mapping[int, Mapping[int, Earned]], extra: list[tuple[int, int, int]]
) -> dict[int, Total]:
    totals = {number: Total(number, one.group) for number, one in event.who.items()}
    try:
        for scores in rounds.values():
            for number, earned in scores.items():
                _add(totals[number], earned, book["wins_with_byes"])
        for number, vp, mp in extra:
            totals[number].vp += vp
            totals[number].mp_net += mp
    except KeyError as fault:
        raise Damaged("ranking", f"something is scored for number {fault}, which is not in the event") from fault
    return totals


def _add(total: Total, earned: Earned, wins_with_byes: bool) -> None:
    total.vp += earned.vp
    total.mp_net += earned.mp_net
    total.mp_for += earned.mp_for
    total.mp_against += earned.mp_against
    total.rounds += 1
    total.deals += earned.deals
    there = earned.how not in _NOT_THERE
    total.there += there
    total.wins += bool(earned.won) or (wins_with_byes and there and earned.won is None)
    total.byes += earned.how == "bye" or (earned.how == "award" and not earned.met)
    if earned.how in _MET:
        for other in earned.met:
            total.met.setdefault(other, []).append((earned.vp, earned.mp_net))
