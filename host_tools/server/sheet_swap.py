"""Scores that were written for the wrong line (RULES 5, Correctable after delivery, 2): each line gets the other one's."""

from typing import Any

from host_tools.server import corrections
from host_tools.server.authoring import RecordDraft
from host_tools.server.corrections import CHANGED, Decision, Word, find
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.refusal import Refused
from host_tools.server.results_in import result_payload
from host_tools.server.sheet_entry import Entered, refreshed, revision
from host_tools.server.sheet_law import Claim
from tavolo.domain import facts, sheet_review
from tavolo.domain import kinds as k


async def swap(host: Host, number: int, place: int, seen: list[str] | None, claim: Claim, word: Word) -> None:
    """Exchange the lines of every deal of a sheet, as far as the law allows it. `seen`: ids of all versions that the caller saw
    standing; None: no care. Raises Refused."""
    async with in_turn(host):
        info, table = find(host, number, place)
        sheet = table.sheet
        standing = {deal: sheet.valid(deal) for deal in range(1, sheet.deals() + 1)}
        if seen is not None and {one.ref.hex() for versions in standing.values() for one in versions} != set(seen):
            raise Refused(*CHANGED)
        if sheet_review.conflicts(sheet):
            raise Refused(
                "conflict",
                f"table {place}: two versions of a deal contradict each other",
                "choose one of them first (`sheet.choose`)",
            )
        deals = [_exchanged(deal, versions[0]) for deal, versions in standing.items() if versions]
        records = [record for one in deals for record in revision(table, one, standing[one.deal])]
        records += _result(host, table, deals)
        if not records:
            raise Refused("no_deal", f"round {number} table {place}: nothing is there to be swapped", "enter the sheet first")
        about = [one.ref.hex() for versions in standing.values() for one in versions] or [f"{info.id}/{place}/0"]
        new = "; ".join(corrections.shown(table, one.deal, (one.ns, one.ew)) for one in deals)
        data = {"swapped": True, "deals": [{"deal": one.deal, "ns": one.ns, "ew": one.ew} for one in deals], "new": new}
        old = "; ".join(corrections.shown(table, one.deal) for one in deals)
        plan = Decision("sheet_swapped", about, claim, data, old)
        await corrections.decide(host, info, table, records, plan, word)


def _exchanged(deal: int, version: Any) -> Entered:
    approved = bool(version.flags & facts.OVERRIDE_FLAG)
    return Entered(deal, list(version.ew), list(version.ns), (version.reason or k.RULING_BOTH_PILES) if approved else 0)


def _result(host: Host, table: TableState, deals: list[Entered]) -> list[RecordDraft]:
    """The result that stands for the signatures: by the exchanged deals, or exchanged itself where not all of them are here."""
    sheet = table.sheet
    if sheet.copied is None or not sheet_review.copy_counts(sheet):
        return []
    count, mp_ns, mp_ew, vp_ns, vp_ew, flags, device = sheet.copied[:7]
    if len(deals) >= count:
        return refreshed(host, table, {one.deal: (one.ns, one.ew) for one in deals})
    said = (count, mp_ew, mp_ns, vp_ew, vp_ns, flags)
    return [(table.number, k.RESULT, result_payload(said, k.DECIDED, device))]
