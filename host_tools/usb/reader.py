"""Copies a running table's log over its serial line, without stopping it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from host_tools.usb import line
from host_tools.usb.line import Hello, LineError, Row

_ANSWER_S = 2.0
_PROMPT_S = 5.0
_PROMPT = b">>> "
_TRIES = 5
_AT_ONCE = 20  # records for one request: what the table allows


class Serial(Protocol):
    """The part of pyserial's Serial that is used. `read` waits for at most its own short time-out."""

    def read(self, size: int = 1) -> bytes: ...

    def write(self, data: bytes) -> int | None: ...


class UsbError(RuntimeError):
    """The table does not answer, or cannot read its log; the text says what to do."""


@dataclass
class Copy:
    """What was read: who answered, all records in the order in which the table wrote them, bytes that were damaged there."""

    hello: Hello
    rows: list[Row] = field(default_factory=list)
    damaged: int = 0
    repeats: int = 0  # lines that were lost or damaged on the way, and asked for again


class Reader:
    """`serial`: an open port; `clock`: seconds."""

    def __init__(self, serial: Serial, clock: Callable[[], float] = time.monotonic) -> None:
        self._serial = serial
        self._clock = clock
        self._rest = bytearray()

    def ask(self, *words: object) -> None:
        """Send a request. The line break before it ends whatever stood half on the line."""
        self._serial.write(b"\n" + line.request(*words))

    def answer(self, within_s: float = _ANSWER_S) -> list[str] | None:
        """The next whole line of the table, others passed over; None when the time is over."""
        end = self._clock() + within_s
        while True:
            while b"\n" in self._rest:
                one, _, rest = self._rest.partition(b"\n")
                self._rest = bytearray(rest)
                try:
                    return line.words_of(bytes(one))
                except LineError:
                    continue
            if len(self._rest) > line.LONGEST:
                del self._rest[: -line.LONGEST]
            if self._clock() > end:
                return None
            self._rest += self._serial.read(512)

    def hello(self) -> Hello:
        """Who is there? Raises UsbError."""
        for _ in range(_TRIES):
            self.ask("hello")
            words = self.answer()
            while words and words[0] != "hello":  # the end of an older answer
                words = self.answer()
            if words:
                try:
                    return line.hello(words)
                except LineError as fault:
                    raise UsbError(str(fault)) from fault
        raise UsbError("no answer: is a table with this firmware at this port, switched on and past its start?")

    def copy(self, progress: Callable[[int, int], None] = lambda done, of: None) -> Copy:
        """The whole log. `progress(segment, segments)`. Raises UsbError."""
        out = Copy(self.hello())
        segment, more = 1, out.hello.segments > 0
        while more:
            progress(segment, max(segment, out.hello.segments))
            more = self._segment(out, segment)
            segment += 1
        return out

    def _segment(self, out: Copy, segment: int) -> bool:
        at, fails = 0, 0
        while fails < _TRIES:
            before = at
            self.ask("read", segment, at, _AT_ONCE)
            for _ in range(_AT_ONCE):
                words = self.answer()
                if words and words[:3] == ["end", str(segment), str(at)] and len(words) == 4:
                    return words[3] == "1"
                if words and words[0] == "bad":
                    raise UsbError(f"the table cannot read segment {segment} of its log: error {words[-1]} of its flash")
                try:
                    one = line.found(words or [])
                except LineError:
                    one = None
                if one is None:
                    out.repeats += 1
                    break
                if (one.segment, one.start) != (segment, at):
                    continue  # of an older request, or behind one that was lost
                out.rows.append(one.row)
                out.damaged += one.at - one.start
                at = one.end
            fails = 0 if at > before else fails + 1
        raise UsbError(f"the line is too bad: segment {segment} does not get through from byte {at}")

    def prompt(self) -> None:
        """End the table's program; MicroPython's prompt is next. Raises UsbError."""
        self.hello()
        self.ask("repl")
        words = self.answer()
        while words and words[0] != "repl":
            words = self.answer()
        end = self._clock() + _PROMPT_S
        while words and _PROMPT not in self._rest and self._clock() < end:
            self._rest += self._serial.read(512)
        if _PROMPT not in self._rest:
            raise UsbError("the table did not end its program")


def free_prompt(name: str) -> bool:
    """End the program of the table at port `name`, if one answers there. Raises UsbError for a port that cannot be opened."""
    from host_tools.usb.port import open_port

    with open_port(name) as serial:
        reader = Reader(serial)
        reader.ask("hello")
        running = reader.answer(1.0) is not None
        if running:
            reader.prompt()
    return running
