"""A paper sheet that the arbiter types in: deals as records of the host, and a result that stands for the signatures on paper.

Nothing here changes anything: what is to be written is planned, and written by orders/sheets.py in one transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from host_tools import findings
from host_tools.engine.acts import Draft
from host_tools.server.authoring import RecordDraft
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.refusal import Refused
from host_tools.server.results_in import result_payload
from host_tools.server.sheet_law import TYPING, Claim, delivered, lawful
from host_tools.server.tournament import RoundInfo
from tavolo.domain import deal, fact_writer, facts, scoring, sheet_review, victory
from tavolo.domain import kinds as k
from tavolo.domain.record import RecordError
from tavolo.domain.sheet import Sheet

_NO_REF = bytes(12)
Lines = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Entered:
    """A deal as it stands on paper: both lines' entries; `reason` 1 to 5 lets hard findings pass (RULES 1.7)."""

    deal: int
    ns: list[int]
    ew: list[int]
    reason: int = 0


@dataclass(frozen=True)
class Paper:
    """What is typed in of one sheet. `swapped`: the pairs sat the other way round than planned (None: as is known). `signed`: it
    counts as signed; None: once all deals are there; True also for one that ended early."""

    deals: Sequence[Entered]
    swapped: bool | None = None
    signed: bool | None = None


@dataclass(frozen=True)
class Planned:
    """What is to be written: records, acts, and what it is about (for decisions)."""

    records: list[RecordDraft]
    acts: list[Draft]
    about: list[str]


_OPEN_IT = "Corregga, oppure scelga il caso che apre i controlli."


def possible(table: TableState, entered: Entered, approved: bool, hint: str) -> None:
    """Refuse what no deal can be (RULES 1.7), naming line, field and figure; `approved`: by a ruling."""
    ns, ew, profile = entered.ns, entered.ew, table.sheet.plan.profile
    hard = [found for found in deal.problems(ns, ew, profile, approved) if found[1] == k.HARD]
    if not hard:
        return
    said, it = ("; ".join(findings.with_figure(one, ns, ew, profile, language) for one in hard) for language in ("en", "it"))
    at = f"table {table.number} deal {entered.deal}"
    italian = f"Tavolo {table.number}, smazzata {entered.deal}: {it}. {'Corregga.' if approved else _OPEN_IT}"
    raise Refused("hard", f"{at}: {said}", hint, 422, italian)


def unlikely(table: TableState, entered: Entered) -> list[dict[str, Any]]:
    """What a table would ask about once before it takes such a deal (RULES 1.7, warnings); `text_it` is for pages."""
    ns, ew, profile = entered.ns, entered.ew, table.sheet.plan.profile
    doubts = [found for found in deal.problems(ns, ew, profile, entered.reason > 0) if found[1] == k.WARN]
    out = []
    for found in doubts:
        view = {"table": table.number, "deal": entered.deal, "line": {k.NS: "ns", k.EW: "ew"}.get(found[2]), "code": found[0]}
        view |= {"text": findings.with_figure(found, ns, ew, profile)}
        out.append(view | {"text_it": findings.with_figure(found, ns, ew, profile, "it")})
    return out


def revision(table: TableState, entered: Entered, replaces: Sequence[Any]) -> list[RecordDraft]:
    """The arbiter's version of a deal in the place of those that stand; his first: with all others void a signed sheet would be
    opened again. Raises Refused for what no deal can be."""
    possible(table, entered, entered.reason > 0, "count again, or give the case that allows it (1 to 5, RULES 1.7)")
    flags = k.BY_ARBITER | (facts.OVERRIDE_FLAG if entered.reason else 0)
    first = replaces[0].ref if replaces else _NO_REF
    try:
        payload = fact_writer.deal_payload(entered.deal, entered.ns, entered.ew, flags, entered.reason, first)
    except RecordError as fault:
        raise Refused("bad_input", f"deal {entered.deal}: {fault}", "see docs/api.md for a line's fields", 422) from fault
    return [(table.number, k.REVISE, payload), *(void_draft(table, entered.deal, one.ref) for one in replaces[1:])]


def void_draft(table: TableState, number: int, ref: bytes = b"") -> RecordDraft:
    """A version of a deal is void."""
    return table.number, k.VOID, facts.numbers_payload(number, 0) + ref


def totals(sheet: Sheet, changed: Mapping[int, Lines]) -> tuple[int, int, int, int, int]:
    """(deals, mp_ns, mp_ew, vp_ns, vp_ew) of a sheet once `changed` deals are so."""
    counting = {number: sheet.deal(number) for number in range(1, sheet.deals() + 1)}
    lines = {number: (version.ns, version.ew) for number, version in counting.items() if version is not None}
    both = [scoring.totals(ns, ew, sheet.plan.profile) for ns, ew in (lines | dict(changed)).values()]
    ns, ew = sum(one[0] for one in both), sum(one[1] for one in both)
    winner, loser = victory.vp(sheet.plan.bands, abs(ns - ew))
    return len(both), ns, ew, *((winner, loser) if ns >= ew else (loser, winner))


def result(host: Host, table: TableState, changed: Mapping[int, Lines], swapped: bool, decided: bool = False) -> RecordDraft:
    """What stands for the signatures: the sheet's totals as they will be, under the host's own name."""
    found = totals(table.sheet, changed)
    flags = k.SAT_SWAPPED if swapped else 0
    flags |= k.ENDED_EARLY if found[0] < table.sheet.deals() else 0
    return table.number, k.RESULT, result_payload((*found, flags), k.DECIDED if decided else 0, host.hall.author[0])


def refreshed(host: Host, table: TableState, changed: Mapping[int, Lines]) -> list[RecordDraft]:
    """The same again after a correction, where a result by hand counts, or one that the arbiter decided on and all of whose deals
    are here."""
    sheet = table.sheet
    if sheet.copied is None or not sheet_review.copy_counts(sheet):
        return []
    own, whole = sheet.copied[6] in host.hall.hosts, totals(sheet, changed)[0] >= sheet.copied[0]
    decided = bool(sheet.copied[5] & k.DECIDED) and whole
    return [result(host, table, changed, sheet_review.sat_swapped(sheet), decided)] if own or decided else []


def check_claim(host: Host, table: TableState, entered: Entered, error: str) -> None:
    """Refuse what is not the error that is claimed, or is no change."""
    standing = table.sheet.valid(entered.deal)
    if standing and all((one.ns, one.ew) == (entered.ns, entered.ew) for one in standing):
        raise Refused("nothing_new", f"deal {entered.deal} says so already", "look at the sheet again")
    before = table.sheet.deal(entered.deal)
    if before is None:
        return
    if error == TYPING and before.ref[:4] not in host.hall.hosts:
        raise Refused("wrong_error", f"deal {entered.deal} was written at its table, not typed in here", "name the error", 422)
    burracos = [line[: k.CLOSED] for line in (before.ns, before.ew)] != [line[: k.CLOSED] for line in (entered.ns, entered.ew)]
    if error == "sum_error" and burracos:
        text = f"deal {entered.deal} gets other burracos: that is no sum error (RULES 5)"
        raise Refused("wrong_error", text, "it is a misentry, or a forgotten burraco: ask the law about that", 422)


def _news(table: TableState, paper: Paper) -> list[Entered]:
    """Deals that are not there yet. Raises Refused for one that is there otherwise: that is a correction."""
    sheet, fresh = table.sheet, []
    numbers = [one.deal for one in paper.deals]
    wrong = [number for number in numbers if not 1 <= number <= sheet.deals() or numbers.count(number) > 1]
    if wrong:
        raise Refused("no_deal", f"deal {wrong[0]}: the sheet has deals 1 to {sheet.deals()}, each once", "", 422)
    for one in paper.deals:
        standing = sheet.valid(one.deal)
        if not standing:
            fresh.append(one)
        elif any((version.ns, version.ew) != (one.ns, one.ew) for version in standing):
            text = f"table {table.number}: deal {one.deal} is there with other figures"
            raise Refused("other_version", text, "look at the sheet, and correct the deal: `sheet.correct`")
    return fresh


def _signs(table: TableState, paper: Paper, count: int) -> bool:
    """Whether it counts as signed. Raises Refused where nothing is there to be signed."""
    if delivered(table) or paper.signed is False:
        return False
    if paper.signed and not count:
        raise Refused("no_deal", f"table {table.number}: no deal is there to be signed", "enter the deals first", 422)
    return bool(paper.signed) or count >= table.sheet.deals()


def planned(host: Host, info: RoundInfo, table: TableState, paper: Paper, why: str) -> Planned:
    """What typing in `paper` writes. Raises Refused, also where there is nothing new."""
    fresh, where = _news(table, paper), f"round {info.number} table {table.number}"
    if fresh and delivered(table):
        text = f"{where}: the sheet was delivered without deal {fresh[0].deal}"
        raise Refused("delivered", text, "to add it is a correction: `sheet.correct`")
    changed = {one.deal: (one.ns, one.ew) for one in fresh}
    signs = _signs(table, paper, totals(table.sheet, changed)[0])
    swapped = sheet_review.sat_swapped(table.sheet) if paper.swapped is None else paper.swapped
    if swapped != sheet_review.sat_swapped(table.sheet) and not signs:
        raise Refused("swapped", f"{where}: who sat where is written down with the signatures", "enter all deals with it", 422)
    if not fresh and not signs:
        raise Refused("nothing_new", f"{where}: all of this is there already", "to change a deal, correct it: `sheet.correct`")
    records = [draft for one in fresh for draft in revision(table, one, ())]
    records += [result(host, table, changed, swapped)] if signs else []
    data: dict[str, Any] = {"round": info.number, "table": table.number, "signed": signs, "swapped": swapped}
    data["deals"] = [{"deal": one.deal, "ns": one.ns, "ew": one.ew, "reason": one.reason} for one in fresh]
    act = Draft("sheet.enter", data, why or "entered from paper")
    about = [f"{info.id}/{table.number}/{one.deal}" for one in fresh]
    return Planned(records, lawful(host, info, table, Claim("misentry"), act), about)
