"""Entries from rows: pairs on one row or two, single players, teams on one row or many; nobody is joined without a reason."""

import re
from collections.abc import Callable

from host_tools.entries.doubting import Doubting
from host_tools.entries.model import SIZES, Column, Entry, Person
from host_tools.entries.people import Row
from host_tools.entries.plain import same_key

_LETTERED = re.compile(r"(\d+) ?[-./]?[abAB]")  # 7a and 7b: the two of pair 7


class Assembly:
    """Makes entries of `rows` in their order. `left_out` gets the rows that are in none without a doubt, with the reason."""

    def __init__(self, columns: list[Column], doubts: Doubting, left_out: dict[int, str]) -> None:
        self._meanings = {column.meaning for column in columns}
        self._players = max([column.player for column in columns if column.meaning in ("surname", "first", "name")], default=0)
        self._doubts = doubts
        self._left_out = left_out

    def entries(self, kind: str, rows: list[Row]) -> list[Entry]:
        """All entries that can be made."""
        by_kind: dict[str, Callable[[list[Row]], list[Entry]]] = {
            "pairs": self._pairs,
            "individual": self._individual,
            "teams": self._teams,
        }
        return by_kind[kind]([row for row in rows if not row.bad and self._somebody(row)])

    def _somebody(self, row: Row) -> bool:
        if row.persons:
            return True
        if row.more:
            self._doubts.add(row.row, "no_name", row.more)
        else:
            self._left_out[row.row] = "number only" if row.number else "nothing read"
        return False

    def _individual(self, rows: list[Row]) -> list[Entry]:
        for row in rows:
            if len(row.persons) > 1:
                self._doubts.add(0, "pairs_in_individual")
        return [Entry((row.row,), (person,), row.number) for row in rows for person in row.persons]

    # pairs

    def _pairs(self, rows: list[Row]) -> list[Entry]:
        one_each = self._players < 2 and all(len(row.persons) == 1 for row in rows)
        if one_each and rows and not any(row.number for row in rows) and "names" not in self._meanings:
            return self._by_order(rows)
        groups: dict[object, list[Row]] = {}
        last: object = None
        lettered = one_each and bool(rows) and all(_LETTERED.fullmatch(row.number) for row in rows)
        if lettered:
            self._doubts.add(0, "pairs_by_letter", rows[0].number)
        for row in rows:
            number = row.number[:-1].rstrip(" -./") if lettered else row.number.casefold()
            key: object = (number,) if number else None
            if len(row.persons) > 1 or key is None and (last is None or self._players > 1 or "names" in self._meanings):
                key = row.row  # an entry of its own
                last = None
            elif key is None:
                key = last  # number written once for both rows, or a merged cell
            else:
                last = key
            groups.setdefault(key, []).append(row)
        return [entry for group in groups.values() if (entry := self._pair(group)) is not None]

    def _by_order(self, rows: list[Row]) -> list[Entry]:
        """No number says who plays with whom: empty lines between, or two by two in order."""
        blocks: list[list[Row]] = []
        for row in rows:
            if not blocks or any(number in self._left_out for number in range(blocks[-1][-1].row + 1, row.row)):
                blocks.append([])
            blocks[-1].append(row)
        if len(blocks) > 1 and all(len(block) <= 2 for block in blocks):
            self._doubts.add(0, "pairs_by_gap")
        else:
            self._doubts.add(0, "pairs_by_order")
            blocks = [rows[at : at + 2] for at in range(0, len(rows), 2)]
        return [entry for block in blocks if (entry := self._pair(block)) is not None]

    def _pair(self, group: list[Row]) -> Entry | None:
        persons = tuple(person for row in group for person in row.persons)
        if len(persons) == 1:
            self._doubts.add(group[0].row, "half_pair", persons[0].name)  # made, and open until the organiser has answered
        if len(persons) > 2:
            self._too_many(group, persons, 2)
            return None
        number = _LETTERED.sub(r"\1", group[0].number) if len(group) > 1 else group[0].number
        return Entry(tuple(row.row for row in group), persons, number)

    def _too_many(self, group: list[Row], persons: tuple[Person, ...], most: int) -> None:
        for row in group:
            self._doubts.add(row.row, "too_many_players", len(persons), most)

    # teams

    def _teams(self, rows: list[Row]) -> list[Entry]:
        groups: dict[object, list[Row]] = {}
        last: object = None
        for row in rows:
            name = row.team or row.number
            if name:
                last = same_key(name) or name
            elif last is None or not {"team", "number"} & self._meanings:
                last = row.row
            groups.setdefault(last, []).append(row)
        return [entry for group in groups.values() if (entry := self._team(group)) is not None]

    def _team(self, group: list[Row]) -> Entry | None:
        persons = tuple(person for row in group for person in row.persons)
        fewest, most = SIZES["teams"]
        first = group[0]
        if len(persons) > most:
            self._too_many(group, persons, most)
            return None
        if len(persons) < fewest:
            self._doubts.add(first.row, "small_team", first.team or first.number or persons[0].name)
            return None
        if not first.team:
            self._doubts.among(first.row, "team_without_name")
        return Entry(tuple(row.row for row in group), persons, first.number, first.team)
