"""What the journal needs at start-up or after a mishap: opening, mending its last segment, reading it all.

Loaded for that, then dropped; journal.py is what stays. Each function is given the journal.
"""

import binascii
import os

from micropython import const

from tavolo.domain import record
from tavolo.services import files

_SHORTEST = const(36)  # bytes of a record without payload
_ENOENT = const(2)
_FILE = const(0x8000)  # type in os.ilistdir
_FORMATS = const(16)  # of records, 1 to 15
_OURS = ("id", "id.old", "acked", "from", "round")
_PLACE = const(10)  # bytes of event, round and table


def find(journal) -> None:
    """List the segments and read the journal's id, or make both; then `recover`. Raises OSError."""
    folder, first = journal.folder, journal.first
    try:
        os.mkdir(folder)
    except OSError:
        os.listdir(folder)  # it was there, or this says what is wrong
    gone = max(0, files.number(folder + "/from") - 1)
    first.extend([0] * gone)  # cleared (journal_room.py): no segment has seq 0
    for entry in sorted(os.ilistdir(folder)):  # type: ignore[attr-defined]
        _list(journal, entry[0], entry[1] == _FILE, gone)
    _identify(journal)
    if len(first) == gone:
        first.append(1)
    passed = recover(journal)
    if passed:  # so many records may have been there: their numbers are not given again
        journal.last_seq += passed
        first[-1] = journal.last_seq + 1
    if journal.last_seq < files.number(folder + "/acked"):
        lost(journal)


def _list(journal, name: str, is_file: bool, gone: int) -> None:
    """One entry of the directory."""
    first = journal.first
    number, _, seq = name[:-4].partition("-")
    if not (is_file and name.endswith(".seg") and number.isdigit() and seq.isdigit()):
        if name not in _OURS and not name.endswith(".new"):
            fault(journal, "stray file %s" % name)
    elif 0 < int(number) <= gone:
        os.remove(journal.folder + "/" + name)  # the power went while it was being cleared
    elif int(number) <= len(first):
        fault(journal, "stray file %s" % name)
    else:
        while len(first) < int(number) - 1:
            first.append(first[-1] if first and first[-1] else 1)
            fault(journal, "segment %d is missing" % len(first))
        first.append(int(seq))


def _identify(journal) -> None:
    """Read the journal's id; lost, it is in the newest own record. A newer form may go on after the eight digits; anything
    else is put aside, not overwritten."""
    path = journal.folder + "/id"
    said = files.read(path, 64)
    try:
        journal.log = binascii.unhexlify((said or b"")[:8])
    except ValueError:
        journal.log = b""
    if len(journal.log) == 4:
        return
    if said:
        os.rename(path, path + ".old")
    number = len(journal.first)
    if number:
        fault(journal, "journal id lost")
    while number >= begin(journal):
        if walk(journal, number, lambda data: _claim(journal, data)) and len(journal.log) == 4:
            files.keep(path, binascii.hexlify(journal.log))
            return
        number -= 1
    _new_log(journal)


def _claim(journal, data: bytes) -> bool:
    """Take the log's id from an own record."""
    before = journal.log
    journal.log = data[8:12]
    if not journal.own(data):
        journal.log = before
    return len(journal.log) == 4


def lost(journal) -> None:
    """The host has newer records of this log than there are here: their numbers would be given again. Raises OSError."""
    fault(journal, "newest records lost: a new log begins")
    _new_log(journal)


def _new_log(journal) -> None:
    """An author's numbers begin anew under another id, in a segment of its own. Raises OSError."""
    journal.log = journal.random(4)
    if files.number(journal.folder + "/acked") > 0:
        files.write(journal.folder + "/acked", b"0")  # it was the old log's
    files.write(journal.folder + "/id", binascii.hexlify(journal.log))
    journal.first.append(1)
    journal.last_seq = journal.count = journal.size = 0


def recover(journal) -> int:
    """Read the last segment: own seq, number of records. What follows its last whole record stays as it is, and writing goes
    on in a new segment: it may be a newer program's. Returns how many records it may have been. Raises OSError."""
    number = len(journal.first)
    journal.torn = True
    journal.last_seq = max(0, journal.first[-1] - 1)
    journal.count = 0
    journal.size = 0
    torn = 0

    def note(data: bytes) -> None:
        journal.count += 1
        if journal.own(data):
            journal.last_seq = _seq(data)

    end = walk(journal, number, note, True)
    if end >= 0:
        size = os.stat(journal.path(number))[6]
        if size > end:
            torn = size - end
            journal.first.append(journal.last_seq + 1)
            journal.count = end = 0
        journal.size = end
    journal.torn = False
    return torn // _SHORTEST


# -- reading ----------------------------------------------------------------------------------------------------------


def begin(journal) -> int:
    """The first segment that was not cleared."""
    number = 1
    while number <= len(journal.first) and not journal.first[number - 1]:
        number += 1
    return number


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
    """See Journal.replay. Where the records of one place begin is kept in a file: a log of years is read once for a round."""
    count = len(journal.first)
    place = (event or b"") + (round_id or b"") + table.to_bytes(2, "big") if table >= 0 else b""
    path = journal.folder + "/round"
    known = files.read(path, _PLACE + 4) if len(place) == _PLACE else None
    number = int.from_bytes(known[_PLACE:], "big") if known and known[:_PLACE] == place else 0
    all_read = not 0 < number <= count
    start = begin(journal) if all_read else max(number, begin(journal))
    found = []

    def one(data: bytes) -> None:
        if event in (None, data[20:24]) and round_id in (None, data[24:28]):
            found.append(number)
            del found[1:]
            try:
                rec = record.unpack(data)
                if table in (-1, rec.table):
                    use(rec)
            except record.RecordError as e:
                fault(journal, "record %d: %s" % (_seq(data), e))

    for number in range(start, count + 1):
        _read(journal, number, one)
    if len(place) == _PLACE and all_read and count > start:  # a short log needs no such file
        files.keep(path, place + (found or [count])[0].to_bytes(4, "big"))


def last(journal, kind: int) -> "record.Record | None":
    """See Journal.last."""
    found = []

    def one(data: bytes) -> None:
        if data[1] == kind:
            found[:] = [data]

    number = len(journal.first)
    while number >= begin(journal) and not found:
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
    while number > begin(journal) and first[number - 1] > after_seq + 1:
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
        walk(journal, number, use)
    except OSError as e:
        fault(journal, "segment %d cannot be read: %s" % (number, e))


def walk(journal, number: int, use, every: bool = False) -> int:
    """Give each whole record of a segment to `use(bytes)` until it returns True; `every`: those of other formats, too. Returns
    where the last whole one ends, -1 if there is no such file. Raises OSError. Memory: one record."""
    try:
        f = open(journal.path(number), "rb")
    except OSError as e:
        if e.errno == _ENOENT:
            return -1
        raise
    try:
        return _scan(journal, f, number, use, every)
    finally:
        f.close()


def _size_at(buf, at: int) -> int:
    """As record.length_at, of a record of any format: the first 16 bytes and the CRC's place never change."""
    size = buf[at + 2] << 8 | buf[at + 3]
    return size + _SHORTEST if 0 < buf[at] < _FORMATS and size <= record.MAX_PAYLOAD else 0


def _scan(journal, f, number: int, use, every: bool) -> int:
    buf = memoryview(bytearray(record.MAX_RECORD))
    base = at = end = 0  # buf[0] is byte `base` of the file; the last whole record ended at `end`
    got = f.readinto(buf)
    while True:
        room = got - at
        size = _size_at(buf, at) if room >= _SHORTEST else 0
        if 0 < size <= room:
            data = bytes(buf[at : at + size])
            if int.from_bytes(data[-4:], "big") == binascii.crc32(data[:-4]) & 0xFFFFFFFF:
                if end != base + at:
                    fault(journal, "segment %d: damaged at byte %d" % (number, end))
                at += size
                end = base + at
                if data[0] != record.FORMAT:
                    fault(journal, "segment %d: records of format %d" % (number, data[0]))
                if (every or data[0] == record.FORMAT) and use(data):
                    return end
                continue
        elif at and (size or room < _SHORTEST):  # may go on behind the buffer's end
            base += at
            at = 0
            f.seek(base)
            got = f.readinto(buf)
            continue
        elif room < _SHORTEST:
            if base + got > end:
                fault(journal, "segment %d: damaged at byte %d" % (number, end))
            return end
        at += 1  # no record starts here: look on at the next byte
