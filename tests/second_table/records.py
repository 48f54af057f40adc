"""Records and the sheet that they fold to (protocol page, section 2), written from that page and the rules alone."""

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

PLAN, START, PAUSE, RESUME, ADD_TIME, TIME_OUT, END_ROUND, PRESENCE, SEATS, PHASE, DEAL, REVISE, VOID = range(1, 14)
SIGN = 16
Place = tuple[bytes, bytes, int]  # event, round, table
_HEAD = struct.Struct(">BBH4s4sII4s4sHH")
_ENTRY = struct.Struct(">5B3h")
_PILES = ("played", "taken", "not_taken", "waived")
_FIBUR, _FEBURIT = 0, 2


class Record(NamedTuple):
    """One record, taken apart. `time`: event ms. `data`: all its bytes."""

    kind: int
    device: bytes
    log: bytes
    seq: int
    time: int
    event: bytes
    round: bytes
    table: int
    flags: int
    payload: bytes
    data: bytes

    @property
    def id(self) -> bytes:
        """Device, log and seq, as records name one another; also the order in which versions are compared."""
        return self.data[4:16]

    @property
    def place(self) -> Place:
        """Event, round and table."""
        return self.event, self.round, self.table


def pack(
    kind: int, payload: bytes, author: tuple[bytes, bytes, int], time: int, place: tuple[bytes, bytes, int], flags: int
) -> Record:
    """A new record. `author`: device, log, seq. `flags` 1: the time is the table's own estimate."""
    device, log, seq = author
    event, round_id, table = place
    data = _HEAD.pack(1, kind, len(payload), device, log, seq, time, event, round_id, table, flags) + payload
    return unpack(data + struct.pack(">I", zlib.crc32(data)))


def unpack(data: bytes) -> Record:
    """Take one apart. Raises ValueError."""
    if len(data) < 36 or data[0] != 1 or len(data) != 36 + int.from_bytes(data[2:4], "big"):
        raise ValueError("not a record")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise ValueError("wrong CRC")
    _, kind, _, device, log, seq, time, event, round_id, table, flags = _HEAD.unpack_from(data)
    return Record(kind, device, log, seq, time, event, round_id, table, flags, data[32:-4], data)


class Plan(NamedTuple):
    """What a table needs of a round's PLAN. `bands`: (largest difference, winner's VP, loser's VP)."""

    number: int
    deals: int
    profile: int
    names: tuple[str, ...]
    bands: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, payload: bytes) -> "Plan":
        """From a PLAN's payload; what a newer host adds at the end is passed over. Raises ValueError."""
        at, texts = 10 + payload[9], []
        for _ in range(5):
            texts.append(payload[at + 1 : at + 1 + payload[at]].decode())
            at += 1 + payload[at]
        bands = tuple(struct.unpack_from(">HBB", payload, at + 1 + 4 * n) for n in range(payload[at]))
        return cls(payload[0], payload[2], payload[5], tuple(texts[:4]), bands)


def entry(part: dict) -> bytes:
    """A line's 11 bytes, from {"clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter"}."""
    counts = (part["clean"], part["semi"], part["dirty"], int(part["closed"]), _PILES.index(part["pile"]))
    return _ENTRY.pack(*counts, part["negative"], part["positive"], part["arbiter"])


def points(entries: bytes, profile: int) -> tuple[int, int]:
    """What a deal's two entries are worth, N-S and E-W. A pile is 2 when it was not taken."""
    lines = [_ENTRY.unpack_from(entries, at) for at in (0, 11)]
    left = [line[4] == 2 for line in lines]
    malus_counts = not (all(left) and profile == _FIBUR)  # the current code lets it drop where neither pair took one
    found = []
    for (clean, semi, dirty, closed, _pile, negative, positive, arbiter), mine_left in zip(lines, left, strict=True):
        burracos = 200 * clean + (100 if profile == _FEBURIT else 150) * semi + 100 * dirty
        malus = 100 if mine_left and malus_counts else 0
        found.append(burracos + 100 * closed - malus + positive - negative + arbiter)
    return found[0], found[1]


def victory(bands: tuple[tuple[int, ...], ...], ns: int, ew: int) -> tuple[int, int]:
    """Victory points of both lines for their match points: the first band that reaches the difference."""
    winner, loser = next(band[1:] for band in bands if band[0] >= abs(ns - ew))
    return (winner, loser) if ns >= ew else (loser, winner)


class Sheet:
    """A round at a table: the fold of all records of its place, in whatever order they came. `start`: event ms, or -1."""

    def __init__(self, records: Iterable[Record]) -> None:
        versions: dict[bytes, Record] = {}
        replaced: set[bytes] = set()
        self.plan: Plan | None = None
        self.start, self.ended, self.timed_out = -1, False, False
        for record in records:
            kind, payload = record.kind, record.payload
            if kind == PLAN:
                self.plan = Plan.read(payload)
            elif kind == START:
                self.start = int.from_bytes(payload[:4], "big")
            elif kind in (DEAL, REVISE):
                versions[record.id] = record
                replaced.add(payload[25:37] if kind == REVISE else b"")
            elif kind == VOID:
                replaced.add(payload[2:14])
            self.timed_out |= kind == TIME_OUT
            self.ended |= kind == END_ROUND
        valid = sorted((id for id in versions if id not in replaced), reverse=True)  # of two, the lower id comes last, and counts
        self.deals = {versions[id].payload[0]: versions[id].payload[3:25] for id in valid}

    def signature(self) -> bytes:
        """The payload of SIGN for what stands on the sheet."""
        assert self.plan is not None
        totals = [points(entries, self.plan.profile) for entries in self.deals.values()]
        ns, ew = sum(line[0] for line in totals), sum(line[1] for line in totals)
        early = self.ended and len(self.deals) < self.plan.deals
        return struct.pack(">4B2h", len(self.deals), *victory(self.plan.bands, ns, ew), int(early), ns, ew)
