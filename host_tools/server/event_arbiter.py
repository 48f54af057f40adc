"""Who is the event's arbiter: results are homologated only under an authorised one, so the name goes out with them (RULES 6,
Withdrawal). A person by number: the acts hold the number, the name can be erased as a player's."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from host_tools.server import ledger
from host_tools.server.ledger import Book, Person

SETTING = "arbiter"


def arbiter_of(book: Book) -> Person | None:
    """The arbiter, None where nobody was named."""
    number = book.state.settings.get(SETTING)  # of an event out of a file it may be anything
    return book.persons.get(number) if isinstance(number, int) else None


def view(book: Book) -> dict[str, Any] | None:
    """The arbiter as plain data: person (number), name as it is shown, card, erased."""
    one = arbiter_of(book)
    return None if one is None else {"person": one.number, "name": one.shown(), "card": one.card, "erased": one.erased}


def told(book: Book) -> str:
    """ "Anna Rossi (tessera 1234)" for paper, "" for nobody."""
    one = arbiter_of(book)
    return "" if one is None else one.shown() + (f" (tessera {one.card})" if one.card else "")


def setting(connection: Connection, event: str, book: Book | None, wish: Mapping[str, str] | None) -> dict[str, int | None]:
    """What the settings become by `wish` (name and card; an empty name: nobody): empty where nothing changes. Who is named anew
    is a new person, so that what was signed before stays another's. Part of a transaction."""
    before = arbiter_of(book) if book else None
    if wish is None or (before and not before.erased and (before.name, before.card) == (wish["name"], wish["card"])):
        return {}
    if not wish["name"]:
        return {SETTING: None} if before else {}
    return {SETTING: ledger.add_persons(connection, event, [(wish["name"], "", wish["card"])])[0]}
