"""What the journal needs at start-up or after a mishap: opening, mending its last segment, reading it all.

Loaded for that, then dropped; journal.py is what stays. Each function is given the journal.
"""

import binascii
import os

from tavolo.domain import record
from tavolo.services import files


def find(journal: object) -> None:
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
            journal.fault("stray file %s" % name)
            continue
        while len(first) < int(number) - 1:
            first.append(first[-1] if first else 1)
            journal.fault("segment %d is missing" % len(first))
        first.append(int(seq))
    try:
        log = binascii.unhexlify(files.read(folder + "/id", 8) or b"")
    except ValueError:
        log = b""
    if len(log) != 4:
        if first:
            journal.fault("journal id lost: a new log begins")
        log = journal.random(4)
        files.write(folder + "/id", binascii.hexlify(log))
        first.append(1)
    elif not first:
        first.append(1)
    journal.log = log


def recover(journal: object) -> None:
    """Read the last segment: own seq, number of records; cut off what follows the last whole record. Raises OSError."""
    number = len(journal.first)
    path = journal.path(number)
    journal.torn = True
    journal.last_seq = journal.first[-1] - 1
    journal.count = 0
    end = journal.walk(number, journal.note)
    size = os.stat(path)[6] if end >= 0 else 0
    if size > end >= 0:
        journal.fault("segment %d: %d torn bytes cut off" % (number, size - end))
        _cut(path, end, journal.buf)
    journal.size = max(end, 0)
    journal.torn = False


def _cut(path: str, size: int, buf: memoryview) -> None:
    """Keep the first `size` bytes: copied aside in pieces, then renamed."""
    old = open(path, "rb")
    new = open(path + ".new", "wb")
    try:
        while size:
            got = old.readinto(buf[: min(size, len(buf))])
            new.write(buf[:got])
            size -= got
        new.flush()
    finally:
        new.close()
        old.close()
    os.rename(path + ".new", path)


def replay(journal: object, use: object, event: "bytes | None", round_id: "bytes | None", table: int) -> None:
    """See Journal.replay."""

    def one(data: bytes) -> None:
        if event in (None, data[20:24]) and round_id in (None, data[24:28]):
            try:
                rec = record.unpack(data)
                if table in (-1, rec.table):
                    use(rec)
            except record.RecordError as e:
                journal.fault("record %d: %s" % (int.from_bytes(data[12:16], "big"), e))

    for number in range(1, len(journal.first) + 1):
        journal.read(number, one)


def last(journal: object, kind: int) -> "record.Record | None":
    """See Journal.last."""
    found = []

    def one(data: bytes) -> None:
        if data[1] == kind:
            found[:] = [data]

    number = len(journal.first)
    while number and not found:
        journal.read(number, one)
        number -= 1
    return record.unpack(found[0]) if found else None
