"""Records in the database: each taken once, whatever comes twice, and how far each log has arrived (PRODUCT 4)."""

import time
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from host_tools.server import schema
from host_tools.server.store import meta, set_meta
from tavolo.domain.record import Record, RecordError, pack, unpack
from tavolo.wire import seal

PLACED = "placed"
FOREIGN_EVENT = "foreign_event"
FOREIGN_ROUND = "foreign_round"
FOREIGN_TABLE = "foreign_table"
HOSTS_WORD = "hosts_word"  # what only the host may say, in a table's record (authors.py)
OWN_TAG = 8  # bytes at the end of a host record's payload
LEARNED = b"own"  # tag column of a host record that a table gave back
_CRC = 4
ALONE = "alone"  # of an event that a table made for itself, without a host


@dataclass(frozen=True)
class Arrived:
    """What became of one record: `new`, or known before, or in `conflict` with other bytes of the same id."""

    rec: Record
    data: bytes
    new: bool
    conflict: bool
    upto: int
    status: str


def log_key(rec: Record) -> tuple[str, str]:
    """(device, log) in hexadecimal."""
    return rec.device.hex(), rec.log.hex()


def read(device: str, log: str, data: bytes) -> Record:
    """A record as the database has it. Raises RecordError that names its log."""
    try:
        return unpack(data)
    except RecordError as fault:
        raise RecordError(f"a record of log {device}/{log}: {fault}") from fault


class Logs:
    """How far each (device, log) has arrived without a hole. Used on the writer's thread only.

    After a job or a commit that failed, `forget` makes it read the database again.
    """

    def __init__(self) -> None:
        self._upto: dict[tuple[str, str], int] = {}
        self._ahead: dict[tuple[str, str], set[int]] = {}  # what came beyond a hole

    def forget(self) -> None:
        """Read each log from the database when it is next needed."""
        self._upto.clear()
        self._ahead.clear()

    def upto(self, connection: Connection, key: tuple[str, str]) -> int:
        """Highest seq up to which nothing is missing."""
        if key not in self._upto:
            self._load(connection, key)
        return self._upto[key]

    def _load(self, connection: Connection, key: tuple[str, str]) -> None:
        rows = schema.record
        found = select(rows.c.seq).where(rows.c.device == key[0], rows.c.log == key[1])
        have = {row.seq for row in connection.execute(found)}
        holes = select(schema.gap).where(schema.gap.c.device == key[0], schema.gap.c.log == key[1])
        for row in connection.execute(holes):
            have.update(range(row.first, row.last + 1))
        self._upto[key], self._ahead[key] = 0, have
        self._close_up(key)

    def _close_up(self, key: tuple[str, str]) -> None:
        ahead = self._ahead[key]
        while self._upto[key] + 1 in ahead:
            self._upto[key] += 1
            ahead.discard(self._upto[key])

    def holes(self, connection: Connection, key: tuple[str, str], first: int, last: int) -> list[tuple[int, int]]:
        """What is missing of `first`..`last`, as (from, to) in order."""
        found: list[tuple[int, int]] = []
        for seq in range(max(first, self.upto(connection, key) + 1), last + 1):
            if seq in self._ahead[key]:
                continue
            if found and found[-1][1] == seq - 1:
                found[-1] = (found[-1][0], seq)
            else:
                found.append((seq, seq))
        return found

    def add(self, connection: Connection, key: tuple[str, str], first: int, last: int) -> int:
        """`first`..`last` are now there (or known to be lost). Returns the new `upto`."""
        if self.upto(connection, key) + 1 == first:
            self._upto[key] = last
        else:
            self._ahead[key].update(seq for seq in range(first, last + 1) if seq > self._upto[key])
        self._close_up(key)
        return self._upto[key]


def take(connection: Connection, logs: Logs, rec: Record, data: bytes, tag: bytes, status: str) -> Arrived:
    """Insert a record unless its id is there: equal bytes are a repeat, others a conflict that is kept beside it."""
    key = log_key(rec)
    rows = schema.record
    same_id = select(rows.c.bytes).where(rows.c.device == key[0], rows.c.log == key[1], rows.c.seq == rec.seq)
    found = connection.execute(same_id).first()
    if found is not None:
        different = found.bytes != data
        if different:
            _keep_conflict(connection, rec, data, tag)
        return Arrived(rec, data, False, different, logs.upto(connection, key), status)
    connection.execute(rows.insert().values(**_row(rec, data, tag, status)))
    return Arrived(rec, data, True, False, logs.add(connection, key, rec.seq, rec.seq), status)


def _row(rec: Record, data: bytes, tag: bytes, status: str) -> dict[str, object]:
    device, log = log_key(rec)
    row: dict[str, object] = {"device": device, "log": log, "seq": rec.seq, "bytes": data, "tag": tag, "kind": rec.kind}
    row |= {"event": rec.event.hex(), "round": rec.round.hex(), "place": rec.table, "status": status}
    return row | {"received_at": int(time.time())}


def last_contacts(connection: Connection, wall_ms: int) -> dict[str, int]:
    """device -> ms since its newest record came, for all that have sent any; `wall_ms` is the computer's time now."""
    rows = schema.record
    found = connection.execute(select(rows.c.device, func.max(rows.c.received_at).label("at")).group_by(rows.c.device))
    host = meta(connection, "host_device")
    return {row.device: max(0, wall_ms - row.at * 1000) for row in found if row.device != host}


def _keep_conflict(connection: Connection, rec: Record, data: bytes, tag: bytes) -> None:
    rows = schema.conflict
    device, log = log_key(rec)
    known = select(rows.c.id).where(rows.c.device == device, rows.c.log == log, rows.c.seq == rec.seq, rows.c.bytes == data)
    if connection.execute(known).first() is None:
        row = {"device": device, "log": log, "seq": rec.seq, "bytes": data, "tag": tag, "received_at": int(time.time())}
        connection.execute(rows.insert().values(**row))
        note(connection, "tavolo", "record_conflict", new=f"{device}/{log}/{rec.seq}", why="same id, other bytes: both kept")


def keep_gap(connection: Connection, logs: Logs, key: tuple[str, str], first: int, last: int) -> int:
    """Note that what is not there of `first`..`last` is lost on the device itself. Returns the new `upto`."""
    for start, end in logs.holes(connection, key, first, last):
        connection.execute(schema.gap.insert().values(device=key[0], log=key[1], first=start, last=end))
        note(connection, "tavolo", "record_gap", new=f"{key[0]}/{key[1]}/{start}-{end}", why="skipped by the device")
        logs.add(connection, key, start, end)
    return logs.upto(connection, key)


def own_tag(own: bytes, body: bytes) -> bytes:
    """The host's tag over a record's bytes up to the tag itself, under a key derived from its own key `own`."""
    return seal.hmac(seal.hmac(own, b"own"), body)[:OWN_TAG]


def pack_own(rec: Record, own: bytes) -> bytes:
    """A host record's bytes, its payload ended by the host's tag. Raises RecordError when it does not fit."""
    rec.payload += bytes(OWN_TAG)
    tag = own_tag(own, pack(rec)[: -OWN_TAG - _CRC])
    rec.payload = rec.payload[:-OWN_TAG] + tag
    return pack(rec)


def believed(data: bytes, own: bytes) -> bool:
    """Whether the host itself wrote the record with these bytes, as its tag says."""
    return seal.same(own_tag(own, data[: -OWN_TAG - _CRC]), data[-OWN_TAG - _CRC : -_CRC])


def next_host_records(connection: Connection, drafts: list[Record], own: bytes) -> list[tuple[Record, bytes]]:
    """Give host-authored `drafts` their ids and tags under the host's key `own`, and insert them."""
    seq = int(meta(connection, "host_seq") or 0)
    out = []
    for rec in drafts:
        seq += 1
        rec.seq = seq
        out.append((rec, pack_own(rec, own)))
    if out:
        connection.execute(schema.record.insert(), [_row(rec, data, b"", PLACED) for rec, data in out])
    set_meta(connection, "host_seq", str(seq))
    return out


def note(connection: Connection, who: str, what: str, old: str = "", new: str = "", why: str = "") -> None:
    """One line of the audit log."""
    row = {"at": int(time.time()), "who": who[:40], "what": what[:40], "old": old, "new": new, "why": why}
    connection.execute(schema.audit.insert().values(**row))


def host_author(connection: Connection, fresh: bytes, own: bytes) -> tuple[bytes, bytes]:
    """(device id, log id) of the host as an author, from 4 random bytes `fresh` and its own key.

    The device id is kept, and an empty database begins with the same one again: tables in mid-round that know it are left
    where they are. The log is new with each start, so that a database restored from a copy never gives an id again.
    """
    kept = meta(connection, "host_device")
    if kept is None:
        kept = seal.hmac(own, b"device")[:4].hex()
        set_meta(connection, "host_device", kept)
    set_meta(connection, "host_log", fresh.hex())
    set_meta(connection, "host_seq", "0")
    return bytes.fromhex(kept), fresh
