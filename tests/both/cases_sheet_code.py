"""The signed sheet's code and QR bytes (docs/usb.md): fixed examples, the same on every interpreter."""

import tiny

from tavolo.domain import sheet_code
from tavolo.wire import seal

KEY = seal.record_key(bytes(range(32)))
DEVICE = b"\xa1\xb2\xc3\xd4"
# round, table, what was signed, the 77 bits, the code
EXAMPLES = (
    (2, 12, (4, 2200, -880, 17, 3, 0), 0xD4080C80898FC901103, ["8ARHUMK5T6R", "7HP32L5JWKK", "TAEHMR9LAHJ"]),
    (63, 1023, (6, -32767, 32767, 255, 0, 1), 0xD4FFFFD80017FFFFF00, ["3HH2TK8JE45", "9J5E36FTCF6", "PWCJCP7MAKC"]),
    (1, 1, (0, 0, 0, 10, 10, 1), 0xD404011000000000A0A, ["7LA8T8TX7FX", "E6P3F26LJ7H", "W2PRTE9LAFH"]),
    (65, 65535, (1, 5, -5, 0, 255, 0), 0xD407FF20005FFFB00FF, ["K4K5FJ3R25J", "L7P2LMXH7CX", "P7P6KR9LA4A"]),
)
for number, table, signed, want, lines in EXAMPLES:
    bits = sheet_code.totals_bits(DEVICE, number, table, signed)
    tiny.equal("bits of round %d" % number, bits, want)
    whole = sheet_code.tagged(b"code", b"EVNT", b"RND1", table, bits.to_bytes(10, "big"))
    tiny.equal("code of round %d" % number, sheet_code.code_lines(bits, seal.record_tag(KEY, whole)), lines)
    for line in lines:
        digits = [sheet_code.ALPHABET.find(char) for char in line]
        sums = sum(digits) % 23, sum([(at + 1) * digits[at] for at in range(11)]) % 23
        tiny.equal("sums of %s" % line, sums, (0, 0))


class Version:
    """As in the sheet."""

    def __init__(self, ns, ew):
        self.ns = ns
        self.ew = ew


class Sheet:
    """Two deals: a usual one, and one full of rulings."""

    signed = (2, 0, 0, 0, 0, 1)
    _deals = (
        Version([1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 2, 60, 180, 0]),
        Version([9, 2, 0, 0, 3, 1275, 7, -3000], [0, 0, 0, 1, 1, 0, 1270, 3000]),
    )

    def played(self):
        return 2

    deals = played

    def deal(self, number):
        return self._deals[number - 1]


tiny.equal("parts", sheet_code.parts_bytes(DEVICE, 2, 12, Sheet()).hex(), "15a810186502514483090bfec7fe09f7fe000ff4481403fa1770")
tiny.equal("alphabet", (len(sheet_code.ALPHABET), len(set(sheet_code.ALPHABET))), (23, 23))
tiny.finish()
