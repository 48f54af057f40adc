"""Where each pair goes from one round to the next, so that a table can tell those who leave it (PRODUCT 2.6)."""

from collections.abc import Mapping

Seats = Mapping[int, tuple[int, int]]  # table -> (NS pair, EW pair)
Place = tuple[int, int]  # table (0: it rests or has left), line (0 NS, 1 EW)


def places(seats: Seats) -> dict[int, Place]:
    """Pair -> where it sits."""
    return {pair: (table, line) for table, pairs in seats.items() for line, pair in enumerate(pairs)}


def leaving(before: Seats, after: Seats) -> dict[int, tuple[Place, Place]]:
    """Table of the round before -> where its NS pair and its EW pair sit in the next one."""
    goes = places(after)
    return {table: (goes.get(ns, (0, 0)), goes.get(ew, (0, 0))) for table, (ns, ew) in before.items()}
