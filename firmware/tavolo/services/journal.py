"""The log on flash: records appended, flushed, never edited (docs/journal.md has the layout).

A record exists once `append` has returned, and not before. Segments of at most 20 records keep the copying small that
LittleFS does at each flush. The file name of a segment tells the own seq that follows, so that opening reads the last
segment only. Nothing here formats or deletes.
"""

from micropython import const

from tavolo.domain import record
from tavolo.modules import forget
from tavolo.services import files

_PER_SEGMENT = const(20)
_NONE = b"\0\0\0\0"
_RECENT = const(4)


class JournalError(Exception):
    """The flash did not take a record; the text says why. What was there before is untouched."""


class Journal:
    """`root`: directory on the flash; `device`: own id, 4 bytes; `random(n)` -> bytes.

    `last_seq`: own records so far; `log`: this journal's random id, 4 bytes; `folder`: where it is;
    `faults`: texts for the arbiter.
    """

    def __init__(self, root: str, device: bytes, random) -> None:
        self.folder = root.rstrip("/") + "/log"
        self._device = device
        self.random = random
        self.first = []  # per segment: the own seq that was next when it was begun; 0: it was cleared
        self.count = 0  # records in the last segment
        self.size = 0  # its length in bytes
        self.torn = False
        self.log = _NONE
        self.last_seq = 0
        self.faults = []
        self._recent = []  # bytes of the newest own records, oldest first: most of what is ever sent

    def _once(self, work: str, *args):
        # code for start-up and for mishaps: loaded, used, dropped
        from tavolo.services import journal_open

        try:
            return getattr(journal_open, work)(self, *args)
        finally:
            forget("tavolo.services.journal_open")

    def open(self) -> None:
        """Find what is there. Raises JournalError when the flash cannot be used at all."""
        try:
            self._once("find")
        except OSError as e:
            raise JournalError("journal cannot be opened: %s" % e)

    def replay(self, use, event=None, round_id=None, table: int = -1) -> None:
        """Give every record to `use(Record)` in the order written, or those of an event, round, table only.

        What is damaged, or what `use` refuses with RecordError, becomes a fault; the rest is still given.
        """
        self._once("replay", use, event, round_id, table)

    def last(self, kind: int) -> "record.Record | None":
        """The newest record of a kind, whoever wrote it."""
        return self._once("last", kind)

    def unsent(self, after_seq: int, limit: int) -> list:
        """Bytes of the first own records with a seq above `after_seq`, at most `limit` of them."""
        count = self.last_seq - after_seq
        recent = self._recent
        if count <= len(recent):
            return recent[len(recent) - count :][:limit]
        return self._once("unsent", after_seq, limit)

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

    def own(self, data: bytes) -> bool:
        """Whether this journal's device wrote the record, in this log."""
        return data[4:8] == self._device and data[8:12] == self.log

    def path(self, number: int) -> str:
        """A segment's file, counted from 1."""
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
            files.put(self.path(len(self.first)), "ab", data)
        except OSError as e:
            self.torn = True  # until the segment has been looked at
            if not self._once("arrived", data):
                raise JournalError("not recorded, flash error: %s" % e)
        self.size += len(data)
        self.count += 1
        if self.own(data):
            self.last_seq += 1
            self._recent.append(data)
            if len(self._recent) > _RECENT:
                self._recent.pop(0)
