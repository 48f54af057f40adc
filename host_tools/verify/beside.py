"""What is added beside the rounds: penalties, and warnings that cost points (RULES 6, Warnings). Opponents get nothing of it."""

from typing import Any

from host_tools.verify.book import Book
from host_tools.verify.event import Event
from host_tools.verify.rulings import meant

Act = dict[str, Any]


def additions(event: Event, book: Book) -> list[tuple[int, int, int]]:
    """(competitor, VP, net MP), signed. Raises KeyError, TypeError for acts of a wrong shape, Damaged for settings."""
    out: list[tuple[int, int, int]] = []
    for act in event.rulings:
        if act["kind"] == "penalty":
            out += [(number, act["data"]["vp"], act["data"]["mp"]) for number in act["data"]["competitors"]]
    warned: dict[int, list[tuple[bool, int | None]]] = {}
    for act in event.rulings:
        for number in _warns(event, book, act):
            seen = act["kind"] == "warning" and act["data"]["offence"] == "pile_seen"
            warned.setdefault(number, []).append((seen, act["data"].get("round")))
    for number, mine in warned.items():
        for at in _costly(book["warning_rule"], [seen for seen, _ in mine]):
            vp, mp = _worth(event, book, mine[at][1])
            out.append((number, -vp, -mp))
    return out


def _warns(event: Event, book: Book, act: Act) -> tuple[int, ...]:
    """Whom an act warns. Lateness does, from the first step on, once for a table and a line: the last word of it about each."""
    data = act["data"]
    if act["kind"] == "warning":
        return tuple(data["competitors"])
    if act["kind"] != "late" or not book["late_warning"]:
        return ()
    later = [other for other in event.rulings if other["kind"] == "late" and other["number"] > act["number"]]
    same = [other["data"] for other in later if all(other["data"][name] == data[name] for name in ("round", "table", "unit"))]
    enough = min([book["late_absent_from"], *(minute for minute, _ in book["late_steps"])])
    if data["minutes"] < enough:
        return ()
    return tuple(number for number in meant(event, data) if not any(number in meant(event, other) for other in same))


def _costly(rule: str, seen: list[bool]) -> list[int]:
    """Places of the warnings that cost points. `seen`: for each whether the pile was seen early. A repeated one costs each time,
    and takes an open warning with it; of all others every second one costs."""
    out: list[int] = []
    if rule == "none":
        return out
    waiting = 0
    for at, pile in enumerate(seen):
        if pile and any(seen[:at]):
            out.append(at)
            waiting = max(0, waiting - 1)
        elif rule == "any_two":
            waiting = (waiting + 1) % 2
            if not waiting:
                out.append(at)
    return out


def _worth(event: Event, book: Book, number: int | None) -> tuple[int, int]:
    """VP and MP that are taken off, by the length of that round, else of the first phase."""
    turn = event.round(number) if number is not None else None
    deals = turn.deals if turn else event.phases[0]["deals"] if event.phases else 4
    what = book["warning_worth"]
    vp, mp = book["warning_vp"], book["warning_mp"][book.length(deals)]
    return (0 if what == "mp" else vp), (0 if what == "vp" else mp)
