"""What the table answers on its serial line (docs/usb.md). Nothing that is said here changes the sheet or the log.

A line, both ways: words with a space between, and as the last one the CRC-32 of all before it, 8 hex digits. The reader's
begin with "!", the table's with "=". A line that is not whole and right is not answered.
"""

import binascii
import sys

import micropython
from micropython import const

from tavolo.domain import record
from tavolo.ui.texts import keys as t
from tavolo.wire import messages, seal

_VERSION = const(1)
_LONGEST = const(64)
_PIECE = const(96)  # bytes said a turn: what a UART's own buffer takes without waiting
_IDLE_MS = const(10000)
_MOST = const(20)
_HEARD = const(64)  # bytes heard a turn
_HOUR_MS = const(3600000)
_ENOENT = const(2)
_SHORTEST = const(36)  # bytes of a record without payload


def sealed(words: str) -> bytes:
    """A line with its CRC and line end."""
    data = words.encode()
    return data + b" %08x\n" % (binascii.crc32(data) & 0xFFFFFFFF)


class Talk:
    """One conversation: what has come of a line, what is still to be said, which records are still wanted."""

    def __init__(self, app, ready) -> None:
        self._app = app
        self._ready = ready
        self._byte = bytearray(1)
        self._line = bytearray(b"!")  # this was heard already
        self._out = b""
        self._said = 0
        self._segment = self._at = self._left = 0
        self._until = app.now + _IDLE_MS

    def take(self, byte: int) -> None:
        """A byte has come. "!" begins a line, wherever it comes: what was before it was noise."""
        line = self._line
        if byte == 33:
            self._line = bytearray(b"!")
        elif byte == 10:
            self._line = bytearray()
            self._hear(bytes(line))
        elif line and byte != 13:
            if len(line) < _LONGEST:
                line.append(byte)
            else:
                self._line = bytearray()

    def work(self, now: int) -> bool:
        """Hear, then say a piece or read the next record. False when nobody has spoken for a while: this may be forgotten."""
        for _ in range(_HEARD):
            if not self._come():
                break
            self.take(self._byte[0])
        if self._said < len(self._out):
            end = self._said + _PIECE
            sys.stdout.buffer.write(self._out[self._said : end])  # type: ignore[attr-defined]
            self._said = end
            self._until = now + _IDLE_MS
        elif self._left:
            self._left -= 1
            self._say(self._record())
        return now < self._until

    def _come(self) -> int:
        for _ in self._ready.ipoll(0):
            return sys.stdin.buffer.readinto(self._byte)  # type: ignore[attr-defined]
        return 0

    def _say(self, words: str) -> None:
        cut = b"\n" if self._said < len(self._out) else b""  # what is half said ends here
        self._out = cut + sealed(words)
        self._said = 0

    def _hear(self, line: bytes) -> None:
        words, _, crc = line.rpartition(b" ")
        if not words or crc != b"%08x" % (binascii.crc32(words) & 0xFFFFFFFF):
            return
        self._until = self._app.now + _IDLE_MS
        self._left = 0
        try:
            parts = str(words, "ascii").split(" ")
            numbers = [int(part) for part in parts[1:]]
        except (ValueError, UnicodeError):
            parts = ["!"]
        if parts[0] == "!hello":
            self._hello()
        elif parts[0] == "!read" and len(parts) == 4 and min(numbers) >= 0 and max(numbers) < 1 << 24:
            self._segment, self._at, self._left = numbers[0], numbers[1], min(numbers[2], _MOST)
        elif parts[0] == "!repl":
            self._repl()
        else:
            self._say("=no")

    def _hello(self) -> None:
        app = self._app
        journal, model = app.journal, app.model
        numbers = (journal.last_seq, len(journal.first), app.actions.table, model.event_ms, app.outbox.unsent(), app.now)
        who = (_VERSION, model.device, journal.log.hex(), model.version)
        self._say("=hello %d %s %s %s " % who + "%d %d %d %d %d %d" % numbers)

    # -- records ------------------------------------------------------------------------------------------------------

    def _record(self) -> str:
        """The first whole record from here on, or that there is none."""
        journal = self._app.journal
        start = self._at
        data = b""
        try:
            if 0 < self._segment <= len(journal.first):
                data = self._next(journal.path(self._segment))
        except OSError as e:
            self._left = 0
            if e.errno != _ENOENT:  # else: nothing written yet, or a segment is missing
                return "=bad %d %d %d" % (self._segment, start, e.errno or 0)
        if not data:
            self._left = 0
            return "=end %d %d %d" % (self._segment, start, 1 if self._segment < len(journal.first) else 0)
        tag = "-"  # of another author: his key is not ours
        if data[4:8] == bytes.fromhex(self._app.model.device):
            tag = seal.record_tag(self._app.outbox.key, data).hex()
        end = self._at
        place = (self._segment, start, end - len(data), end, tag)
        return "=rec %d %d %d %d %s " % place + messages.to_text(data)

    def _next(self, path: str) -> bytes:
        """Bytes of the first whole record at or after the place where we are, which moves behind it; b"" at the end."""
        f = open(path, "rb")
        try:
            while True:
                f.seek(self._at)
                window = f.read(record.MAX_RECORD)
                found = _first(window)
                if found is not None:
                    self._at += found[1]
                    return window[found[0] : found[1]]
                if len(window) < record.MAX_RECORD:
                    return b""
                self._at += len(window) - _SHORTEST + 1
        finally:
            f.close()

    # -- the way in for mpremote --------------------------------------------------------------------------------------

    def _repl(self) -> None:
        """End the program: MicroPython's own prompt is next on this line."""
        app = self._app
        sys.stdout.buffer.write(sealed("=repl"))  # type: ignore[attr-defined]
        micropython.kbd_intr(3)  # type: ignore[attr-defined]
        app.port.watchdog.arm(_HOUR_MS)  # once armed it cannot be stopped
        app.supervisor.ended = True
        app.port.buzzer.off()
        stopped(app.canvas, app.port.panel, app.model.texts)


def _first(window: bytes) -> "tuple | None":
    """(start, end) of the first whole record in `window`."""
    for at in range(len(window) - _SHORTEST + 1):
        size = record.length_at(window, at)
        if 0 < size <= len(window) - at:
            body = window[at : at + size - 4]
            if int.from_bytes(window[at + size - 4 : at + size], "big") == binascii.crc32(body) & 0xFFFFFFFF:
                return at, at + size
    return None


def stopped(canvas, panel, texts) -> None:
    """Say on the panel that no program runs: a clock that stands still would be believed."""
    canvas.clear()
    canvas.bar(texts[t.USB_STOPPED], "", True)
    canvas.center(20, texts[t.USB_STOPPED_2])
    canvas.center(44, texts[t.USB_STOPPED_3])
    while panel.show():
        pass
