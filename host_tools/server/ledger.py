"""The event's acts and persons in the database (engine/acts.py): read and checked, and added to. Jobs of the store; they decide
nothing about burraco. An act that does not fit the event raises ActError, and then its whole transaction is undone."""

import json
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from host_tools.engine.acts import Act, Draft, canonical, chained, check_chain
from host_tools.engine.fold import apply, fold
from host_tools.engine.state import EventState
from host_tools.server import schema

ERASED = "(nome cancellato)"


class Person(NamedTuple):
    """A player: `name` as it is shown, `club` and `card` number, "" where they are not known."""

    number: int
    name: str
    club: str = ""
    card: str = ""
    erased: bool = False

    def shown(self) -> str:
        """The name, or what stands for one that was erased."""
        return f"{ERASED} {self.number}" if self.erased else self.name


@dataclass
class Book:
    """An event as the database has it: its acts, what they make, and who the persons are."""

    acts: list[Act] = field(default_factory=list)
    state: EventState = field(default_factory=EventState)
    persons: dict[int, Person] = field(default_factory=dict)

    def unit_names(self, number: int) -> tuple[str, str]:
        """The two names of a unit as they are shown; "" where there is nobody."""
        names = [self.persons[n].shown() for n in self.state.units[number].persons if n in self.persons]
        first, second = [*names, "", ""][:2]
        return first, second

    def competitor_name(self, number: int) -> str:
        """ "Rossi - Bianchi", a team's name, or "" for nobody."""
        one = self.state.competitors.get(number)
        if one is None:
            return ""
        return one.name or " - ".join(self.persons[n].shown() for n in one.persons if n in self.persons)


def _act(row: object) -> Act:
    fields = {name: getattr(row, name) for name in ("number", "at", "who", "kind", "why", "article", "before", "hash")}
    return Act(**fields, data=json.loads(row.data), old=json.loads(row.old))  # type: ignore[attr-defined]


def load_acts(connection: Connection, event: str, after: int = 0) -> list[Act]:
    """All acts of an event after number `after`, in their order, unchecked."""
    rows = schema.act
    wanted = select(rows).where(rows.c.event == event, rows.c.number > after).order_by(rows.c.number)
    return [_act(row) for row in connection.execute(wanted)]


class _Remembered:
    """The acts of the event that was read last: a large one's are a million characters of JSON, and only ever added to. They
    are the same as long as the last one's hash stands in the database, since each hash holds all that is before it."""

    def __init__(self) -> None:
        self._last: tuple[str, tuple[Act, ...]] = ("", ())

    def load(self, connection: Connection, event: str, afresh: bool = False) -> list[Act]:
        """As `load_acts`; of what is remembered only what came since is read. `afresh`: all of it."""
        of, known = self._last
        if afresh or of != event or not known or not self._stands(connection, event, known[-1]):
            known = ()
        acts = [*known, *load_acts(connection, event, len(known))]
        self._last = event, tuple(acts)
        return acts

    @staticmethod
    def _stands(connection: Connection, event: str, last: Act) -> bool:
        rows = schema.act.c
        return connection.execute(select(rows.hash).where(rows.event == event, rows.number == last.number)).scalar() == last.hash


_remembered = _Remembered()


def load_persons(connection: Connection, event: str) -> dict[int, Person]:
    """The event's persons by number."""
    rows = schema.person
    wanted = select(rows.c.number, rows.c.name, rows.c.club, rows.c.card, rows.c.erased_at).where(rows.c.event == event)
    found = connection.execute(wanted.order_by(rows.c.number)).all()
    return {row[0]: Person(row[0], row[1], row[2], row[3], row[4] is not None) for row in found}


def load(connection: Connection, event: str, check: bool = False) -> Book:
    """The event `event`; `check`: its chain, too. Raises ChainError, ActError."""
    acts = _remembered.load(connection, event, afresh=check)
    if check:
        check_chain(acts)
    return Book(acts, fold(acts), load_persons(connection, event))


def append(connection: Connection, event: str, drafts: Sequence[Draft], who: str, expected: int | None = None) -> Book:
    """Add acts to an event, in one transaction with whatever else the job does. `expected`: number of the last act that the
    caller has seen. Raises ActError where they do not fit, or somebody else has acted meanwhile."""
    book = load(connection, event)
    add(connection, event, book, drafts, who, expected)
    return book


def add(
    connection: Connection, event: str, book: Book, drafts: Sequence[Draft], who: str, expected: int | None = None
) -> list[Act]:
    """As `append`, to a `book` that was just loaded; it follows."""
    if expected is not None and book.state.acts != expected:
        raise StaleError("somebody else has changed the event meanwhile")
    made = chained(drafts, book.acts[-1] if book.acts else None, who[:40], int(time.time()))
    if any(draft.kind == "undo" for draft in drafts):
        book.state = fold([*book.acts, *made])
    else:
        for act in made:
            apply(book.state, act)
    book.acts += made
    if made:
        connection.execute(schema.act.insert(), [_row(event, act) for act in made])
    return made


class StaleError(Exception):
    """The event is not as the caller saw it."""


def _row(event: str, act: Act) -> dict[str, object]:
    row = {name: getattr(act, name) for name in ("number", "at", "who", "kind", "why", "article", "before", "hash")}
    return row | {"event": event, "data": canonical(act.data), "old": canonical(act.old)}


def add_persons(connection: Connection, event: str, people: Iterable[tuple[str, str, str]]) -> list[int]:
    """Keep new persons (name, club, card); their numbers. The same name twice is two persons."""
    rows = schema.person
    last = connection.execute(select(func.max(rows.c.number)).where(rows.c.event == event)).scalar() or 0
    values = [
        {"event": event, "number": last + at, "name": unicodedata.normalize("NFC", name), "club": club, "card": card}
        for at, (name, club, card) in enumerate(people, 1)
    ]
    if values:
        connection.execute(rows.insert(), values)
    return [last + at for at in range(1, len(values) + 1)]


def edit_person(connection: Connection, event: str, number: int, change: Mapping[str, str]) -> None:
    """Change a person's name, club or card."""
    rows = schema.person
    connection.execute(rows.update().where(rows.c.event == event, rows.c.number == number).values(**change))


def erase_person(connection: Connection, event: str, number: int) -> None:
    """Take a person's name, club and card away for ever. The acts mean it by number, and stay as they are."""
    rows = schema.person
    gone = {"name": "", "club": "", "card": "", "erased_at": int(time.time())}
    connection.execute(rows.update().where(rows.c.event == event, rows.c.number == number).values(**gone))
