"""Persons and entries that may be there twice, in one list or against those already entered. Told, never merged."""

from dataclasses import dataclass

from host_tools.entries.doubting import accepted
from host_tools.entries.model import ENTERED, Choices, Doubt, Entry, Person, Preview, doubt
from host_tools.entries.plain import any_order_key, card_key, same_key


@dataclass(frozen=True)
class _Seen:
    person: Person
    row: int  # where it stands, or ENTERED
    entry: int  # -1 for who is already entered


class _Register:
    """Persons by card and by name, in order, so that each new one is compared with the first like it."""

    def __init__(self) -> None:
        self._by_card: dict[str, _Seen] = {}
        self._by_name: dict[str, list[_Seen]] = {}

    def put(self, seen: _Seen) -> None:
        card = card_key(seen.person.card)
        if card:
            self._by_card.setdefault(card, seen)
        self._by_name.setdefault(any_order_key(seen.person.name), []).append(seen)

    def against(self, row: int, person: Person, entry: int) -> Doubt | None:
        """The gravest doubt that `person` raises against all who are in; persons of the same entry are looked at elsewhere."""
        card = card_key(person.card)
        other = self._by_card.get(card) if card else None
        if other is not None and other.entry != entry:
            if any_order_key(other.person.name) == any_order_key(person.name):
                return doubt(row, "person_twice", person.name, person.card, other=other.row)
            return doubt(row, "card_two_names", person.card, person.name, other.person.name, other=other.row)
        alike = [seen for seen in self._by_name.get(any_order_key(person.name), [])[:_ALIKE] if seen.entry != entry]
        found = [_names(row, person, seen) for seen in alike]
        return min(found, key=lambda each: _GRAVITY.index(each.code)) if found else None


_ALIKE = 8  # of one name, that a further one is compared with: a list of one name only costs no more than any
_GRAVITY = ("same_name_club", "swapped_name", "same_name", "same_name_cards")


def _names(row: int, person: Person, seen: _Seen) -> Doubt:
    """One name for two: the same club, surname and first name swapped, other cards, or nothing that tells."""
    other = seen.person
    if person.card and other.card and card_key(person.card) != card_key(other.card):
        return doubt(row, "same_name_cards", person.name, other=seen.row)
    if same_key(person.name) != same_key(other.name):
        return doubt(row, "swapped_name", person.name, other.name, other=seen.row)
    if person.club and same_key(person.club) == same_key(other.club):
        return doubt(row, "same_name_club", person.name, person.club, other=seen.row)
    return doubt(row, "same_name", person.name, other=seen.row)


def doubles(entries: list[Entry]) -> list[Doubt]:
    """Doubts about persons or whole entries that are in `entries` more than once."""
    found: list[Doubt] = []
    register = _Register()
    whole: dict[tuple[tuple[str, str], ...], int] = {}
    for at, entry in enumerate(entries):
        found += _within(entry)
        key = tuple(sorted((any_order_key(person.name), card_key(person.card)) for person in entry.persons))
        if len(entry.persons) > 1 and key in whole:
            found.append(doubt(entry.rows[0], "entry_twice", other=whole[key]))
            continue
        whole[key] = entry.rows[0]
        for number, person in enumerate(entry.persons):
            row = row_of(entry, number)
            told = register.against(row, person, at)
            found += [told] if told is not None else []
            register.put(_Seen(person, row, at))
    return found


def row_of(entry: Entry, number: int) -> int:
    """The row of an entry's person, where each has one; else the entry's first row."""
    return entry.rows[number] if len(entry.rows) == len(entry.persons) else entry.rows[0]


def _within(entry: Entry) -> list[Doubt]:
    """Two persons of one entry with one name, or one card."""
    found: list[Doubt] = []
    for at, one in enumerate(entry.persons):
        for other in entry.persons[at + 1 :]:
            row, cards = row_of(entry, at + 1), (card_key(one.card), card_key(other.card))
            if any_order_key(one.name) == any_order_key(other.name):
                two = all(cards) and cards[0] != cards[1]
                found.append(
                    doubt(row, "same_name_cards", one.name, other=row_of(entry, at))
                    if two
                    else doubt(row, "with_himself", one.name)
                )
            elif cards[0] and cards[0] == cards[1]:
                found.append(doubt(row, "card_two_names", one.card, other.name, one.name, other=row_of(entry, at)))
    return found


def compare(preview: Preview, known: list[Person], choices: Choices | None = None) -> list[Doubt]:
    """Doubts about persons of `preview` who may be among `known`, those already entered; their `other` is ENTERED.

    `choices`: those that the organiser found right ("5:same_name_club:entered") are warnings. Put the doubts into the preview
    by `preview.with_doubts`.
    """
    register = _Register()
    for person in known:
        register.put(_Seen(person, ENTERED, -1))
    found = []
    for at, entry in enumerate(preview.entries):
        for number, person in enumerate(entry.persons):
            told = register.against(row_of(entry, number), person, at)
            found += [told] if told is not None else []
    return accepted(found, choices or Choices())
