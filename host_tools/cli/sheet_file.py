"""The paper sheets of one round in a small CSV file: one row for each deal of each table (docs/organiser.md).

The first row names the columns, in any order: `table`, `deal`, `ns`, `ew`, and where wanted `round`, `reason`, `swapped`. A
line's cell has the words of deal_words.py, such as `c1 d1 closed pos345`. Columns are parted by `;` `,` or tab.
"""

import csv
from collections.abc import Mapping
from typing import Any

from host_tools.cli.deal_words import line, reason_of
from host_tools.cli.phase_words import WordsError

LIMIT_BYTES = 1_000_000
COLUMNS = ("table", "deal", "ns", "ew", "round", "reason", "swapped")
_NEEDED = 4
_TRUTH = {"yes": True, "no": False, "": None}


def read(data: bytes, number: int, table: int | None) -> list[dict[str, Any]]:
    """Sheets as `sheet.enter_all` takes them, of round `number`; `table`: where the file need not say it. Raises WordsError."""
    if len(data) > LIMIT_BYTES:
        raise WordsError(f"the file has more than {LIMIT_BYTES} bytes: is it a list of sheets?")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise WordsError(f"the file is not UTF-8 text (byte {fault.start}): save it as CSV UTF-8") from fault
    lines = text.splitlines()
    head = lines[0] if lines else ""
    mark = next((mark for mark in ";\t," if mark in head), ";")
    rows = _rows(lines, mark)
    names = [name.strip().lower() for name in rows[0][1]] if rows else []
    needed = [name for name in COLUMNS[:_NEEDED] if name not in names and not (name == "table" and table is not None)]
    unknown = [name for name in names if name not in COLUMNS]
    if needed or unknown or len(set(names)) < len(names):
        what = f"{', '.join(needed)} missing" if needed else f'"{unknown[0]}" is unknown' if unknown else "one is there twice"
        raise WordsError(f"first row: {what}; it names the columns: table;deal;ns;ew and where wanted round;reason;swapped")
    sheets: dict[int, dict[str, Any]] = {}
    for at, row in rows[1:]:
        if len(row) > len(names):
            raise WordsError(f"row {at} has {len(row)} cells, the first row {len(names)}")
        cells = {name: row[place].strip() if place < len(row) else "" for place, name in enumerate(names)}
        _add(sheets, cells, f"row {at}", number, table)
    if not sheets:
        raise WordsError("the file has no sheet: one row for each deal of each table is needed")
    return list(sheets.values())


def _rows(lines: list[str], mark: str) -> list[tuple[int, list[str]]]:
    """The first row, and all others that are not empty, with their numbers. Raises WordsError."""
    try:
        rows = list(enumerate(csv.reader(lines, delimiter=mark, strict=True), 1))
    except csv.Error as fault:
        raise WordsError(f"the file is no CSV: {fault}") from fault
    return [(at, row) for at, row in rows if at == 1 or any(cell.strip() for cell in row)]


def _whole(text: str, where: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise WordsError(f'{where}: {name} must be a whole number, not "{text[:40]}"')
    return int(text)


def _add(sheets: dict[int, dict[str, Any]], cells: Mapping[str, str], where: str, number: int, table: int | None) -> None:
    if cells.get("round") and _whole(cells["round"], where, "round") != number:
        raise WordsError(f"{where} is of round {cells['round']}, not of round {number}")
    at = _whole(cells["table"], where, "table") if cells.get("table") or table is None else table
    if table is not None and at != table:
        raise WordsError(f"{where} is of table {at}, not of table {table}; leave the table out to enter all of the file")
    if cells.get("swapped", "").lower() not in _TRUTH:
        raise WordsError(f'{where}: swapped is "yes", "no" or empty')
    try:
        entered: dict[str, Any] = {"deal": _whole(cells["deal"], where, "deal"), "ns": line(cells["ns"]), "ew": line(cells["ew"])}
        if cells.get("reason"):
            entered["reason"] = reason_of(cells["reason"], "")
    except WordsError as fault:
        raise WordsError(str(fault) if str(fault).startswith(where) else f"{where}: {fault}") from fault
    sheet = sheets.setdefault(at, {"table": at, "deals": []})
    sheet["deals"].append(entered)
    swapped = _TRUTH[cells.get("swapped", "").lower()]
    if swapped is not None and sheet.setdefault("swapped", swapped) != swapped:
        raise WordsError(f"{where}: table {at} cannot be swapped and not swapped")
