"""A signed sheet that came off a table's screen: said back to the arbiter, and after his yes kept as records of the host.

Typed code: totals alone. QR: every deal's parts, too. What the table's own records say later takes its place; where they say
something else, both are kept and the arbiter decides (corrections.py).
"""

from dataclasses import dataclass, field
from typing import Any

from host_tools.server import sheet_code
from host_tools.server.authoring import RecordDraft
from host_tools.server.commands import Refused
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.sheet_code import CodeError, Place
from tavolo.domain import deal, fact_writer, facts, folds, scoring, sheet_review, victory
from tavolo.domain import kinds as k
from tavolo.domain.record import RecordError
from tavolo.domain.sheet import Sheet

Entry = list[int]
PILES = ("played", "taken", "not_taken", "waived")
FIELDS = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")


@dataclass(frozen=True)
class Shown:
    """What a genuine screen of `device` says. `signed` as in Sheet; `deals` None where only totals are known."""

    place: Place
    device: str
    signed: tuple[int, ...]
    deals: list[tuple[int, Entry, Entry]] | None = None
    corrected: list[str] = field(default_factory=list)


def _table(host: Host, place: Place, device: str) -> TableState:
    table = host.hall.tables.get((place.round.hex(), place.table))
    if table is None or table.sheet.plan is None:
        raise CodeError(f"round {place.number} has not been given to table {place.table}")
    if (device, place.table) not in host.hall.ever:
        raise CodeError(f"device {device} never had table {place.table}: assign it first if it really is there")
    return table


def of_code(host: Host, text: str) -> Shown:
    """From a typed code. Raises CodeError."""
    found = sheet_code.read_code(text, sheet_code.book_of(host.hall, host.keys))
    _table(host, found.place, found.device)
    signed = (found.deals, found.mp_ns, found.mp_ew, found.vp_ns, found.vp_ew, int(found.early))
    return Shown(found.place, found.device, signed, None, found.corrected)


def of_parts(host: Host, data: bytes) -> Shown:
    """From a QR's bytes. Raises CodeError."""
    found = sheet_code.read_parts(data, sheet_code.book_of(host.hall, host.keys))
    plan = _table(host, found.place, found.device).sheet.plan
    numbers = [number for number, _, _ in found.deals]
    if not all(1 <= number <= plan.deals for number in numbers) or len(set(numbers)) < len(numbers):
        raise CodeError("the screen shows deals that the round does not have")
    totals = [scoring.totals(ns, ew, plan.profile) for _, ns, ew in found.deals]
    ns, ew = sum(both[0] for both in totals), sum(both[1] for both in totals)
    winner, loser = victory.vp(plan.bands, abs(ns - ew))
    vp = (winner, loser) if ns >= ew else (loser, winner)
    shown = Shown(found.place, found.device, (len(totals), ns, ew, *vp, int(found.early)), found.deals)
    try:
        _drafts(Sheet(), shown, False, plan.profile)
    except RecordError as fault:
        raise CodeError(f"the screen shows what no deal can be: {fault}") from fault
    return shown


def entry_view(own: Entry, other: Entry, profile: int) -> dict[str, Any]:
    """A line's parts by name, with what they come to."""
    base, malus, points, total = scoring.parts(own, other[k.PILE], profile)
    view: dict[str, Any] = dict(zip(FIELDS, own, strict=True))
    view |= {"closed": bool(own[k.CLOSED]), "pile": PILES[own[k.PILE]] if own[k.PILE] < 4 else str(own[k.PILE])}
    return view | {"base": base, "malus": malus, "points": points, "total": total}


def _known(sheet: Sheet, number: int, ns: Entry, ew: Entry) -> bool:
    return any((version.ns, version.ew) == (ns, ew) for version in sheet_review.versions(sheet, number))


def preview(host: Host, shown: Shown) -> dict[str, Any]:
    """What the arbiter is shown before he says yes. `against`: which deals, and "result", the sheet has otherwise."""
    sheet, place, hall = _table(host, shown.place, shown.device).sheet, shown.place, host.hall
    pairs = next(info.seats[place.table] for info in hall.rounds if info.id == place.round.hex())
    names = [hall.event.pair_name(pair) if hall.event else "" for pair in pairs]
    deals, mp_ns, mp_ew, vp_ns, vp_ew, early = shown.signed
    view: dict[str, Any] = {"round": place.number, "table": place.table, "device": shown.device}
    view |= {"deals": deals, "early": bool(early), "mp": [mp_ns, mp_ew], "vp": [vp_ns, vp_ew], "corrected": shown.corrected}
    view |= {"name": host.keys.names().get(shown.device, ""), "pairs": names, "swapped": sheet_review.sat_swapped(sheet)}
    against: list[Any] = []
    before = sheet.signed or sheet.copied
    if before and (*before[:5], before[5] & k.ENDED_EARLY) != shown.signed:
        against.append("result")
    view["parts"] = None
    if shown.deals is not None:
        profile = sheet.plan.profile
        view["parts"] = [
            {"deal": n, "ns": entry_view(ns, ew, profile), "ew": entry_view(ew, ns, profile), "known": _known(sheet, n, ns, ew)}
            for n, ns, ew in shown.deals
        ]
        against += [n for n, ns, ew in shown.deals if sheet.valid(n) and not _known(sheet, n, ns, ew)]
    return view | {"against": against, "known": not _drafts(sheet, shown, view["swapped"], sheet.plan.profile)}


def result_payload(signed: tuple[int, ...], flags: int, device: bytes) -> bytes:
    """A RESULT record's: what was signed (with its own flags), further `flags`, and the `device` that showed it."""
    deals, mp_ns, mp_ew, vp_ns, vp_ew, own = signed
    return fact_writer.sign_payload(deals, mp_ns, mp_ew, vp_ns, vp_ew, own | flags) + device


def _drafts(sheet: Sheet, shown: Shown, swapped: bool, profile: int) -> list[RecordDraft]:
    table = shown.place.table
    out: list[RecordDraft] = []
    for number, ns, ew in shown.deals or []:
        if not _known(sheet, number, ns, ew):
            hard = any(level == k.HARD for _, level, _, _, _ in deal.problems(ns, ew, profile, False))
            flags = k.COPIED | (facts.OVERRIDE_FLAG if hard else 0)  # the table let it pass, so it was approved there
            out.append((table, k.DEAL, fact_writer.deal_payload(number, ns, ew, flags)))
    seats = k.SAT_SWAPPED if swapped else 0
    payload = result_payload(shown.signed, seats, bytes.fromhex(shown.device))
    said = (*shown.signed[:5], shown.signed[5] | seats)
    own = sheet.signed and (*sheet.signed[:5], sheet.signed[5] & k.ENDED_EARLY | (k.SAT_SWAPPED if sheet.swapped else 0))
    if said not in (own, sheet.copied and sheet.copied[:6]):
        out.append((table, k.RESULT, payload))
    return out


async def take(host: Host, shown: Shown, swapped: bool, who: str) -> dict[str, Any]:
    """Keep it, unless the sheet has it. `swapped`: the pairs sat the other way round than the plan says; a screen does not tell.

    Answers how many records were new. Raises CodeError, Refused."""
    async with in_turn(host):
        table = _table(host, shown.place, shown.device)
        if folds.taken_back(table.sheet):
            raise Refused("void", "a deal of this sheet is void and has not been played again", "the screen is from before that")
        drafts = _drafts(table.sheet, shown, swapped, table.sheet.plan.profile)
        if drafts:
            what = f"round {shown.place.number} table {shown.place.table} device {shown.device}: {shown.signed}"
            await host.command(drafts, shown.place.round.hex(), who, "result_copied", what)
    contradicts = sheet_review.copy_contradicts(table.sheet) or bool(sheet_review.conflicts(table.sheet))
    return {"round": shown.place.number, "table": shown.place.table, "new": len(drafts), "conflict": contradicts}
