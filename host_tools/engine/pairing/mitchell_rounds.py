"""Mitchell rounds: N/S stay, E/W move one or more tables (RULES 6, Later rounds; 000 par.1, 003 2b, 004 LOI 2c)."""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Literal

from host_tools.engine.pairing.field import Pairing, PairingError, check_numbers


def mitchell_rounds(pairs: int, step: int = 1) -> tuple[int, int]:
    """(rounds in all without a rematch, rounds before the first skip) for so many pairs and E/W going `step` tables up.

    E/W come back to where they began after tables / gcd(tables, step) rounds; going one table further there (the skip)
    opens the next such circle, until every E/W pair has been at every table.
    """
    tables = (pairs + 1) // 2
    return tables, tables // gcd(tables, step)


def mitchell(
    pairs: Sequence[int],
    turn: int,
    byes: Mapping[int, int] | None = None,
    step: int = 1,
    empty: Literal["ew", "ns"] = "ew",
) -> Pairing:
    """Seat Mitchell round number `turn` (1 = the first Mitchell round of the event) of `pairs` in their fixed order.

    The pairs at odd places of the list stay N/S, the others move E/W, `step` tables up a round, from the last table to the
    first. A number 0 is an empty place, of a pair that has left: who would meet it rests. With an odd number the last place
    of one line is empty: `empty` "ew": it moves with the line and each round another N/S pair rests; "ns": the last table
    has no N/S pair and who comes there rests. `byes`: pair -> how often it has rested in this session. Raises PairingError
    when the movement is used up, would let a pair rest twice, or with a step outside 1..tables - 1 (two tables: 1).
    """
    check_numbers([pair for pair in pairs if pair])
    places, circle = mitchell_rounds(len(pairs), step)
    if not 1 <= turn <= places:
        raise PairingError(f"a Mitchell movement of {places} tables has {places} rounds; for round {turn} use Danish")
    if not 1 <= step <= max(1, places - 1):
        raise PairingError(f"E/W can move 1 to {max(1, places - 1)} tables a round here, not {step}")
    stays, moves = _lines(pairs, empty)
    shift = (turn - 1) * step + (turn - 1) // circle
    result = Pairing([])
    for at in range(places):
        _seat(result, at + 1, stays[at], moves[(at - shift) % places])
    for rest in result.rests:
        if (byes or {}).get(rest, 0):
            raise PairingError(f"pair {rest} would rest a second time in this movement; use Danish for this round")
        result.reasons[rest] = f"pair {rest} rests: its opponents' place is the empty one in round {turn} of the movement"
    _explain(result, places, step, circle, turn)
    return result


def _lines(pairs: Sequence[int], empty: str) -> tuple[list[int], list[int]]:
    """(N/S by table, E/W by table of the first round); 0 = empty place."""
    full = list(pairs) if len(pairs) % 2 == 0 else [*pairs[:-1], *((pairs[-1], 0) if empty == "ew" else (0, pairs[-1]))]
    return full[::2], full[1::2]


def _seat(result: Pairing, table: int, ns: int, ew: int) -> None:
    if ns and ew:
        result.tables.append((table, ns, ew))
    elif ns or ew:
        result.rests.append(ns or ew)


def _explain(result: Pairing, places: int, step: int, circle: int, turn: int) -> None:
    """Why a table is skipped or not: arbiters who know the movement from other games expect a skip for an even number."""
    if places % 2 == 0 and step == 1:
        result.notes.append(
            "no table is skipped although their number is even: a skip serves boards that travel the other way, and in"
            f" burraco no cards travel; {places} rounds without a rematch"
        )
    if circle < places:
        result.notes.append(
            f"moving {step} of {places} tables, E/W are back where they began after {circle} rounds; one table more is"
            f" skipped after every {circle} rounds" + (", now" if turn > 1 and (turn - 1) % circle == 0 else "")
        )
