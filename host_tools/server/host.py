"""The server's parts put together: store, keys, clock, hall, pages' hub; and how records and commands go through them."""

import asyncio
import gc
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from host_tools.engine.acts import ActError, ChainError
from host_tools.server import left_over, places, records, schema, tournament
from host_tools.server.authoring import Author
from host_tools.server.clock_check import ClockCheck
from host_tools.server.clocks import COMPUTER, Clocks
from host_tools.server.database import chosen
from host_tools.server.event_time import EventClock, read_mark
from host_tools.server.hall import Hall, TableState
from host_tools.server.holder import Holder
from host_tools.server.hub import Hub
from host_tools.server.keys import Keys
from host_tools.server.link import TableLink
from host_tools.server.marks import keep_marking, note_if_possible
from host_tools.server.records import Arrived, Logs
from host_tools.server.snapshot import rec_message, snapshot
from host_tools.server.store import Store, StoreError, meta
from tavolo.domain.record import Record, RecordError
from tavolo.wire import pin

_log = logging.getLogger("tavolo.server")


@contextmanager
def _no_collection() -> Iterator[None]:
    """While a whole event's records are read, thousands of objects come to stay: the collector would go through them again and
    again, for a sixth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Host(Author):
    """`folder`: the data directory; `database`: the URL of its database where that is no file in it. `open()` reads
    everything; `start()` inside the event loop; `stop()` at the end. Raises StoreError for a URL that is none of ours."""

    def __init__(self, folder: Path, auto_assign: bool = True, database: str | None = None, clocks: Clocks = COMPUTER) -> None:
        self.folder = folder
        self.clocks = clocks
        self.auto_assign = auto_assign
        self._assigning = asyncio.Lock()
        self.catching_up = asyncio.Lock()  # catch_up.py: the second sees what the first has said
        self.keys = Keys(folder)
        self.store = Store(chosen(folder, database), folder)
        self.holder = Holder(folder, self.store.database)
        self.logs = Logs()
        self.store.on_failed = self.logs.forget
        self.hub = Hub()
        self.on_placed: Callable[[TableState], None] = lambda table: None  # called after a table's record is in its sheet
        self.hall: Hall
        self.clock: EventClock
        self.check: ClockCheck | None = None
        self._marker: asyncio.Task[None] | None = None
        self._strangers: deque[int] = deque()

    # -- life ---------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Make or open the database and rebuild the hall. Raises StoreError (of which HeldError), KeysError, OSError."""
        self.holder.take()
        try:
            self.store.create()
            with _no_collection():
                self.store.run(self._open)
        except BaseException:
            self.holder.release()
            raise
        self.hall.changed = self.hub.changed
        if stay := left_over.clear(self.folder, self.clocks.wall_ms() / 1000):
            _log.warning("%s: old archives that cannot be taken away: %s", self.folder / left_over.FOLDER, ", ".join(stay))

    def _open(self, connection: Connection) -> None:
        try:
            mark = read_mark(meta(connection, "event_time"))
        except ValueError as fault:
            raise StoreError(f"{self.store.name} is damaged: put back a copy ({fault})") from fault
        self.clock = EventClock(self.clocks.monotonic_ms, self.clocks.wall_ms, mark)
        self.hall = Hall(records.host_author(connection, secrets.token_bytes(4), self.keys.own()))
        tournament.add_devices(connection, self.keys.names())
        try:
            self.hall.rebuild(connection)
        except (ChainError, ActError) as fault:
            raise StoreError(f"{self.store.name}: the event's history is damaged: put back a copy ({fault})") from fault
        except RecordError as fault:
            raise StoreError(f"{self.store.name} is damaged: put back a copy, `tavolo restore` ({fault})") from fault
        self.hall.left = places.load_left(connection)
        for device, age_ms in records.last_contacts(connection, self.clocks.wall_ms()).items():
            self.hall.live_of(device).before_ms = max(0, self.clock.now() - age_ms)

    async def start(self, alone: bool = False) -> None:
        """Start the writer and the clock's marks. `alone`: no table can come, so nobody's word on the time is waited for."""
        self.store.start()
        if alone:
            return
        self.check = ClockCheck(self.clock, self._seated, self._clock_moved)
        self._marker = asyncio.create_task(keep_marking(self))

    async def stop(self) -> None:
        """Close the tables' connections, finish what waits, end the writer."""
        for live in self.hall.live.values():
            if live.link:
                live.link.end(1012, "the host is restarting")
        if self.check:
            self.check.stop()
        if self._marker:
            self._marker.cancel()
        try:
            await self.store.stop()
        finally:
            self.holder.release()

    def _seated(self) -> set[str]:
        """Devices that play in this round, or have a table while there is none."""
        info = self.hall.current()
        return {device for device, place in self.hall.assigned.items() if info is None or place in info.seats}

    def _clock_moved(self, moved_ms: int, tables: int) -> None:
        what = f"{moved_ms:+d} ms, by what {tables} tables say"
        self.store.submit(lambda c: records.note(c, "tavolo", "clock_corrected", new=what, why="the computer's clock was set"))
        self.hub.changed("round")

    async def settle_clock(self) -> None:
        """Before a record is authored: after a restart the clock may not be sure yet; waits at most three seconds."""
        if self.check:
            await self.check.settled()

    async def stranger(self, address: str, why: str) -> None:
        """Write down a refused hello; a flood of them fills no disk: at most 20 lines a minute."""
        now = self.clocks.monotonic_ms()
        while self._strangers and now - self._strangers[0] > 60_000:
            self._strangers.popleft()
        if len(self._strangers) < 20:
            self._strangers.append(now)
            await note_if_possible(self, "table", "hello_refused", address, why)

    async def audit(self, who: str, what: str, old: str = "", new: str = "", why: str = "") -> None:
        """One line of the audit log."""
        await self.store.submit(lambda c: records.note(c, who, what, old, new, why))

    # -- devices come and go ------------------------------------------------------------------------------------------

    async def connected(self, link: TableLink, firmware: str) -> None:
        """A device has proved itself: the newest connection wins. Its table and snapshot come with `welcome`."""
        live = self.hall.live_of(link.device)
        if live.link is not None:
            live.link.end(4409, "a newer connection of this device took over")
        live.link, live.firmware = link, firmware
        live.have = await self.store.submit(lambda c: self._known(c, link.device))

    async def welcome(self, link: TableLink) -> None:
        """Nothing is to be learned from this device any more: it gets a table if it has none, then its snapshot."""
        if self.hall.live_of(link.device).link is not link or link.device in self.hall.held:
            return
        if self.auto_assign and not self.hall.assigned.get(link.device):
            await self.assign(link.device, None, "tavolo")
        else:
            self.send_snapshot(link.device)
        self.heard(link.device)

    def _known(self, connection: Connection, device: str) -> dict[str, int]:
        """log -> upto for a device, the log it used last at the end."""
        tournament.add_devices(connection, {device: self.keys.names().get(device, "")})
        rows = schema.record
        found = connection.execute(select(rows.c.log).where(rows.c.device == device).order_by(rows.c.id))
        newest_last = list(dict.fromkeys(reversed([row.log for row in found])))[::-1]
        return {log: self.logs.upto(connection, (device, log)) for log in newest_last}

    def disconnected(self, link: TableLink, why: str) -> None:
        """A connection has ended."""
        live = self.hall.live_of(link.device)
        live.trouble.append(why)
        if live.link is link:
            live.link = None
        self.device_changed(link.device)

    def heard(self, device: str) -> None:
        """A sign of life."""
        self.hall.live_of(device).contact_ms = self.clock.now()
        self.device_changed(device)

    def device_changed(self, device: str) -> None:
        """Let the pages draw the device's table anew."""
        self.hub.changed(places.told(self.hall, device) or "devices")

    def send_snapshot(self, device: str) -> None:
        """Tell a connected device all that it needs now."""
        live = self.hall.live_of(device)
        if live.link and not live.link.learning and device not in self.hall.held:
            for log, upto in live.have.items():
                live.link.seen[log] = max(upto, live.link.seen.get(log, 0))
            found, commands = snapshot(self.hall, device)
            found[0] |= self._pin(device, found[0]["event"])
            live.link.send_snapshot(found, commands)

    def _pin(self, device: str, event: str) -> dict[str, str]:
        """The event's PIN for one device, masked under its own key. The event's id is the salt: no event has two PINs."""
        key, info = self.keys.key(device), self.hall.event
        if key is None or info is None or info.id != event or "pin" not in info.settings:
            return {}
        return {"pin": pin.mask_pin(key, bytes.fromhex(event), info.settings["pin"]).hex()}

    async def assign(self, device: str, place: int | None, who: str) -> None:
        """Give `device` table `place` (0: none, None: a free one); a device that had it has none from now on. Both are told."""
        async with self._assigning:  # two at once would choose the same table
            if place is None and self.hall.assigned.get(device):
                self.send_snapshot(device)  # another connection of this device has just brought it a table
                return
            await self._assign(device, places.free_table(self.hall, self.clock.now()) if place is None else place, who)

    async def _assign(self, device: str, place: int, who: str) -> None:
        before = self.hall.device_at(place) if place else None
        changes = [(device, place)]
        if before and before != device:
            changes.insert(0, (before, 0))

        def done(_: Any) -> None:
            if who != "tavolo":
                self.hall.moved |= {name for name, _ in changes}
            self.hall.held.pop(device, None)
            for name, number in changes:
                self.device_changed(name)
                places.move(self.hall, name, number)
                self.send_snapshot(name)
                self.device_changed(name)

        await self.store.submit(lambda c: tournament.assign(c, changes, who), done)

    # -- records of tables --------------------------------------------------------------------------------------------

    def taken(self, arrived: Arrived) -> None:
        """A record is in the database, by whichever way it came: the hall and the pages follow."""
        rec, hall = arrived.rec, self.hall
        device, log = records.log_key(rec)
        live = hall.live_of(device)
        live.have[log] = arrived.upto
        if arrived.conflict:
            hall.contradicted(f"{device}/{log}/{rec.seq}")
            self.hub.changed("round")
        if not arrived.new:
            return
        if arrived.status == records.ALONE:
            return
        if arrived.status != records.PLACED:
            hall.put_aside(rec)
            self.hub.changed("round")
            return
        table = hall.fold(rec, arrived.data)
        if table:
            self.on_placed(table)
        self._pass_on(device, rec, arrived.data)
        before, live.log = live.log, log
        if before and before != log and rec.table == hall.assigned.get(device):
            self.send_snapshot(device)  # a wiped device: give back what its lost log had delivered

    def _pass_on(self, device: str, rec: Record, data: bytes) -> None:
        """A device that had this table before brings what it had not sent: the one that has it now must know of it."""
        now = self.hall.device_at(rec.table)
        info = self.hall.current()
        link = self.hall.live_of(now).link if now and now != device else None
        if link and not link.learning and info and rec.round.hex() == info.id:
            link.pending.append(rec)
            link.send(rec_message(data))
