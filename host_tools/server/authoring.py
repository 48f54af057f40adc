"""How the host writes: records of its own and acts, in one transaction; after the commit hall, tables and pages follow."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from host_tools.engine.acts import Draft
from host_tools.server import ledger, records
from host_tools.server.event_time import EventClock
from host_tools.server.hall import Hall
from host_tools.server.hub import Hub
from host_tools.server.keys import Keys
from host_tools.server.ledger import Book
from host_tools.server.snapshot import rec_message
from host_tools.server.store import Store
from tavolo.domain import kinds as k
from tavolo.domain.record import Record

RecordDraft = tuple[int, int, bytes] | tuple[int, int, bytes, int]  # table, kind, payload, and event ms where it is its own
Drafts = Sequence[Draft] | Callable[[Connection], Sequence[Draft]]


class Author:
    """The writing part of the Host (host.py), whose other parts it uses."""

    hall: Hall
    store: Store
    keys: Keys
    clock: EventClock
    hub: Hub

    async def settle_clock(self) -> None:
        """Before a record is authored: after a restart the clock may not be sure yet."""
        raise NotImplementedError

    async def command(
        self,
        drafts: Iterable[RecordDraft],
        round_id: str,
        who: str,
        what: str,
        new: str = "",
        also: Callable[[Connection], Any] | None = None,
        at_ms: int | None = None,
    ) -> None:
        """Author one record for each draft in one transaction, with an audit line; fold and push them after the commit.
        `also`: done in the same transaction; where it gives a Book, the event is so from then on.
        `at_ms`: event ms that the records bear, for what was said before; else now."""
        assert self.hall.event is not None
        await self.settle_clock()
        event, round_bytes = bytes.fromhex(self.hall.event.id), bytes.fromhex(round_id)
        at_ms = self.clock.now() if at_ms is None else at_ms
        made, own = [], self.keys.own()
        for table, kind, payload, *when in drafts:
            rec = Record(kind, *self.hall.author, 0, when[0] if when else at_ms, payload)
            made.append(rec.place(event, round_bytes, table))

        def job(connection: Connection) -> tuple[Any, list[tuple[Record, bytes]]]:
            found = also(connection) if also else None
            records.note(connection, who, what, new=new)
            return found, records.next_host_records(connection, made, own)

        await self.store.submit(job, self._commanded)

    async def act(self, drafts: Drafts, who: str, then: Callable[[], None] = lambda: None) -> Book:
        """Add acts to the event that is played; after the commit the hall follows. `drafts`: they, or a part of the transaction
        that gives them. Raises ActError, StaleError."""
        book = self.hall.book
        assert book is not None
        event, seen = book.state.id, book.state.acts

        def done(found: Book) -> None:
            self.hall.follow(found)
            then()
            self.hub.changed("round")

        def job(connection: Connection) -> Book:
            made = drafts(connection) if callable(drafts) else drafts
            return ledger.append(connection, event, made, who, seen)

        found: Book = await self.store.submit(job, done)
        return found

    def _commanded(self, result: tuple[Any, list[tuple[Record, bytes]]]) -> None:
        book, made = result
        if isinstance(book, Book):
            self.hall.follow(book)
        planned = {rec.table for rec, _ in made if rec.kind == k.PLAN}  # a snapshot will tell them all, the plan first
        for rec, data in made:
            table = self.hall.fold(rec, data)
            device = self.hall.device_at(rec.table)
            link = self.hall.live_of(device).link if device else None
            if table and link and rec.table not in planned and self.hall.table(rec.table) is table:
                link.pending.append(rec)
                link.send(rec_message(data))
