"""The signed sheet for a host that no link reaches: as a code that is read aloud, and as a QR (docs/usb.md)."""

from micropython import const

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_SIZE = const(29)  # modules of a version 3 symbol, two pixels each
_CODEWORDS = const(70)
_LEFT = const(35)
_TOP = const(3)
_QUIET = const(5)
MOST_M = 42  # bytes at error correction level M, of which 13 of 70 codewords may be misread
MOST_L = 53  # at level L: 7 of 70
_FORMAT_M = const(0x5412)  # level and mask 0 with their own check bits (ISO/IEC 18004, annex C)
_FORMAT_L = const(0x77C4)


class Code(Screen):
    """`lines` and `rows` come from acts/code.py, which this screen asks for as soon as it is seen; `font` for the lines."""

    stays = True

    def __init__(self) -> None:
        self.lines = None
        self.rows = None
        self.font = None
        self.table = 0
        self.versions = -1
        self.signed = None
        self.large = False  # the QR is up

    def show(self, sheet, table: int, lines: list, data: bytes, font) -> None:
        """What is to be seen of `sheet`: three lines, and the QR's bytes, if they fit."""
        self.signed = sheet.signed
        self.versions = len(sheet.versions)
        self.table = table
        self.lines = lines
        self.font = font
        self.rows = matrix(data) if len(data) <= MOST_L else None
        self.large = self.large and self.rows is not None

    def tick(self, m, now: int) -> "tuple | None":
        """See navigator.py: a sheet that has changed gets a code of its own."""
        sheet = m.sheet
        return None if sheet.signed is self.signed and len(sheet.versions) == self.versions else (i.CODE,)

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        if self.large:
            self._qr(c)
            c.text(0, 2, m.texts[t.TABLE])
            c.text(0, 15, "%d" % self.table)
            c.right(128, 50, "BACK")
            return
        c.bar("%s  %s %d" % (m.texts[t.CODE], m.texts[t.TABLE], self.table), "| QR" if self.rows else "")
        y = 14
        for n, line in enumerate(self.lines or ()):
            c.text(4, y + 2, "%d" % (n + 1), None, True)
            for at, char in enumerate(line):
                c.text(22 + 8 * at + 8 * (at // 4), y, char, self.font)
            y += 17

    def _qr(self, c) -> None:
        width = 2 * _SIZE
        c.fill(_LEFT - _QUIET, 0, width + 2 * _QUIET, 64)
        y = _TOP
        for row in self.rows or ():
            for x in range(_SIZE):
                if row >> x & 1:
                    c.fill(_LEFT + 2 * x, y, 2, 2, 0)
            y += 2

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.DOWN or key == k.UP:
            self.large = self.rows is not None and not self.large
        elif key == k.BACK and self.large:
            self.large = False
        elif key == k.BACK or key == k.OK:
            return (i.CLOSE,)
        return None


def _times(a: int, b: int) -> int:
    """In the field of 256 elements that QR codes use."""
    out = 0
    while b:
        if b & 1:
            out ^= a
        a = a << 1 ^ (0x11D if a & 128 else 0)
        b >>= 1
    return out


def codewords(data: bytes) -> bytes:
    """All 70 codewords: byte mode, filled up, with the check codewords (ISO/IEC 18004, 7.4 and 7.5)."""
    size = len(data)
    check = 26 if size <= MOST_M else 15
    bits = (((4 << 8 | size) << 8 * size) | int.from_bytes(data, "big")) << 4
    out = bytearray(bits.to_bytes(size + 2, "big"))
    pad = 0xEC
    while len(out) < _CODEWORDS - check:
        out.append(pad)
        pad ^= 0xEC ^ 0x11
    factor = bytearray(check)
    factor[-1] = root = 1
    for _ in range(check):
        for n in range(check):
            factor[n] = _times(factor[n], root)
            if n + 1 < check:
                factor[n] ^= factor[n + 1]
        root = _times(root, 2)
    rest = bytearray(check + 1)
    for byte in out:
        lead = byte ^ rest[0]
        for n in range(check):
            rest[n] = rest[n + 1] ^ _times(factor[n], lead)
    return bytes(out) + rest[:check]


def _fixed(x: int, y: int) -> int:
    """-1 where data goes, else 1 for a dark module of the patterns that find the symbol, 0 for a light one."""
    if x < 9 and y < 9 or x > 20 and y < 9 or x < 9 and y > 20:
        apart = max(abs(x - (3 if x < 9 else 25)), abs(y - (3 if y < 9 else 25)))
        if apart > 4 and (x == 6 or y == 6):
            return 1 - (x + y & 1)
        return 1 if apart < 2 or apart == 3 else 0
    if x == 6 or y == 6:
        return 1 - (x + y & 1)
    if 20 <= x <= 24 and 20 <= y <= 24:
        return 0 if max(abs(x - 22), abs(y - 22)) == 1 else 1
    return -1


def matrix(data: bytes) -> list:
    """The symbol for at most 53 bytes: a number a row, bit x = column x, 1 = dark. Mask 0 always: the tag makes bytes random."""
    words = codewords(data)
    rows = [0] * _SIZE
    for y in range(_SIZE):
        for x in range(_SIZE):
            if _fixed(x, y) == 1:
                rows[y] |= 1 << x
    at = 0
    right = _SIZE - 1
    while right > 0:
        if right == 6:
            right = 5
        for step in range(_SIZE):
            y = step if right + 1 & 2 else _SIZE - 1 - step
            for x in (right, right - 1):
                if _fixed(x, y) < 0:
                    bit = words[at >> 3] >> (7 - (at & 7)) & 1 if at < 8 * _CODEWORDS else 0
                    at += 1
                    if bit ^ 1 - (x + y & 1):
                        rows[y] |= 1 << x
        right -= 2
    _format(rows, _FORMAT_M if len(data) <= MOST_M else _FORMAT_L)
    return rows


def _format(rows: list, bits: int) -> None:
    for n in range(15):
        if bits >> n & 1:
            x = _SIZE - 1 - n if n < 8 else 7 if n == 8 else 14 - n
            y = n if n < 6 else n + 1 if n < 8 else _SIZE - 15 + n
            rows[8] |= 1 << x
            rows[y] |= 1 << 8
    rows[_SIZE - 8] |= 1 << 8  # always dark
