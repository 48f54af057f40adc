"""The arbiter's word about a round, by table and line (RULES 5, Arbiter's score; 6, Late pair, Withdrawal). The newest counts;
adjustments add up."""

from dataclasses import dataclass, field
from typing import Any

from host_tools.verify.book import Book
from host_tools.verify.event import Event, Turn

Act = dict[str, Any]
CAME_LATE, FOR_A_TIME, UNJUSTIFIED = "late", "temporary", "unjustified"


@dataclass
class Word:
    """What was said about a round. Keys: (table, unit), a table, a competitor."""

    late: dict[tuple[int, int], int] = field(default_factory=dict)  # minutes
    absent: dict[tuple[int, int], Act] = field(default_factory=dict)
    adjusted: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)  # MP before the look-up, VP after it
    laid_down: dict[int, Act] = field(default_factory=dict)
    awards: dict[int, tuple[int, int]] = field(default_factory=dict)


def words(event: Event, number: int) -> Word:
    """All rulings of round `number`. Raises KeyError, TypeError for one of a wrong shape."""
    out = Word()
    for act in event.rulings:
        data = act["data"]
        if data.get("round") != number:
            continue
        place = (data.get("table", 0), data.get("unit", 0))
        if act["kind"] == "late":
            out.late[place] = data["minutes"]
        elif act["kind"] == "absent":
            out.absent[place] = data
        elif act["kind"] == "adjust":
            mp, vp = out.adjusted.get(place, (0, 0))
            out.adjusted[place] = (mp + data["mp"], vp + data["vp"])
        elif act["kind"] == "set":
            out.laid_down[data["table"]] = act
        elif act["kind"] == "award":
            out.awards |= dict.fromkeys(data["competitors"], (data["vp"], data["mp"]))
    return out


def not_there(event: Event, turn: Turn, book: Book, said: Word, table: int, unit: int) -> tuple[str, frozenset[int]] | None:
    """(how, which competitors) when a line was not there: by ruling, by minutes, or because it had left before."""
    credit = event.credits.get(unit, (unit,))
    ruling = said.absent.get((table, unit))
    if ruling is not None:
        mode = ruling.get("mode") or CAME_LATE
        how = mode if mode in (CAME_LATE, UNJUSTIFIED) else FOR_A_TIME
        return how, frozenset(ruling.get("competitors") or credit)
    if said.late.get((table, unit), -1) >= book["late_absent_from"]:
        return CAME_LATE, frozenset(credit)
    modes = {number: mode for number in credit if (mode := gone(event, number, turn.number)) is not None}
    if not modes:
        return None
    guilty = {UNJUSTIFIED, "removed"} & set(modes.values())
    return UNJUSTIFIED if guilty else FOR_A_TIME, frozenset(modes)


def gone(event: Event, number: int, at: int) -> str | None:
    """How competitor `number` had left by round `at`; None when it was in play then."""
    one = event.who.get(number)
    if one is None:
        return None
    for first, back, mode in one.away:
        if first <= at and (back is None or at < back):
            return mode
    return None


def late_points(book: Book, minutes: int | None) -> int:
    """Match points that those present get for so many minutes (RULES 6, Late pair): the last step that is reached."""
    reached = [mp for minute, mp in book["late_steps"] if minutes is not None and minutes >= minute]
    return int(reached[-1]) if reached else 0
