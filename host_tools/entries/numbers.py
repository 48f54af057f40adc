"""The list's own numbers: used where every entry has one that is free; else all are numbered by order, and that is said.

They are never half used: with some entries by the list and some by order, the paper in the organiser's hand and the hall would
agree only here and there. Pure.
"""

from collections.abc import Collection, Sequence

from host_tools.entries.model import Doubt, Entry, doubt

MOST = 999  # numbers of competitors


def number_of(entry: Entry) -> int:
    """Its own number from 1 to 999, or 0."""
    text = entry.number
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MOST)) else 0


def own_numbers(entries: Sequence[Entry], taken: Collection[int] = ()) -> list[int]:
    """Each entry's own number, in their order, where all have one of their own that is not `taken`; else []."""
    numbers = [number_of(entry) for entry in entries]
    good = all(number and number not in taken for number in numbers) and len(set(numbers)) == len(numbers)
    return numbers if good else []


def number_doubts(entries: Sequence[Entry]) -> list[Doubt]:
    """Why the list's own numbers cannot be used, if it has any: one that comes twice is asked, all else only told."""
    if not any(entry.number for entry in entries) or own_numbers(entries):
        return []
    first: dict[int, Entry] = {}
    numbered = [(number_of(entry), entry) for entry in entries if number_of(entry)]
    twice = [(number, entry) for number, entry in numbered if first.setdefault(number, entry).rows != entry.rows]
    if twice:
        number, entry = twice[0]
        return [doubt(entry.rows[0], "number_twice", number, rows=_rows([one for _, one in twice]), other=first[number].rows[0])]
    lacking = [entry for entry in entries if not number_of(entry)] or list(entries)
    return [doubt(lacking[0].rows[0], "numbers_not_used", lacking[0].number or "-", rows=_rows(lacking))]


def taken_doubts(entries: Sequence[Entry], taken: Collection[int]) -> list[Doubt]:
    """Where the list's own numbers could be used, but for those that others have already."""
    numbers = own_numbers(entries)
    found = [entry for entry, number in zip(entries, numbers, strict=False) if number in taken]
    return [doubt(found[0].rows[0], "number_taken", found[0].number, rows=_rows(found))] if found else []


def _rows(entries: Sequence[Entry]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(row for entry in entries for row in entry.rows))
