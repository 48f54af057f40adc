"""The log on flash: records appended, flushed, never edited (docs/journal.md has the layout).

A record exists once `append` has returned, and not before. Segments of at most 20 records keep the copying small that
LittleFS does at each flush. The file name of a segment tells the own seq that follows, so that opening reads the last
segment only. Nothing here formats or deletes.
"""

import binascii

from micropython import const

from tavolo.domain import record
from tavolo.services import files

_PER_SEGMENT = const(20)
_NONE = b"\0\0\0\0"
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
        self.random = random
        self.buf = memoryview(bytearray(record.MAX_RECORD))
        self.first = []  # per segment: the own seq that was next when it was begun
        self.count = 0  # records in the last segment
        self.size = 0  # its length in bytes
        self.torn = False
        self.log = _NONE
        self.last_seq = 0
        self.faults = []

    def _once(self, work: str, *args: object) -> object:
        # code for start-up and for mishaps: loaded, used, dropped
        from tavolo.services import journal_open

        try:
            return getattr(journal_open, work)(self, *args)
        finally:
            files.drop("journal_open")

    def open(self) -> None:
        """Find what is there; cut off a torn end. Raises JournalError when the flash cannot be used at all."""
        try:
            self._once("find")
            self._once("recover")
        except OSError as e:
            raise JournalError("journal cannot be opened: %s" % e)

    def replay(self, use: object, event: object = None, round_id: object = None, table: int = -1) -> None:
        """Give every record to `use(Record)` in the order written, or those of an event, round, table only.

        What is damaged, or what `use` refuses with RecordError, becomes a fault; the rest is still given.
        """
        self._once("replay", use, event, round_id, table)

    def last(self, kind: int) -> "record.Record | None":
        """The newest record of a kind, whoever wrote it."""
        return self._once("last", kind)

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
        if not self.own(data):
            self._write(data)
        return rec

    def note(self, data: bytes) -> None:
        """Count a record of the last segment."""
        self.count += 1
        if self.own(data):
            self.last_seq = int.from_bytes(data[12:16], "big")

    def own(self, data: bytes) -> bool:
        return data[4:8] == self._device and data[8:12] == self.log

    def path(self, number: int) -> str:
        return "%s/%05d-%d.seg" % (self.folder, number, self.first[number - 1])

    def _write(self, data: bytes) -> None:
        if self.log == _NONE:
            raise JournalError("not recorded: the journal could not be opened")
        try:
            if self.torn:
                self._once("recover")
            if self.count >= _PER_SEGMENT:
                self.first.append(self.last_seq + 1)
                self.count = self.size = 0
            self._put(data)
        except OSError as e:
            if not self._arrived(data):
                raise JournalError("not recorded, flash error: %s" % e)
        self.size += len(data)
        self.note(data)

    def _put(self, data: bytes) -> None:
        f = open(self.path(len(self.first)), "ab")
        try:
            if f.write(data) != len(data):
                raise OSError(28)  # ENOSPC
            f.flush()
        finally:
            f.close()

    def _arrived(self, data: bytes) -> bool:
        """After an error: is the record there all the same? If not, the next write looks at the segment first."""
        self.torn = True
        try:
            f = open(self.path(len(self.first)), "rb")
            try:
                f.seek(self.size)
                self.torn = f.read(len(data) + 1) != data
            finally:
                f.close()
        except OSError as e:
            self.fault("read back: %s" % e)
        return not self.torn

    # -- reading --------------------------------------------------------------------------------------------------

    def unsent(self, after_seq: int, limit: int) -> list:
        """Bytes of the first own records with a seq above `after_seq`, at most `limit` of them."""
        out = []

        def one(data: bytes) -> bool:
            if self.own(data) and int.from_bytes(data[12:16], "big") > after_seq:
                out.append(data)
            return len(out) >= limit

        number = len(self.first)
        while number > 1 and self.first[number - 1] > after_seq + 1:
            number -= 1
        while 0 < number <= len(self.first) and len(out) < limit:
            self.read(number, one)
            number += 1
        return out

    def fault(self, text: str) -> None:
        if text not in self.faults and len(self.faults) < 8:
            self.faults.append(text)

    def read(self, number: int, use: object) -> None:
        try:
            self.walk(number, use)
        except OSError as e:
            self.fault("segment %d cannot be read: %s" % (number, e))

    def walk(self, number: int, use: object) -> int:
        """Give each whole record of a segment to `use(bytes)` until it returns True. Returns where the last whole one
        ends, -1 if there is no such file. Raises OSError."""
        try:
            f = open(self.path(number), "rb")
        except OSError as e:
            if e.errno == 2:  # ENOENT
                return -1
            raise
        try:
            return self._scan(f, number, use)
        finally:
            f.close()

    def _scan(self, f: object, number: int, use: object) -> int:
        buf = self.buf
        base = at = end = 0  # buf[0] is byte `base` of the file; the last whole record ended at `end`
        got = f.readinto(buf)
        while True:
            room = got - at
            size = record.length_at(buf, at) if room >= _SHORTEST else 0
            if 0 < size <= room:
                data = bytes(buf[at : at + size])
                if int.from_bytes(data[-4:], "big") == binascii.crc32(data[:-4]) & 0xFFFFFFFF:
                    if end != base + at:
                        self.fault("segment %d: damaged at byte %d" % (number, end))
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
