"""Some matches fixed by hand, the others by a method."""

from collections.abc import Callable, Sequence

from host_tools.engine.pairing.field import Field, Pairing, PairingError, PairingRules
from host_tools.engine.pairing.manual_round import manual


def locked(
    fixed: Sequence[tuple[int, int, int]],
    field: Field,
    method: Callable[[Field], Pairing],
    rests: Sequence[int] = (),
    rules: PairingRules | None = None,
) -> Pairing:
    """`fixed`: (table, N/S, E/W) that stay as they are; `rests`: who rests by the arbiter's word; `method` pairs all others.

    The others take the free table numbers in the method's order. Its ranking is the one of those that are not locked, and
    what is unmet is told for the whole round. Raises PairingError as `manual` does, and when one is left alone who may not
    be paired: it rests only by the arbiter's word.
    """
    gone = [who for _, ns, ew in fixed for who in (ns, ew)] + list(rests)
    left = [who for who in field.ranked if who not in gone]
    if len(left) == 1:
        raise PairingError(f"the locks leave {left[0]} alone; name it as the one that rests, or free a match")
    others = method(field.without(gone)) if left else Pairing([])
    used = {table for table, _, _ in fixed}
    free = (number for number in range(1, len(fixed) + len(others.tables) + 1) if number not in used)
    tables = [*fixed, *((number, ns, ew) for number, (_, ns, ew) in zip(free, others.tables, strict=False))]
    pairing = manual(tables, [*rests, *others.rests], field, rules)
    pairing.notes = [f"{len(fixed)} matches and {len(rests)} rests fixed by hand", *others.notes, *pairing.notes]
    pairing.reasons = dict.fromkeys(rests, "by the arbiter's hand") | others.reasons
    return pairing
