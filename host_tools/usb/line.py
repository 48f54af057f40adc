"""The words of the serial line (docs/usb.md): what is asked, and the table's answers, each line with its CRC-32."""

import binascii
from dataclasses import dataclass

from tavolo.domain.record import MAX_PAYLOAD, RecordError, unpack
from tavolo.wire import messages

VERSION = 1
LONGEST = 1000  # an answer; a request is at most 64
_RECORD_TEXT = (MAX_PAYLOAD + 36 + 2) // 3 * 4


class LineError(ValueError):
    """A line that is none of ours, or was damaged on its way."""


def request(*words: object) -> bytes:
    """A line for the table, such as request("read", 1, 0, 20)."""
    text = "!" + " ".join(str(word) for word in words)
    return f"{text} {binascii.crc32(text.encode()):08x}\n".encode()


def words_of(line: bytes) -> list[str]:
    """The words of an answer, without "=" and CRC. Raises LineError."""
    text, _, crc = line.strip().rpartition(b" ")
    if not text.startswith(b"=") or len(line) > LONGEST or crc != b"%08x" % binascii.crc32(text):
        raise LineError("not a line of a table, or damaged")
    try:
        return text[1:].decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise LineError("not a line of a table") from None


@dataclass(frozen=True)
class Hello:
    """Who answers: `device` and `log` in hexadecimal, own records so far, segments of the log, table (0: none), the event's
    clock in ms (-1 unknown), records that the host has not acknowledged, ms since the start."""

    device: str
    log: str
    firmware: str
    last_seq: int
    segments: int
    table: int
    event_ms: int
    unsent: int
    up_ms: int


def hello(words: list[str]) -> Hello:
    """From the words of an answer. Raises LineError."""
    try:
        if int(words[1]) != VERSION:
            raise LineError(f"the table speaks version {words[1]} of the serial line, this program {VERSION}")
        device, log, firmware = words[2:5]
        numbers = [int(word) for word in words[5:11]]
        if not messages.is_hex(device, 8) or not messages.is_hex(log, 8) or len(numbers) != 6:
            raise ValueError
    except (ValueError, IndexError) as fault:
        raise fault if isinstance(fault, LineError) else LineError("a hello that cannot be read") from fault
    return Hello(device, log, firmware, *numbers)


@dataclass(frozen=True)
class Row:
    """A record as the table has it: its bytes, and the table's tag, empty for another author's."""

    data: bytes
    tag: bytes


@dataclass(frozen=True)
class Found:
    """An answer to "read": the record at `at` of segment `segment`, looked for from `start`, ending at `end`."""

    segment: int
    start: int
    at: int
    end: int
    row: Row


def found(words: list[str]) -> Found:
    """From the words of an answer "rec". Raises LineError."""
    try:
        segment, start, at, end = (int(word) for word in words[1:5])
        tag = b"" if words[5] == "-" else bytes.fromhex(words[5])
        data = messages.from_text(words[6])
        if len(words) != 7 or len(words[6]) > _RECORD_TEXT or len(tag) not in (0, 16) or end - at != len(data) or start > at:
            raise ValueError
        unpack(data)
    except (ValueError, IndexError, messages.MessageError, RecordError) as fault:
        raise LineError("a record that cannot be read") from fault
    return Found(segment, start, at, end, Row(data, tag))
