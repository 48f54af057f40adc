"""What a pair gets without playing: the bye's victory points and net match points (RULES 6, Bye)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavolo.domain import kinds as k
from tavolo.domain import victory

Bands = Sequence[tuple[int, int, int]]


@dataclass(frozen=True)
class Award:
    """`vp` victory points and `mp_net` match points as a net difference; `official` is False where no rule names them."""

    vp: int
    mp_net: int
    official: bool = True


# 004 LOI 34; the profile of today's code is silent, so the older one rules.
_FIBUR = {2: Award(14, 305), 3: Award(14, 355), 4: Award(12, 305)}


def equivalent_mp(bands: Bands, winner_vp: int) -> int:
    """Lowest difference, a multiple of 5, that earns `winner_vp` on the scale `bands` (RULES 2.1, MP equivalent of n VP).

    Raises ValueError when the scale has no such band.
    """
    low = 0
    for max_diff, winner, _ in bands:
        if winner == winner_vp:
            return low
        low = max_diff // 5 * 5 + 5
    raise ValueError(f"the scale has no band of {winner_vp} victory points")


def bye_award(profile: int, deals: int, bands: Bands) -> Award:
    """The bye's award for `deals` scheduled deals: 14/14/12 under F.I.Bur., 70 % of the maximum under FE.BUR.IT.

    Where the rules give no value (1, 5, 6 deals) the nearest kind is proposed and marked as not official; the arbiter sets it.
    """
    if profile != k.FEBURIT and deals in _FIBUR:
        return _FIBUR[deals]
    top = victory.vp(tuple(bands), victory.OPEN_END)[0]
    vp = top * 7 // 10 if profile == k.FEBURIT or deals < 4 else top * 6 // 10
    try:
        return Award(vp, equivalent_mp(bands, vp), profile == k.FEBURIT)
    except ValueError:
        return Award(vp, 0, False)
