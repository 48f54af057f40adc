"""The old form of a round's score, until nothing asks for it any more; the new one: scoring.py."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Old form. What one pair earned in one round; a bye has `mp_net` alone."""

    pair: int
    vp: int
    mp_net: int
    mp_for: int = 0
    mp_against: int = 0
    bye: bool = False
