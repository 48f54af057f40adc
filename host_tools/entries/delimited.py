"""Text files with a separator (CSV and its kin): their encoding, their separator, their rows."""

import codecs
import csv
import io
from collections import Counter

from host_tools.entries import limits
from host_tools.entries.grid import Grid, check_row
from host_tools.entries.headers import names_somebody
from host_tools.entries.model import Choices, EntriesError

ENCODINGS = ("utf-8", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "cp850", "mac-roman", "iso-8859-15")
SEPARATORS = (";", "\t", "|", ",")  # in this order where two are as good
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NONE = "\x1f"  # a separator that no text has: every line is one cell
_SAMPLE = 200  # rows that the separator is judged by
_CONTROLS = [code for code in range(32) if chr(code) not in "\t\r\n\f\v\x1a"]
_BREAKS = 5  # more line breaks than this in a cell: a quotation mark was never closed


def read_text(data: bytes, filename: str, choices: Choices) -> Grid:
    """The rows of a delimited text. Raises EntriesError."""
    text, encoding = _decode(data, filename, choices.encoding)
    if choices.separator not in (None, "", *SEPARATORS):
        raise EntriesError("bad_choice", "separator", "it is one of ; , | a tab, or empty for one column")
    told = None
    if text[:4].lower() == "sep=" and text[4:5] in SEPARATORS and text[5:6] in ("\r", "\n"):
        told = text[4]  # Excel's own way of telling; the line keeps its number, but not its content
        text = text[5:]
    separator = _separator(text) if choices.separator is None and told is None else choices.separator
    if separator is None:
        separator = told or ""
    return Grid(_rows(text, separator), encoding=encoding, separator=separator)


def _decode(data: bytes, filename: str, asked: str | None) -> tuple[str, str]:
    """(text, encoding); without being asked for one: a byte order mark, else UTF-16 by its zeros, UTF-8, else cp1252."""
    if asked is not None and asked not in ENCODINGS:
        raise EntriesError("bad_choice", "encoding", f"it is one of {', '.join(ENCODINGS)}")
    mark, told = next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", None))
    if asked in (None, told, "utf-16") and told is not None:
        return _text(data[len(mark) :], filename, told), told
    if asked is None and data[:400].count(0) * 3 > len(data[:400]):
        asked = "utf-16-le" if data[1:400:2].count(0) > data[0:400:2].count(0) else "utf-16-be"
    names = [asked] if asked else ["utf-8", "cp1252"]
    for name in names[:-1]:
        try:
            return _text(data, filename, name), name
        except EntriesError:
            continue
    return _text(data, filename, names[-1]), names[-1]


def _text(data: bytes, filename: str, encoding: str) -> str:
    if not encoding.startswith("utf-16") and sum(map(data.count, _CONTROLS)) * 100 > len(data):
        raise EntriesError("not_a_table", filename, "binary data")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise EntriesError("encoding", filename, encoding)
    if sum(text.count(chr(code)) for code in _CONTROLS) * 100 > len(text):
        raise EntriesError("not_a_table", filename, "binary data")
    return text


def _separator(text: str) -> str:
    """What divides most rows into one number of columns, more than one; "" for a list of one column."""
    best, best_score = "", (0.0, 0)
    head = text[: _SAMPLE * limits.COLUMNS * 20]
    for candidate in SEPARATORS:
        if candidate not in head:
            continue
        rows = [cells for _, cells in _rows(head, candidate, _SAMPLE) if any(cell.strip() for cell in cells)]
        wide = Counter(len(cells) for cells in rows if len(cells) > 1)
        if not wide or candidate == "," and _belongs_to_names(rows):
            continue
        columns, count = wide.most_common(1)[0]
        score = (round(count / len(rows), 1), 0 if candidate == "," else 1)
        if score > best_score:
            best, best_score = candidate, score
    return best


def _belongs_to_names(rows: list[list[str]]) -> bool:
    """True where commas stand in names ("Rossi, Mario") under a header that has none."""
    first = rows[0]
    return len(first) == 1 and names_somebody(first[0]) and all(cell[:1] == " " for cells in rows for cell in cells[1:])


def _rows(text: str, separator: str, most: int | None = None) -> list[tuple[int, list[str]]]:
    """Numbered rows, the empty ones among them; at most `most` where given. Raises EntriesError."""
    rows: list[tuple[int, list[str]]] = []
    filled = 0
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator or _NONE), start=1):
            if most is not None and number > most:
                break
            if any(cell.count("\n") > _BREAKS for cell in cells):
                raise EntriesError("open_quote", number)
            filled += any(cell.strip() for cell in cells)
            if most is None:
                check_row(number, cells, filled)
            rows.append((number, cells[: limits.COLUMNS]))
            if number >= limits.SCANNED_ROWS:
                raise EntriesError("too_many_rows", limits.ROWS)
    except csv.Error:
        raise EntriesError("open_quote", len(rows) + 1)
    return rows
