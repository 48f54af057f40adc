"""A signed round in few characters: the code that people read aloud, and the bytes of the QR (docs/usb.md has the layout).

The code stands for 122 bits: 77 of what was signed and the first 45 of its tag. They are written as 27 digits in base 23,
nine a line; two check digits a line make the plain sum and the sum weighted by place (1 to 11) both divisible by 23, so
that one wrong character a line can be named and put right.
"""

from tavolo.domain import kinds as k

# No two that look alike on the panel, and few that sound alike: without 0 1 B D G I N O Q S V Y Z.
ALPHABET = "23456789ACEFHJKLMPRTUWX"
LINES = 3
PER_LINE = 11
TAG_BITS = 45
VERSION = 0
_BASE = 23


def totals_bits(device: bytes, number: int, table: int, signed: tuple) -> int:
    """77 bits: version 1, end of the device's id 8, round 6, table 10, deals 3, ended early 1, match points N-S and E-W 16 each
    (two's complement), victory points 8 each. `signed` as the sheet has it: deals, MP N-S, MP E-W, VP N-S, VP E-W, flags."""
    deals, mp_ns, mp_ew, vp_ns, vp_ew, flags = signed
    bits = VERSION
    for value, size in (
        (device[3], 8),
        (number, 6),
        (table, 10),
        (deals, 3),
        (flags, 1),
        (mp_ns, 16),
        (mp_ew, 16),
        (vp_ns, 8),
        (vp_ew, 8),
    ):
        bits = bits << size | value & (1 << size) - 1
    return bits


def tagged(label: bytes, event: bytes, round_id: bytes, table: int, said: bytes) -> bytes:
    """What the tag of a code is over: nothing of it can stand for another event, round or table."""
    return label + event + round_id + bytes((table >> 8, table & 255)) + said


def code_lines(bits: int, tag: bytes) -> list:
    """Three lines of eleven characters for the 77 `bits` and their tag."""
    value = bits << TAG_BITS | int.from_bytes(tag[:6], "big") >> 3
    digits = []
    for _ in range(LINES * (PER_LINE - 2)):
        digits.append(value % _BASE)
        value //= _BASE
    out = []
    for at in range(0, len(digits), PER_LINE - 2):
        line = digits[at : at + PER_LINE - 2]
        plain = weighted = 0
        for n in range(len(line)):
            plain += line[n]
            weighted += (n + 1) * line[n]
        # x + y = -plain and 10 x + 11 y = -weighted (mod 23)
        last = (10 * plain - weighted) % _BASE
        line += [(-plain - last) % _BASE, last]
        out.append("".join([ALPHABET[digit] for digit in line]))
    return out


class Bits:
    """Numbers of few bits, one after the other."""

    def __init__(self) -> None:
        self.value = 1  # a leading one keeps zeros at the beginning
        self.count = 0

    def put(self, value: int, size: int) -> None:
        """The low `size` bits."""
        self.value = self.value << size | value & (1 << size) - 1
        self.count += size

    def small(self, value: int) -> None:
        """A number that is mostly 0 to 2: as many ones, then a zero."""
        self.put((1 << value) - 1 << 1, value + 1)

    def points(self, value: int, size: int) -> None:
        """Card points: a fifth in `size` bits; all ones, then 16 bits, for what does not fit that."""
        most = (1 << size) - 1
        if value % 5 == 0 and 0 <= value < 5 * most:
            self.put(value // 5, size)
        else:
            self.put(most, size)
            self.put(value, 16)

    def bytes(self) -> bytes:
        """Filled up with zeros to whole bytes."""
        fill = -self.count % 8
        size = (self.count + fill) // 8
        return ((self.value << fill) - (1 << size * 8)).to_bytes(size, "big")


def parts_bytes(device: bytes, number: int, table: int, sheet) -> bytes:
    """All deals of a signed sheet. Version 3 bits, ended early 1, deals 3, then device 8, round 6, table 10; a deal: its number
    3, then each line: burracos of three kinds (unary), closed 1, pile 2, negative and positive (a fifth in 8 bits), arbiter 1
    (then 16)."""
    out = Bits()
    for value, size in ((VERSION, 3), (sheet.signed[5], 1), (sheet.played(), 3), (device[3], 8), (number, 6), (table, 10)):
        out.put(value, size)
    for deal in range(1, sheet.deals() + 1):
        version = sheet.deal(deal)
        if version:
            out.put(deal, 3)
            for entry in (version.ns, version.ew):
                for field in (k.CLEAN, k.SEMI, k.DIRTY):
                    out.small(entry[field])
                out.put(entry[k.CLOSED], 1)
                out.put(entry[k.PILE], 2)
                out.points(entry[k.NEGATIVE], 8)
                out.points(entry[k.POSITIVE], 8)
                out.put(1 if entry[k.ARBITER] else 0, 1)
                if entry[k.ARBITER]:
                    out.put(entry[k.ARBITER], 16)
    return out.bytes()
