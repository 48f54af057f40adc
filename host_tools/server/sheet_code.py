"""Reads what a signed table shows when nothing else gets through: the code that the arbiter types, and the QR's bytes.

Layouts: docs/usb.md. Both are tagged by the device for one event, round and table; nothing else of them is believed.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.server.hall import Hall
from host_tools.server.keys import Keys
from tavolo.domain import kinds as k
from tavolo.domain.sheet_code import ALPHABET, LINES, PER_LINE, TAG_BITS, VERSION, tagged
from tavolo.wire import seal

_BASE = len(ALPHABET)
_MOST_TRIED = 30  # readings of one typed code: each costs a forger's work a bit of the tag's 45
_QR_TAG = 8
# What people write for a letter that the alphabet has; what could be several is left open.
_ALIKE = {"B": "8", "S": "5", "Z": "2", "G": "6", "I": "L", "1": "L", "V": "U", "N": "M"}
_PASSED_OVER = " -.,:;/\t\r\n"


class CodeError(ValueError):
    """It cannot be read, or is not genuine; the text tells the arbiter what to do."""


@dataclass(frozen=True)
class Place:
    """A table of a round that a code may be for: numbers for people, ids for the tag."""

    number: int
    table: int
    event: bytes
    round: bytes


@dataclass(frozen=True)
class Book:
    """What codes are checked against: keys by device id (hexadecimal), and the places there are."""

    keys: dict[str, bytes]
    places: list[Place]


@dataclass(frozen=True)
class Totals:
    """What was signed. `corrected`: a line for each character that was wrong and is put right."""

    place: Place
    device: str
    deals: int
    early: bool
    mp_ns: int
    mp_ew: int
    vp_ns: int
    vp_ew: int
    corrected: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Parts:
    """All parts of a signed sheet: (deal, N-S entry, E-W entry), entries as in tavolo.domain.kinds."""

    place: Place
    device: str
    early: bool
    deals: list[tuple[int, list[int], list[int]]]


def book_of(hall: Hall, keys: Keys) -> Book:
    """Of a server as it stands."""
    found = {device: key for device in keys.names() if (key := keys.key(device)) is not None}
    places = []
    for info in hall.rounds:
        if hall.event is not None:
            ids = bytes.fromhex(hall.event.id), bytes.fromhex(info.id)
            places += [Place(info.number, table, *ids) for table in sorted(info.seats) if table]
    return Book(found, places)


# -- the typed code ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reading:
    """One way to read a line: its digits, and what had to be changed for it."""

    digits: tuple[int, ...]
    notes: tuple[str, ...] = ()


def check_line(text: str, number: int = 1) -> str:
    """What is wrong with one typed line, or "" for a line that is right as it stands. For a page, while somebody types."""
    try:
        found = _readings(_digits(text), number)
    except CodeError as fault:
        return str(fault)
    return "; ".join(found[0].notes)


def read_code(text: str, book: Book) -> Totals:
    """Check a typed code and say what was signed. Raises CodeError."""
    digits = _digits(text)
    if len(digits) != LINES * PER_LINE:
        raise CodeError(f"{len(digits)} characters; the code has {LINES} lines of {PER_LINE}")
    lines = [_readings(digits[at * PER_LINE : (at + 1) * PER_LINE], at + 1) for at in range(LINES)]
    for choice in itertools.islice(itertools.product(*lines), _MOST_TRIED):
        notes = [note for line in choice for note in line.notes]
        found = _genuine(_value([line.digits for line in choice]), book, notes)
        if found is not None:
            return found
    doubts = [note for line in lines for note in line[0].notes]
    if doubts:
        raise CodeError("; ".join(doubts) + "; but that does not make it genuine: read these lines again")
    raise CodeError("the characters fit together, but no device of ours signed this for a table of this event")


def _digits(text: str) -> list[int]:
    """Digits in base 23; -1 for a character that is not known."""
    out = []
    for char in text.upper():
        if char not in _PASSED_OVER:
            out.append(ALPHABET.find(_ALIKE.get(char, char)))
    return out


def _readings(line: list[int], number: int) -> list[_Reading]:
    if len(line) != PER_LINE:
        raise CodeError(f"line {number} has {len(line)} characters, not {PER_LINE}")
    open_at = [at for at, digit in enumerate(line) if digit < 0]
    known = [max(digit, 0) for digit in line]
    plain = sum(known) % _BASE
    weighted = sum((at + 1) * digit for at, digit in enumerate(known)) % _BASE
    if len(open_at) > 2:
        raise CodeError(f"line {number}: {len(open_at)} characters are unreadable, at most two may be")
    if open_at:
        found = _filled(known, open_at, plain, weighted, number)
    elif plain == weighted == 0:
        return [_Reading(tuple(line))]
    else:
        found = _mended(known, plain, weighted, number)
    if not found:
        raise CodeError(f"line {number}: more than one character is wrong, read it again")
    return found


def _filled(line: list[int], open_at: list[int], plain: int, weighted: int, number: int) -> list[_Reading]:
    """Find one or two unknown digits from the two sums."""
    first, last = open_at[0], open_at[-1]
    mended = list(line)
    if first == last:
        mended[first] = -plain % _BASE
        if (weighted + (first + 1) * mended[first]) % _BASE:
            return []
    else:
        # x + y = -plain, (first + 1) x + (last + 1) y = -weighted
        y = ((first + 1) * plain - weighted) * pow(last - first, -1, _BASE) % _BASE
        mended[first], mended[last] = (-plain - y) % _BASE, y
    return [_Reading(tuple(mended), tuple(_note(number, at, "?", mended[at]) for at in open_at))]


def _mended(line: list[int], plain: int, weighted: int, number: int) -> list[_Reading]:
    """One wrong digit, or two neighbours that changed places."""
    if plain:
        at = weighted * pow(plain, -1, _BASE) % _BASE - 1
        if not 0 <= at < PER_LINE:
            return []
        mended = list(line)
        mended[at] = (mended[at] - plain) % _BASE
        return [_Reading(tuple(mended), (_note(number, at, ALPHABET[line[at]], mended[at]),))]
    found = []
    for at in range(PER_LINE - 1):
        if (line[at] - line[at + 1] + weighted) % _BASE == 0:
            mended = list(line)
            mended[at], mended[at + 1] = line[at + 1], line[at]
            found.append(_Reading(tuple(mended), (f"line {number}: characters {at + 1} and {at + 2} probably changed places",)))
    return found


def _note(number: int, at: int, typed: str, right: int) -> str:
    return f"line {number}: character {at + 1} is probably wrong, {typed} for {ALPHABET[right]}"


def _value(lines: Iterable[tuple[int, ...]]) -> int:
    digits = [digit for line in lines for digit in line[: PER_LINE - 2]]
    value = 0
    for digit in reversed(digits):
        value = value * _BASE + digit
    return value


def _signers(book: Book, hint: int, number: int, table: int) -> Iterable[tuple[str, bytes, Place]]:
    """Devices and places that a code may be of: it has the ends of their numbers only."""
    for place in book.places:
        if (place.number & 63, place.table & 1023) == (number, table):
            for device, key in book.keys.items():
                if bytes.fromhex(device)[3] == hint:
                    yield device, key, place


def _genuine(value: int, book: Book, notes: list[str]) -> Totals | None:
    bits, tag = value >> TAG_BITS, value & (1 << TAG_BITS) - 1
    if bits >> 76 != VERSION:
        return None
    rest, numbers = bits, []
    for size in (8, 8, 16, 16, 1, 3, 10, 6, 8):
        numbers.append(rest & (1 << size) - 1)
        rest >>= size
    vp_ew, vp_ns, mp_ew, mp_ns, early, deals, table, number, hint = numbers
    for device, key, place in _signers(book, hint, number, table):
        whole = tagged(b"code", place.event, place.round, place.table, bits.to_bytes(10, "big"))
        right = int.from_bytes(seal.record_tag(seal.record_key(key), whole)[:6], "big") >> 3
        if right == tag:
            return Totals(place, device, deals, bool(early), _signed(mp_ns), _signed(mp_ew), vp_ns, vp_ew, notes)
    return None


def _signed(value: int) -> int:
    return value - 65536 if value & 32768 else value


# -- the QR -----------------------------------------------------------------------------------------------------------


class _Bits:
    """Takes numbers off the front of bytes. Raises CodeError at the end."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data, "big")
        self._left = 8 * len(data)

    def take(self, size: int) -> int:
        self._left -= size
        if self._left < 0:
            raise CodeError("the picture's content is cut off")
        return self._value >> self._left & (1 << size) - 1

    def small(self) -> int:
        count = 0
        while self.take(1):
            count += 1
        return count

    def points(self, size: int) -> int:
        value = self.take(size)
        return 5 * value if value < (1 << size) - 1 else self.take(16)


def read_parts(data: bytes, book: Book) -> Parts:
    """Check a QR's bytes and say what is on the sheet. Raises CodeError."""
    said, tag = data[:-_QR_TAG], data[-_QR_TAG:]
    bits = _Bits(said)
    if bits.take(3) != VERSION:
        raise CodeError("a picture of a newer version of Tavolo")
    early, count, hint, number, table = (bits.take(size) for size in (1, 3, 8, 6, 10))
    for device, key, place in _signers(book, hint, number, table):
        whole = tagged(b"part", place.event, place.round, place.table, said)
        if seal.same(seal.record_tag(seal.record_key(key), whole)[:_QR_TAG], tag):
            deals = [(bits.take(3), _entry(bits), _entry(bits)) for _ in range(count)]
            return Parts(place, device, bool(early), deals)
    raise CodeError("no device of ours signed this for a table of this event")


def _entry(bits: _Bits) -> list[int]:
    entry = [0] * k.FIELDS
    for at in (k.CLEAN, k.SEMI, k.DIRTY):
        entry[at] = bits.small()
    entry[k.CLOSED] = bits.take(1)
    entry[k.PILE] = bits.take(2)
    entry[k.NEGATIVE] = bits.points(8)
    entry[k.POSITIVE] = bits.points(8)
    entry[k.ARBITER] = _signed(bits.take(16)) if bits.take(1) else 0
    return entry
