"""The doors of a list of entries, as doors.py has them: a file as it comes, a workbook with any sheet; and the answers."""

import json
from collections.abc import Callable
from pathlib import Path

from host_tools.entries import limits
from host_tools.entries.model import KINDS, SIZES, Choices, EntriesError, Preview
from host_tools.entries.reading import compare, read
from tests.entries.make_xlsx import by_hand, packed, text

_FILES = Path(__file__).parents[1] / "vectors/entries"


def entries_file(data: bytes) -> None:
    """A file from an organiser's disk; the last byte says for which kind of event. Rows in XML are packed as a sheet."""
    if data.startswith(b"<row"):
        _sheet(data)
    else:
        _read(data, "list.csv", KINDS[data[-1] % 3 if data else 0])


def _sheet(data: bytes) -> None:
    """A workbook that opens, with a sheet of these bytes between its first and last tag."""
    parts = by_hand("ROWS")
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert isinstance(sheet, str)
    before, after = sheet.encode().split(b"ROWS")
    _read(packed(parts | {"xl/worksheets/sheet1.xml": before + data + after}), "list.xlsx", "pairs")


def entries_choices(data: bytes) -> None:
    """The organiser's answers, as the page or the command line sends them, for a small file."""
    if len(data) > 20_000:
        return  # no page sends as much
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return
    try:
        choices = Choices.from_dict(plain)
        found = read(b"Coppia;Giocatore 1;Giocatore 2\n1;Rossi;Bianchi\n2;Verdini;\n", "list.csv", "pairs", choices)
    except EntriesError:
        return
    check(found)


def _read(data: bytes, name: str, kind: str) -> None:
    try:
        found = read(data, name, kind)
    except EntriesError as fault:
        assert fault.text and fault.hint and fault.text_it
        return
    assert len(data) <= limits.FILE_BYTES
    check(found)


def check(found: Preview) -> None:
    """What holds for every preview: nothing is lost without a word, and nobody comes in who should not."""
    json.dumps(found.as_dict(), allow_nan=False).encode()
    told = {row for each in found.doubts for row in each.rows}
    refused = {row for each in found.doubts if each.level == "refuse" for row in each.rows}
    fewest, most = SIZES[found.kind]
    entered: set[int] = set()
    for entry in found.entries:
        entered.update(entry.rows)
        assert fewest <= len(entry.persons) <= most and not refused.intersection(entry.rows)
        for person in entry.persons:
            for part in (person.name, person.club, person.card):
                assert part == part.strip() and part[:1] not in tuple("=+-@") and "\n" not in part and "\0" not in part
                assert len(part) <= 3 * limits.CELL_CHARS + 2
            assert person.name
    everything = any(each.code == "no_name_column" for each in found.doubts)
    assert everything or set(range(1, found.rows_read + 1)) <= entered | told | set(found.left_out)
    assert len(compare(found, [person for entry in found.entries for person in entry.persons])) <= 8 * limits.ROWS


DOORS: dict[str, Callable[[bytes], None]] = {door.__name__: door for door in (entries_file, entries_choices)}
_HEAD = f'<row r="1">{text("A1", "Giocatore 1")}{text("B1", "Giocatore 2")}{text("C1", "Tessera 1")}</row>'
_ROW = f'<row r="2">{text("A2", "Rossi")}{text("B2", "Bianchi", "C3")}<c r="C2"><v>12</v></c></row>'
_CHOICES = {"columns": {"1": "name 1"}, "separator": ";", "encoding": "utf-8", "header": 1, "skip": [3], "cells": {"3:2": "Neri"}}
SEEDS: dict[str, list[bytes]] = {
    "entries_file": [path.read_bytes() for path in sorted(_FILES.iterdir()) if path.suffix in (".csv", ".txt")]
    + [(_FILES / "62-stored-formulas.xlsx").read_bytes()]
    + [(_HEAD + _ROW).encode(), (_HEAD + '<row r="900"><c r="BA900" s="1"><v>1e99</v></c></row>').encode()],
    "entries_choices": [json.dumps(_CHOICES).encode(), json.dumps({"sheet": None, "accept": ["0:no_header"]}).encode()],
}
