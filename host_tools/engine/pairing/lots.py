"""Drawing lots that anyone can repeat: no random generator, only SHA-256."""

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: int | str, number: int) -> str:
    """The lot of one competitor: SHA-256 of "SEED:NUMBER" in hexadecimal; `printf SEED:NUMBER | sha256sum` gives the same."""
    return sha256(f"{seed}:{number}".encode()).hexdigest()


def by_lot(numbers: Iterable[int], seed: int | str) -> list[int]:
    """`numbers` in the order of their lots, smallest first.

    The same for ever for the same seed, on every Python, whatever order they come in; somebody who enters later or leaves
    changes nothing in the order of the others.
    """
    return sorted(numbers, key=lambda number: (lot(seed, number), number))
