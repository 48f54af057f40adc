"""Messages between table and host (docs/protocol.md): their fields, written once for both sides.

A message is a flat JSON object; "t" names it. Fields are checked on reading; the host checks what it writes,
too. Unknown further fields are passed over (a newer side may say more), unknown messages refused.
"""

import binascii
import json

VERSION = 1
MAX_MESSAGE = 1000  # bytes of JSON, so that a sealed frame stays under 1 KB
MAX_HELLO = 256
PATH = "/table"
PORT = 8770
TO_HOST = 1
TO_DEVICE = 2
_TOP = (1 << 30) - 1

# Messages to the table (those to the host: to_host.py): a name and its fields with their types. "u" 0..2^30-1, "i" signed,
# "b" true/false, "hN" N hex digits, "sN" text up to N characters, "L" the list of [log, upto], "?" before it: may be missing.
# One text each: that is small on a device.
_FIELDS = {
    "welcome": "v:u nh:h32 proof:h32",
    "snap": "table:u event:h8 round:h8 n:u have:L pin:?h14",
    "rec": "r:s600",
    "snapend": "",
    "ack": "l:h8 u:u",
    "time": "a:u b:u c:u",
    "beat": "",
    "locate": "",
    "want": "d:h8 e:h8 n:u",
    "claim": "why:s40 n:u",
}


class MessageError(ValueError):
    """Not one of our messages; the text names the fault."""


def is_hex(text: str, digits: int) -> bool:
    """Exactly `digits` lower-case hexadecimal digits."""
    if len(text) != digits:
        return False
    return all([char in "0123456789abcdef" for char in text])


def _is_have(value: object) -> bool:
    if not isinstance(value, list) or len(value) > 8:
        return False
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            return False
        if not isinstance(pair[0], str) or not is_hex(pair[0], 8) or not _fits(pair[1], "u"):
            return False
    return True


def _fits(value: object, kind: str) -> bool:
    if kind[0] == "?":
        kind = kind[1:]
    if kind == "b":
        return value is True or value is False
    if kind == "u" or kind == "i":
        if not isinstance(value, int) or value is True or value is False:
            return False
        return (0 if kind == "u" else -_TOP) <= value <= _TOP
    if kind == "L":
        return _is_have(value)
    if not isinstance(value, str):
        return False
    size = int(kind[1:])
    return is_hex(value, size) if kind[0] == "h" else len(value) <= size


def check(message: dict, to: int) -> None:
    """Raise MessageError unless `message` is one that goes in direction `to` (TO_HOST, TO_DEVICE), whole and in range."""
    name = message.get("t")
    known = _FIELDS
    if to == TO_HOST:
        from tavolo.wire import to_host

        known = to_host.FIELDS
    fields = known.get(name) if isinstance(name, str) else None
    if fields is None:
        raise MessageError("unknown message")
    for field in fields.split():
        field, _, kind = field.partition(":")
        if field not in message:
            if kind[0] == "?":
                continue
            raise MessageError("%s: field %s is missing" % (name, field))
        if not _fits(message[field], kind):
            raise MessageError("%s: field %s is out of range or of a wrong type" % (name, field))


def encode(message: dict, to: int) -> bytes:
    """Message -> JSON bytes. Raises MessageError when it is not one of ours or too long."""
    check(message, to)
    return to_bytes(message)


def to_bytes(message: dict) -> bytes:
    """A table's own message -> JSON bytes: the tests check each, and so does the host. Raises MessageError (too long)."""
    data = json.dumps(message).encode()
    if len(data) > MAX_MESSAGE:
        raise MessageError("message too long: %d bytes" % len(data))
    return data


def decode(data: bytes, to: int) -> dict:
    """JSON bytes -> message. Raises MessageError for anything else than a whole, known message in range."""
    if len(data) > MAX_MESSAGE:
        raise MessageError("message too long: %d bytes" % len(data))
    try:
        message = json.loads(str(data, "utf-8"))
    except (ValueError, UnicodeError, RuntimeError, MemoryError):  # the last two: nested too deep for a small stack or heap
        raise MessageError("not JSON")
    if not isinstance(message, dict):
        raise MessageError("not a JSON object")
    check(message, to)
    return message


def to_text(data: bytes) -> str:
    """Record bytes as they travel in "r": base64 on one line."""
    return binascii.b2a_base64(data).decode().strip()


def from_text(text: str) -> bytes:
    """The bytes of a field "r". Raises MessageError."""
    try:
        return binascii.a2b_base64(text)
    except ValueError:
        raise MessageError("rec: field r is not base64")
