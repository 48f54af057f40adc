"""Once it is known who meets whom: who sits N/S, and at which table."""

from collections.abc import Sequence

from host_tools.engine.pairing.costs import TIE_BITS, packed, tie
from host_tools.engine.pairing.field import Field, PairingRules
from host_tools.engine.pairing.matching import Edge, cheapest

Match = tuple[int, int]  # N/S, E/W


def lines(field: Field, one: int, other: int) -> Match:
    """(N/S, E/W): N/S is the one that was more rarely there, counted against its turns E/W; then the one with fewer turns
    N/S; then the better placed, which is `one`. Each match is decided alone, so the sum of all is as even as it can be."""

    def turns(who: int) -> tuple[int, int]:
        ns, ew = field.lines.get(who, (0, 0))
        return ns - ew, ns

    return (other, one) if turns(other) < turns(one) else (one, other)


def at_tables(field: Field, matches: Sequence[Match], rules: PairingRules) -> list[tuple[int, int, int]]:
    """(table, N/S, E/W) by table. `matches`: best first. Tables by rank, or by `balance`: fewest repeated tables, and of
    those ways the one that is nearest to the order of rank (sum of squares of the tables moved)."""
    order = range(len(matches)) if rules.tables == "rank" else _balanced(field, matches)
    return sorted((table + 1, *matches[at]) for at, table in enumerate(order))


def _balanced(field: Field, matches: Sequence[Match]) -> list[int]:
    """Match -> table (both from 0), exactly.

    Only tables near a match's own are looked at, and nothing is lost: in an optimum, match m sits at most
    (tables that m's players know) + (matches whose players know that table) away; docs/pairing.md has the argument.
    """
    count = len(matches)
    known = [[0] * count for _ in matches]
    for at, match in enumerate(matches):
        for who in match:
            for table in field.tables.get(who, ()):
                if 1 <= table <= count:
                    known[at][table - 1] += 1
    of_match = [sum(map(bool, row)) for row in known]
    of_table = [sum(bool(row[table]) for row in known) for table in range(count)]
    bounds = (sum(map(sum, known)), count**3, count << TIE_BITS)
    edges: list[Edge] = [
        (at, count + table, packed((known[at][table], (at - table) ** 2, tie(at, table)), bounds))
        for at in range(count)
        for table in range(count)
        if abs(at - table) <= of_match[at] + of_table[table]
    ]
    return [table - count for _, table in cheapest(2 * count, edges)]
