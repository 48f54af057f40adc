"""Orders about a list of entries in a file: first how it was read, with every doubt; then entered, when nothing is open."""

import asyncio
import base64
import binascii
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from host_tools.entries import limits
from host_tools.entries.doubting import accepted
from host_tools.entries.model import Choices, EntriesError, Person, Preview
from host_tools.entries.numbers import own_numbers, taken_doubts
from host_tools.entries.reading import compare, read
from host_tools.server.entering import NewEntry
from host_tools.server.event_arbiter import arbiter_of
from host_tools.server.host import Host
from host_tools.server.ledger import Book
from host_tools.server.models import Name, Reason, Strict
from host_tools.server.orders.entries import enter
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import the_book

FileText = Annotated[str, StringConstraints(max_length=(limits.FILE_BYTES + 2) // 3 * 4)]  # base64


class PreviewIn(Strict):
    """A file as base64. `kind`: of the event, where none is played yet. `choices`: answers to an earlier preview's doubts."""

    file: FileText
    filename: Annotated[str, StringConstraints(max_length=200)] = ""
    kind: Literal["pairs", "individual", "teams"] | None = None
    choices: Annotated[dict[str, Any], Field(max_length=10)] = {}


class ImportIn(PreviewIn):
    """`accept`: codes of doubts that are right as they are (of refused rows: they are left out), and "late_entry"; `why` then."""

    accept: Annotated[list[Name], Field(max_length=100)] = []
    why: Reason = ""


def _read(book: Book | None, body: PreviewIn) -> Preview:
    kind = book.state.kind if book else body.kind
    if kind is None:
        raise Refused("bad_input", "kind: pairs, individual or teams?", "there is no event yet", 422)
    try:
        data = base64.b64decode(body.file, validate=True)
    except (binascii.Error, ValueError) as fault:
        raise Refused("bad_input", "file: it is not base64", "", 422) from fault
    try:
        choices = Choices.from_dict(body.choices)
        found = read(data, body.filename, kind, choices)
        arbiter = arbiter_of(book) if book else None  # may play, too: that is no double entry
        known = [Person(p.name, p.club, p.card) for p in (book.persons.values() if book else ()) if not p.erased and p != arbiter]
        more = compare(found, known) + taken_doubts(found.entries, book.state.competitors if book else ())
        return found.with_doubts(accepted(more, choices))
    except EntriesError as fault:
        raise Refused(f"file_{fault.code}", fault.text, fault.hint, 422) from fault


@order("entry.preview", PreviewIn, changes=False)
async def look(host: Host, body: PreviewIn, who: str) -> dict[str, Any]:
    """How a file of entries is read: every column, every entry, every doubt. Nothing is entered. `numbers`: what the entries
    will be called; `numbers_from`: "file", or "order"."""
    book = host.hall.book
    found = await asyncio.to_thread(_read, book, body)  # tables are answered meanwhile
    taken = book.state.competitors if book else ()
    numbers = own_numbers(found.entries, taken)
    after = max(taken, default=0) + 1
    told = numbers or list(range(after, after + len(found.entries)))
    return {"preview": found.as_dict() | {"numbers": told, "numbers_from": "file" if numbers else "order"}}


@order("entry.import", ImportIn)
async def take(host: Host, body: ImportIn, who: str) -> dict[str, Any]:
    """Enter all of a file, when none of its doubts is open."""
    found = await asyncio.to_thread(_read, the_book(host), body)
    open_ones = [one for one in found.doubts if one.level != "warn" and one.code not in body.accept]
    if open_ones:
        first = open_ones[0]
        text = f"{len(open_ones)} doubts are open; row {first.row}: {first.text}"
        raise Refused("doubts", text, f'answer by `choices`, or accept "{first.code}"; `entry.preview` shows them all', 422)
    if not found.entries:
        raise Refused("doubts", "there is nobody to enter in this file", "`entry.preview` shows how it was read", 422)
    own = own_numbers(found.entries, the_book(host).state.competitors)
    numbers = own or [0] * len(found.entries)  # 0: the next free one
    entries = [NewEntry(one.persons, one.team, 1, number) for one, number in zip(found.entries, numbers, strict=True)]
    done = await enter(host, entries, body.accept, body.why, who)
    return done | {"doubts": [one.text for one in found.doubts], "numbers": "file" if own else "order"}
