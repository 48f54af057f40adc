"""How a generated event seats a round: by the engine's own next_round, with locks and seating by hand now and then.

Engine side: the checker never imports this.
"""

from dataclasses import replace
from typing import Any

from host_tools.engine.field_of import Order, groups, present
from host_tools.engine.made_round import Made
from host_tools.engine.next_round import Ask, next_round
from host_tools.engine.pairing import PairingError
from host_tools.engine.state import DRAFT, INDIVIDUAL, PAIRS, SCORE_FREE, EventState
from tests.checker import told
from tests.checker.play import Play

RANKED = ("danish", "modified")
FALLBACK = "modified"  # what an organiser takes when a movement is at its end


def order_of(play: Play, method: str) -> Order:
    """The ranking as it stands, each group's its own, as the server gives it; nothing before the first round,
    and in most events for a method that asks for none."""
    if not any(info.state != DRAFT for info in play.state.rounds) or method not in RANKED and play.seed % 4:
        return Order()
    lines = told.by_group(play)
    swapped = {
        number: [row.table for row in rows if row.ns != _planned(play, number, row.table)]
        for number, rows in play.results.items()
    }
    return Order([line.number for line in lines], {line.number: (line.vp, line.mp_net) for line in lines}, swapped)


def _planned(play: Play, number: int, table: int) -> int:
    info = play.state.round(number)
    return info.seats[table][0] if info else 0


def seat(play: Play, number: int) -> tuple[Made, dict[str, Any]] | None:
    """The round, and what the arbiter said of it: matches fixed by hand, who rests, who is not there; None when too few are."""
    state, method = play.state, play.state.phases[play.state.phase_of(number)].method
    order = order_of(play, method)
    seed = f"{play.seed}/{number}"
    if max((len(some) for some in groups(state, present(state, number)).values()), default=0) < (2 if state.kind == PAIRS else 4):
        return None
    try:
        if method == "manual":
            return _by_hand(play, order, seed), {}
        ask = _wishes(play, number, method, seed)
        said = {"locks": [list(row) for row in ask.locks], "hand_rests": list(ask.rests), "absent": sorted(ask.absent)}
        return _free(play, order, ask, next_round(state, order, ask)), said
    except PairingError:
        play.features["movement at its end"] += 1
        order = order_of(play, FALLBACK)
        return next_round(state, order, Ask(seed, FALLBACK, options=_options(state, number))), {}


def _free(play: Play, order: Order, ask: Ask, made: Made) -> Made:
    """The very same, made sure of now and then: of a way that hangs on no scores (RULES 5, 3) any ranking gives the same."""
    if made.method in SCORE_FREE and order.ranked and play.maybe(0.3):
        play.features["score-free whatever the ranking"] += 1
        other = next_round(play.state, replace(order, ranked=order.ranked[::-1]), ask)
        assert (other.seats, other.rests, other.units) == (made.seats, made.rests, made.units), (
            f"{made.method} hangs on the ranking"
        )
    return made


def _options(state: EventState, number: int) -> dict[str, Any]:
    return {name: value for name, value in state.phases[state.phase_of(number)].options.items() if name in ("repeat", "lines")}


def _wishes(play: Play, number: int, method: str, seed: str) -> Ask:
    """What the arbiter wants of the round, mostly nothing."""
    there = present(play.state, number)
    enough = len(there) > 8 and len(groups(play.state, there)) == 1
    if enough and play.maybe(0.05):
        play.features["left out of a round"] += 1
        return Ask(seed, absent=play.chance.sample(there, play.chance.choice((1, 1, 2))))
    if enough and play.maybe(0.05) and method in ("danish", "modified", "draw") and play.state.kind != INDIVIDUAL:
        play.features["rest by hand"] += 1
        return Ask(seed, rests=(play.chance.choice(there),))
    return Ask(seed, locks=_locks(play, number, method))


def _locks(play: Play, number: int, method: str) -> tuple[tuple[int, ...], ...]:
    """Two of one group that the arbiter wants to meet at its first table."""
    if play.state.kind != PAIRS or method not in ("danish", "modified", "draw") or not play.maybe(0.1):
        return ()
    found = groups(play.state, present(play.state, number))
    if len(found) > 1 or len(next(iter(found.values()))) < 6:
        return ()
    one, other = play.chance.sample(next(iter(found.values())), 2)
    play.features["locks"] += 1
    return ((1, one, other),)


def _by_hand(play: Play, order: Order, seed: str) -> Made:
    """The arbiter writes down a draw of his own, all of it."""
    drawn = next_round(play.state, order, Ask(seed, "draw", options={}))
    units = {**play.state.units, **{unit.number: unit for unit in drawn.units}}
    rows: tuple[tuple[int, ...], ...]
    if play.state.kind == PAIRS:
        rows = tuple((table, ns, ew) for table, (ns, ew) in sorted(drawn.seats.items()))
    else:  # players by table, teams by match: the home team is N/S at its first table
        firsts = {drawn.matches.get(table, table): seats for table, seats in sorted(drawn.seats.items(), reverse=True)}
        rows = tuple((at, *units[ns].credits, *units[ew].credits) for at, (ns, ew) in sorted(firsts.items()))
    return next_round(play.state, order, Ask(seed, tables=rows, rests=tuple(drawn.rests)))


def act_of(made: Made, round_id: str, said: dict[str, Any]) -> dict[str, Any]:
    """The act's data. `said`: `locks` and `hand_rests` are for the checker, who cannot see them otherwise; the engine passes
    over them."""
    data: dict[str, Any] = {"id": round_id, "number": made.number, "method": made.method, "phase": made.phase} | said
    data["seats"] = {str(table): list(units) for table, units in sorted(made.seats.items())}
    data["units"] = [[unit.number, list(unit.persons), list(unit.credits)] for unit in made.units]
    data["matches"] = {str(table): match for table, match in sorted(made.matches.items())}
    data |= {"rests": made.rests, "notes": made.notes, "unmet": made.unmet, "seed": made.seed, "options": made.options}
    return data | {"reasons": {str(who): text for who, text in made.reasons.items()}}
