"""The hall as plain data for pages and the API. Reads, decides nothing."""

from typing import Any

from host_tools.engine.ranking import Standing
from host_tools.engine.results import table_result
from host_tools.server import learn
from host_tools.server.hall import Hall, TableState
from host_tools.server.host import Host
from host_tools.server.models import muted_names
from host_tools.server.timing import late_view, turns_view
from host_tools.server.tournament import CLOSED, RoundInfo
from tavolo.domain import deal, profiles, scoring, sheet_review
from tavolo.domain import kinds as k

PHASES = ("seating", "waiting", "dealing", "play", "count", "sheet", "signed")
CLOCKS = ("idle", "running", "paused", "timed_out", "ended")
CALLS = {k.CALL_MADE: "made", k.CALL_SEEN: "seen", k.CALL_COMING: "coming"}
PILES = ("played", "taken", "not_taken", "waived")
FIELDS = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")


def clock_view(clock: Any) -> dict[str, Any]:
    """A round clock: `left_ms` is what is left when it does not run."""
    return {
        "state": CLOCKS[clock.state],
        "deadline_ms": clock.deadline_ms,
        "left_ms": clock.remaining_ms(0) if clock.state != 1 else None,
        "length_ms": clock.length_ms,
    }


def round_view(hall: Hall, info: RoundInfo | None) -> dict[str, Any] | None:
    """A round with its seating and clock."""
    if info is None or hall.event is None:
        return None
    name = hall.event.pair_name
    seats = [
        {"table": n, "ns": {"pair": ns, "names": name(ns)}, "ew": {"pair": ew, "names": name(ew)}}
        for n, (ns, ew) in sorted(info.seats.items())
    ]
    view: dict[str, Any] = {"id": info.id, "number": info.number, "method": info.method, "state": info.state, "seats": seats}
    view["bye"] = {"pair": info.bye, "names": name(info.bye)} if info.bye is not None else None
    view["clock"] = clock_view(hall.clocks[info.id]) if info.id in hall.clocks else None
    return view


def device_view(hall: Hall, device: str | None, names: dict[str, str]) -> dict[str, Any] | None:
    """A device as it was last heard."""
    if device is None:
        return None
    live = hall.live_of(device)
    beat = live.beat
    view: dict[str, Any] = {"id": device, "name": names.get(device, ""), "online": live.link is not None}
    view |= {"contact_ms": live.contact_ms, "firmware": live.firmware, "table": hall.assigned.get(device, 0)}
    view |= {"unsent": beat.get("un", 0), "battery_mv": beat.get("bat", 0), "rssi": beat.get("rssi", 0)}
    view |= {"clock_quality_ms": beat.get("q"), "free_bytes": beat.get("mem"), "up_s": beat.get("up")}
    view["pending"] = len(live.link.pending) if live.link else 0
    view["trouble"] = live.trouble[-1] if live.trouble and live.link is None else ""
    return view


def _line(hall: Hall, table: TableState, line: int) -> dict[str, Any]:
    sheet = table.sheet
    pair = (table.ew, table.ns)[line] if sheet.swapped else (table.ns, table.ew)[line]
    names = hall.event.pair_name(pair) if hall.event else ""
    here = ("", "here", "not_our_names", "swapped")[sheet.presence_state[line] & 3]
    view = {"pair": pair, "names": names, "presence": here, "here_ms": sheet.presence[line]}
    return view | {"late": late_view(sheet, line)}


def table_view(host: Host, table: TableState) -> dict[str, Any]:
    """One table of the grid."""
    hall, sheet = host.hall, table.sheet
    view: dict[str, Any] = {"table": table.number, "phase": PHASES[sheet.phase], "deal": sheet.deal_no, "deals": sheet.deals()}
    view |= {"ns": _line(hall, table, k.NS), "ew": _line(hall, table, k.EW), "swapped": sheet.swapped, "played": sheet.played()}
    ns, ew = sheet.totals() if sheet.plan else (0, 0)
    view |= {
        "mp": {"ns": ns, "ew": ew},
        "clock": clock_view(sheet.clock),
        "since_ms": sheet.since_ms,
        "signed": sheet.signed is not None,
    }
    view["vp"] = None
    if sheet.plan and sheet.complete():
        view["vp"] = dict(zip(("ns", "ew"), sheet.result()[3:], strict=True))
    view["turns"] = turns_view(sheet)
    call = sheet.call
    view["call"] = (
        {"state": CALLS[call[0]], "line": call[1], "reason": call[2], "number": call[3], "at_ms": call[4]} if call else None
    )
    view |= {
        "conflicts": sheet_review.conflicts(sheet),
        "refused": table.refused[-3:],
        "faults": table.faults[-3:],
        "overrides": sorted(sheet.override_deals),
        "ruling": ruling_view(table),
        "rulings": rulings_view(table),
        "pin_tries": sheet.pin_tries,
    }
    view["differs"] = [d for r in _results(hall, table) for d in r.differs]
    view["device"] = device_view(hall, hall.device_at(table.number), host.keys.names())
    return view


def ruling_view(table: TableState) -> dict[str, Any] | None:
    """What the table asks the arbiter to rule on, with the time when it asked; None when nothing is open."""
    asked = table.sheet.ruling_ask
    if asked is None or asked[1] == k.RULING_NO:
        return None
    at_ms = next((rec.at_ms for rec, _ in reversed(table.log) if rec.kind == k.RULING_ASK), 0)
    return {"deal": asked[0], "reason": asked[1], "at_ms": at_ms}


def rulings_view(table: TableState) -> list[dict[str, Any]]:
    """What was ruled, in order of deals, and whether on this page or by PIN at the table."""
    found = {}
    for rec, _ in table.log:
        if rec.kind == k.OVERRIDE:
            found[rec.payload[0]] = {"deal": rec.payload[0], "reason": rec.payload[1], "by_pin": rec.payload[2:] == b"\1"}
    return [found[deal] for deal in sorted(found)]


def _results(hall: Hall, table: TableState) -> list[Any]:
    return [table_result(table.number, table.ns, table.ew, table.sheet)] if table.sheet.plan and table.sheet.signed else []


def ranking_view(hall: Hall) -> list[dict[str, Any]]:
    """The ranking as of now."""

    def line(entry: Standing) -> dict[str, Any]:
        names = hall.event.pair_name(entry.pair) if hall.event else ""
        view: dict[str, Any] = {"rank": entry.rank, "pair": entry.pair, "names": names, "vp": entry.vp, "mp_net": entry.mp_net}
        return view | {"points_for": entry.mp_for, "points_against": entry.mp_against, "rounds": entry.rounds, "byes": entry.byes}

    return [line(entry) for entry in hall.ranking()]


def event_view(hall: Hall) -> dict[str, Any] | None:
    """The event's settings and entries, and its PIN: for logged-in eyes only."""
    event = hall.event
    if event is None:
        return None
    view: dict[str, Any] = {
        "id": event.id,
        "name": event.name,
        "deals": event.deals,
        "minutes": event.minutes,
        "rounds": event.rounds,
    }
    view |= {
        "profile": profiles.NAMES[event.profile],
        "scale": event.scale,
        "pairs": [[n, *names] for n, names in sorted(event.pairs.items())],
    }
    settings = event.settings
    view |= {"policy": ("visible", "last_minutes", "hidden")[settings["policy"]], "last_minutes": settings["last_minutes"]}
    view |= {name: settings.get(name, usual) for name, usual in (("language", ""), ("blind", False), ("turn_clock", False))}
    view |= {"turn_seconds": list(settings.get("turn_s", (0, 0, 0))), "muted": muted_names(settings.get("muted", 0))}
    view["pin"] = f"{settings['pin']:06d}" if "pin" in settings else None
    return view | {"bye": {"vp": settings["bye_vp"], "mp_net": settings["bye_mp"], "official": settings["bye_official"]}}


def state_view(host: Host) -> dict[str, Any]:
    """Everything the arbiter's page shows."""
    hall = host.hall
    info = hall.current()
    names = host.keys.names()
    spare = [d for d in sorted(set(hall.live) | set(names)) if d not in hall.assigned or hall.table(hall.assigned[d]) is None]
    view: dict[str, Any] = {"now_ms": host.clock.now(), "event": event_view(hall), "round": round_view(hall, info)}
    view |= {
        "draft": round_view(hall, hall.draft()),
        "rounds": [{"number": r.number, "state": r.state, "method": r.method} for r in hall.rounds],
    }
    view["tables"] = [table_view(host, table) for table in hall.round_tables(info)]
    view["devices"] = [device_view(hall, device, names) for device in spare if device in names]
    return view | {
        "foreign": hall.foreign,
        "record_conflicts": hall.conflicts,
        "ranking_final": bool(info and info.state == CLOSED),
        "learned": learn.view(hall, names),
    }


def _version(sheet: Any, version: Any, counted: bool) -> dict[str, Any]:
    lines: dict[str, Any] = {}
    for name, own, other in (("ns", version.ns, version.ew), ("ew", version.ew, version.ns)):
        base, malus, points, total = scoring.parts(own, other[k.PILE], sheet.plan.profile)
        entry: dict[str, Any] = dict(zip(FIELDS, own, strict=True))
        entry |= {"closed": bool(own[k.CLOSED]), "pile": PILES[own[k.PILE]] if own[k.PILE] < 4 else str(own[k.PILE])}
        lines[name] = entry | {"base": base, "malus": malus, "points": points, "total": total}
    approved = bool(version.flags & 1)
    found = deal.problems(version.ns, version.ew, sheet.plan.profile, approved)
    levels = ("hard", "warn", "overridden")
    problems = [{"code": code, "level": levels[level], "line": {0: "ns", 1: "ew"}.get(line)} for code, level, line, _, _ in found]
    view = {
        "id": version.ref.hex(),
        "at_ms": version.at_ms,
        "device": version.ref[:4].hex(),
        "counts": counted,
        "void": version.void,
    }
    return (
        view | lines | {"replaces": version.replaces.hex(), "approved": approved, "reason": version.reason, "problems": problems}
    )


def sheet_view(host: Host, number: int, place: int) -> dict[str, Any] | None:
    """A sheet with every version of each deal, or None where there is none."""
    hall = host.hall
    info = next((r for r in hall.rounds if r.number == number), None)
    table = hall.tables.get((info.id, place)) if info else None
    if info is None or table is None or table.sheet.plan is None:
        return None
    sheet, plan = table.sheet, table.sheet.plan
    deals = []
    running = [0, 0]
    for n in range(1, sheet.deals() + 1):
        counted = sheet.deal(n)
        totals = sheet.deal_totals(n)
        if totals:
            running = [running[0] + totals[0], running[1] + totals[1]]
        versions = [_version(sheet, v, counted is not None and v.ref == counted.ref) for v in sheet_review.versions(sheet, n)]
        row: dict[str, Any] = {"deal": n, "totals": dict(zip(("ns", "ew"), totals, strict=True)) if totals else None}
        deals.append(row | {"running": dict(zip(("ns", "ew"), running, strict=True)), "versions": versions})
    mp_ns, mp_ew, difference, vp_ns, vp_ew = sheet.result()
    view: dict[str, Any] = {
        "round": number,
        "table": place,
        "deals": deals,
        "mp": {"ns": mp_ns, "ew": mp_ew},
        "difference": difference,
    }
    view |= {"vp": {"ns": vp_ns, "ew": vp_ew} if sheet.complete() else None, "state": table_view(host, table)}
    signed = (
        dict(zip(("deals", "mp_ns", "mp_ew", "vp_ns", "vp_ew", "flags"), sheet.signed, strict=True)) if sheet.signed else None
    )
    return view | {"signed": signed, "keeper": sheet.keeper, "first_dealer": sheet.first_dealer, "scale": plan.scale_id}


def wall_view(host: Host) -> dict[str, Any]:
    """What everybody may see: clock by the event's policy, seating, ranking of closed rounds and delivered sheets."""
    hall = host.hall
    info = hall.current()
    view: dict[str, Any] = {"now_ms": host.clock.now(), "event": hall.event.name if hall.event else None, "round": None}
    view |= {"rounds": hall.event.rounds if hall.event else 0, "ranking": ranking_view(hall), "missing": []}
    if info is None or hall.event is None:
        return view
    shown = round_view(hall, info)
    assert shown is not None
    tables = hall.round_tables(info)
    view["missing"] = [t.number for t in tables if not t.sheet.signed]
    policy, clock = hall.event.settings["policy"], shown["clock"]
    left = hall.clocks[info.id].remaining_ms(view["now_ms"])
    hidden = policy == k.CLOCK_HIDDEN or (policy == k.CLOCK_LAST_MINUTES and left > hall.event.settings["last_minutes"] * 60_000)
    if clock["state"] in ("running", "paused") and hidden:
        shown["clock"] = {"state": clock["state"], "hidden": True}
    view["round"] = shown
    return view
