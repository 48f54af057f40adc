"""From a table's sheet to its result: recount, and comparison with what was signed."""

from dataclasses import dataclass

from tavolo.domain import sheet_review
from tavolo.domain.sheet import Sheet


@dataclass(frozen=True)
class TableResult:
    """A table's round. `ns` and `ew` are the units that sat there in the end, swapped lines counted.

    `differs` names what the signed record says otherwise than the recount from the deals; empty when all agrees.
    `copied`: nothing is signed in the host's records, but the table's screen says so and was copied.
    """

    table: int
    ns: int
    ew: int
    mp_ns: int
    mp_ew: int
    vp_ns: int
    vp_ew: int
    signed: bool
    played: int
    differs: tuple[str, ...] = ()
    copied: bool = False


def table_result(table: int, ns: int, ew: int, sheet: Sheet) -> TableResult:
    """Recount `sheet`, whose plan put `ns` and `ew` on the lines. The sheet must have a plan."""
    mp_ns, mp_ew, _, vp_ns, vp_ew = sheet.result()
    played, copied = sheet.played(), sheet.copied if sheet_review.copy_counts(sheet) else None
    if sheet_review.sat_swapped(sheet):
        ns, ew = ew, ns
    if copied and (sheet.signed or played < copied[0]):  # as long as not all of its deals are here
        played, mp_ns, mp_ew, vp_ns, vp_ew = copied[:5]
    differs: list[str] = []
    signed = copied or sheet.signed
    if signed:
        said = signed[:5]
        ours = (played, mp_ns, mp_ew, vp_ns, vp_ew)
        for name, one, two in zip(("deals", "mp_ns", "mp_ew", "vp_ns", "vp_ew"), said, ours, strict=True):
            if one != two:
                differs.append(f"{name}: signed {one}, recounted {two}")
    return TableResult(table, ns, ew, mp_ns, mp_ew, vp_ns, vp_ew, bool(signed), played, tuple(differs), copied is not None)
