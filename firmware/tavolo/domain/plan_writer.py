"""Writes a round plan; only a host does, so it is in no image."""

import struct

try:
    from unicodedata import normalize
except ImportError:  # MicroPython, in tests only: no host runs on it
    normalize = None  # type: ignore[assignment]

from tavolo.domain.plan import Plan
from tavolo.domain.plan_reader import BLIND, HEAD, LANGUAGES, LEAVE, MAX_BANDS, MAX_NAME_BYTES, OPEN_END, TAIL, TURN_CLOCK
from tavolo.domain.record import RecordError

# base letters of Latin Extended-A (U+0100 on), for names from beyond the Adriatic
_BASE = (
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
    "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
)
# two letters in one, Romanian commas, and signs as word processors write them
_ODD = {
    "Œ": "OE", "œ": "oe", "Ĳ": "IJ", "ĳ": "ij", "ẞ": "SS", "Ș": "S", "ș": "s", "Ț": "T", "ț": "t",
    "’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "\u00a0": " ",
}  # fmt: skip


def latin1(name: str) -> str:
    """`name` in the letters that a table can show: Latin-1 as it is, else the base letter, else a question mark.

    Written by the host, so that device, page and print have the same letters, of the same number, to shorten.
    """
    if normalize is not None:
        name = normalize("NFC", name)  # a letter and its accent typed one after the other are one letter
    out = ""
    for char in name:
        code = ord(char)
        if char in _ODD:
            out += _ODD[char]
        elif code < 0x100:
            out += char
        elif code < 0x17F:
            out += _BASE[code - 0x100]
        else:
            out += _far(char)
    return out


def _far(char: str) -> str:
    """A letter from farther away, by what it is made of."""
    parts = normalize("NFKD", char) if normalize is not None else char
    base = "".join([part for part in parts if ord(part) < 0x100])
    # an accent that stands alone is no letter
    return base or ("" if 0x300 <= ord(char) < 0x370 else "?")


def plan_bytes(plan: Plan) -> bytes:
    """The PLAN record's payload. Raises RecordError where a part does not fit."""
    clock = (plan.minutes, plan.policy, plan.last_minutes, len(plan.warnings))
    numbers = (plan.number, plan.rounds, plan.deals, plan.table, plan.profile) + clock
    for at, value in enumerate(numbers):
        if not 0 <= value < (65536 if at == 3 else 256):  # the table is the one 16-bit number
            raise RecordError("plan: a number is out of range: %d" % value)
    if not 1 <= plan.deals <= 6 or not 1 <= len(plan.bands) <= MAX_BANDS:
        raise RecordError("plan: deals must be 1 to 6, bands 1 to %d" % MAX_BANDS)
    out = struct.pack(HEAD, *numbers) + bytes(plan.warnings)
    for text in plan.names[0] + plan.names[1] + (plan.scale_id,):
        data = latin1(text).encode()
        if len(data) > MAX_NAME_BYTES:
            raise RecordError("plan: a text is longer than %d bytes" % MAX_NAME_BYTES)
        out += bytes((len(data),)) + data
    out += bytes((len(plan.bands),))
    for max_diff, winner, loser in plan.bands:
        if not (0 <= max_diff <= OPEN_END and 0 <= winner < 256 and 0 <= loser < 256):
            raise RecordError("plan: a band is out of range")
        out += struct.pack(">HBB", max_diff, winner, loser)
    return out + _tail(plan)


def _tail(plan: Plan) -> bytes:
    if plan.language not in LANGUAGES:
        raise RecordError("plan: no such language: %s" % plan.language)
    flags = (BLIND if plan.blind else 0) | (TURN_CLOCK if plan.turn_clock else 0) | (LEAVE if plan.leave else 0)
    (table, line), (other, other_line) = plan.leave or ((0, 0), (0, 0))
    numbers = (flags,) + tuple(plan.turn_s) + (LANGUAGES.index(plan.language), plan.muted)
    if not all(0 <= number < 256 for number in numbers) or not (0 <= table < 65536 and 0 <= other < 65536):
        raise RecordError("plan: turn seconds, muted sounds or a table to go to are out of range")
    return struct.pack(TAIL, *(numbers + (table, line & 1, other, other_line & 1)))
