"""What a list of entries is read into: persons, entries, columns, doubts, the preview, and the organiser's answers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from host_tools.entries import error_texts, limits, texts

KINDS = ("pairs", "individual", "teams")
# Persons in one entry, fewest and most, for each kind of event; a pair of one waits for its second.
SIZES = {"pairs": (1, 2), "individual": (1, 1), "teams": (2, 8)}


_SHOWN = 100  # rows whose cells a preview shows
ENTERED = -1  # in place of a row: entered already, by whatever way


class EntriesError(Exception):
    """The file as a whole cannot be read: `code` for programs, `text` what is wrong and where, `hint` what to do."""

    def __init__(self, code: str, *values: object) -> None:
        self.code = code
        self.values = tuple(str(value) for value in values)
        text, hint, text_it = error_texts.ERRORS[code]
        self.text, self.hint, self.text_it = (part.format(*self.values) for part in (text, hint, text_it))
        super().__init__(f"{self.text}: {self.hint}")

    def as_dict(self) -> dict[str, str]:
        """For JSON; `text_it` is text and hint in Italian, for the page."""
        return {"code": self.code, "text": self.text, "hint": self.hint, "text_it": self.text_it}


@dataclass(frozen=True)
class Person:
    """A player as written in the file, spaces and apostrophes made plain; `club` and `card` may be empty."""

    name: str
    club: str = ""
    card: str = ""


@dataclass(frozen=True)
class Entry:
    """One entry: `rows` of the file it was read from, its persons in order, the file's own `number`, and a team's name."""

    rows: tuple[int, ...]
    persons: tuple[Person, ...]
    number: str = ""
    team: str = ""


@dataclass(frozen=True)
class Doubt:
    """Something the organiser should know (`warn`), answer (`ask`) or mend in the file (`refuse`).

    `row` counts from 1 as a spreadsheet does; 0 is the whole file. `rows` has all rows where one doubt is told for many.
    A refused row is in no entry. `values` are the parts of the sentence, for callers that word it themselves;
    `other` is the row of the other person or entry that it is about, `ENTERED` for one entered already.
    """

    row: int
    code: str
    text: str
    level: str
    text_it: str = ""
    values: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    other: int | None = None

    @property
    def key(self) -> str:
        """What `Choices.accept` names it by: "5:same_name", and "5:same_name:entered" where the other one is entered."""
        return f"{self.row}:{self.code}" + (":entered" if self.other == ENTERED else "")


def doubt(row: int, code: str, *values: object, rows: tuple[int, ...] = (), other: int | None = None) -> Doubt:
    """A doubt with its level and words from `texts.DOUBTS`. Raises KeyError for a code that is not there."""
    level, text, text_it = texts.DOUBTS[code]
    parts = tuple(str(value) for value in values)
    more = len(rows) - 1
    tail, tail_it = (f" (and {more} more rows)", f" (e altre {more} righe)") if more > 0 else ("", "")
    where, where_it = texts.ENTERED if other == ENTERED else [each.format(other) for each in texts.WHERE]
    words, words_it = text.format(*parts, where=where) + tail, text_it.format(*parts, where=where_it) + tail_it
    return Doubt(row, code, words, level, words_it, parts, rows or (row,), other)


@dataclass(frozen=True)
class Column:
    """How a column was read: `meaning` such as "surname", of `player` 1 and up, or 0 for all players of the row.

    `how`: "header", "content" (guessed by what is in it), "choice" (the organiser said so), "unknown" (its header says nothing
    to us; ignored). `sample` is the first thing in it.
    """

    index: int
    header: str
    meaning: str
    player: int
    how: str
    sample: str


@dataclass(frozen=True)
class Choices:
    """The organiser's answers; what is None or empty is found out from the file.

    `columns`: index from 0 -> meaning, with the player after it if any ("surname 1", "club", "ignored"). `separator`: one of
    `;` `,` tab `|`, or "" for a file of one column. `header`: the header's row, 0 for none. `skip`: rows to leave out.
    `cells`: (row, column index) -> what should stand there. `accept`: keys of "ask" doubts that are right as they are.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    separator: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    header: int | None = None
    skip: frozenset[int] = frozenset()
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)
    accept: frozenset[str] = frozenset()

    @classmethod
    def from_dict(cls, plain: object) -> "Choices":
        """From JSON: {"columns": {"0": "name 1"}, "skip": [3], "cells": {"5:2": "Rossi"}, "accept": ["0:no_header"], ...}.

        Raises EntriesError for anything of another shape.
        """
        if not isinstance(plain, dict) or not set(plain) <= set(cls.__dataclass_fields__):
            raise EntriesError("bad_choice", "as a whole", f"it is an object of {', '.join(cls.__dataclass_fields__)}")
        made: dict[str, Any] = {}
        for name, value in plain.items():
            try:
                made[name] = _ANSWERS[name](value)
            except (TypeError, ValueError, AttributeError) as fault:
                raise EntriesError("bad_choice", name, str(fault)[:100])
        return cls(**made)


def _text(value: object) -> str | None:
    if value is not None and (not isinstance(value, str) or len(value) > limits.CELL_CHARS):
        raise ValueError(f"it is a text of up to {limits.CELL_CHARS} characters")
    return value


def _row(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limits.SCANNED_ROWS:
        raise ValueError(f"a row is a number from 0 to {limits.SCANNED_ROWS}")
    return value


def _place(text: str) -> tuple[int, str]:
    row, _, rest = text.partition(":")
    return _row(int(row)), rest


_ANSWERS: dict[str, Callable[[Any], Any]] = {
    "columns": lambda value: {int(at): _text(meaning) or "" for at, meaning in value.items()},
    "separator": _text,
    "encoding": _text,
    "sheet": _text,
    "header": lambda value: None if value is None else _row(value),
    "skip": lambda value: frozenset(map(_row, value)),
    "cells": lambda value: {(row, int(column)): _text(text) or "" for at, text in value.items() for row, column in [_place(at)]},
    "accept": lambda value: frozenset(f"{row}:{code}" for row, code in map(_place, value)),
}


@dataclass(frozen=True)
class Preview:
    """A file as it was read, before anything is entered. `left_out`: row -> why it is in no entry (title, empty, total ...).
    `cells`: row -> its cells as they are now, answers put in."""

    kind: str
    columns: tuple[Column, ...]
    encoding: str
    separator: str
    sheet: str
    header: int
    entries: tuple[Entry, ...]
    doubts: tuple[Doubt, ...]
    rows_read: int
    left_out: Mapping[int, str]
    cells: Mapping[int, list[str]] = field(default_factory=dict)

    def settled(self, entry: Entry) -> bool:
        """True where no question of the whole file or of this entry's rows is open."""
        open_rows = {row for each in self.doubts if each.level == "ask" for row in each.rows}
        return 0 not in open_rows and not open_rows.intersection(entry.rows)

    @property
    def ready(self) -> bool:
        """True where every row can be entered as it is: something is there, no question, nothing refused."""
        return bool(self.entries) and all(each.level == "warn" for each in self.doubts)

    def with_doubts(self, more: list[Doubt]) -> "Preview":
        """The same with further doubts, such as those of `compare`, in order of rows."""
        return replace(self, doubts=tuple(sorted([*self.doubts, *more], key=lambda each: (each.row, each.code))))

    def as_dict(self) -> dict[str, Any]:
        """For JSON. Each entry says whether it is settled; `cells` has the rows with something open, to be mended there."""
        made = asdict(replace(self, cells={}))
        open_rows = sorted({row for each in self.doubts if each.level != "warn" for row in each.rows if row in self.cells})
        shown = {row: [cell[: limits.CELL_CHARS] for cell in self.cells[row][: limits.COLUMNS]] for row in open_rows[:_SHOWN]}
        made["cells"] = {str(row): cells for row, cells in shown.items()}
        made["entries"] = [asdict(entry) | {"settled": self.settled(entry)} for entry in self.entries]
        made["doubts"] = [asdict(each) | {"key": each.key} for each in self.doubts]
        made["left_out"] = {str(row): why for row, why in self.left_out.items()}
        made["ready"] = self.ready
        return made
