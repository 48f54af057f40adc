"""Which rows of a file are the list itself: the header found, titles above it, totals, empty and repeated rows left out."""

import re
from dataclasses import dataclass, field
from statistics import median

from host_tools.entries.grid import Grid
from host_tools.entries.headers import is_header, joined
from host_tools.entries.model import Choices, EntriesError
from host_tools.entries.plain import bare, clean

_LOOKED_AT = 25  # rows with something in them, among which the header is
_TOTAL = re.compile(
    r"(?:sub)?tot(?:ale|ali|al|aux)?\b\.?|somma\b|(?:n[.°]? ?|numero |nr\.? ?)?"
    r"(?:coppie|iscritti|giocatori|squadre|presenti|paires|pairs)"
    r"\b[^,;]*\d"
)


@dataclass
class Frame:
    """`header`: its cells, empty where there is none; `header_row` 0 then. `body`: rows of the list. `left_out`: row -> why."""

    header: list[str] = field(default_factory=list)
    header_row: int = 0
    body: list[tuple[int, list[str]]] = field(default_factory=list)
    left_out: dict[int, str] = field(default_factory=dict)


def framed(grid: Grid, choices: Choices) -> Frame:
    """The list in `grid`. Raises EntriesError for an answer about a row that is not there."""
    rows = [(number, cells) for number, cells in grid.rows]
    filled = [(number, cells) for number, cells in rows if _filled(cells)]
    frame = Frame()
    frame.header_row = _header_row(filled, choices)
    under = frame.header_row
    if frame.header_row:
        known = dict(rows)
        frame.header = list(known[frame.header_row])
        below = next(((number, cells) for number, cells in filled if number > frame.header_row), None)
        both = joined(frame.header, below[1]) if below is not None and choices.header is None else None
        if both is not None and below is not None:
            frame.header, under = both, below[0]
            frame.left_out[under] = "header"
        frame.left_out[frame.header_row] = "header"
    titles = _titles(filled) if not frame.header_row else set()
    for number, cells in rows:
        why = _why_left_out(number, cells, frame, under, choices)
        if why is None and number in titles:
            why = "title"
        if why is None:
            frame.body.append((number, cells))
        elif why:
            frame.left_out[number] = why
    return frame


def _filled(cells: list[str]) -> list[str]:
    return [cell for cell in cells if clean(cell)]


def _header_row(filled: list[tuple[int, list[str]]], choices: Choices) -> int:
    if choices.header is not None:
        if choices.header and choices.header not in {number for number, _ in filled}:
            raise EntriesError("bad_choice", f"header {choices.header}", "this row is empty or not there")
        return choices.header
    for number, cells in filled[:_LOOKED_AT]:
        if number not in choices.skip and is_header(cells) and not _title_alone(cells, filled):
            return number
    return 0


def _title_alone(cells: list[str], filled: list[tuple[int, list[str]]]) -> bool:
    """A lone word such as "Coppie" or "Iscritti" over a header of its own is a title."""
    if len(_filled(cells)) > 1:
        return False
    return any(is_header(other) and len(_filled(other)) > 1 for _, other in filled[:_LOOKED_AT])


def _titles(filled: list[tuple[int, list[str]]]) -> set[int]:
    """Rows of one cell at the top of a list whose other rows have more; only where no header says where the list begins."""
    usual = median([len(_filled(cells)) for _, cells in filled]) if filled else 0
    found: set[int] = set()
    for number, cells in filled:
        if usual < 2 or len(_filled(cells)) > 1:
            break
        found.add(number)
    return found


def _why_left_out(number: int, cells: list[str], frame: Frame, under: int, choices: Choices) -> str | None:
    """None for a row of the list; "" where the reason is known already."""
    if number in frame.left_out:
        return ""
    if number in choices.skip:
        return "organiser"
    if not _filled(cells):
        return "empty"
    if number < under:
        return "title"
    if frame.header_row and [clean(cell) for cell in cells] == [clean(cell) for cell in frame.header]:
        return "header again"
    first = bare(clean(_filled(cells)[0]))
    if _TOTAL.match(first) and len(_filled(cells)) <= 3:
        return "total"
    return None
