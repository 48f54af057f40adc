"""Papers for the tables: slips to cut, and score sheets (RULES 5, Content), empty or as they were played."""

from collections.abc import Collection
from typing import Any

from host_tools.engine.state import RoundState
from host_tools.prints.lists import LINES, round_title, the_round
from host_tools.prints.played import STATES, by_match
from host_tools.server import event_arbiter, open_points, sheet_views, views
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.round_making import the_book
from host_tools.server.sheet_view import sheet_view

_HOST = "arbitro"


def _side(book: Book, unit: int, line: str) -> dict[str, Any]:
    one = book.state.units[unit]
    people = [book.persons[person] for person in one.persons if person in book.persons]
    persons = [{"name": who.shown(), "card": who.card} for who in people]
    team = book.competitor_name(one.credits[0]) if book.state.kind == "teams" and one.credits else ""
    return {"line": line, "number": ", ".join(map(str, one.credits)), "persons": persons, "team": team}


def slips(host: Host, number: int | None) -> dict[str, Any]:
    """Two slips for each table, one for each line: where it sits, against whom, how long."""
    book = the_book(host)
    info = the_round(book, number)
    found = []
    for table, units in sorted(info.seats.items()):
        sides = [_side(book, unit, line) for unit, line in zip(units, LINES, strict=True)]
        size = _size(sides)
        place = {"table": table, "match": info.matches.get(table), "size": size}
        found += [place | {"own": sides[at], "other": sides[1 - at]} for at in (0, 1)]
    head = {"event": book.state.name, "title": round_title(info, "cartellini"), "round": info.number, "deals": info.deals}
    return head | {"minutes": info.minutes, "slips": found, "name": f"cartellini-turno-{info.number}"}


def _size(sides: list[dict[str, Any]]) -> str:
    """How large a slip's letters may be for all of its names to be there: a class of print.css. Wide letters count more."""
    text = "".join(one["team"] + "".join(who["name"] for who in one["persons"]) for one in sides)
    width = 10 * len(text) + 7 * sum(char in "MWmw" for char in text)
    return "" if width <= 1000 else "long" if width <= 1400 else "longest"


def sheets(host: Host, number: int | None, filled: bool = False) -> dict[str, Any]:
    """A round's score sheets, one page each."""
    book = the_book(host)
    info = the_round(book, number)
    ruled = open_points.ruled(host.hall, info) if filled else frozenset[int]()
    pages = [_filled(host, book, info, table, ruled) if filled else _empty(book, info, table) for table in sorted(info.seats)]
    head: dict[str, Any] = {"arbiter": event_arbiter.told(book)}
    head |= {"event": book.state.name, "title": round_title(info, "fogli segnapunti"), "round": info.number, "filled": filled}
    return head | {
        "sheets": pages,
        "bands": bands(info),
        "scale": info.scale,
        "by_match": by_match(book.state),
        "name": f"fogli-turno-{info.number}",
    }


def bands(info: RoundState) -> list[dict[str, Any]]:
    """The VP table: from, to (None: and more), VP of winner and loser."""
    found, low = [], 0
    for at, (top, won, lost) in enumerate(info.bands):
        last = at == len(info.bands) - 1
        found.append({"low": low, "high": None if last else top, "won": won, "lost": lost})
        low = top + 5  # counts go by fives (RULES 2)
    return found


def _empty(book: Book, info: RoundState, table: int) -> dict[str, Any]:
    ns, ew = info.seats[table]
    deals = [{"deal": deal, "ns": None, "ew": None, "corrected": False} for deal in range(1, info.deals + 1)]
    page = {"table": table, "match": info.matches.get(table), "ns": _side(book, ns, LINES[0]), "ew": _side(book, ew, LINES[1])}
    return page | {"deals": deals, "mp": None, "vp": None, "difference": None, "older": [], "state": ""}


def _filled(host: Host, book: Book, info: RoundState, number: int, ruled: Collection[int]) -> dict[str, Any]:
    """As it counts now; what was replaced or is void stands below, with who wrote it. `ruled`: tables that need no sheet."""
    page, table = _empty(book, info, number), host.hall.tables.get((info.id, number))
    shown = sheet_view(host, info.number, number) if table is not None else None
    if table is None or shown is None:
        return page | {"state": "nessun dato"}
    sides = views.sides_view(host.hall, table)
    for key, line in zip(("ns", "ew"), LINES, strict=True):
        page[key] = _side(book, sides[key]["pair"], line)
    page["deals"] = [_deal(row) for row in shown["deals"]]
    page["older"] = [text for row in shown["deals"] for text in _older(row)]
    played = any(row["totals"] for row in shown["deals"]) or shown["copied"]
    page |= {
        "mp": shown["mp"] if played else None,
        "vp": None if by_match(book.state) else shown["vp"],
        "difference": shown["difference"] if played else None,
    }
    return page | {"state": f"Foglio: {STATES[sheet_views.line(host.hall, table, ruled)['state']]}"}


def _deal(row: dict[str, Any]) -> dict[str, Any]:
    """BASE as counted, PUNTI what comes to it, TOT running."""
    counts = next((one for one in row["versions"] if one["counts"]), None)
    found: dict[str, Any] = {"deal": row["deal"], "ns": None, "ew": None, "corrected": len(row["versions"]) > 1}
    for line in ("ns", "ew"):
        if counts is not None and row["totals"]:
            base, total = counts[line]["base"], row["totals"][line]
            found[line] = {"base": base, "points": total - base, "running": row["running"][line]}
    return found


def _older(row: dict[str, Any]) -> list[str]:
    lines = []
    for one in row["versions"]:
        if one["counts"]:
            continue
        who = _HOST if one["host"] or one["by_arbiter"] else f"tavolo ({one['name'] or one['device']})"
        why = "annullata" if one["void"] else "in contrasto" if one["stands"] and row["conflict"] else "sostituita"
        text = f"Smazzata {row['deal']}, {why}: NS {one['ns']['total']}, EO {one['ew']['total']}; scritta da: {who}"
        decision = one["decision"] or row["decision"]
        lines.append(text + (f"; {decision['why']} ({decision['who']})" if decision and decision["why"] else ""))
    return lines
