"""A list of rows with typed columns: the one form from which the page, the CSV, the Excel file and the JSON are made."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

NUMBER, TEXT = "number", "text"


@dataclass(frozen=True)
class Column:
    """`key` for programs (English), `head` for people (Italian), NUMBER or TEXT, `width` in characters for Excel. `paper`: on
    the page, too; what is not there is for programs alone."""

    key: str
    head: str
    kind: str = TEXT
    width: int = 10
    paper: bool = True


@dataclass
class Listing:
    """`name`: of its file, without an ending. `small`: text under a row's widest cell on paper, one for each row or none at all;
    `above`: what a row begins, over its whole width on paper, "" where nothing begins; for each row or none at all;
    `facts`: about the whole, for JSON; `big`: large letters, for a wall."""

    name: str
    event: str
    title: str
    columns: Sequence[Column]
    rows: list[list[Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    under: int = 0
    big: bool = False

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        rows = [dict(zip([column.key for column in self.columns], row, strict=True)) for row in self.rows]
        return {"event": self.event, "title": self.title, "rows": rows, "notes": self.notes} | self.facts


def in_order(name: str) -> tuple[str, str]:
    """Key of a name in an alphabetical list: accents and case do not part what belongs together."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    return bare.casefold(), name
