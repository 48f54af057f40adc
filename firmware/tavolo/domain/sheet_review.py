"""What an arbiter asks of a sheet beside its result; only a host does, so it is in no image."""

from tavolo.domain.sheet import Sheet


def versions(sheet: Sheet, deal: int) -> list:
    """Every version of a deal ever confirmed, in order of arrival; void ones too."""
    return [version for version in sheet.versions if version.number == deal]


def conflicts(sheet: Sheet) -> list:
    """Numbers of deals with more than one valid version: for the arbiter to decide."""
    return [number for number in range(1, sheet.deals() + 1) if len(sheet.valid(number)) > 1]
