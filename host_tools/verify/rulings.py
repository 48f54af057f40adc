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
    """What was said about a round. Keys: (table, unit), or with the competitor as the third; a table; a competitor."""

    late: dict[tuple[int, int, int], int] = field(default_factory=dict)  # minutes
    absent: dict[tuple[int, int, int], str] = field(default_factory=dict)  # how
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
            out.late |= dict.fromkeys([(*place, number) for number in meant(event, data)], data["minutes"])
        elif act["kind"] == "absent":
            mode = data.get("mode") or CAME_LATE
            how = mode if mode in (CAME_LATE, UNJUSTIFIED) else FOR_A_TIME
            out.absent |= dict.fromkeys([(*place, number) for number in meant(event, data)], how)
        elif act["kind"] == "adjust":
            mp, vp = out.adjusted.get(place, (0, 0))
            out.adjusted[place] = (mp + data["mp"], vp + data["vp"])
        elif act["kind"] == "set":
            out.laid_down[data["table"]] = act
        elif act["kind"] == "award":
            out.awards |= dict.fromkeys(data["competitors"], (data["vp"], data["mp"]))
    return out


def meant(event: Event, data: Act) -> tuple[int, ...]:
    """Whom a word about a line means: of two players perhaps one, else all to whom its result goes."""
    return tuple(data.get("competitors") or event.credits.get(data["unit"], (data["unit"],)))


def not_there(event: Event, turn: Turn, book: Book, said: Word, table: int, unit: int) -> dict[int, str]:
    """Competitor of a line -> how it was not there: by ruling, by minutes, or because it had left before. Nobody: {}."""
    out: dict[int, str] = {}
    for number in event.credits.get(unit, (unit,)):
        place = (table, unit, number)
        mode = gone(event, number, turn.number)
        if place in said.absent:
            out[number] = said.absent[place]
        elif said.late.get(place, -1) >= book["late_absent_from"]:
            out[number] = CAME_LATE
        elif mode is not None:
            out[number] = UNJUSTIFIED if mode in (UNJUSTIFIED, "removed") else FOR_A_TIME
    return out


def minutes_of(event: Event, said: Word, table: int, unit: int) -> int | None:
    """After how many minutes a line was ready: when the last of its players was. None: nothing was said."""
    found = [said.late.get((table, unit, number)) for number in event.credits.get(unit, (unit,))]
    return max((minutes for minutes in found if minutes is not None), default=None)


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
