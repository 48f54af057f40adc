"""Workbooks (.xlsx): checked as a zip before they are opened, then the values of one sheet as texts."""

import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.utils.escape import unescape
from openpyxl.utils.exceptions import InvalidFileException

from host_tools.entries import limits
from host_tools.entries.grid import Grid, check_row
from host_tools.entries.model import Choices, EntriesError

# What openpyxl raises for a workbook whose parts are not what they should be; it declares no error of its own for these.
_DAMAGE = (
    InvalidFileException,
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    AssertionError,
)
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")
_ERRORS = ("#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!")


def read_workbook(data: bytes, filename: str, choices: Choices) -> Grid:
    """The rows of the sheet asked for, else of the first visible one with something in it. Raises EntriesError."""
    formulas = _check_zip(data, filename)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        grid = _sheet(book, filename, choices.sheet, "not_computed" if formulas else "no_rows")
        if formulas:
            _mark_formulas(data, grid)
        while grid.rows and not any(grid.rows[-1][1]):
            grid.rows.pop()
        book.close()
    except _DAMAGE as fault:
        raise EntriesError("damaged", filename, type(fault).__name__)
    return grid


def _check_zip(data: bytes, filename: str) -> bool:
    """True where a sheet has formulas. Raises EntriesError for what is no workbook, or would unpack to too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            # a part is never read beyond the size that its heading declares, so the headings bound the whole
            if len(parts) > limits.PARTS or sum(part.file_size for part in parts) > limits.UNPACKED_BYTES:
                raise EntriesError("unpacks_too_big", filename, limits.UNPACKED_BYTES)
            names = {part.filename for part in parts}
            if any(part.flag_bits & 1 for part in parts):
                raise EntriesError("encrypted", filename)
            if "mimetype" in names and b"opendocument" in packed.read("mimetype"):
                raise EntriesError("open_document", filename)
            if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
                raise EntriesError("not_a_table", filename, "a packed file of another kind")
            return _look_inside(packed, names, filename)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as fault:
        raise EntriesError("damaged", filename, type(fault).__name__)


def _look_inside(packed: zipfile.ZipFile, names: set[str], filename: str) -> bool:
    """True where there are formulas. Refuses definitions of XML entities, which could blow up; no spreadsheet writes them."""
    formulas = False
    for name in sorted(names):
        if name.endswith((".xml", ".rels")):
            part = packed.read(name)
            if b"<!DOCTYPE" in part or b"<!ENTITY" in part or b"\0" in part[:200]:
                raise EntriesError("damaged", filename, "a part that no spreadsheet writes")
            formulas = formulas or name.startswith("xl/worksheets/") and _FORMULA.search(part) is not None
    return formulas


def _sheet(book: Any, filename: str, asked: str | None, nothing: str) -> Grid:
    """`nothing`: the error's code where no sheet has a value."""
    titles = [sheet.title for sheet in book.worksheets]
    if asked is not None and asked not in titles:
        raise EntriesError("no_sheet", asked, ", ".join(titles))
    chosen: Grid | None = None
    others: list[str] = []
    for sheet in book.worksheets:
        if asked is not None and sheet.title != asked or asked is None and sheet.sheet_state != "visible":
            continue
        if chosen is None:
            grid = _grid(sheet)
            chosen = grid if asked is not None or _has_anything(grid) else None
        elif _has_anything(_grid(sheet)):
            others.append(sheet.title)
    if chosen is None:
        raise EntriesError(nothing, filename)
    chosen.other_sheets = others
    return chosen


def _has_anything(grid: Grid) -> bool:
    return any(any(cells) for _, cells in grid.rows)


def _grid(sheet: Any) -> Grid:
    sheet.reset_dimensions()  # what the sheet declares of its size may be anything
    grid = Grid([], sheet=sheet.title)
    filled = wide = 0
    for number, row in enumerate(sheet.iter_rows(), start=1):
        wide += len(row)
        if number > limits.SCANNED_ROWS or wide > limits.WIDE_CELLS:
            raise EntriesError("too_many_rows", limits.ROWS)
        cells = [_text(grid, number, at, cell) for at, cell in enumerate(row)]
        filled += any(cells)
        check_row(number, cells, filled)
        grid.rows.append((number, cells[: limits.COLUMNS]))
    return grid


def _text(grid: Grid, row: int, column: int, cell: Any) -> str:
    """A cell as its reader sees it: whole numbers without decimals, with the leading zeros that its format shows."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, int | float):
        return _number(grid, row, column, value, str(cell.number_format))
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        grid.marks[row, column] = "card_is_date"
        return str(value).removesuffix(" 00:00:00")
    if value in _ERRORS:
        grid.marks[row, column] = "cell_error"
    return unescape(str(value))  # Excel writes a carriage return as _x000D_


def _number(grid: Grid, row: int, column: int, value: float, shown: str) -> str:
    if isinstance(value, float) and not value.is_integer() or abs(value) >= 10**15:
        grid.marks[row, column] = "card_rounded"  # a spreadsheet keeps 15 digits
        return str(value)
    text = str(int(value))
    return text.zfill(len(shown)) if shown and not shown.strip("0") else text


def _mark_formulas(data: bytes, grid: Grid) -> None:
    """Marks the formulas that have no stored value: a file that no spreadsheet has computed yet."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False)
    sheet = book[grid.sheet]
    sheet.reset_dimensions()
    rows: Iterable[Any] = sheet.iter_rows(max_row=len(grid.rows) + 1, max_col=limits.COLUMNS)
    known = dict(grid.rows)
    for number, row in enumerate(rows, start=1):
        for at, cell in enumerate(row):
            cells = known.get(number, [])
            if cell.data_type == "f" and not (at < len(cells) and cells[at]):
                grid.marks[number, at] = "formula_without_value"
                if number in known:
                    cells.extend([""] * (at + 1 - len(cells)))
                    cells[at] = str(getattr(cell.value, "text", cell.value) or "")[: limits.CELL_CHARS]
    book.close()
