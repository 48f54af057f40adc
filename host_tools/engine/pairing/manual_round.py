"""A round that the arbiter has seated by hand."""

from collections import Counter
from collections.abc import Iterable, Sequence

from host_tools.engine.pairing.field import Field, Four, Foursomes, Pairing, PairingError, PairingRules
from host_tools.engine.pairing.foursomes import reviewed_foursomes
from host_tools.engine.pairing.review import reviewed


def manual(
    tables: Sequence[tuple[int, int, int]], rests: Sequence[int], field: Field, rules: PairingRules | None = None
) -> Pairing:
    """Check `tables` (table, N/S, E/W) and `rests`, and list what they leave unmet; nothing is changed.

    Raises PairingError when a competitor is missing, seated twice or not of this round, or a table doubled or below 1.
    """
    _everybody_once([*(who for _, *match in tables for who in match), *rests], field)
    _tables_once(table for table, _, _ in tables)
    pairing = reviewed(Pairing(sorted(tables), list(rests)), field, rules or PairingRules())
    needed = len(field.ranked) % 2
    if len(rests) > needed:
        pairing.notes.append(f"{len(rests)} rest where {needed} would do: two of them could play each other")
    return pairing


def manual_foursomes(tables: Sequence[Four], rests: Sequence[int], field: Field) -> Foursomes:
    """The same for an individual event: `tables` (table, (N, S), (E, W)). Raises as `manual`."""
    _everybody_once([*(who for _, *pairs in tables for pair in pairs for who in pair), *rests], field)
    _tables_once(table for table, _, _ in tables)
    found = reviewed_foursomes(Foursomes(sorted(tables), list(rests)), field)
    needed = len(field.ranked) % 4
    if len(rests) > needed:
        found.notes.append(f"{len(rests)} rest where {needed} would do: four of them could make a table")
    return found


def _everybody_once(seats: Iterable[int], field: Field) -> None:
    times = Counter(seats)
    doubled = sorted(who for who, count in times.items() if count > 1)
    strange = sorted(set(times) - set(field.ranked))
    missing = sorted(set(field.ranked) - set(times))
    for numbers, what in ((doubled, "seated twice"), (strange, "not in this round"), (missing, "without a place")):
        if numbers:
            raise PairingError(f"{what}: {', '.join(map(str, numbers[:10]))}; correct the seating and check again")


def _tables_once(tables: Iterable[int]) -> None:
    wrong = sorted(table for table, count in Counter(tables).items() if count > 1 or table < 1)
    if wrong:
        raise PairingError(f"table {wrong[0]} is used twice or is no table's number (from 1); give it another number")
