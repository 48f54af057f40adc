"""Differences and victory points: the scales of RULES 2.1, typed here once more, and how a scale is read."""

from collections.abc import Sequence

Band = tuple[int, int, int]  # highest difference, winner's VP, loser's VP
Bands = Sequence[Band]

# Highest difference of 10-10, 11-9, ... 19-1; beyond the last it is 20-0 (RULES 2.1).
BOUNDS: dict[str, tuple[int, ...]] = {
    "fibur_2_deals": (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    "fibur_3_deals": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "fibur_4_deals": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
    "fibur_team": (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
}


def official(name: str, bands: Bands) -> bool | None:
    """Whether `bands` are those of the official scale `name`; None for a scale that is not one of these."""
    bounds = BOUNDS.get(name)
    if bounds is None:
        return None
    same = [(10 + step, 10 - step) for step in range(11)] == [(winner, loser) for _, winner, loser in bands]
    return same and tuple(limit for limit, _, _ in bands[:-1]) == bounds and bands[-1][0] >= 32767


def split(bands: Bands, ns: int, ew: int) -> tuple[int, int]:
    """(NS, EW) victory points for both lines' match points: the first band that reaches the difference (RULES 2)."""
    apart = abs(ns - ew)
    _, more, less = next((band for band in bands if apart <= band[0]), bands[-1])
    return (more, less) if ns >= ew else (less, more)


def worth(bands: Bands, vp: int) -> int | None:
    """Lowest difference that earns the winner `vp`, a multiple of 5 (RULES 2.1, equivalent of n VP); None: no such band."""
    lowest = 0
    for limit, winner, _ in bands:
        if winner == vp:
            return lowest
        lowest = (limit // 5 + 1) * 5
    return None
