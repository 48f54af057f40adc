"""A file of entries read into a preview: every column's meaning, every entry, every doubt. Nothing is decided silently.

`read` is the door for page and command line; `compare` looks for those already entered. Both are pure: bytes in, values out.
"""

import re

from host_tools.entries.assemble import Assembly
from host_tools.entries.columns import read_columns
from host_tools.entries.contents import like_names, samples
from host_tools.entries.delimited import read_text
from host_tools.entries.doubting import Doubting, accepted
from host_tools.entries.duplicates import compare, doubles
from host_tools.entries.frame import Frame, framed
from host_tools.entries.grid import Grid, is_workbook
from host_tools.entries.model import KINDS, Choices, Column, EntriesError, Preview
from host_tools.entries.numbers import number_doubts
from host_tools.entries.people import Reader, Row
from host_tools.entries.plain import clean

__all__ = ["compare", "read"]
# UTF-8 read as cp1252, a lost letter, and what old DOS and Macintosh letters become in cp1252
_ODD_LETTERS = re.compile("Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ™š›œžŸ]|\ufffd|[^\\W\\d_][€‚„…†‡ˆ‰‹›Š•—\u02dc˜™]|[€‚„…†‡ˆ‰‹›•˜™][^\\W\\d_]")


def _workbook(data: bytes, name: str, choices: Choices) -> Grid:
    from host_tools.entries.workbook import read_workbook  # its library takes half a second to load, which few commands need

    return read_workbook(data, name, choices)


def read(data: bytes, filename: str, kind: str, choices: Choices | None = None) -> Preview:
    """The entries of `data`, a CSV, text or .xlsx file called `filename`, for an event of `kind` (pairs, individual, teams).

    `choices` are the organiser's answers to the doubts of an earlier preview. Raises EntriesError where the file as a whole
    cannot be read, or an answer does not fit it; everything else is a doubt in the preview.
    """
    if kind not in KINDS:
        raise EntriesError("bad_choice", f"kind {kind[:20]}", f"it is one of {', '.join(KINDS)}")
    choices = choices or Choices()
    name = clean(filename)[-60:] or "the file"
    grid = _workbook(data, name, choices) if is_workbook(data, name) else read_text(data, name, choices)
    frame = framed(grid.answered(choices), choices)
    if not frame.body:
        raise EntriesError("no_rows", name)
    columns = read_columns(kind, frame.header, frame.body, choices)
    doubts = Doubting()
    _about_file(grid, frame, columns, doubts, choices)
    rows: list[Row] = []
    if any(column.meaning in ("surname", "first", "name", "names") for column in columns):
        reader = Reader(columns, grid.marks, doubts, kind)
        rows = [reader.read(number, cells) for number, cells in frame.body]
    else:
        doubts.add(0, "no_name_column")
    _short_cards(rows, doubts)
    entries = Assembly(columns, doubts, frame.left_out).entries(kind, rows)
    found = accepted(doubts.found() + doubles(entries) + number_doubts(entries), choices)
    left_out = dict(sorted(frame.left_out.items()))
    preview = Preview(
        kind,
        tuple(columns),
        grid.encoding,
        grid.separator,
        grid.sheet,
        frame.header_row,
        tuple(entries),
        (),
        len(grid.rows),
        left_out,
        dict(frame.body),
    )
    return preview.with_doubts(found)


def _about_file(grid: Grid, frame: Frame, columns: list[Column], doubts: Doubting, choices: Choices) -> None:
    """Doubts that concern no single row."""
    if grid.other_sheets and choices.sheet is None:
        doubts.add(0, "more_sheets", grid.sheet, ", ".join(f'"{title}"' for title in grid.other_sheets))
    if not frame.header_row and any(each.how != "choice" and each.meaning != "ignored" for each in columns):
        doubts.add(0, "no_header")
    beyond = _beyond(frame, columns, doubts)
    for column in columns:
        if column.how == "unknown" and column.sample and column.index < beyond:
            names = like_names(samples(frame.body, column.index))
            doubts.add(0, "names_unread" if names else "column_unknown", column.index + 1, column.header or column.sample)
    used = [column.index for column in columns if column.meaning != "ignored"]
    odd = (
        (number, cells[at]) for number, cells in frame.body for at in used if at < len(cells) and _ODD_LETTERS.search(cells[at])
    )
    for number, text in odd:
        doubts.among(number, "odd_letters", clean(text)[:40])


def _beyond(frame: Frame, columns: list[Column], doubts: Doubting) -> int:
    """Where the columns end: a few rows with cells where the header has none have, most likely, a separator in a name."""
    titled = max((at for at, title in enumerate(frame.header) if clean(title)), default=len(columns))
    wide = [(number, cells) for number, cells in frame.body if any(clean(cell) for cell in cells[titled + 1 :])]
    if frame.header_row and len(wide) * 5 <= len(frame.body) + 4:
        for number, cells in wide:
            doubts.add(number, "cells_beyond", clean(" ".join(cells[titled + 1 :]))[:40])
        return titled + 1
    return len(columns)


def _short_cards(rows: list[Row], doubts: Doubting) -> None:
    """Cards of fewer digits than nearly all others."""
    cards = [(row.row, person.card) for row in rows for person in row.persons if person.card.isdecimal()]
    lengths = [len(card) for _, card in cards]
    usual = max(set(lengths), key=lengths.count, default=0)
    if len(cards) >= 5 and lengths.count(usual) * 5 >= len(cards) * 4:
        for row, card in cards:
            if len(card) < usual:
                doubts.among(row, "card_short", card, usual)
