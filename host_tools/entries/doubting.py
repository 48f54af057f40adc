"""Doubts collected while a file is read: one for each row, or one for many rows; and the organiser's word that it is right."""

from dataclasses import replace

from host_tools.entries.model import Choices, Doubt, EntriesError, doubt
from host_tools.entries.plain import words

# "ask" doubts that can be right as they are; the others need an answer: a cell, a column, a row left out
ACCEPTABLE = words(
    "no_header names_unread card_whose pairs_by_order pairs_in_individual more_sheets odd_letters split_at_hyphen split_at_comma "
    "team_without_name two_names_in_cell brackets half_pair odd_name odd_card cells_beyond with_himself entry_twice "
    "person_twice card_two_names same_name_club swapped_name number_twice number_taken"
)


class Doubting:
    """Collects; `found` gives them in order of rows."""

    def __init__(self) -> None:
        self._single: dict[Doubt, None] = {}  # in order, each once
        self._many: dict[str, tuple[int, tuple[object, ...], list[int]]] = {}

    def add(self, row: int, code: str, *values: object) -> None:
        """A doubt about one row, told once; 0 is the whole file."""
        self._single[doubt(row, code, *values)] = None

    def among(self, row: int, code: str, *values: object) -> None:
        """A doubt that many rows may share: told once, with the first one's values."""
        _, _, rows = self._many.setdefault(code, (row, values, []))
        if row not in rows[-1:]:
            rows.append(row)

    def found(self) -> list[Doubt]:
        """All, by row; of a refused row only why."""
        shared = [doubt(row, code, *values, rows=tuple(rows)) for code, (row, values, rows) in self._many.items()]
        refused = {each.row for each in self._single if each.level == "refuse"}
        single = [each for each in self._single if each.level == "refuse" or each.row not in refused]
        return sorted([*single, *shared], key=lambda each: (each.row, each.code))


def accepted(doubts: list[Doubt], choices: Choices) -> list[Doubt]:
    """`doubts` with those that the organiser found right as warnings. Raises EntriesError where a word is not enough."""
    for key in sorted(choices.accept):
        if key.split(":")[1] not in ACCEPTABLE:
            raise EntriesError("bad_choice", f"accept {key[:60]}", "this needs a cell, a column, or the row left out")
    made = []
    for each in doubts:
        if each.level == "ask" and each.key in choices.accept:
            each = replace(each, level="warn")
        made.append(each)
    return made
