"""The hall as plain data for pages and the API. Reads, decides nothing."""

from typing import Any

from host_tools.engine.meetings import credits_of
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.results import table_result
from host_tools.engine.state import EventState
from host_tools.server import learn, places
from host_tools.server.hall import Hall, TableState
from host_tools.server.host import Host
from host_tools.server.models import muted_names
from host_tools.server.open_points import by_hand, copied_view, corrected, differs, ruled
from host_tools.server.ranking_views import ranking_view, settled, standing_view
from host_tools.server.timing import late_view, turns_view
from host_tools.server.tournament import RoundInfo
from tavolo.domain import kinds as k
from tavolo.domain import profiles, sheet_review
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
    seats = [
        {"table": n, "match": info.matches.get(n), "ns": _side(hall, ns), "ew": _side(hall, ew)}
        for n, (ns, ew) in sorted(info.seats.items())
    ]
    view: dict[str, Any] = {"id": info.id, "number": info.number, "method": info.method, "state": info.state, "seats": seats}
    rests = [{"pair": number, "names": _competitor(hall, number)} for number in info.rests]
    view |= {"bye": rests[0] if rests else None, "rests": rests}
    view["clock"] = clock_view(hall.clocks[info.id]) if info.id in hall.clocks else None
    return view


def _competitor(hall: Hall, number: int) -> str:
    return hall.book.competitor_name(number) if hall.book else ""


def _side(hall: Hall, unit: int) -> dict[str, Any]:
    """Who sits on a line: the unit, its two names, and the competitors (players, or a team) that its result is credited to."""
    names = hall.event.pair_name(unit) if hall.event else ""
    credits = credits_of(hall.book.state, unit) if hall.book else (unit,)
    side: dict[str, Any] = {"pair": unit, "names": names, "numbers": list(credits)}
    return side | ({"team": _competitor(hall, credits[0])} if len(credits) == 1 and credits[0] != unit else {})


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


def sides_view(hall: Hall, table: TableState) -> dict[str, Any]:
    """Who sits on either line of a table, swaps counted."""
    ns, ew = (table.ew, table.ns) if sheet_review.sat_swapped(table.sheet) else (table.ns, table.ew)
    return {"ns": _side(hall, ns), "ew": _side(hall, ew)}


def _line(hall: Hall, table: TableState, line: int) -> dict[str, Any]:
    sheet = table.sheet
    here = ("", "here", "not_our_names", "swapped")[sheet.presence_state[line] & 3]
    view = sides_view(hall, table)[("ns", "ew")[line]] | {"presence": here, "here_ms": sheet.presence[line]}
    rules = rules_of(hall.book.state if hall.book else EventState())
    return view | {"late": late_view(sheet, line, rules)}


def table_view(host: Host, table: TableState) -> dict[str, Any]:
    """One table of the grid."""
    hall, sheet = host.hall, table.sheet
    view: dict[str, Any] = {"table": table.number, "phase": PHASES[sheet.phase], "deal": sheet.deal_no, "deals": sheet.deals()}
    view |= {"ns": _line(hall, table, k.NS), "ew": _line(hall, table, k.EW), "swapped": sheet.swapped, "played": sheet.played()}
    view |= result_view(table) | {"clock": clock_view(sheet.clock), "since_ms": sheet.since_ms}
    view |= {"signed": sheet_review.counted(sheet), "by_hand": by_hand(hall, table)}
    view["copied"] = sheet_review.copy_counts(sheet) and not view["by_hand"]
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
    standing = standing_view(hall)
    return view | {
        "foreign": hall.foreign,
        "record_conflicts": hall.conflicts,
        "copied": copied_view(hall),
        "ranking_final": settled(standing),
        **standing,
        "learned": learn.view(hall, names),
        "copies": host.store.copies.state() if host.store.copies else None,
    }


def wall_view(host: Host) -> dict[str, Any]:
    """What everybody may see: clock by the event's policy, seating, ranking of closed rounds and delivered sheets."""
    hall = host.hall
    info = hall.current()
    view: dict[str, Any] = {"now_ms": host.clock.now(), "event": hall.event.name if hall.event else None, "round": None}
    standing = standing_view(hall)
    view |= {"rounds": hall.event.rounds if hall.event else 0, "ranking": ranking_view(hall, reasons=False), "missing": []}
    view |= standing | {"provisional": bool(standing["provisional"])}
    if info is None or hall.event is None:
        return view
    shown = round_view(hall, info)
    assert shown is not None
    tables = hall.round_tables(info)
    no_sheet = ruled(hall, info)
    view["missing"] = [t.number for t in tables if not sheet_review.counted(t.sheet) and t.number not in no_sheet]
    policy, clock = hall.event.settings["policy"], shown["clock"]
    left = hall.clocks[info.id].remaining_ms(view["now_ms"])
    hidden = policy == k.CLOCK_HIDDEN or (policy == k.CLOCK_LAST_MINUTES and left > hall.event.settings["last_minutes"] * 60_000)
    if clock["state"] in ("running", "paused") and hidden:
        shown["clock"] = {"state": clock["state"], "hidden": True}
    view["round"] = shown
    return view
