"""What a match costs: levels, of which the upper one always wins, packed into one whole number."""

from collections.abc import Sequence
from hashlib import sha256

TIE_BITS = 20


def packed(levels: Sequence[int], bounds: Sequence[int]) -> int:
    """`levels`, dearest first, as one number; `bounds`: the largest SUM that each level can reach over a whole matching.

    A unit of one level weighs more than everything below it together, so the cheapest sum of packed numbers is the
    lexicographic optimum. Raises ValueError when a level is negative or above its bound.
    """
    number = 0
    for level, bound in zip(levels, bounds, strict=True):
        if not 0 <= level <= bound:
            raise ValueError(f"a cost level of {level} is outside 0..{bound}")
        number = number * (bound + 1) + level
    return number


def distance(places: int) -> int:
    """The cost of a match between competitors that are `places` apart in the ranking (1 = neighbours): the square.

    Strictly convex and growing: two steps of 2 (8) are better than one of 3 and one of 1 (10), so that when 1 may not meet
    2, the round begins 1-3, 2-4 (docs/pairing.md has the argument that without conflicts exactly 1-2, 3-4 comes out).
    """
    return places * places


def tie(one: int, other: int) -> int:
    """The last level: fixed small numbers out of two places (not competitors), so that of equal optima always the same wins,
    on every computer and with every version of the library."""
    return int.from_bytes(sha256(b"%d-%d" % (one, other)).digest()[:4], "big") >> (32 - TIE_BITS)
