"""What the journal needs at start-up or after a mishap: opening, mending its last segment, reading it all.

Loaded for that, then dropped; journal.py is what stays. Each function is given the journal.
"""

import binascii
import os

from micropython import const

from tavolo.domain import record
from tavolo.services import files

_SHORTEST = const(36)  # bytes of a record without payload


def find(journal) -> None:
    """List the segments and read the journal's id, or make both. Raises OSError."""
    folder, first = journal.folder, journal.first
    try:
        os.mkdir(folder)
    except OSError:
        os.listdir(folder)  # it was there, or this says what is wrong
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".seg"):
            continue
        number, _, seq = name[:-4].partition("-")
        if not (number.isdigit() and seq.isdigit()) or int(number) <= len(first):
            fault(journal, "stray file %s" % name)
            continue
        while len(first) < int(number) - 1:
            first.append(first[-1] if first else 1)
            fault(journal, "segment %d is missing" % len(first))
        first.append(int(seq))
    try:
        log = binascii.unhexlify(files.read(folder + "/id", 8) or b"")
    except ValueError:
        log = b""
    if len(log) != 4:
        if first:
            fault(journal, "journal id lost: a new log begins")
        log = journal.random(4)
        files.write(folder + "/id", binascii.hexlify(log))
        first.append(1)
    elif not first:
        first.append(1)
    journal.log = log


def recover(journal) -> None:
    """Read the last segment: own seq, number of records; cut off what follows the last whole record. Raises OSError."""
    number = len(journal.first)
    path = journal.path(number)
    journal.torn = True
    journal.last_seq = journal.first[-1] - 1
    journal.count = 0
    journal.size = 0

    def note(data: bytes) -> None:
        journal.count += 1
        if journal.own(data):
            journal.last_seq = _seq(data)

    end = _walk(journal, number, note)
    if end >= 0:
        size = os.stat(path)[6]
        if size > end:
            fault(journal, "segment %d: %d torn bytes cut off" % (number, size - end))
            _cut(path, end)
        journal.size = end
    journal.torn = False


def _cut(path: str, size: int) -> None:
    """Keep the first `size` bytes: copied aside in pieces, then renamed."""
    buf = memoryview(bytearray(256))
    old = open(path, "rb")
    new = open(path + ".new", "wb")
    try:
        while size:
            got = old.readinto(buf[: min(size, 256)])
            new.write(buf[:got])
            size -= got
        new.flush()
    finally:
        new.close()
        old.close()
    os.rename(path + ".new", path)


def arrived(journal, data: bytes) -> bool:
    """After an error in writing: is the record there all the same? If not, the next write mends the segment first."""
    try:
        f = open(journal.path(len(journal.first)), "rb")
        try:
            f.seek(journal.size)
            journal.torn = f.read(len(data) + 1) != data
        finally:
            f.close()
    except OSError as e:
        fault(journal, "read back: %s" % e)
    return not journal.torn


def replay(journal, use, event: "bytes | None", round_id: "bytes | None", table: int) -> None:
    """See Journal.replay."""

    def one(data: bytes) -> None:
        if event in (None, data[20:24]) and round_id in (None, data[24:28]):
            try:
                rec = record.unpack(data)
                if table in (-1, rec.table):
                    use(rec)
            except record.RecordError as e:
                fault(journal, "record %d: %s" % (_seq(data), e))

    for number in range(1, len(journal.first) + 1):
        _read(journal, number, one)


def last(journal, kind: int) -> "record.Record | None":
    """See Journal.last."""
    found = []

    def one(data: bytes) -> None:
        if data[1] == kind:
            found[:] = [data]

    number = len(journal.first)
    while number and not found:
        _read(journal, number, one)
        number -= 1
    return record.unpack(found[0]) if found else None


def unsent(journal, after_seq: int, limit: int) -> list:
    """See Journal.unsent: here from flash, beginning in the right segment."""
    out = []

    def one(data: bytes) -> bool:
        if journal.own(data) and _seq(data) > after_seq:
            out.append(data)
        return len(out) >= limit

    first = journal.first
    number = len(first)
    while number > 1 and first[number - 1] > after_seq + 1:
        number -= 1
    while 0 < number <= len(first) and len(out) < limit:
        _read(journal, number, one)
        number += 1
    return out


def fault(journal, text: str) -> None:
    """Note what the arbiter should know, once, and not without end."""
    if text not in journal.faults and len(journal.faults) < 8:
        journal.faults.append(text)


def _seq(data: bytes) -> int:
    return int.from_bytes(data[12:16], "big")


def segment(journal, number: int, use) -> None:
    """Give each whole record of segment `number` (from 1) to `use(bytes)` until it returns True."""
    _read(journal, number, use)


def _read(journal, number: int, use) -> None:
    try:
        _walk(journal, number, use)
    except OSError as e:
        fault(journal, "segment %d cannot be read: %s" % (number, e))


def _walk(journal, number: int, use) -> int:
    """Give each whole record of a segment to `use(bytes)` until it returns True. Returns where the last whole one
    ends, -1 if there is no such file. Raises OSError. Memory: one record."""
    try:
        f = open(journal.path(number), "rb")
    except OSError as e:
        if e.errno == 2:  # ENOENT
            return -1
        raise
    try:
        return _scan(journal, f, number, use)
    finally:
        f.close()


def _scan(journal, f, number: int, use) -> int:
    buf = memoryview(bytearray(record.MAX_RECORD))
    base = at = end = 0  # buf[0] is byte `base` of the file; the last whole record ended at `end`
    got = f.readinto(buf)
    while True:
        room = got - at
        size = record.length_at(buf, at) if room >= _SHORTEST else 0  # type: ignore[arg-type]
        if 0 < size <= room:
            data = bytes(buf[at : at + size])
            if int.from_bytes(data[-4:], "big") == binascii.crc32(data[:-4]) & 0xFFFFFFFF:
                if end != base + at:
                    fault(journal, "segment %d: damaged at byte %d" % (number, end))
                at += size
                end = base + at
                if use(data):
                    return end
                continue
        elif at and (size or room < _SHORTEST):  # may go on behind the buffer's end
            base += at
            at = 0
            f.seek(base)
            got = f.readinto(buf)
            continue
        elif room < _SHORTEST:
            return end
        at += 1  # no record starts here: look on at the next byte
