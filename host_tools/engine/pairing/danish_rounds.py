"""Danish rounds: the ranking decides who meets whom (RULES 6, Later rounds)."""

from collections.abc import Mapping, Sequence

from host_tools.engine.pairing.costs import TIE_BITS, distance, packed, tie
from host_tools.engine.pairing.field import Field, Pairing, PairingRules, Wish
from host_tools.engine.pairing.matching import Edge, cheapest
from host_tools.engine.pairing.review import reviewed
from host_tools.engine.pairing.seats import at_tables, lines


def danish(ranked: Sequence[int], byes: Mapping[int, int] | None = None) -> Pairing:
    """Seat a pure Danish round of `ranked`, best first, with nothing else known of it: see `pure_danish`."""
    return pure_danish(Field(tuple(ranked), byes=byes or {}))


def pure_danish(field: Field, rules: PairingRules | None = None) -> Pairing:
    """1-2 at table 1, 3-4 at table 2, and so on; rematches are allowed [all rule books].

    With an odd number the lowest-ranked that has not rested rests (RULES 6, Bye). When all have rested, the lowest of those
    that rested least does, and a note and `unmet` say so. Of `rules` only `tables` counts. Raises nothing.
    """
    rules = PairingRules(repeat="none", tables=rules.tables if rules else "rank")
    order = list(field.ranked)
    rests = bye_order(field)[: len(order) % 2]
    playing = [who for who in order if who not in rests]
    pairing = seated(field, list(zip(playing[::2], playing[1::2], strict=True)), rests, rules)
    again = sum(ns in field.met.get(ew, ()) or ew in field.met.get(ns, ()) for _, ns, ew in pairing.tables)
    if again:
        pairing.notes.append(f"{again} of {len(pairing.tables)} matches are rematches; pure Danish allows them")
    return pairing


def modified_danish(field: Field, rules: PairingRules | None = None) -> Pairing:
    """Neighbours of the ranking meet, but nobody again whom `rules.repeat` forbids; the last round is free (004 LOI 2b).

    An exact optimum (docs/pairing.md): no second bye while another has none; then fewest forbidden rematches, and of those
    fewest with the opponent of the round before; then the rest as far down as possible; then the least sum of squares of
    rank distances; then the short distances at the top. Nothing is given up silently: `unmet` lists it. Raises nothing.
    """
    rules = rules or PairingRules()
    matches, rests = best(field, rules)
    pairing = seated(field, matches, rests, rules)
    if rules.repeat != "none" and field.last_round and rules.last_round_free:
        pairing.notes.append("last round: rematches are allowed (RULES 6, Later rounds, 004 LOI 2b)")
    moved = [one for one in pairing.unmet if one.kind is Wish.BYE_ORDER]
    for one in moved:
        pairing.reasons[one.who[0]] = (
            f"pair {one.who[0]} rests: with any of the {one.numbers[0]} below it that may rest there would be more rematches"
        )
        pairing.notes.append(
            f"the rest moved up to pair {one.who[0]}, past {one.numbers[0]}, so that fewer forbidden rematches are needed"
        )
    return pairing


def bye_order(field: Field) -> list[int]:
    """Those that have rested least, the last-ranked first: the first of them rests (RULES 6, Bye)."""
    least = min(field.byes.get(who, 0) for who in field.ranked)
    return [who for who in reversed(field.ranked) if field.byes.get(who, 0) == least]


def best(field: Field, rules: PairingRules) -> tuple[list[tuple[int, int]], list[int]]:
    """(matches, best first, the better placed first in each; rests) of the declared optimum."""
    order = field.ranked
    found = cheapest(len(order) + len(order) % 2, _edges(field, rules))
    matches = [(order[one], order[other]) for one, other in found if other < len(order)]
    return matches, [order[one] for one, other in found if other == len(order)]


def _edges(field: Field, rules: PairingRules) -> list[Edge]:
    """Places (from 0) that may meet, with their cost; the node after the last one is the rest.

    Only matches up to 1 + (forbidden of the one) + (of the other) + (1 if somebody rests) places apart: docs/pairing.md
    proves that no optimum holds a longer one, so this loses nothing and keeps 1,000 pairs quick.
    """
    order, count, odd = field.ranked, len(field.ranked), len(field.ranked) % 2
    repeat = rules.forbids(field.last_round)
    forbidden, previous = field.forbidden(repeat), field.forbidden("previous" if repeat == "all" else "none")
    reach = [len(forbidden[who]) for who in order]
    widest = min(count - 1, 1 + 2 * max(reach) + odd)
    half = count // 2 + odd
    bounds = (half, half, count, half * distance(widest), half * widest * count, half << TIE_BITS)
    edges = []
    for one in range(count):
        avoid, before = forbidden[order[one]], previous[order[one]]
        for other in range(one + 1, min(count, one + widest + 1)):
            apart = other - one
            if apart <= 1 + reach[one] + reach[other] + odd:
                who = order[other]
                levels = (int(who in avoid), int(who in before), 0, distance(apart), apart * (count - one), tie(one, other))
                edges.append((one, other, packed(levels, bounds)))
    place = field.place()
    resting = bye_order(field)[: None if rules.bye_yields else 1] if odd else []
    return edges + [(place[who], count, packed((0, 0, at, 0, 0, 0), bounds)) for at, who in enumerate(resting)]


def seated(
    field: Field, matches: Sequence[tuple[int, int]], rests: list[int], rules: PairingRules, by_rank: bool = True
) -> Pairing:
    """Lines and tables for these matches (best first), and what they leave unmet."""
    pairing = Pairing(at_tables(field, [lines(field, *match) for match in matches], rules), rests)
    for rest in rests:
        if field.byes.get(rest, 0):
            pairing.notes.append(f"every pair has rested before: pair {rest} rests again, the arbiter decides its award")
    return reviewed(pairing, field, rules, by_rank)
