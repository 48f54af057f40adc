"""The hall as plain data for pages and the API. Reads, decides nothing."""

from typing import Any

from host_tools.engine.ranking import Standing
from host_tools.engine.results import table_result
from host_tools.server import learn, places
from host_tools.server.hall import Hall, TableState
from host_tools.server.host import Host
from host_tools.server.models import muted_names
from host_tools.server.timing import late_view, turns_view
from host_tools.server.tournament import CLOSED, RoundInfo
from tavolo.domain import folds, profiles, sheet_review
from tavolo.domain import kinds as k
from tavolo.domain.record import Record

PHASES = ("seating", "waiting", "dealing", "play", "count", "sheet", "signed")
CLOCKS = ("idle", "running", "paused", "timed_out", "ended")
CALLS = {k.CALL_MADE: "made", k.CALL_SEEN: "seen", k.CALL_COMING: "coming"}


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
    view |= {
        "contact_ms": live.contact_ms,
        "before_ms": live.before_ms,
        "firmware": live.firmware,
        "table": places.told(hall, device),
        "was": places.was(hall, device),
    }
    view |= {"unsent": beat.get("un", 0), "battery_mv": beat.get("bat", 0), "rssi": beat.get("rssi", 0)}
    view |= {"clock_quality_ms": beat.get("q"), "free_bytes": beat.get("mem"), "up_s": beat.get("up")}
    view |= {"pending": len(live.link.pending) if live.link else 0, "fault": beat.get("fault", "")}
    view["trouble"] = live.trouble[-1] if live.trouble and live.link is None else ""
    return view


def fault_text(rec: Record) -> str:
    """What a FAULT record says."""
    return rec.payload[1:].decode("utf-8", "replace")


def _line(hall: Hall, table: TableState, line: int) -> dict[str, Any]:
    sheet = table.sheet
    pair = (table.ew, table.ns)[line] if sheet_review.sat_swapped(sheet) else (table.ns, table.ew)[line]
    names = hall.event.pair_name(pair) if hall.event else ""
    here = ("", "here", "not_our_names", "swapped")[sheet.presence_state[line] & 3]
    view = {"pair": pair, "names": names, "presence": here, "here_ms": sheet.presence[line]}
    return view | {"late": late_view(sheet, line)}


def table_view(host: Host, table: TableState) -> dict[str, Any]:
    """One table of the grid."""
    hall, sheet = host.hall, table.sheet
    view: dict[str, Any] = {"table": table.number, "phase": PHASES[sheet.phase], "deal": sheet.deal_no, "deals": sheet.deals()}
    view |= {"ns": _line(hall, table, k.NS), "ew": _line(hall, table, k.EW), "swapped": sheet.swapped, "played": sheet.played()}
    view |= result_view(table) | {"clock": clock_view(sheet.clock), "since_ms": sheet.since_ms}
    view |= {"signed": sheet_review.counted(sheet), "copied": sheet_review.copy_counts(sheet)}
    view["turns"] = turns_view(sheet)
    call = sheet.call
    view["call"] = (
        {"state": CALLS[call[0]], "line": call[1], "reason": call[2], "number": call[3], "at_ms": call[4]} if call else None
    )
    view |= {
        "conflicts": sheet_review.conflicts(sheet),
        "refused": table.refused[-3:],
        "faults": (table.faults + [fault_text(rec) for rec, _ in table.log if rec.kind == k.FAULT])[-3:],
        "overrides": sorted(sheet.override_deals),
        "ruling": ruling_view(table),
        "rulings": rulings_view(table),
        "pin_tries": sheet.pin_tries,
    }
    view |= {"corrected": corrected(hall, table), "copy_contradicts": sheet_review.copy_contradicts(sheet)}
    view["differs"] = differs(hall, table)
    view["names_asked"] = bool(table.given) and table.given == hall.device_at(table.number)
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


def result_view(table: TableState) -> dict[str, Any]:
    """Match points so far, and victory points (None while deals are missing): from the deals, or as copied from a screen."""
    if table.sheet.plan is None:
        return {"mp": {"ns": 0, "ew": 0}, "vp": None}
    found = table_result(table.number, table.ns, table.ew, table.sheet)
    whole = table.sheet.complete() or found.copied
    return {"mp": {"ns": found.mp_ns, "ew": found.mp_ew}, "vp": {"ns": found.vp_ns, "ew": found.vp_ew} if whole else None}


def corrected(hall: Hall, table: TableState) -> bool:
    """The arbiter has decided on a deal after the signatures: they may say otherwise than what counts."""
    signed_ms = max((rec.at_ms for rec, _ in table.log if rec.kind == k.SIGN), default=0)
    decided = [rec for rec, _ in table.log if rec.kind in (k.REVISE, k.VOID) and rec.device == hall.author[0]]
    return any(rec.payload[0] and rec.at_ms >= signed_ms for rec in decided)


def differs(hall: Hall, table: TableState) -> list[str]:
    """What was signed otherwise than the deals come to, where nobody has decided on it."""
    sheet = table.sheet
    if sheet.plan is None or not sheet_review.counted(sheet) or corrected(hall, table):
        return []
    return list(table_result(table.number, table.ns, table.ew, sheet).differs)


def _waits_for(hall: Hall, table: TableState) -> str:
    """What the arbiter must decide on a sheet: deal, result, signature, or "". It hangs on the log alone, so it is kept."""
    if table.waits[0] != len(table.log):
        sheet = table.sheet
        why = "deal" if sheet_review.conflicts(sheet) else "result" if sheet_review.copy_contradicts(sheet) else ""
        table.waits = len(table.log), why or ("signature" if differs(hall, table) else "")
    return table.waits[1]


def provisional_view(hall: Hall) -> list[dict[str, Any]]:
    """Sheets that the ranking counts although the arbiter still has to decide on them, or that their round was closed without."""
    tables = [(info, table) for info in hall.rounds for table in hall.round_tables(info)]
    found = [(info, t, _aside(hall, info, t) or _waits_for(hall, t) or _lacks(info, t)) for info, t in tables]
    return [{"round": info.number, "table": t.number, "why": why} for info, t, why in found if why]


def _aside(hall: Hall, info: RoundInfo, table: TableState) -> str:
    """A device that never had this table, as far as is known here, says what would count on its sheet: aside, or ""."""
    return "aside" if hall.aside[info.id, table.number] else ""


def _lacks(info: RoundInfo, table: TableState) -> str:
    """What a closed round's sheet has not: missing_deal, missing_signature, or "". One ended early and signed is whole."""
    sheet = table.sheet
    if info.state != CLOSED or (sheet_review.counted(sheet) and not folds.taken_back(sheet)):
        return ""
    return "missing_deal" if sheet.played() < sheet.deals() or not sheet.deals() else "missing_signature"


def copied_view(hall: Hall) -> list[dict[str, Any]]:
    """Sheets that count as they were copied from a table's screen."""
    tables = [(info, table) for info in hall.rounds for table in hall.round_tables(info)]
    return [{"round": info.number, "table": t.number} for info, t in tables if sheet_review.copy_counts(t.sheet)]


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
    award = hall.award(hall.rounds[-1] if hall.rounds else None)
    return view | {"bye": {"vp": award.vp, "mp_net": award.mp_net, "official": award.official}}


def state_view(host: Host) -> dict[str, Any]:
    """Everything the arbiter's page shows."""
    hall = host.hall
    info = hall.current()
    names = host.keys.names()
    spare = [d for d in sorted(set(hall.live) | set(names)) if hall.table(hall.assigned.get(d, 0)) is None]
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
        "provisional": provisional_view(hall),
        "copied": copied_view(hall),
        "not_back": learn.not_back(hall),
        "ranking_final": bool(info and info.state == CLOSED) and not learn.not_back(hall),
        "learned": learn.view(hall, names),
        "copies": host.store.copies.state() if host.store.copies else None,
    }


def wall_view(host: Host) -> dict[str, Any]:
    """What everybody may see: clock by the event's policy, seating, ranking of closed rounds and delivered sheets."""
    hall = host.hall
    info = hall.current()
    view: dict[str, Any] = {"now_ms": host.clock.now(), "event": hall.event.name if hall.event else None, "round": None}
    view |= {"rounds": hall.event.rounds if hall.event else 0, "ranking": ranking_view(hall), "missing": []}
    view |= {"provisional": bool(provisional_view(hall)), "not_back": learn.not_back(hall)}
    if info is None or hall.event is None:
        return view
    shown = round_view(hall, info)
    assert shown is not None
    tables = hall.round_tables(info)
    view["missing"] = [t.number for t in tables if not sheet_review.counted(t.sheet)]
    policy, clock = hall.event.settings["policy"], shown["clock"]
    left = hall.clocks[info.id].remaining_ms(view["now_ms"])
    hidden = policy == k.CLOCK_HIDDEN or (policy == k.CLOCK_LAST_MINUTES and left > hall.event.settings["last_minutes"] * 60_000)
    if clock["state"] in ("running", "paused") and hidden:
        shown["clock"] = {"state": clock["state"], "hidden": True}
    view["round"] = shown
    return view
