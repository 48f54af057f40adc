"""The log on flash: records appended, flushed, never edited (docs/journal.md has the layout).

A record exists once `append` has returned, and not before. Segments of at most 20 records keep the copying small that
LittleFS does at each flush. The file name of a segment tells the own seq that follows, so that opening reads the last
segment only. Nothing here formats or deletes.
"""

import binascii
import os

from micropython import const

from tavolo.domain import record
from tavolo.services import files

_PER_SEGMENT = const(20)
_SHORTEST = const(36)  # bytes of a record without payload


class JournalError(Exception):
    """The flash did not take a record; the text says why. What was there before is untouched."""


class Journal:
    """`root`: directory on the flash; `device`: own id, 4 bytes; `random(n)` -> bytes.

    `last_seq`: own records so far; `log`: this journal's random id, 4 bytes; `folder`: where it is;
    `faults`: texts for the arbiter.
    """

    def __init__(self, root: str, device: bytes, random: object) -> None:
        self.folder = root.rstrip("/") + "/log"
        self._device = device
        self._random = random
        self._buf = memoryview(bytearray(record.MAX_RECORD))
        self._first = []  # per segment: the own seq that was next when it was begun
        self._count = 0  # records in the last segment
        self._size = 0  # its length in bytes
        self._torn = False
        self.log = b""
        self.last_seq = 0
        self.faults = []

    # -- opening --------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Find what is there; cut off a torn end. Raises JournalError when the flash cannot be used at all."""
        try:
            self._open()
        except OSError as e:
            raise JournalError("journal cannot be opened: %s" % e)

    def _open(self) -> None:
        try:
            os.mkdir(self.folder)
        except OSError:
            os.listdir(self.folder)  # it was there, or this says what is wrong
        names = sorted([name for name in os.listdir(self.folder) if name.endswith(".seg")])
        for name in names:
            number, _, first = name[:-4].partition("-")
            if not (number.isdigit() and first.isdigit()) or int(number) <= len(self._first):
                self._fault("stray file %s" % name)
                continue
            while len(self._first) < int(number) - 1:
                self._first.append(self._first[-1] if self._first else 1)
                self._fault("segment %d is missing" % len(self._first))
            self._first.append(int(first))
        text = files.read(self.folder + "/id", 8)
        try:
            self.log = binascii.unhexlify(text)
        except (TypeError, ValueError):
            self.log = b""
        if len(self.log) != 4:
            if self._first:
                self._fault("journal id lost: a new log begins")
            self.log = self._random(4)
            files.write(self.folder + "/id", binascii.hexlify(self.log))
            self._first.append(1)
        elif not self._first:
            self._first.append(1)
        self._recover()

    def _recover(self) -> None:
        """Read the last segment: own seq, number of records; cut off what follows the last whole record."""
        self._torn = True
        self.last_seq = self._first[-1] - 1
        self._count = 0
        path = self._path(len(self._first))
        end = self._walk(len(self._first), self._note)
        size = os.stat(path)[6] if end >= 0 else 0
        if size > end >= 0:
            self._fault("segment %d: %d torn bytes cut off" % (len(self._first), size - end))
            self._cut(path, end)
        self._size = max(end, 0)
        self._torn = False

    def _note(self, data: bytes) -> None:
        self._count += 1
        if self._own(data):
            self.last_seq = int.from_bytes(data[12:16], "big")

    def _cut(self, path: str, size: int) -> None:
        """Keep the first `size` bytes: copied aside in pieces, then renamed."""
        old = open(path, "rb")
        new = open(path + ".new", "wb")
        try:
            while size:
                got = old.readinto(self._buf[: min(size, len(self._buf))])
                new.write(self._buf[:got])
                size -= got
            new.flush()
        finally:
            new.close()
            old.close()
        os.rename(path + ".new", path)

    # -- writing --------------------------------------------------------------------------------------------------

    def append(
        self, kind: int, payload: bytes, at_ms: int, event: bytes, round_id: bytes, table: int, flags: int = 0
    ) -> "record.Record":
        """Write an own record and return it once it is safe. Raises JournalError, RecordError (a part out of range)."""
        rec = record.Record(kind, self._device, self.log, self.last_seq + 1, at_ms, payload)
        self._write(record.pack(rec.place(event, round_id, table, flags)))
        return rec

    def store(self, data: bytes) -> "record.Record":
        """Write another author's record (host, the broken device) and return it once it is safe; an own one is here
        already and only returned. Raises JournalError, RecordError."""
        rec = record.unpack(data)
        if not self._own(data):
            self._write(data)
        return rec

    def _own(self, data: bytes) -> bool:
        return data[4:8] == self._device and data[8:12] == self.log

    def _path(self, number: int) -> str:
        return "%s/%05d-%d.seg" % (self.folder, number, self._first[number - 1])

    def _write(self, data: bytes) -> None:
        try:
            if self._torn:
                self._recover()
            if self._count >= _PER_SEGMENT:
                self._first.append(self.last_seq + 1)
                self._count = self._size = 0
            self._put(data)
        except OSError as e:
            if not self._arrived(data):
                raise JournalError("not recorded, flash error: %s" % e)
        self._size += len(data)
        self._note(data)

    def _put(self, data: bytes) -> None:
        f = open(self._path(len(self._first)), "ab")
        try:
            if f.write(data) != len(data):
                raise OSError(28)  # ENOSPC
            f.flush()
        finally:
            f.close()

    def _arrived(self, data: bytes) -> bool:
        """After an error: is the record there all the same? If not, the next write looks at the segment first."""
        self._torn = True
        try:
            f = open(self._path(len(self._first)), "rb")
            try:
                f.seek(self._size)
                self._torn = f.read(len(data) + 1) != data
            finally:
                f.close()
        except OSError as e:
            self._fault("read back: %s" % e)
        return not self._torn

    # -- reading --------------------------------------------------------------------------------------------------

    def replay(self, use: object, event: object = None, round_id: object = None, table: int = -1) -> None:
        """Give every record to `use(Record)` in the order written, or those of an event, round, table only.

        What is damaged, or what `use` refuses with RecordError, becomes a fault; the rest is still given.
        """

        def one(data: bytes) -> None:
            if event in (None, data[20:24]) and round_id in (None, data[24:28]):
                try:
                    rec = record.unpack(data)
                    if table in (-1, rec.table):
                        use(rec)
                except record.RecordError as e:
                    self._fault("record %d: %s" % (int.from_bytes(data[12:16], "big"), e))

        for number in range(1, len(self._first) + 1):
            self._read(number, one)

    def last(self, kind: int) -> "record.Record | None":
        """The newest record of a kind, whoever wrote it."""
        found = []

        def one(data: bytes) -> None:
            if data[1] == kind:
                found[:] = [data]

        number = len(self._first)
        while number and not found:
            self._read(number, one)
            number -= 1
        return record.unpack(found[0]) if found else None

    def unsent(self, after_seq: int, limit: int) -> list:
        """Bytes of the first own records with a seq above `after_seq`, at most `limit` of them."""
        out = []

        def one(data: bytes) -> bool:
            if self._own(data) and int.from_bytes(data[12:16], "big") > after_seq:
                out.append(data)
            return len(out) >= limit

        number = len(self._first)
        while number > 1 and self._first[number - 1] > after_seq + 1:
            number -= 1
        while number <= len(self._first) and len(out) < limit:
            self._read(number, one)
            number += 1
        return out

    def _fault(self, text: str) -> None:
        if text not in self.faults and len(self.faults) < 8:
            self.faults.append(text)

    def _read(self, number: int, use: object) -> None:
        try:
            self._walk(number, use)
        except OSError as e:
            self._fault("segment %d cannot be read: %s" % (number, e))

    def _walk(self, number: int, use: object) -> int:
        """Give each whole record of a segment to `use(bytes)` until it returns True. Returns where the last whole one
        ends, -1 if there is no such file. Raises OSError."""
        try:
            f = open(self._path(number), "rb")
        except OSError as e:
            if e.errno == 2:  # ENOENT
                return -1
            raise
        try:
            return self._scan(f, number, use)
        finally:
            f.close()

    def _scan(self, f: object, number: int, use: object) -> int:
        buf = self._buf
        base = at = end = 0  # buf[0] is byte `base` of the file; the last whole record ended at `end`
        got = f.readinto(buf)
        while True:
            room = got - at
            size = record.length_at(buf, at) if room >= _SHORTEST else 0
            if 0 < size <= room:
                data = bytes(buf[at : at + size])
                if int.from_bytes(data[-4:], "big") == binascii.crc32(data[:-4]) & 0xFFFFFFFF:
                    if end != base + at:
                        self._fault("segment %d: damaged at byte %d" % (number, end))
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
