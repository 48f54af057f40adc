"""One sheet as plain data: every version of each deal, who wrote it, what the arbiter decided about it."""

from typing import Any

from host_tools import findings
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.results_in import entry_view
from host_tools.server.short_ids import short_ids
from host_tools.server.views import result_view, table_view
from tavolo.domain import deal, facts, profiles, sheet_review
from tavolo.domain import kinds as k


def _version(host: Host, sheet: Any, version: Any) -> dict[str, Any]:
    profile, device = sheet.plan.profile, version.ref[:4].hex()
    approved = bool(version.flags & facts.OVERRIDE_FLAG)
    found = deal.problems(version.ns, version.ew, profile, approved)
    problems = [
        {"code": one[0], "level": findings.LEVELS[one[1]], "line": {k.NS: "ns", k.EW: "ew"}.get(one[2])}
        | {"text_it": findings.with_figure(one, version.ns, version.ew, profile, "it")}
        for one in found
    ]
    view: dict[str, Any] = {"id": version.ref.hex(), "at_ms": version.at_ms, "device": device, "void": version.void}
    view |= {"name": host.keys.names().get(device, ""), "host": version.ref[:4] in host.hall.hosts}
    view |= {"by_arbiter": bool(version.flags & k.BY_ARBITER), "copied": bool(version.flags & k.COPIED)}
    view |= {"ns": entry_view(version.ns, version.ew, profile), "ew": entry_view(version.ew, version.ns, profile)}
    view |= {"replaces": version.replaces.hex(), "approved": approved, "reason": version.reason, "problems": problems}
    return view | {"decision": host.hall.decisions.get(version.ref.hex())}


def _deal(host: Host, table: TableState, round_id: str, number: int) -> dict[str, Any]:
    """`standing`: ids of the versions that neither were replaced nor are void; more than one may say the same. `short` of one:
    its short id where it must be chosen from, else ""."""
    sheet = table.sheet
    totals, counts, standing = sheet.deal_totals(number), sheet.deal(number), [v.ref.hex() for v in sheet.valid(number)]
    row: dict[str, Any] = {"deal": number, "totals": dict(zip(("ns", "ew"), totals, strict=True)) if totals else None}
    row |= {"standing": standing, "conflict": number in sheet_review.conflicts(sheet)}
    row["decision"] = host.hall.decisions.get(f"{round_id}/{table.number}/{number}")
    row["versions"], short = [], short_ids([v.ref for v in sheet.valid(number)]) if row["conflict"] else {}
    for version in sheet_review.versions(sheet, number):
        more = {"counts": counts is not None and version.ref == counts.ref, "stands": version.ref.hex() in standing}
        more["short"] = short.get(version.ref, "")
        row["versions"].append(_version(host, sheet, version) | more)
    return row


def _signed(signed: tuple[Any, ...] | None) -> dict[str, Any] | None:
    names = ("deals", "mp_ns", "mp_ew", "vp_ns", "vp_ew", "flags")
    return dict(zip(names, signed[:6], strict=True)) if signed else None


def _copied(host: Host, sheet: Any) -> dict[str, Any] | None:
    if sheet.copied is None:
        return None
    device = sheet.copied[6].hex()
    view: dict[str, Any] = {"ref": sheet.copied[-1].hex(), "device": device, "name": host.keys.names().get(device, "")}
    view |= {"counts": sheet_review.copy_counts(sheet), "contradicts": sheet_review.copy_contradicts(sheet)}
    return view | (_signed(sheet.copied) or {})


def sheet_view(host: Host, number: int, place: int) -> dict[str, Any] | None:
    """A sheet with every version of each deal, or None where there is none."""
    hall = host.hall
    info = next((r for r in hall.rounds if r.number == number), None)
    table = hall.tables.get((info.id, place)) if info else None
    if info is None or table is None or table.sheet.plan is None:
        return None
    sheet, plan = table.sheet, table.sheet.plan
    view: dict[str, Any] = {"round": number, "table": place, **result_view(table), "state": table_view(host, table)}
    view["difference"] = abs(view["mp"]["ns"] - view["mp"]["ew"])
    view["deals"], running = [], [0, 0]
    for n in range(1, sheet.deals() + 1):
        row, totals = _deal(host, table, info.id, n), sheet.deal_totals(n) or (0, 0)
        running = [running[0] + totals[0], running[1] + totals[1]]
        view["deals"].append(row | {"running": dict(zip(("ns", "ew"), running, strict=True))})
    view |= {"signed": _signed(sheet.signed), "copied": _copied(host, sheet), "semi": profiles.semi_clean(plan.profile)}
    return view | {"keeper": sheet.keeper, "first_dealer": sheet.first_dealer, "scale": plan.scale_id}
