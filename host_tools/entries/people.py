"""The persons of one row: its cells read by the columns' meanings, each checked, none repaired by guess."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from host_tools.entries import limits
from host_tools.entries.doubting import Doubting
from host_tools.entries.model import Column, Person
from host_tools.entries.names import counted, divided, joins_two, odd, shortened, straight, too_long
from host_tools.entries.plain import any_order_key, clean, given, lines

_FORMULA = "=+-@＝＋－＠"
_CARD = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ./_-]*")
_ROUNDED = re.compile(r"\d+(?:[.,]\d+)?e\+?\d+", re.IGNORECASE)
_WORD = re.compile(r"(?:n|cp|coppia|pair|paire)[.°]? ?(?=\d)", re.IGNORECASE)
_DECIMALS = re.compile(r"(\d+)[.,]0{1,2}")
_DATE = re.compile(
    r"\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}[-/ ](?:gen|jan|feb|mar|apr|mag|may|giu|jun|lug|jul|ago|aug|set|sep|ott|oct|nov|dic|dec)\w*"
    r"(?:[-/ ]\d+)?",
    re.IGNORECASE,
)


@dataclass
class Row:
    """What one row brings: its persons in order, the entry's number and team as written; `bad` where it may not be used."""

    row: int
    persons: list[Person] = field(default_factory=list)
    number: str = ""
    team: str = ""
    bad: bool = False
    more: str = ""  # the first of a club, card or team without any name


class Reader:
    """Reads rows of one file: `columns` as settled, `marks` of the grid, doubts into `doubts`."""

    def __init__(self, columns: list[Column], marks: Mapping[tuple[int, int], str], doubts: Doubting, kind: str) -> None:
        self._columns = [column for column in columns if column.meaning != "ignored"]
        self._marks = marks
        self._doubts = doubts
        self._kind = kind

    def read(self, row: int, cells: list[str]) -> Row:
        """The row's persons; what is wrong is told to the doubts."""
        made = Row(row)
        texts = {column.index: self._cell(made, column, cells) for column in self._columns}
        if made.bad:
            return made
        names = self._names(made, texts)
        extra = {meaning: self._spread(row, texts, meaning, len(names)) for meaning in ("club", "card")}
        for player, name in names.items():
            club, card = extra["club"].get(player, ""), extra["card"].get(player, "")
            made.persons.append(Person(self._name(row, name), self._club(row, club), self._card(row, card)))
        made.number = self._first(texts, "number") or made.number
        made.team = self._first(texts, "team")
        if too_long(made.team):
            self._doubts.add(row, "name_too_long", made.team, len(made.team))
        rest = [texts[column.index] for column in self._columns if column.meaning != "number" and texts[column.index]]
        made.more = rest[0] if rest and not names else ""
        made.bad = made.bad or any(self._formula(row, person.name) for person in made.persons)
        return made

    def _first(self, texts: dict[int, str], meaning: str) -> str:
        text = next((texts[each.index] for each in self._columns if each.meaning == meaning and texts[each.index]), "")
        return _DECIMALS.sub(r"\1", _WORD.sub("", text)).rstrip(".") if meaning == "number" else text

    def _cell(self, made: Row, column: Column, cells: list[str]) -> str:
        """The column's text in this row, plain; "" where it says nothing."""
        raw = cells[column.index] if column.index < len(cells) else ""
        if len(raw) > limits.CELL_CHARS and len(clean(raw)) > limits.CELL_CHARS:
            self._doubts.add(made.row, "cell_too_long", clean(raw)[:20], len(clean(raw)))
            made.bad = True
            return ""
        text = given(lines(raw) if column.meaning == "names" else clean(raw))
        mark = self._marks.get((made.row, column.index))
        if mark and (mark not in ("card_is_date", "card_rounded") or column.meaning == "card"):
            self._doubts.add(made.row, mark, text)
            return "" if mark in ("cell_error", "formula_without_value") else text
        if self._formula(made.row, text):
            made.bad = True
        elif column.meaning in ("surname", "name", "names"):
            number, text = counted(text)
            if number:
                made.number = number
                self._doubts.among(made.row, "number_in_name", number, text)
        if column.meaning == "name" and "\n" in lines(raw):
            self._doubts.add(made.row, "two_names_in_cell", text)
        return text

    def _formula(self, row: int, text: str) -> bool:
        """True, and told, for what a spreadsheet would take as a formula when the list is exported again."""
        if text[:1] and text[0] in _FORMULA:
            self._doubts.add(row, "formula_in_cell", text[:40])
            return True
        return False

    def _names(self, made: Row, texts: dict[int, str]) -> dict[int, str]:
        """Player -> name as written, for those who have one."""
        found: dict[int, dict[str, str]] = {}
        listed: list[str] = []
        for column in self._columns:
            text = texts[column.index]
            if column.meaning == "names" and text:
                listed += self._divided(made, text)
            elif column.meaning in ("surname", "first", "name") and text:
                found.setdefault(column.player, {})[column.meaning] = text
        names = {}
        for player, parts in sorted(found.items()):
            whole = straight(parts.get("name", ""))
            apart = " ".join(filter(None, (parts.get("surname", ""), parts.get("first", ""))))
            again = apart and whole and any_order_key(apart) == any_order_key(whole)
            name = apart if again else " ".join(filter(None, (apart, whole)))
            if joins_two(name) or apart and whole and not again:
                self._doubts.add(made.row, "two_names_in_cell", name)
            names[player] = name
        for name in listed:
            names[max(names, default=0) + 1] = straight(name)
        return names

    def _divided(self, made: Row, text: str) -> list[str]:
        parts, code = divided(text)
        most = 8 if self._kind == "teams" else 2
        if len(parts) > most:
            code, parts = "cannot_split", [text]
        flat = clean(text)
        if code == "cannot_split":
            self._doubts.add(made.row, code, flat)
            made.bad = True
        elif code:
            self._doubts.among(made.row, code, flat)
        return [name for name in (given(clean(part)) for part in parts) if name]

    def _spread(self, row: int, texts: dict[int, str], meaning: str, players: int) -> dict[int, str]:
        """Player -> club or card. One club is for all; one cell with as many parts as players is divided; a card never shared."""
        found = {}
        for column in self._columns:
            text = texts[column.index]
            if column.meaning != meaning or not text:
                continue
            if column.player:
                found[column.player] = text
                continue
            parts = [clean(part) for part in re.split(r"/|\n| [-–&] |;" if meaning == "card" else r"/|\n|;", text)]
            if players > 1 and len(parts) == players and all(parts):
                found |= dict(enumerate(parts, start=1))
            elif meaning == "card" and players > 1:
                self._doubts.among(0, "card_whose", column.header or column.index + 1)
            else:
                found |= dict.fromkeys(range(1, 9), text)
        return found

    def _name(self, row: int, name: str) -> str:
        if odd(name):
            self._doubts.add(row, "odd_name", name)
        elif "(" in name:
            self._doubts.among(row, "brackets", name)
        elif too_long(name):
            self._doubts.add(row, "name_too_long", name, len(name))
        elif " " not in name:
            self._doubts.among(row, "surname_only", name)
        return name

    def _club(self, row: int, club: str) -> str:
        if len(club) <= limits.NAME_CHARS:
            return club
        short = shortened(club)
        self._doubts.among(row, "club_cut", club, short)
        return short

    def _card(self, row: int, card: str) -> str:
        card = card.removeprefix("'") if card[1:2].isdecimal() else card  # a spreadsheet's own mark for digits that are a text
        if not card:
            return ""
        whole = _DECIMALS.fullmatch(card)
        if whole is not None:
            self._doubts.among(row, "card_decimals", card)
            return whole[1]
        if _ROUNDED.fullmatch(card):
            self._doubts.add(row, "card_rounded", card)
        elif _DATE.fullmatch(card):
            self._doubts.add(row, "card_is_date", card)
        elif not _CARD.fullmatch(card) or len(card) > limits.CARD_CHARS:
            self._doubts.add(row, "odd_card", card[:40])
        return card
