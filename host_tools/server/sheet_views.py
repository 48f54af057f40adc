"""All sheets of a round as plain data: what is missing, open, corrected; what a correction would change. Decides nothing."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from host_tools.engine.acts import Draft
from host_tools.engine.preview import preview
from host_tools.engine.standings import standings
from host_tools.server import open_points, views
from host_tools.server.hall import Hall, TableState
from host_tools.server.host import Host
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book
from host_tools.server.sheet_entry import Entered, totals
from host_tools.server.tournament import DRAFT, RoundInfo
from tavolo.domain import sheet_review


def _state(hall: Hall, table: TableState, ruled: Collection[int]) -> str:
    """How far a sheet is: missing (no deal), part, unsigned, by_hand, copied, signed; ruled: none is needed."""
    sheet = table.sheet
    if open_points.by_hand(hall, table):
        return "by_hand"
    if sheet_review.copy_counts(sheet):
        return "copied"
    if sheet.signed is not None:
        return "signed"
    if table.number in ruled:
        return "ruled"
    played = sheet.played()
    return "missing" if not played else "part" if played < sheet.deals() else "unsigned"


def line(hall: Hall, table: TableState, ruled: Collection[int]) -> dict[str, Any]:
    """One sheet in short. `ruled`: tables of its round that need none (open_points.ruled)."""
    view: dict[str, Any] = {"table": table.number, "state": _state(hall, table, ruled), "played": table.sheet.played()}
    view |= {"deals": table.sheet.deals(), **views.sides_view(hall, table), **views.result_view(table)}
    view |= {"swapped": sheet_review.sat_swapped(table.sheet), "corrected": open_points.corrected(hall, table)}
    return view | {"conflicts": sheet_review.conflicts(table.sheet), "differs": open_points.differs(hall, table)}


def changes(host: Host, info: RoundInfo, table: TableState, entered: Entered, drafts: Sequence[str]) -> dict[str, Any]:
    """What one deal that is written anew would change: the sheet's result, points and ranks; `drafts` would go with it."""
    hall, book = host.hall, the_book(host)
    before = {one.id: hall.results(one) for one in hall.rounds if one.state != DRAFT}
    found = totals(table.sheet, {entered.deal: (entered.ns, entered.ew)})
    now: dict[str, Any] = dict(zip(("played", "mp_ns", "mp_ew", "vp_ns", "vp_ew"), found, strict=True))
    after = {**before, info.id: [replace(one, **now) if one.table == table.number else one for one in before[info.id]]}
    acts = [Draft("round.drop", {"id": draft}) for draft in drafts]
    shown = preview(book.acts, acts, before, standings, after)
    return shown.as_dict() | {"result": now}


def listed(host: Host, number: int | None) -> dict[str, Any]:
    """The sheets of a round that was published (None: of the newest), and which are not in yet. Raises Refused."""
    hall = host.hall
    found = [info for info in hall.rounds if info.state != DRAFT and number in (None, info.number)]
    if not found:
        raise Refused(
            "no_round", f"round {number} has not been published" if number else "no round has been published yet", "", 404
        )
    info = found[-1]
    ruled = open_points.ruled(hall, info)
    rows = [line(hall, table, ruled) for table in hall.round_tables(info)]
    missing = [row["table"] for row in rows if row["state"] in ("missing", "part", "unsigned")]
    return {"round": info.number, "state": info.state, "sheets": rows, "missing": missing}
