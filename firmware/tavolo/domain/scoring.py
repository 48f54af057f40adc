"""A deal entry -> match points of both lines (RULES 1.2)."""

from tavolo.domain import kinds as k
from tavolo.domain import profiles

_WORTH = (200, 150, 100, 100)  # clean, semi-clean, dirty, closing


def _known(entry: list, field: int) -> int:
    return 0 if entry[field] == k.UNKNOWN else entry[field]


def parts(entry: list, other_pile: int, profile: int) -> tuple:
    """(base, malus, points, total) of one line, in match points; what nobody has entered yet counts as 0.

    base = burracos and closing; malus = -100 or 0 for the pile; points = positive - negative; total includes the
    arbiter's points. In a profile without semi-clean those burracos count as dirty (RULES 9, E4).
    """
    base = 0
    for field in range(4):
        worth = _WORTH[field]
        if field == k.SEMI and not profiles.semi_clean(profile):
            worth = _WORTH[k.DIRTY]
        base += worth * _known(entry, field)
    untaken = entry[k.PILE] == k.PILE_NOT_TAKEN
    free = other_pile == k.PILE_NOT_TAKEN and profiles.both_untaken_free(profile)
    malus = -100 if untaken and not free else 0
    points = _known(entry, k.POSITIVE) - _known(entry, k.NEGATIVE)
    return base, malus, points, base + malus + points + _known(entry, k.ARBITER)


def totals(ns: list, ew: list, profile: int) -> tuple:
    """(NS, EW) match points of one deal."""
    return parts(ns, ew[k.PILE], profile)[3], parts(ew, ns[k.PILE], profile)[3]
