"""Rounds of an individual event: two and two at a table, partners change each round (RULES 6, Kinds)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from host_tools.engine.pairing.costs import TIE_BITS, packed, tie
from host_tools.engine.pairing.danish_rounds import bye_order
from host_tools.engine.pairing.field import Field, Foursomes, PairingError, Unmet, Wish
from host_tools.engine.pairing.lots import by_lot
from host_tools.engine.pairing.matching import cheapest
from host_tools.engine.pairing.review import BYE, OURS

KINDS = "RULES 6, Kinds (000; 003; 004)"
Two = tuple[int, int]


def ranked_foursomes(field: Field) -> Foursomes:
    """The first and the fourth of the ranking against the second and the third, the fifth and eighth against the sixth and
    seventh, and so on; partners as new as possible.

    Two exact matchings, one after the other: partners (fewest partners again, then nearest to 1 + 4 and 2 + 3), then tables
    (fewest opponents of the round before again, then equal sums of places). Each is an optimum; that both together are one
    is not claimed. n mod 4 rest: the last-ranked of those that rested least. Raises PairingError for fewer than four.
    """
    return _foursomes(field)


def drawn_foursomes(field: Field, seed: int | str) -> Foursomes:
    """The same over the order of the lots (lots.py) instead of the ranking: first rounds, or events drawn throughout."""
    result = _foursomes(replace(field, ranked=tuple(by_lot(field.ranked, seed))))
    result.notes.insert(0, f"drawn with seed {seed}: order of SHA-256 of SEED:NUMBER")
    return result


def _foursomes(field: Field) -> Foursomes:
    if len(field.ranked) < 4:
        raise PairingError(f"an individual round needs at least four players; there are {len(field.ranked)}")
    rests = _resting(field)
    order = [who for who in field.ranked if who not in rests]
    partners = _partners(field, order)
    tables = _tables(field, order, partners)
    result = Foursomes([(at, *_lines(field, one, other)) for at, (one, other) in enumerate(tables, 1)], rests)
    for rest in rests:
        had = field.byes.get(rest, 0)
        result.reasons[rest] = f"player {rest} rests: one of the last of those that rested least ({had} times)"
    return reviewed_foursomes(result, field)


def reviewed_foursomes(found: Foursomes, field: Field) -> Foursomes:
    """`found` with `unmet` written new, dearest wish first, and a reason for each rest that has none."""
    found.unmet = sorted(_unmet(field, found), key=lambda one: one.kind.priority)
    for rest in found.rests:
        had = field.byes.get(rest, 0)
        found.reasons.setdefault(rest, f"player {rest} rests by the arbiter's hand; {had} times before in this session")
    return found


def _resting(field: Field) -> list[int]:
    """n mod 4 players: least rests first, then from the bottom."""
    firsts = bye_order(field)
    rest = [who for who in reversed(field.ranked) if who not in set(firsts)]
    return (firsts + sorted(rest, key=lambda who: field.byes.get(who, 0)))[: len(field.ranked) % 4]


def _mate(place: int) -> int:
    """The ideal partner's place: 0-3, 1-2, 4-7, 5-6, ..."""
    return place - place % 4 + 3 - place % 4


def _off_ideal(one: int, other: int) -> int:
    """How far two places are from being ideal partners: 0 for 0-3, 1-2, 4-7, ..."""
    return (other - _mate(one)) ** 2 + (one - _mate(other)) ** 2


def _least_off(window: int) -> int:
    """No two places that are more than `window` apart are nearer to the ideal than this: a mate is 3 places off at most."""
    return 2 * max(0, window - 2) ** 2


def _partners(field: Field, order: Sequence[int]) -> list[Two]:
    """Who plays with whom, the better placed first, in the order of the better one."""
    count = len(order)

    def again(one: int, other: int) -> int:
        return max(field.partners.get(order[one], ()).count(order[other]), field.partners.get(order[other], ()).count(order[one]))

    found = _nearest(count, again, _off_ideal, _least_off)
    return [(order[one], order[other]) for one, other in found]


def _tables(field: Field, order: Sequence[int], partners: Sequence[Two]) -> list[tuple[Two, Two]]:
    """Which two partnerships meet, the strongest table first."""
    place = {who: at for at, who in enumerate(order)}
    ranked = sorted(partners, key=lambda two: (sum(place[who] for who in two), place[two[0]]))
    before = {who: _before(field, who) for who in order}
    sums = [sum(place[who] for who in two) for two in ranked]

    def again(one: int, other: int) -> int:
        return sum(b in before[a] or a in before[b] for a in ranked[one] for b in ranked[other])

    def away(one: int, other: int) -> int:
        return (sums[one] - sums[other]) ** 2

    def outside(window: int) -> int:  # `sums` grow with the place, so the nearest ones outside are the cheapest
        return min((far - near) ** 2 for near, far in zip(sums, sums[window + 1 :], strict=False))

    found = _nearest(len(ranked), again, away, outside)
    by_strength = sorted(found, key=lambda match: (sums[match[0]] + sums[match[1]], match))
    return [(ranked[one], ranked[other]) for one, other in by_strength]


def _before(field: Field, who: int) -> tuple[int, ...]:
    """The two opponents of the round before; none after a rest."""
    met = field.met.get(who, ())
    return () if met[-1:] == (0,) else met[-2:]


def _nearest(
    count: int, again: Callable[[int, int], int], away: Callable[[int, int], int], outside: Callable[[int], int]
) -> list[Two]:
    """The exact optimum of (sum of `again`, sum of `away`) over all perfect matchings of `count` places.

    Tried first among places close to each other. A window is enough when its optimum repeats nothing and every match outside
    it would alone be `away` further than the whole optimum; else it is doubled, at last to everything. `outside`: a window's
    lower bound of `away` for every match outside it.
    """
    window = 16
    while True:
        near = [(one, other) for one in range(count) for other in range(one + 1, min(count, one + window + 1))]
        bounds = (sum(again(*pair) for pair in near), sum(away(*pair) for pair in near), count << TIE_BITS)
        edges = [(*pair, packed((again(*pair), away(*pair), tie(*pair)), bounds)) for pair in near]
        found = cheapest(count, edges)
        if window >= count - 1:
            return found
        total = sum(away(*pair) for pair in found)
        if not any(again(*pair) for pair in found) and total < outside(window):
            return found
        window *= 2


def _lines(field: Field, one: Two, other: Two) -> tuple[Two, Two]:
    """N/S is the pair whose players were there more rarely, counted together; equal: the better placed."""

    def turns(two: Two) -> int:
        return sum(ns - ew for ns, ew in (field.lines.get(who, (0, 0)) for who in two))

    return (other, one) if turns(other) < turns(one) else (one, other)


def _unmet(field: Field, result: Foursomes) -> list[Unmet]:
    out = []
    for rest in result.rests:
        had = field.byes.get(rest, 0)
        if had:
            text = f"player {rest} rests again, {had} times before in this session; the arbiter decides the award"
            out.append(Unmet(Wish.SECOND_BYE, (rest,), text, BYE, (had,)))
    for table, *pairs in result.tables:
        for one, other in pairs:
            times = max(field.partners.get(one, ()).count(other), field.partners.get(other, ()).count(one))
            if times:
                text = f"table {table}: {one} and {other} were partners {times} times before"
                out.append(Unmet(Wish.PARTNER, (one, other), text, KINDS, (times,)))
        for one, other in ((a, b) for a in pairs[0] for b in pairs[1]):
            if other in _before(field, one) or one in _before(field, other):
                text = f"table {table}: {one} and {other} were opponents in the round before"
                out.append(Unmet(Wish.REMATCH, (one, other), text, OURS, (1,)))
    return out
