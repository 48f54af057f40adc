"""What a table sends on its connection: records of its own, and its answers to records that it was sent."""

import asyncio
from typing import Any

from sqlalchemy import Connection

from host_tools.server import records
from host_tools.server.hall import TableState
from host_tools.server.host import Host
from host_tools.server.link import BAD, LinkEnd, TableLink
from host_tools.server.records import Arrived
from tavolo.domain.record import Record, RecordError, unpack
from tavolo.wire import messages, seal

_LARGEST_GAP = 100_000  # of old events, cleared on a table that another host has never heard
LATE_S = 2.0  # so long a record that came after its successor is waited for


async def take_record(host: Host, link: TableLink, message: dict[str, Any]) -> None:
    """A record from a table: genuine, readable, its own? Then to the store; the acknowledgement follows the commit.

    Raises LinkEnd for what no honest device of ours sends.
    """
    key = host.keys.key(link.device)
    try:
        data = messages.from_text(message["r"])
        tag = bytes.fromhex(message["g"])
        if key is None or not seal.same(tag, seal.record_tag(seal.record_key(key), data)):
            raise LinkEnd(BAD, "record tag is wrong: forged or damaged")
        rec = unpack(data)
    except (messages.MessageError, RecordError) as fault:
        raise LinkEnd(BAD, str(fault)) from fault
    if rec.device.hex() != link.device:
        raise LinkEnd(BAD, "record of another device")
    log = rec.log.hex()
    _note_gap(host, link, log, rec.seq)
    status = host.hall.place_of(rec)
    future = host.store.submit(lambda c: _take(host, c, rec, data, tag, status), host.taken)
    await link.commits.put((future, log))


def _note_gap(host: Host, link: TableLink, log: str, seq: int) -> None:
    """A device sends its log in order: a number that it skips is lost on its flash, unless it comes late after all."""
    seen = link.seen.get(log, 0)
    if seq > seen + 1:
        if seq - seen - 1 > _LARGEST_GAP:
            raise LinkEnd(BAD, f"record {seq} after {seen}: too large a hole")
        asyncio.get_running_loop().call_later(LATE_S, _give_up, host, link, log, seen + 1, seq - 1)
    link.seen[log] = max(seen, seq)


def _give_up(host: Host, link: TableLink, log: str, first: int, last: int) -> None:
    """What of `first`..`last` is not here is lost, and acknowledged past. On a connection that has ended nothing is: the table
    sends all again that was never acknowledged."""
    live = host.hall.live_of(link.device)
    if live.link is not link:
        return

    def noted(upto: int) -> None:
        live.have[log] = upto
        link.send({"t": "ack", "l": log, "u": upto})

    host.store.submit(lambda c: records.keep_gap(c, host.logs, (link.device, log), first, last), noted)


def _take(host: Host, connection: Connection, rec: Record, data: bytes, tag: bytes, status: str) -> Arrived:
    arrived = records.take(connection, host.logs, rec, data, tag, status)
    if arrived.new and status not in (records.PLACED, records.ALONE):
        records.note(
            connection, "tavolo", "foreign_record", new=f"{rec.device.hex()} seq {rec.seq} table {rec.table}", why=status
        )
    return arrived


def answer(host: Host, link: TableLink, message: dict[str, Any]) -> None:
    """A table's answer to a host record: kept with the live state; a refusal is shown and written down."""
    rec = link.answered(message["s"])
    if rec is None:
        return  # to nothing: a device gone mad would fill the disk, and the queue that all tables share
    place = host.hall.assigned.get(link.device, 0)
    table: TableState | None = host.hall.table(place)
    if not message["ok"] and table:
        table.refused.append({"seq": message["s"], "kind": rec.kind, "why": message["why"], "at_ms": host.clock.now()})
        del table.refused[:-20]
        what = f"table {place} {link.device} seq {message['s']} kind {rec.kind}"
        host.store.submit(lambda c: records.note(c, link.device, "refused", new=what, why=message["why"]))
    host.device_changed(link.device)
