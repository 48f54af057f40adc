"""What is still open about the sheets, so that the ranking is provisional: decisions of the arbiter, deals or signatures that a
closed round has not, devices that say otherwise. Reads, decides nothing."""

from typing import Any

from host_tools.engine.results import table_result
from host_tools.engine.without_sheet import ruled_tables
from host_tools.server.hall import Hall, TableState
from host_tools.server.tournament import CLOSED, RoundInfo
from tavolo.domain import facts, folds, sheet_review
from tavolo.domain import kinds as k

_NO_DEAL, _NO_SIGNATURE = "missing_deal", "missing_signature"


def corrected(hall: Hall, table: TableState) -> bool:
    """The arbiter has decided on a deal after the signatures: they may say otherwise than what counts. After: by the records'
    times, or as they came, since a table's clock may be a little ahead of ours."""
    signs = [(rec.at_ms, at) for at, (rec, _) in enumerate(table.log) if rec.kind == k.SIGN]
    signed_ms, signed_at = max((ms for ms, _ in signs), default=0), max((at for _, at in signs), default=-1)
    decided = [(rec, at) for at, (rec, _) in enumerate(table.log) if rec.kind in (k.REVISE, k.VOID)]
    own = [(rec, at) for rec, at in decided if rec.device in hall.hosts and rec.payload[0]]
    if by_hand(hall, table) and not signs:  # typed in from paper: what he wrote first corrects nothing
        own = [(rec, at) for rec, at in own if rec.kind == k.VOID or any(facts.read_deal(rec.payload)[5])]
    return any(rec.at_ms >= signed_ms or at > signed_at for rec, at in own)


def differs(hall: Hall, table: TableState) -> list[str]:
    """What was signed otherwise than the deals come to, where nobody has decided on it."""
    sheet = table.sheet
    if sheet.plan is None or not sheet_review.counted(sheet) or corrected(hall, table):
        return []
    return list(table_result(table.number, table.ns, table.ew, sheet).differs)


def by_hand(hall: Hall, table: TableState) -> bool:
    """Its result is the arbiter's entry (from paper), not a table's."""
    copied = table.sheet.copied
    return copied is not None and sheet_review.copy_counts(table.sheet) and copied[6] in hall.hosts


def entered(hall: Hall, table: TableState) -> bool:
    """The arbiter wrote at least one of the deals that count."""
    counting = [table.sheet.deal(number) for number in range(1, table.sheet.deals() + 1)]
    return any(version is not None and version.ref[:4] in hall.hosts for version in counting)


def _waits_for(hall: Hall, table: TableState) -> str:
    """What the arbiter must decide on a sheet: deal, result, signature, or "". It hangs on the log alone, so it is kept."""
    if table.waits[0] != len(table.log):
        sheet = table.sheet
        why = "deal" if sheet_review.conflicts(sheet) else "result" if sheet_review.copy_contradicts(sheet) else ""
        table.waits = len(table.log), why or ("signature" if differs(hall, table) else "")
    return table.waits[1]


def provisional_view(hall: Hall) -> list[dict[str, Any]]:
    """Sheets that the ranking counts although the arbiter still has to decide on them, or that their round was closed without."""
    return [row for info in hall.rounds for row in _provisional(hall, info)]


def _provisional(hall: Hall, info: RoundInfo) -> list[dict[str, Any]]:
    tables = hall.round_tables(info)
    lacking = {t.number: why for t in tables if (why := _lacks(hall, info, t))}
    for number in ruled(hall, info) if lacking else ():
        lacking.pop(number, None)
    found = [(t.number, _aside(hall, info, t) or _waits_for(hall, t) or lacking.get(t.number, "")) for t in tables]
    return [{"round": info.number, "table": number, "why": why} for number, why in found if why]


def ruled(hall: Hall, info: RoundInfo) -> frozenset[int]:
    """Tables of a round that need no sheet: the arbiter's word gives both lines their score."""
    return ruled_tables(hall.book.state, info) if hall.book else frozenset()


def _aside(hall: Hall, info: RoundInfo, table: TableState) -> str:
    """A device that never had this table, as far as is known here, says what would count on its sheet: aside, or ""."""
    return "aside" if hall.aside[info.id, table.number] else ""


def _lacks(hall: Hall, info: RoundInfo, table: TableState) -> str:
    """What a closed round's sheet has not: missing_deal, missing_signature, or "". One ended early and signed is whole. Nobody
    will sign a closed round's sheet any more: where the arbiter has entered of its deals, his entry stands for the signatures."""
    sheet = table.sheet
    if info.state != CLOSED or (sheet_review.counted(sheet) and not folds.taken_back(sheet)):
        return ""
    if sheet.played() < sheet.deals() or not sheet.deals():
        return _NO_DEAL
    return "" if entered(hall, table) else _NO_SIGNATURE


def copied_view(hall: Hall) -> list[dict[str, Any]]:
    """Sheets that count as they were copied from a table's screen."""
    tables = [(info, table) for info in hall.rounds for table in hall.round_tables(info)]
    copied = [(info, t) for info, t in tables if sheet_review.copy_counts(t.sheet) and not by_hand(hall, t)]
    return [{"round": info.number, "table": t.number} for info, t in copied]
