"""The hall as it is now: event, rounds, tables with their sheets, devices. Only the event loop's thread touches it.

Nothing here is the truth: `rebuild` makes all of it from the database, records folded in the order in which they were
committed, and every later commit is folded the same way.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from host_tools.engine.awards import Award, award, look_ups
from host_tools.engine.field_of import Order
from host_tools.engine.profile_rules import length_key, rules_of
from host_tools.engine.ranking import Standing, groups, rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score, extras
from host_tools.engine.standings import scores
from host_tools.engine.state import EventState
from host_tools.server import authors, conflicts, records, schema, tournament
from host_tools.server.clock_fold import fold_clock
from host_tools.server.hall_parts import Live, TableState
from host_tools.server.ledger import Book
from host_tools.server.order import by_time
from host_tools.server.store import meta
from host_tools.server.tournament import CLOSED, DRAFT, PUBLISHED, EventInfo, RoundInfo
from tavolo.domain import kinds as k
from tavolo.domain import sheet_review
from tavolo.domain.record import Record, unpack
from tavolo.domain.round_clock import RoundClock
from tavolo.domain.sheet import Sheet

NO_ID = "00000000"
_COUNT_KINDS = (k.DEAL, k.REVISE, k.VOID, k.SIGN, k.RESULT)
CLOCK_KINDS = (k.START, k.PAUSE, k.RESUME, k.ADD_TIME, k.TIME_OUT, k.END_ROUND)


class Hall:
    """`author`: device and log id under which the host writes; `changed(key)`: told table numbers, or "round"."""

    def __init__(self, author: tuple[bytes, bytes]) -> None:
        self.author = author
        self.hosts = {author[0]}  # and, of an event out of an archive, the computers that spoke as its host
        self.event: EventInfo | None = None
        self.book: Book | None = None
        self.rounds: list[RoundInfo] = []
        self.tables: dict[tuple[str, int], TableState] = {}
        self.clocks: dict[str, RoundClock] = {}
        self._told: dict[str, dict[tuple[int, int], Record]] = {}  # round -> its own clock's commands, by time and kind
        self.assigned: dict[str, int] = {}
        self.ever: set[tuple[str, int]] = set()
        self.live: dict[str, Live] = {}
        self.foreign = 0
        self.aside: Counter[tuple[str, int]] = Counter()  # (round, table) -> what would count in a sheet, but has no place
        self.learned = 0  # own records that came back from tables (learn.py); `learning`: some did since the start
        self.learning = False
        self.held: dict[str, str] = {}  # device -> why it is left where it is: its "event" or "round" is unknown here
        self.held_at: dict[str, dict[str, Any]] = {}  # "table": its number there; "why", "names": what its plan lacks (held.py)
        self.left: dict[str, int] = {}  # device -> number that was taken from it last (places.py)
        self.claims: dict[int, int] = {}  # table -> time of the newest own record that a device proved to have for it
        self.asked: set[tuple[str, str]] = set()  # (device, event) of which it has given back all since the start
        self.at_start = ""  # the event that the database had then: it may be an old copy, and lack some of it
        self.moved: set[str] = set()  # devices to which a person gave a table, or took it, since the start
        self.alone: set[str] = set()  # events of tables that played for themselves
        self.conflicts: list[str] = []  # names (device/log/seq) that the arbiter has not decided
        self.decisions: dict[str, dict[str, Any]] = {}  # the arbiter's reasons, by what they are about
        self.deciding = asyncio.Lock()  # of two that look and then write, the second looks at what the first wrote
        self.changed: Any = lambda key: None

    # -- finding ------------------------------------------------------------------------------------------------------

    def current(self) -> RoundInfo | None:
        """The newest round that the tables know: published, or closed and not followed by another yet."""
        return next((info for info in reversed(self.rounds) if info.state != DRAFT), None)

    def draft(self) -> RoundInfo | None:
        """The round that is paired and not yet published."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].state == DRAFT else None

    def round_tables(self, info: RoundInfo | None) -> list[TableState]:
        """Tables of a round in order of number; empty for a draft or none."""
        return [self.tables[info.id, n] for n in sorted(info.seats) if (info.id, n) in self.tables] if info else []

    def table(self, number: int) -> TableState | None:
        """A table of the current round."""
        info = self.current()
        return self.tables.get((info.id, number)) if info else None

    def device_at(self, number: int) -> str | None:
        """The device that has table `number`."""
        return next((device for device, place in self.assigned.items() if place == number), None)

    def live_of(self, device: str) -> Live:
        """The live state of a device; made at its first mention."""
        return self.live.setdefault(device, Live())

    def place_of(self, rec: Record) -> str:
        """Whether a table's record belongs to a sheet of ours: records.PLACED, or why not."""
        event, round_id = rec.event.hex(), rec.round.hex()
        if self.event is None or event != self.event.id:
            if rec.kind == k.PLAN:  # only a table that plays for itself writes its own plan, and before all else
                self.alone.add(event)
            return records.ALONE if event in self.alone else records.FOREIGN_EVENT
        if authors.speaks_for_host(rec):  # before all that can become placed later
            return records.HOSTS_WORD
        if round_id not in self.clocks:
            return records.FOREIGN_ROUND
        if (round_id, rec.table) not in self.tables or (rec.device.hex(), rec.table) not in self.ever:
            return records.FOREIGN_TABLE
        return records.PLACED

    def clock_commands(self, info: RoundInfo) -> dict[tuple[int, int], Record]:
        """What the arbiter told the clocks of a round, by event ms and kind: one of the records that say so."""
        return dict(sorted(self._told.get(info.id, {}).items()))

    # -- folding ------------------------------------------------------------------------------------------------------

    def fold(self, rec: Record, data: bytes, learned: bool = False) -> TableState | None:
        """Apply a committed record to its table; `learned`: an own one that came back from a table. A payload that does
        not fit is a fault of the table, never a crash."""
        table = self.tables.get((rec.round.hex(), rec.table))
        if table is None or self.event is None or rec.event.hex() != self.event.id:
            return None  # the last: an archive of another event may name a round of this one
        if rec.device not in self.hosts and authors.speaks_for_host(rec):
            return None  # taken by a version that did not look yet
        fresh = self._apply(table, rec)
        if fresh is None:
            return table
        table.mixed |= learned
        before = table.mixed and table.log and rec.at_ms < table.log[-1][0].at_ms
        table.log.append((rec, data))
        if rec.device.hex() == table.given:
            table.given = ""
        if not fresh or before:
            self._late(table, rec)
        if rec.device in self.hosts:
            self._round_clock(rec)
        self.changed(table.number)
        return table

    @staticmethod
    def _apply(table: TableState, rec: Record) -> bool | None:
        """Whether it is news to the sheet, in its author's order; None: it cannot be read."""
        try:
            return bool(table.sheet.apply(rec))
        except Exception as fault:  # noqa: BLE001 -- genuine bytes of a broken or newer device: kept, shown, passed over
            table.faults.append(f"record {rec.seq} (kind {rec.kind}) cannot be read: {fault}")
            return None

    def _late(self, table: TableState, late: Record) -> None:
        """It came after later ones of its author, by another way: put each author's records in his order, fold all anew.
        What was learned back goes, with all others, where its time is: it was there before what came meanwhile."""
        if table.mixed:
            table.log = by_time(table.log)
        author = late.author()
        his = iter(sorted((item for item in table.log if item[0].author() == author), key=lambda item: item[0].seq))
        table.log = [next(his) if item[0].author() == author else item for item in table.log]
        table.sheet = Sheet()
        for rec, _ in table.log:
            self._apply(table, rec)

    def _round_clock(self, rec: Record) -> None:
        """A command has the same time at all tables: the first of them that is known moves the round's own clock."""
        round_id, command = rec.round.hex(), (rec.at_ms, rec.kind)
        told = self._told[round_id]
        if rec.kind not in CLOCK_KINDS or command in told:
            return
        late = any(command < other for other in told)
        told[command] = rec
        if late:  # learned back later than what followed it
            self.clocks[round_id] = RoundClock()
        for known in sorted(told) if late else [command]:
            fold_clock(self.clocks[round_id], told[known])
        self.changed("round")

    def add_round(self, info: RoundInfo) -> None:
        """Make the tables of a round that is published."""
        self.clocks.setdefault(info.id, RoundClock())
        self._told.setdefault(info.id, {})
        for number, (ns, ew) in info.seats.items():
            if (info.id, number) not in self.tables:
                self.tables[info.id, number] = TableState(number, ns, ew)

    def follow(self, book: Book, pin: str | None = None) -> None:
        """The event is as `book` says, from now on: rounds that were there stay the same objects. `pin` of a new event."""
        if self.event is None or self.event.id != book.state.id:
            self.rounds, self.hosts = [], {self.author[0]}
            self.tables.clear()
            self.clocks.clear()
            self._told.clear()
        elif pin is None and "pin" in self.event.settings:
            pin = str(self.event.settings["pin"])
        known = {info.id: info for info in self.rounds}
        for at, info in enumerate(book.state.rounds):
            mine = known.pop(info.id, None)
            if mine is not None and mine is not info:
                mine.__dict__.update(info.__dict__)
                book.state.rounds[at] = mine
        self.book, self.rounds = book, book.state.rounds
        self.event = tournament.event_info(book, pin)
        for info in [*known.values(), *self.rounds]:
            if info.state in (PUBLISHED, CLOSED) and info.id not in known:
                self.add_round(info)
            else:
                self.drop_round(info)

    def drop_round(self, info: RoundInfo) -> None:
        """It could not be published after all: it has no tables."""
        self.clocks.pop(info.id, None)
        self._told.pop(info.id, None)
        self.tables = {place: table for place, table in self.tables.items() if place[0] != info.id}

    def rebuild(self, connection: Connection) -> None:
        """Make everything from the database."""
        self.event = None
        book = tournament.load_book(connection, check=True)
        if book is not None:
            self.follow(book, tournament.pin_of(connection, book.state.id))
            self.hosts = {self.author[0], *tournament.hosts_of(connection, book.state.id)}
        self.at_start = book.state.id if book else ""
        self.assigned, self.ever = tournament.load_assignments(connection)
        rows = schema.record
        self.aside.clear()
        self.foreign, self.learned = 0, int(meta(connection, "learned") or 0)
        wanted = select(rows.c.device, rows.c.log, rows.c.status, rows.c.event, rows.c.tag, rows.c.bytes).order_by(rows.c.id)
        newest = {}
        for row in connection.execute(wanted):
            newest[row.device] = row.log
            if row.status == records.PLACED:
                if book is not None and row.event == book.state.id:  # other events' records have their place in other sheets
                    self.fold(records.read(row.device, row.log, row.bytes), row.bytes, row.tag == records.LEARNED)
            elif row.status == records.ALONE:
                self.alone.add(row.event)
            else:
                self.put_aside(records.read(row.device, row.log, row.bytes))
        for device in newest.keys() - {host.hex() for host in self.hosts}:
            self.live_of(device).log = newest[device]
        self.decisions = conflicts.load_decisions(connection)
        self.conflicts = conflicts.load_open(connection, self.decisions)

    def take_over(self, other: "Hall") -> None:
        """Be as `other` is, that was just rebuilt, but with one's own connections."""
        now = ("event", "book", "rounds", "tables", "clocks", "_told", "aside", "foreign", "learned", "alone")
        for name in (*now, "hosts", "assigned", "ever", "decisions", "conflicts"):
            setattr(self, name, getattr(other, name))

    def refold(self, book: Book, kept: Iterable[tuple[bytes, bytes]]) -> None:
        """Follow `book`, in which rounds count again whose records were `kept`."""
        self.follow(book)
        for data, tag in kept:
            self.fold(unpack(data), data, tag == records.LEARNED)

    def put_aside(self, rec: Record, count: int = 1) -> None:
        """A record has no place here, or (-1) has one now."""
        self.foreign += count
        if rec.kind in _COUNT_KINDS and (rec.device in self.hosts or not authors.speaks_for_host(rec)):
            self.aside[rec.round.hex(), rec.table] += count

    def contradicted(self, name: str) -> None:
        """A record came with a known id and other bytes; `name` is device/log/seq."""
        if name not in self.conflicts and name not in self.decisions:
            self.conflicts.append(name)

    def settle(self, name: str) -> None:
        """The arbiter has decided on it."""
        self.conflicts = [other for other in self.conflicts if other != name]

    # -- results ------------------------------------------------------------------------------------------------------

    def results(self, info: RoundInfo) -> list[TableResult]:
        """Every table of a round that has its plan, recounted."""
        found = [table.result() for table in self.round_tables(info)]
        return [result for result in found if result is not None]

    def award(self, info: RoundInfo | None) -> Award:
        """The award of those who rest in a round; of the event's first phase where there is none yet."""
        assert self.book is not None
        state = self.book.state
        form = info or state.phases[0]
        rules = rules_of(state)
        return award(rules, "bye", length_key(state.kind, form.deals), form.bands, look_ups(state, rules, info))

    def scores(self, after: int | None = None, state: EventState | None = None) -> list[Score]:
        """Of all closed rounds, and of the open one where its sheets are signed (a bye counts once it is closed); of those up to
        round `after` alone, where that is said. `state`: as the event would be, with the same rounds; none: as it is."""
        played = [info for info in self.rounds if info.state != DRAFT and (after is None or info.number <= after)]
        return scores(state or self.book.state, {info.id: self.results(info) for info in played}) if self.book else []

    def ranking(self, group: int | None = None) -> list[Standing]:
        """The ranking as of now, of one group or of all."""
        return rank(self.book.state, self.scores(), extras(self.book.state), group) if self.book else []

    def order(self, state: EventState | None = None) -> Order:
        """The ranking as pairing needs it, and where two sides sat the other way round than planned. `state`: as in `scores`."""
        played = [info for info in self.rounds if info.state != DRAFT]
        sat = {info.number: [t.number for t in self.round_tables(info) if sheet_review.sat_swapped(t.sheet)] for info in played}
        standings: list[Standing] = []
        if played and self.book:  # each group by its own ranking: ties are broken among its own
            now = state or self.book.state
            by_group = groups(now, self.scores(state=now), extras(now))
            standings = [line for lines in by_group.values() for line in lines]
        points = {line.number: (line.vp, line.mp_net) for line in standings}
        return Order([line.number for line in standings], points, sat)
