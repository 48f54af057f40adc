"""The deal being typed: which question comes next, what has been answered (SCREENS, Score entry; RULES 1.6)."""

import struct

from tavolo.domain import deal, profiles
from tavolo.domain import kinds as k

_LAYOUT = ">BB12s16hh"


class Draft:
    """`deal` number, `replaces` (12-byte id or b""), `lines` (NS, EW entries), `step` (index into `steps`), `tail` (what
    blind double entry keeps with it, screens/blind.py), `until` (the step that its screen waits for), `typed` (what stands at
    the question of `step` without an answer, UNKNOWN: nothing was kept), `left` ({question: what stood when BACK left it})."""

    tail = b""
    until = 0

    def __init__(self, number: int, replaces: bytes = b"") -> None:
        self.deal = number
        self.replaces = replaces
        self.lines = (deal.new_entry(), deal.new_entry())
        for entry in self.lines:
            entry[k.ARBITER] = 0
        self.step = 0
        self.typed = k.UNKNOWN
        self.left = {}
        self.asked = []  # warnings that were answered with yes
        self.piles = [k.UNKNOWN, k.UNKNOWN]  # answers that count no more, while another line is said to have closed

    def fill(self, ns: list, ew: list) -> None:
        """Start from what was confirmed before."""
        self.lines = (list(ns), list(ew))

    def closer(self) -> int:
        """Line that closed, 2 for nobody, UNKNOWN before it was asked."""
        ns, ew = self.lines[0][k.CLOSED], self.lines[1][k.CLOSED]
        if ns == k.UNKNOWN:
            return k.UNKNOWN
        return k.NS if ns else k.EW if ew else 2

    def steps(self, profile: int, first: int) -> list:
        """(line, field) in the order of asking. A closing line with a burraco is not asked for its pile (RULES 1.5)."""
        out = [(-1, k.CLOSED)]
        for line in (first, first ^ 1):
            entry = self.lines[line]
            out.append((line, k.CLEAN))
            if profiles.semi_clean(profile):
                out.append((line, k.SEMI))
            else:
                entry[k.SEMI] = 0
            out.append((line, k.DIRTY))
            if entry[k.CLOSED] != 1 or (entry[k.DIRTY] == 0 == entry[k.CLEAN] and entry[k.SEMI] <= 0):
                out.append((line, k.PILE))
                if self.piles[line] != k.UNKNOWN:
                    entry[k.PILE] = self.piles[line]
                    self.piles[line] = k.UNKNOWN
            elif entry[k.DIRTY] != k.UNKNOWN:
                if entry[k.PILE] != k.PILE_PLAYED:
                    self.piles[line] = entry[k.PILE]
                entry[k.PILE] = k.PILE_PLAYED
            out.append((line, k.NEGATIVE))
            out.append((line, k.POSITIVE))
        return out

    def value(self, line: int, field: int) -> int:
        """What the field shows when its question comes: the answer given, or where counting begins."""
        if line < 0:
            return self.closer()
        value = self.lines[line][field]
        if value == k.UNKNOWN and field <= k.PILE:
            return 0
        return value

    def answer(self, line: int, field: int, value: int) -> None:
        """Take an answer."""
        if line < 0:
            self.lines[0][k.CLOSED] = 1 if value == k.NS else 0
            self.lines[1][k.CLOSED] = 1 if value == k.EW else 0
        else:
            self.lines[line][field] = value

    def to_bytes(self) -> bytes:
        """For the draft's file."""
        ref = self.replaces or bytes(12)
        return struct.pack(_LAYOUT, self.deal, self.step, ref, *(self.lines[0] + self.lines[1]), self.typed) + self.tail

    @staticmethod
    def from_bytes(data: bytes) -> "Draft | None":
        """A draft from its file; None when it is of another form."""
        size = struct.calcsize(_LAYOUT)
        if len(data) < size:
            return None
        parts = struct.unpack(_LAYOUT, data[:size])
        draft = Draft(parts[0], b"" if parts[2] == bytes(12) else parts[2])
        draft.step = parts[1]
        draft.tail = data[size:]
        draft.lines = (list(parts[3:11]), list(parts[11:19]))
        draft.typed = parts[19]
        return draft
