"""What an arbiter asks of a sheet beside its result; only a host does, so it is in no image."""

from tavolo.domain import kinds as k
from tavolo.domain.sheet import Sheet


def versions(sheet: Sheet, deal: int) -> list:
    """Every version of a deal ever confirmed, in order of arrival; void ones too."""
    return [version for version in sheet.versions if version.number == deal]


def conflicts(sheet: Sheet) -> list:
    """Numbers of deals whose valid versions contradict each other: for the arbiter to decide. A copy that is equal is none."""
    return [number for number in range(1, sheet.deals() + 1) if len({tuple(v.ns + v.ew) for v in sheet.valid(number)}) > 1]


def counted(sheet: Sheet) -> bool:
    """The sheet is in: signed at the table, or its result was copied from the table's screen."""
    return sheet.signed is not None or sheet.copied is not None


def copy_contradicts(sheet: Sheet) -> bool:
    """The table's own records tell another result than was copied from its screen, and the arbiter has not decided yet."""
    if sheet.copied is None or sheet.copied[5] & k.DECIDED or sheet.signed is None:
        return False
    early = (sheet.copied[5] ^ sheet.signed[5]) & k.ENDED_EARLY
    swapped = bool(sheet.copied[5] & k.SAT_SWAPPED) != sheet.swapped
    return bool(sheet.copied[:5] != sheet.signed[:5] or early or swapped)


def copy_counts(sheet: Sheet) -> bool:
    """The copied result is what the sheet says for now: nothing is signed, or the arbiter decided so."""
    return sheet.copied is not None and (sheet.signed is None or bool(sheet.copied[5] & k.DECIDED))


def sat_swapped(sheet: Sheet) -> bool:
    """The pairs sat the other way round than the plan says."""
    if sheet.copied is None or not copy_counts(sheet):
        return sheet.swapped
    return bool(sheet.copied[5] & k.SAT_SWAPPED)
