"""The VP scales there are, and an organiser's own one (RULES 2.1). Host only: a table gets its bands with the plan."""

from tavolo.domain import bands
from tavolo.domain.vp_tables import SCALES

TEAM = "fibur_team"
_TEXT_BYTES = 40


def by_id(scale_id: str) -> "tuple | None":
    """(id, deals or 0, official, bands), or None where no scale has that id."""
    for row in SCALES:
        if row[0] == scale_id:
            return row
    return None


def default_for(deals: "int | str") -> "tuple | None":
    """The official scale of 2, 3 or 4 scheduled deals or of "team"; None for 1, 5, 6: no official table exists."""
    if deals == "team":
        return by_id(TEAM)
    for row in SCALES:
        if row[2] and row[1] and row[1] == deals:
            return row
    return None


def ids() -> tuple:
    """Ids of all scales."""
    return tuple([row[0] for row in SCALES])


def own(data: dict) -> tuple:
    """An organiser's scale {"id", "deals" (1..6, or null for teams), "bands": [[min, max or null, winner, loser], ..]} as a row.

    Never official; its id may not be one of ours. Raises ValueError saying what is wrong and in which band.
    """
    if not isinstance(data, dict) or set(data) != {"id", "deals", "bands"}:
        raise ValueError("a scale is an object with id, deals and bands, nothing else")
    name, deals = data["id"], data["deals"]
    if not isinstance(name, str) or not 1 <= len(name.encode()) <= _TEXT_BYTES:
        raise ValueError("a scale's id is a text of 1 to %d bytes" % _TEXT_BYTES)
    if by_id(name) is not None:
        raise ValueError("the id %s is taken by a built-in scale" % name)
    if deals is not None and (not isinstance(deals, int) or isinstance(deals, bool) or not 1 <= deals <= 6):
        raise ValueError("a scale's deals are 1 to 6, or null for a team match")
    return name, deals or 0, False, bands.from_rows(data["bands"])
