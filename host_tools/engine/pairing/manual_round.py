"""A round that the arbiter has seated by hand."""

from collections import Counter
from collections.abc import Sequence

from host_tools.engine.pairing.field import Field, Pairing, PairingError, PairingRules
from host_tools.engine.pairing.review import reviewed


def manual(
    tables: Sequence[tuple[int, int, int]], rests: Sequence[int], field: Field, rules: PairingRules | None = None
) -> Pairing:
    """Check `tables` (table, N/S, E/W) and `rests`, and list what they leave unmet; nothing is changed.

    Raises PairingError when a competitor is missing, seated twice or not of this round, or a table doubled or below 1.
    """
    seats = Counter([who for _, ns, ew in tables for who in (ns, ew)] + list(rests))
    doubled = sorted(who for who, times in seats.items() if times > 1)
    strange = sorted(set(seats) - set(field.ranked))
    missing = sorted(set(field.ranked) - set(seats))
    for numbers, what in ((doubled, "seated twice"), (strange, "not in this round"), (missing, "without a place")):
        if numbers:
            raise PairingError(f"{what}: {', '.join(map(str, numbers[:10]))}; correct the seating and check again")
    used = Counter(table for table, _, _ in tables)
    wrong = sorted(table for table, times in used.items() if times > 1 or table < 1)
    if wrong:
        raise PairingError(f"table {wrong[0]} is used twice or is no table's number (from 1); give it another number")
    pairing = reviewed(Pairing(sorted(tables), list(rests)), field, rules or PairingRules())
    if len(rests) > len(field.ranked) % 2:
        pairing.notes.append(f"{len(rests)} rest where {len(field.ranked) % 2} would do: two of them could play each other")
    return pairing
