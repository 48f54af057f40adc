"""Drawing lots that anyone can repeat: no random generator, only SHA-256."""

from collections.abc import Iterable

from host_tools.engine.lot import ticket


def by_lot(numbers: Iterable[int], seed: int | str) -> list[int]:
    """`numbers` in the order of their tickets, smallest first.

    The same for ever for the same seed, on every Python, whatever order they come in; somebody who enters later or leaves
    changes nothing in the order of the others.
    """
    return sorted(numbers, key=lambda number: (ticket(seed, number), number))
