"""Own records on their way to the host: oldest first, few in flight, again until acknowledged.

Each record may travel twice and must be harmless twice (the host knows it by its id). The host's `have` at each
connection sets the cursor, so that a host restored from a copy gets the rest again; on flash it is only kept to
tell, before the first connection, how much is unsent.
"""

from micropython import const

from tavolo.services import files
from tavolo.wire import messages, seal

_IN_FLIGHT = const(4)
_RESEND_MS = const(10000)  # a host that is alive but acknowledges nothing
_SAVE_EACH = const(20)


class Outbox:
    """`journal`, `link`, and the device's key. `cursor`: seq up to which the host has committed; `key`: for record tags."""

    def __init__(self, journal, link, key: bytes) -> None:
        self._journal = journal
        self._link = link
        self.key = seal.record_key(key)
        self._path = journal.folder + "/acked"
        self._saved = self.cursor = max(0, min(files.number(self._path), journal.last_seq))
        self._sent = 0
        self._session = 0  # the link's session in which the host told what it has
        self._moved_ms = 0
        self._batch = []  # read, not yet sent: backlog comes from flash a few at a time

    def unsent(self) -> int:
        """How many own records the host has not acknowledged."""
        return self._journal.last_seq - self.cursor

    def have(self, pairs: list) -> None:
        """The host's list of [log hex, upto] in a snapshot: begin behind what it has of our log."""
        self.cursor = 0
        self._again(0)
        for log, upto in pairs:
            self.acked(log, min(upto, self._journal.last_seq))
        self._session = self._link.sessions

    def acked(self, log: str, upto: int) -> None:
        """The host has committed our records up to `upto`; less than before: it was restored from a copy, and gets
        the rest again. Another log's or an impossible one is passed over."""
        if upto <= self._journal.last_seq and log == self._journal.log.hex():
            if upto < self.cursor:
                self._again(upto)
            self.cursor = upto
            self._sent = max(self._sent, upto)
            self._moved_ms = -1

    def _again(self, after_seq: int) -> None:
        self._sent = after_seq
        self._batch = []

    def poll(self, now: int) -> None:
        """Send at most one record; `now` in ms."""
        if self._moved_ms < 0 or self._sent == self.cursor:
            self._moved_ms = now
        if self._session != self._link.sessions or not self._link.linked():
            return
        if now - self._moved_ms > _RESEND_MS:
            self._again(self.cursor)
            self._moved_ms = now
        last_seq = self._journal.last_seq
        if self._sent < last_seq and self._sent - self.cursor < _IN_FLIGHT:
            if not self._batch:
                self._batch = self._journal.unsent(self._sent, _IN_FLIGHT)
            if not self._batch:
                self._sent = last_seq  # damaged on flash: the journal's faults say so
                return
            data = self._batch[0]
            seq = int.from_bytes(data[12:16], "big")
            tag = seal.record_tag(self.key, data).hex()
            if seq <= self._sent or self._link.send({"t": "rec", "r": messages.to_text(data), "g": tag}):
                self._sent = max(seq, self._sent)
                self._batch.pop(0)
        elif self.cursor - self._saved >= _SAVE_EACH and self.cursor == last_seq:
            files.keep(self._path, b"%d" % self.cursor)
            self._saved = self.cursor
