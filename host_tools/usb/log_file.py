"""The file with a copy of a table's log: JSON, one object a line. The first says whose it is and how many records follow.

It holds players' names, so only its owner may read it. Each record has its bytes and its tag as in the protocol's "rec".
"""

import json
from dataclasses import dataclass
from pathlib import Path

from host_tools.server.keys import write_private
from host_tools.usb.line import Row
from host_tools.usb.reader import Copy
from tavolo.wire import messages

FORMAT = 1
MOST_BYTES = 64 << 20


class FileError(ValueError):
    """The file is none of ours, or damaged; the text says where."""


@dataclass(frozen=True)
class LogFile:
    """A copy that was read back: the table's `device` id, and its records."""

    device: str
    rows: list[Row]


def write(path: Path, copy: Copy) -> None:
    """Keep a copy. Raises OSError."""
    write_private(path, lines(copy.hello.device, copy.rows, {"log": copy.hello.log, "firmware": copy.hello.firmware}))


def lines(device: str, rows: list[Row], more: dict[str, str] | None = None) -> str:
    """The file's text; `more` goes into its head."""
    head = {"tavolo": "log", "format": FORMAT, "device": device, "records": len(rows), **(more or {})}
    out = [head] + [{"r": messages.to_text(row.data), "g": row.tag.hex()} for row in rows]
    return "".join(json.dumps(line) + "\n" for line in out)


def read(path: Path) -> LogFile:
    """A copy that `write` made. What is in its records is not judged here (verify.py). Raises FileError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise FileError(f"{path} is too long to be a table's log")
    return parse(path.read_bytes(), str(path))


def parse(data: bytes, name: str = "the file") -> LogFile:
    """As `read`, from bytes."""
    number = 1
    try:
        first, *rest = data.decode("utf-8").splitlines()
        head = json.loads(first)
        if head["tavolo"] != "log" or head["format"] != FORMAT or not messages.is_hex(head["device"], 8):
            raise ValueError
        wanted = head["records"]
        rows = []
        for number, text in enumerate(rest, 2):  # noqa: B007 -- named in the fault below
            row = json.loads(text)
            rows.append(Row(messages.from_text(row["r"]), bytes.fromhex(row["g"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise FileError(f"{name}: line {number} is no line of a table's log") from fault
    if len(rows) != wanted:
        raise FileError(f"{name} is cut off: {len(rows)} of {str(wanted)[:20]} records")
    return LogFile(head["device"], rows)
