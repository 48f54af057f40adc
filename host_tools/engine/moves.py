"""Where each pair goes from one round to the next, so that a table can tell those who leave it (PRODUCT 2.6)."""

from collections.abc import Collection, Mapping

Seats = Mapping[int, tuple[int, int]]  # table -> (NS pair, EW pair)
Place = tuple[int, int]  # table (0: it rests or has left), line (0 NS, 1 EW)


def places(seats: Seats) -> dict[int, Place]:
    """Pair -> where it sits."""
    return {pair: (table, line) for table, pairs in seats.items() for line, pair in enumerate(pairs)}


def leaving(before: Seats, after: Seats, swapped: Collection[int] = ()) -> dict[int, tuple[Place, Place]]:
    """Table of the round before -> where those who sat NS and EW there sit in the next one. `swapped`: tables at which the
    pairs sat the other way round than planned."""
    goes = places(after)
    out = {}
    for table, pairs in before.items():
        ns, ew = pairs[::-1] if table in swapped else pairs
        out[table] = (goes.get(ns, (0, 0)), goes.get(ew, (0, 0)))
    return out
