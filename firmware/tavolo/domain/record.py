"""One record of the log: what happened, said by whom, in bytes.

A record is never changed once written. Its id is (device, log, seq). Layout, big-endian (docs/protocol.md, Records):

    0 format u8 = 1 | 1 kind u8 | 2 payload length u16 | 4 device 4s | 8 log 4s | 12 seq u32 | 16 at_ms u32 |
    20 event 4s | 24 round 4s | 28 table u16 | 30 flags u16 | 32 payload | CRC-32 u32 of all before it
"""

import binascii
import struct

FORMAT = 1
HEAD = 32
MAX_PAYLOAD = 400
MAX_RECORD = HEAD + MAX_PAYLOAD + 4
ABOUT = 1  # flag: at_ms is an estimate made without the host
_LAYOUT = ">BBH4s4sII4s4sHH"
_LIMIT = 1 << 30  # seq and at_ms stay below it: small integers on a 32-bit board


class RecordError(ValueError):
    """The bytes are no record; the text says why."""


class Record:
    """A record's parts. device, log, event and round are 4 bytes each; at_ms is the event's clock (0 .. 2^30-1)."""

    def __init__(self, kind: int, device: bytes, log: bytes, seq: int, at_ms: int, payload: bytes = b"") -> None:
        self.kind = kind
        self.device = device
        self.log = log
        self.seq = seq
        self.at_ms = at_ms
        self.payload = payload
        self.event = b"\0\0\0\0"
        self.round = b"\0\0\0\0"
        self.table = 0
        self.flags = 0

    def place(self, event: bytes, round_id: bytes, table: int, flags: int = 0) -> "Record":
        """Say where it happened: event and round id (4 bytes each), table 0..65535. Returns itself."""
        self.event = event
        self.round = round_id
        self.table = table
        self.flags = flags
        return self

    def author(self) -> bytes:
        """device + log, 8 bytes: who wrote it, in which of its logs."""
        return self.device + self.log

    def ref(self) -> bytes:
        """The record's id in 12 bytes, as a revision names what it replaces."""
        return self.device + self.log + struct.pack(">I", self.seq)


def _check(rec: Record) -> None:
    for part in (rec.device, rec.log, rec.event, rec.round):
        if len(part) != 4:
            raise RecordError("record: an id must be 4 bytes")
    # struct.pack takes too large values silently on MicroPython, so everything is checked here
    numbers_fit = 0 < rec.kind < 256 and 0 <= rec.table < 65536 and 0 <= rec.flags < 65536
    if not (numbers_fit and 0 < rec.seq < _LIMIT and 0 <= rec.at_ms < _LIMIT):
        raise RecordError("record: a number is out of range")
    if len(rec.payload) > MAX_PAYLOAD:
        raise RecordError("record: payload too long")


def pack(rec: Record) -> bytes:
    """The record as bytes. Raises RecordError when a part does not fit."""
    _check(rec)
    head = struct.pack(
        _LAYOUT,
        FORMAT,
        rec.kind,
        len(rec.payload),
        rec.device,
        rec.log,
        rec.seq,
        rec.at_ms,
        rec.event,
        rec.round,
        rec.table,
        rec.flags,
    )
    body = head + rec.payload
    return body + struct.pack(">I", binascii.crc32(body) & 0xFFFFFFFF)


def length_at(buf: bytes, offset: int = 0) -> int:
    """Total size of the record that starts at `offset`, by its head alone; 0 where no record can start."""
    if len(buf) - offset < HEAD + 4 or buf[offset] != FORMAT:
        return 0
    size = buf[offset + 2] << 8 | buf[offset + 3]
    return HEAD + size + 4 if size <= MAX_PAYLOAD else 0


def unpack(data: bytes) -> Record:
    """Bytes -> Record. Raises RecordError (wrong length, format, checksum or range)."""
    size = length_at(data)
    if size == 0 or size != len(data):
        raise RecordError("not a record: wrong format or length")
    if struct.unpack(">I", data[-4:])[0] != binascii.crc32(data[:-4]) & 0xFFFFFFFF:
        raise RecordError("record: bad checksum")
    _, kind, _, device, log, seq, at_ms, event, round_id, table, flags = struct.unpack(_LAYOUT, data[:HEAD])
    rec = Record(kind, device, log, seq, at_ms, bytes(data[HEAD:-4])).place(event, round_id, table, flags)
    _check(rec)
    return rec
