"""A file's cells as texts, row by row, whatever file they came from; and which reader a file wants."""

from dataclasses import dataclass, field

from host_tools.entries import limits
from host_tools.entries.model import Choices, EntriesError


@dataclass
class Grid:
    """`rows`: (number as the spreadsheet counts, cells). `marks`: (row, column) -> code of a doubt about that cell.

    `other_sheets`: sheets, besides the one read, that have something in them.
    """

    rows: list[tuple[int, list[str]]]
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    other_sheets: list[str] = field(default_factory=list)
    marks: dict[tuple[int, int], str] = field(default_factory=dict)

    def answered(self, choices: Choices) -> "Grid":
        """With the organiser's own cells in place; no mark remains on these. Raises EntriesError for a cell that is not there."""
        by_row = dict(self.rows)
        for (row, column), value in choices.cells.items():
            if row not in by_row or not 0 <= column < limits.COLUMNS:
                raise EntriesError("bad_choice", f"cells {row}:{column}", "no such cell in the file")
            cells = by_row[row]
            cells.extend([""] * (column + 1 - len(cells)))
            cells[column] = value
            self.marks.pop((row, column), None)
        return self


def check_row(row: int, cells: list[str], filled: int) -> None:
    """Raises EntriesError where the file has too many filled rows or, in this row, too many filled columns."""
    if filled > limits.ROWS:
        raise EntriesError("too_many_rows", limits.ROWS)
    if len(cells) > limits.COLUMNS and any(cell.strip() for cell in cells[limits.COLUMNS :]):
        raise EntriesError("too_many_columns", row, limits.COLUMNS)


_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_STRANGERS = (
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a text document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"Rar!", "a compressed file"),
    (b"7z\xbc\xaf", "a compressed file"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)


def is_workbook(data: bytes, filename: str) -> bool:
    """True for a workbook, False for text. Raises EntriesError for what is neither, with what to do."""
    if not data.strip():
        raise EntriesError("empty", filename)
    if len(data) > limits.FILE_BYTES:
        raise EntriesError("too_big", len(data), limits.FILE_BYTES)
    if data.startswith(_OLE):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise EntriesError("encrypted" if locked else "old_excel", filename)
    if data.startswith(b"PK"):
        return True
    for mark, what in _STRANGERS:
        if data.startswith(mark):
            raise EntriesError("not_a_table", filename, what)
    start = data[:2000].lstrip().lower()
    if start.startswith((b"<html", b"<!doctype", b"<table", b"<?xml")):
        raise EntriesError("not_a_table", filename, "a web page")
    if filename.lower().endswith((".xlsx", ".xlsm")):
        raise EntriesError("damaged", filename, "it does not begin as one")
    return False
