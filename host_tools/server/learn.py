"""A host whose database came back from an old copy learns from the tables what it is missing (docs/protocol.md, 1.6).

A table says in its hello where it is and what it has of other authors' records there. Where it knows a record of this host
that the database does not, the host asks for all of its own records of that event, one by one, believes those that bear its
own tag, and only then gives the table a snapshot: nobody is thrown back into an older round. What a device heard at another
table than where it is now, if it is at one, its hello does not say: so each is asked once after a start, beside its play.
Here is the conversation; what a record means to the database is in relearn.py.
"""

import asyncio
from itertools import count, islice
from typing import Any

from sqlalchemy import Connection, select

from host_tools.engine.round_size import round_size
from host_tools.server import held, records, relearn, schema, witness
from host_tools.server.hall import NO_ID, Hall
from host_tools.server.host import Host
from host_tools.server.link import AGAIN, AT_AUTHOR, AT_HEAD, BAD, LinkEnd, TableLink
from host_tools.server.tournament import RoundInfo
from tavolo.domain.record import RecordError, unpack
from tavolo.wire import messages

_MOST_HEADS = 6  # a table tells of so many authors: there may be more
_PATIENCE_S = 15.0  # for one answer of a table
_MOST_ANSWERS = 4000  # a record or a segment of its journal each: a full flash has far fewer


class At:
    """Where a table says that it is: `event`, `round`, `table`; `heads`: (device, log, seq) of others' newest records."""

    def __init__(self, data: bytes) -> None:
        self.event, self.round = data[:4].hex(), data[4:8].hex()
        self.table = int.from_bytes(data[8:AT_HEAD], "big")
        parts = [data[n : n + AT_AUTHOR] for n in range(AT_HEAD, len(data), AT_AUTHOR)]
        self.heads = [(part[:4].hex(), part[4:8].hex(), int.from_bytes(part[8:], "big")) for part in parts]


class Learning:
    """What is being learned back from one table: how far, how many, the newest record's event ms."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.place = self.count = self.refused = self.answers = 0
        self.newest_ms = -1
        self.timer: asyncio.TimerHandle | None = None


def _lacks(connection: Connection, at: At, host_device: str) -> bool:
    """Whether the table knows a record of this host that is not in the database."""
    rows = schema.record
    for device, log, seq in at.heads:
        if device == host_device:
            known = select(rows.c.id).where(rows.c.device == device, rows.c.log == log, rows.c.seq == seq)
            if connection.execute(known).first() is None:
                return True
    return False


async def begin(host: Host, link: TableLink, where: bytes) -> bool:
    """Ask a table that has just connected for what the database lacks. True: its snapshot waits for the answers."""
    at, hall = At(where), host.hall
    author = hall.author[0].hex()
    if not where or at.event == NO_ID or author not in [device for device, _, _ in at.heads]:
        return False  # nowhere, or with nothing of this host
    if await host.store.submit(lambda c: _lacks(c, at, author)) or (
        len(at.heads) >= _MOST_HEADS and (link.device, at.event) not in hall.asked
    ):
        link.learning = Learning(at)
        _ask(host, link, link.learning)
        return True
    await _settle(host, link.device, at, -1)
    return False


def ask_all(host: Host, link: TableLink) -> None:
    """Wherever it is, a device may be the only one that has a plan, or a command, of a table at which it was before. Once
    after a start, and only about an event that the database had then: what was made since cannot be missing."""
    hall = host.hall
    event = hall.event
    busy = link.learning or link.asking or hall.live_of(link.device).link is not link
    if event is not None and event.id == hall.at_start and not busy and (link.device, event.id) not in hall.asked:
        link.asking = Learning(At(bytes.fromhex(event.id) + bytes(AT_HEAD - 4)))
        _ask(host, link, link.asking)


def _ask(host: Host, link: TableLink, state: Learning) -> None:
    state.timer = asyncio.get_running_loop().call_later(_PATIENCE_S, _give_up, link)
    link.send({"t": "want", "d": host.hall.author[0].hex(), "e": state.at.event, "n": state.place})


def _give_up(link: TableLink) -> None:
    """No answer. Who plays on is left alone until its next connection: before version 0.2 a table does not know the question."""
    if link.learning:
        link.end(AGAIN, "the table does not give back what the database lacks")
    link.asking = None


async def had(host: Host, link: TableLink, message: dict[str, Any]) -> bool:
    """A table's answer. True: it was the last, and the table gets its snapshot, or a new one. Raises LinkEnd."""
    state: Learning | None = link.learning or link.asking
    if state is None:
        return False  # to nothing
    if state.timer:
        state.timer.cancel()
    if message["r"]:
        await _take(host, link.device, state, message["r"])
    if message["n"]:
        if message["n"] <= state.place:
            raise LinkEnd(BAD, "had: the place does not rise")
        state.answers += 1
        if state.answers > _MOST_ANSWERS:
            raise LinkEnd(BAD, "had: no journal is so long")
        state.place = message["n"]
        _ask(host, link, state)
        return False
    waits = link.learning is not None
    await _finish(host, link, state)
    return waits or state.count > 0


async def _take(host: Host, device: str, state: Learning, text: str) -> None:
    try:
        data = messages.from_text(text)
        rec = unpack(data)
    except (messages.MessageError, RecordError) as fault:
        raise LinkEnd(BAD, str(fault)) from fault
    if rec.device != host.hall.author[0] or rec.event.hex() != state.at.event:
        raise LinkEnd(BAD, "had: a record that nobody asked for")
    if not records.believed(data, host.keys.own()):
        state.refused += 1
        return
    result = await host.store.submit(lambda c: relearn.take(c, host.logs, rec, data, device), lambda r: relearn.show(host, r))
    state.count += result.arrived.new
    if result.arrived.status == records.PLACED and rec.round.hex() == state.at.round and rec.table == state.at.table:
        state.newest_ms = max(state.newest_ms, rec.at_ms)


async def _finish(host: Host, link: TableLink, state: Learning) -> None:
    """All is told: write it down, give the table its place, or hold it where it is for the arbiter to decide."""
    device, at, hall = link.device, state.at, host.hall
    what = f"{device}: {state.count} records"
    why = f"{state.refused} without a right tag of this host" if state.refused else ""
    first = (device, at.event) not in hall.asked  # a device gone mad fills no disk
    if state.count or (first and (link.learning or state.refused)):
        await host.audit("tavolo", "learned_back", new=what, why=why)
    await adopt(host)
    link.learning = link.asking = None
    hall.asked.add((device, at.event))
    if at.table:
        await _settle(host, device, at, state.newest_ms)


async def adopt(host: Host) -> None:
    """Records that were kept aside, and have a place since others came back, count."""
    own = host.hall.author[0].hex()
    again = await host.store.submit(lambda c: relearn.try_again(c, own), lambda found: relearn.follow(host, found))
    moved = await host.store.submit(lambda c: relearn.adopt(c, own), lambda found: relearn.fold(host, found))
    if moved:
        await host.audit("tavolo", "placed_late", new=f"{len(moved)} records that were kept aside")
    for device in [name for name in host.hall.held if again and host.hall.held_at[name]["table"] in again[1]]:
        link = host.hall.live_of(device).link
        if link is not None:  # it says again where it is, and is held on, or not
            link.end(AGAIN, "what the table plays may be known by now")


async def _settle(host: Host, device: str, at: At, newest_ms: int) -> None:
    """The table gets its place, or is held where it is until somebody has decided."""
    hall = host.hall
    if await witness.believe(host, device, at.round, at.table, [name for name, _, _ in at.heads]):
        await adopt(host)
    known = hall.event is not None and hall.event.id == at.event and (at.round, at.table) in hall.tables
    free = known or device in hall.moved
    why = "" if free else await host.store.submit(lambda c: held.hold(c, at.event, at.round, at.table))
    if why != hall.held.get(device, ""):
        hall.held.pop(device, None)
        if why:
            lacks = await host.store.submit(lambda c: held.why_held(c, at.event, at.round, at.table))
            hall.held[device], hall.held_at[device] = why, lacks
            await host.audit("tavolo", "table_held", new=f"{device} table {at.table}", why=f"its {why} is unknown here")
            await _yield(host, device, at.table)
        host.hub.changed("round")
    if not why and hall.learning:
        await _seat(host, device, at, newest_ms)


async def _yield(host: Host, device: str, number: int) -> None:
    """A spare that was given the number of a held table by itself gets another: two must not show one number."""
    hall = host.hall
    other = hall.device_at(number)
    if other and other != device and other not in hall.moved and hall.table(number) is None:
        await host.assign(other, 0, "tavolo")
        await host.assign(other, None, "tavolo")


async def _seat(host: Host, device: str, at: At, newest_ms: int) -> None:
    """Give the device the table at which it is, unless another has the better claim to it.

    The assignment may be of a later minute than the copy. Who knows the newer record of ours, or a record of the device
    that has the table now, came to it later.
    """
    hall = host.hall
    info = hall.current()
    holder = hall.device_at(at.table)
    if info is None or info.id != at.round or at.table not in info.seats or {device, holder} & hall.moved:
        return
    after = holder in [name for name, _, _ in at.heads]
    if holder is None or (holder != device and (after or newest_ms > hall.claims.get(at.table, -1))):
        await host.assign(device, at.table, "tavolo")
    hall.claims[at.table] = max(newest_ms, hall.claims.get(at.table, -1))


async def release(host: Host, whys: tuple[str, ...]) -> None:
    """Somebody has made a new event or round: devices that were held for such a reason go along with it."""
    for device in [name for name, why in host.hall.held.items() if why in whys]:
        del host.hall.held[device]
        link = host.hall.live_of(device).link
        if link:
            await host.welcome(link)


def missing_tables(hall: Hall) -> int:
    """How many tables of the round that is on are not back yet after a restore."""
    info = hall.current()
    return len(_missing(hall, info)) if info else 0


def _missing(hall: Hall, info: RoundInfo) -> list[int]:
    """So many numbers as tables lack, the lowest that are free: a movement may have left one out."""
    if hall.book is None or not info.back:
        return []
    whole, _ = round_size(hall.book.state, info)
    free = (number for number in count(1) if number not in info.seats)
    return list(islice(free, max(0, whole - len(info.seats))))


def not_back(hall: Hall) -> list[dict[str, int]]:
    """Tables of all rounds that are not back yet after a restore: the ranking lacks them."""
    return [{"round": info.number, "table": number} for info in hall.rounds for number in _missing(hall, info)]


def view(hall: Hall, names: dict[str, str]) -> dict[str, Any]:
    """After a restore from an old copy, for the pages: own records that came back from tables; devices that are left where
    they are, and why; how many tables of all rounds are not back yet."""
    rows = [{"device": d, "name": names.get(d, ""), "unknown": why} | hall.held_at[d] for d, why in sorted(hall.held.items())]
    return {"records": hall.learned, "held": rows, "missing_tables": len(not_back(hall))}
