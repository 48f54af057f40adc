"""Who meets whom: Mitchell and pure Danish rounds, and who rests when the number of pairs is odd (RULES 6).

Pure: pair numbers in, seating out. Chance plays no part; a draw is an entry order that the caller has shuffled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class PairingError(ValueError):
    """These pairs cannot be seated so; the text says why and what else can be done."""


@dataclass
class Pairing:
    """`tables`: (table number from 1, NS pair, EW pair); `bye`: the pair that rests; `notes`: what the arbiter should know."""

    tables: list[tuple[int, int, int]]
    bye: int | None = None
    notes: list[str] = field(default_factory=list)


def _check(pairs: Sequence[int]) -> None:
    if len(pairs) < 2:
        raise PairingError("a round needs at least two pairs")
    if len(set(pairs)) != len(pairs):
        raise PairingError("a pair is listed twice")


def mitchell(pairs: Sequence[int], turn: int, byes: Mapping[int, int] | None = None) -> Pairing:
    """Seat Mitchell round number `turn` (1 = the first Mitchell round of the event) of `pairs` in their fixed order.

    N/S stay, E/W move up one table a round, from the last table to the first. No table is skipped when their number is
    even: a skip only serves boards that travel the other way, and in burraco no cards travel, so every E/W pair meets every
    N/S pair once in as many rounds as there are tables. With an odd number one E/W place is empty and moves with the line.
    `byes`: pair -> how often it has rested. Raises PairingError when the movement is used up or would let a pair rest twice.
    """
    _check(pairs)
    places = (len(pairs) + 1) // 2
    if not 1 <= turn <= places:
        raise PairingError(f"a Mitchell movement of {places} tables has {places} rounds; for round {turn} use Danish")
    moving: list[int | None] = [pairs[2 * at + 1] if 2 * at + 1 < len(pairs) else None for at in range(places)]
    result = Pairing([])
    for at in range(places):
        stays, comes = pairs[2 * at], moving[(at - turn + 1) % places]
        if comes is None:
            result.bye = stays
        else:
            result.tables.append((at + 1, stays, comes))
    if result.bye is not None and (byes or {}).get(result.bye, 0):
        raise PairingError(f"pair {result.bye} would rest a second time in this movement; use Danish for this round")
    return result


def danish(ranked: Sequence[int], byes: Mapping[int, int] | None = None) -> Pairing:
    """Seat a pure Danish round: `ranked` best first, 1-2 at table 1, 3-4 at table 2, and so on.

    With an odd number the lowest-ranked pair that has not rested rests (RULES 6, Bye). When all have rested, the lowest of
    those that rested least does, and a note says so.
    """
    _check(ranked)
    rested = byes or {}
    result = Pairing([])
    order = list(ranked)
    if len(order) % 2:
        least = min(rested.get(pair, 0) for pair in order)
        result.bye = next(pair for pair in reversed(order) if rested.get(pair, 0) == least)
        order.remove(result.bye)
        if least:
            result.notes.append(f"every pair has rested before: pair {result.bye} rests again, the arbiter decides its award")
    result.tables = [(at // 2 + 1, order[at], order[at + 1]) for at in range(0, len(order), 2)]
    return result
