"""A VP scale given as data is proved before it is used (RULES 2.1); host only, devices get proved bands in their plan.

Every multiple of 5 from 0 is covered exactly once, and a larger difference never earns the winner less.
"""

from tavolo.domain.plan_reader import MAX_BANDS
from tavolo.domain.victory import OPEN_END

_TOP_VP = 255  # a plan keeps VP in one byte


def _whole(value: object, what: str, band: int) -> int:
    # a bool is an int to Python, but "true" is no number to an organiser
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("band %d: %s must be a whole number" % (band, what))
    return value


def check_bands(bands: tuple) -> None:
    """Prove (max_diff, vp_winner, vp_loser) bands as `victory.vp` uses them. Raises ValueError naming band and fault."""
    if not 1 <= len(bands) <= MAX_BANDS:
        raise ValueError("a scale has 1 to %d bands, not %d" % (MAX_BANDS, len(bands)))
    before = (-5, 0, _TOP_VP)
    for at, band in enumerate(bands):
        number = at + 1
        if not isinstance(band, (list, tuple)) or len(band) != 3:
            raise ValueError("band %d: give largest difference, winner's VP, loser's VP" % number)
        top = _whole(band[0], "the largest difference", number)
        winner = _whole(band[1], "the winner's VP", number)
        loser = _whole(band[2], "the loser's VP", number)
        if not 0 <= loser <= winner <= _TOP_VP:
            raise ValueError("band %d: VP must be 0 to %d, the winner's not below the loser's" % (number, _TOP_VP))
        if number == len(bands):
            if top != OPEN_END:
                raise ValueError("band %d: the last band must be open (every larger difference needs its VP)" % number)
        elif top % 5 or not before[0] < top < OPEN_END:
            raise ValueError("band %d: %d must be a multiple of 5 above the band before" % (number, top))
        if winner < before[1] or loser > before[2]:
            raise ValueError("band %d: a larger difference gives the winner less or the loser more" % number)
        before = (top, winner, loser)
    if bands[0][1] != bands[0][2]:
        raise ValueError("band 1: equal totals must give both lines the same VP")


def from_rows(rows: list) -> tuple:
    """[min_diff, max_diff or None, vp_winner, vp_loser] rows -> proved bands. Raises ValueError naming band and fault."""
    if not isinstance(rows, (list, tuple)):
        raise ValueError("the bands must be a list")
    due = 0
    bands = []
    for at, row in enumerate(rows):
        number = at + 1
        if not isinstance(row, (list, tuple)) or len(row) != 4:
            raise ValueError("band %d: give smallest and largest difference, winner's VP, loser's VP" % number)
        low = _whole(row[0], "the smallest difference", number)
        if low > due:
            raise ValueError("band %d: differences %d to %d have no VP" % (number, due, low - 5))
        if low < due:
            raise ValueError("band %d: difference %d has VP already in the band before" % (number, low))
        if row[1] is None and number < len(rows):
            raise ValueError("band %d: only the last band may be open" % number)
        top = OPEN_END if row[1] is None else _whole(row[1], "the largest difference", number)
        if row[1] is not None and (top % 5 or top >= OPEN_END):
            raise ValueError("band %d: %d is no multiple of 5 below %d" % (number, top, OPEN_END))
        if top < low:
            raise ValueError("band %d: %d to %d is no range" % (number, low, top))
        bands.append((top, row[2], row[3]))
        due = top + 5
    check_bands(tuple(bands))
    return tuple(bands)
