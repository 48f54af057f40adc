"""A listing as a file for other programs: CSV and Excel as an Italian computer opens them by a double click.

CSV: `;` between the cells, CRLF, UTF-8 with a mark at its beginning. A text that a spreadsheet would take for a formula (it
begins with = + - @, a tab or a return) gets an apostrophe before it; numbers stay numbers. In Excel's own format a text is
marked as such and stays as it is.
"""

import csv
import io
import re
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from host_tools.prints.listing import NUMBER, Listing

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 -- wide ones: some spreadsheets read them so
_NO_XML = re.compile("[\ufffe\uffff]")  # openpyxl lets them pass, and no program opens the file
_MARK = "\ufeff"


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def csv_text(listing: Listing) -> str:
    """The CSV, its mark included."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.head for column in listing.columns])
    writer.writerows([_cell(value) for value in row] for row in listing.rows)
    return _MARK + out.getvalue()


def workbook(listing: Listing) -> bytes:
    """The Excel file: the header stays in sight, columns are as wide as they need."""
    book = Workbook()
    sheet: Any = book.active
    sheet.title = listing.name[:31]
    for at, column in enumerate(listing.columns, 1):
        cell = sheet.cell(1, at, column.head)
        cell.font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(at)].width = column.width
    for down, row in enumerate(listing.rows, 2):
        for at, (column, value) in enumerate(zip(listing.columns, row, strict=True), 1):
            _write(sheet.cell(down, at), value, column.kind == NUMBER)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(cell: Any, value: Any, number: bool) -> None:
    if value is None or value == "":
        return
    if number and isinstance(value, int):
        cell.value = value
        return
    cell.value = _NO_XML.sub("", ILLEGAL_CHARACTERS_RE.sub("", str(value)))
    cell.data_type = "s"  # a text, though it begins with "="
