"""A record's bytes -> what they say (docs/protocol.md, 2.1 and 2.2), and which records may count at all."""

import base64
import binascii
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from host_tools.verify.report import DAMAGE, NOTE, Damaged, Report

PLAN, START, TIME_OUT, END_ROUND, PRESENCE, DEAL, REVISE, VOID, SIGN, RESULT = 1, 2, 6, 7, 8, 11, 12, 13, 16, 24
_HOST_ALWAYS = {PLAN, 3, 4, 5, END_ROUND, 18, RESULT}  # pause, resume, added time, answers to calls: the host's alone
MOST_RECORDS = 2_000_000
_TABLES_TAG = 16


@dataclass(frozen=True)
class Fact:
    """One record. `event` and `round` in hexadecimal; `ref`: its id as a revision names it; `host`: the host wrote it;
    `back`: the host's own, given back by a table after a restore."""

    kind: int
    author: bytes
    seq: int
    at_ms: int
    event: str
    round: str
    table: int
    payload: bytes
    host: bool = False
    back: bool = False

    @property
    def ref(self) -> bytes:
        """12 bytes: device, log, seq."""
        return self.author + self.seq.to_bytes(4, "big")


def decode(data: bytes, where: str, host: bool = False, back: bool = False) -> Fact:
    """Read one record's bytes. Raises Damaged."""
    if len(data) < 36:
        raise Damaged(where, f"{len(data)} bytes are no record")
    if data[0] != 1:
        raise Damaged(where, f"format {data[0]}: a newer Tavolo wrote it")
    if len(data) != 36 + int.from_bytes(data[2:4], "big"):
        raise Damaged(where, "its length is not what it says")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise Damaged(where, "its checksum is wrong")
    seq, at_ms = int.from_bytes(data[12:16], "big"), int.from_bytes(data[16:20], "big")
    if not 0 < seq < 1 << 30 or at_ms >= 1 << 30:
        raise Damaged(where, "its number or time is out of range")
    table = int.from_bytes(data[28:30], "big")
    return Fact(data[1], data[4:12], seq, at_ms, data[20:24].hex(), data[24:28].hex(), table, data[32:-4], host, back)


def hosts_word(fact: Fact) -> bool:
    """Whether only a host may say this (docs/protocol.md, 2.2, author); said by a table it never counts."""
    p = fact.payload
    if fact.kind in (DEAL, REVISE):
        return len(p) > 1 and p[1] & 6 != 0
    if fact.kind == VOID:
        return len(p) > 2 or p[:1] == b"\0"
    if fact.kind == 19:  # a ruling: by a table only with the event's PIN
        return p[2:3] != b"\1"
    if fact.kind == 22:
        return p[1:2] == b"\0"
    return fact.kind in _HOST_ALWAYS


def _bytes(row: dict[str, Any], name: str, where: str) -> bytes:
    try:
        return base64.b64decode(row[name], validate=True)
    except (KeyError, TypeError, ValueError, binascii.Error) as fault:
        raise Damaged(where, f"its {name} cannot be read") from fault


def read_row(row: Any, at: int) -> Fact:
    """One row of the archive's records: its bytes, and its columns against them. Raises Damaged."""
    where = f"record row {at}"
    if not isinstance(row, dict):
        raise Damaged(where, "is no object")
    where = f"record {row.get('device')}/{row.get('log')}/{row.get('seq')}"
    tag = _bytes(row, "tag", where)
    fact = decode(_bytes(row, "bytes", where), where, len(tag) != _TABLES_TAG, tag == b"own")
    said = (fact.author[:4].hex(), fact.author[4:].hex(), fact.seq, fact.kind, fact.event, fact.round, fact.table)
    for name, value in zip(("device", "log", "seq", "kind", "event", "round", "place"), said, strict=True):
        if row.get(name) != value:
            raise Damaged(where, f"its column {name} says {row.get(name)!r}, its bytes {value!r}")
    return fact


def placed(archive: dict[str, Any], report: Report) -> list[Fact]:
    """Records that belong to a sheet, in the order in which they were committed; damage is reported and passed over."""
    rows = archive.get("records", [])
    if not isinstance(rows, list) or len(rows) > MOST_RECORDS:
        report.add(DAMAGE, "records", f"must be a list of at most {MOST_RECORDS}")
        return []
    out: list[Fact] = []
    seen: set[bytes] = set()
    all_facts: list[Fact] = []
    for at, row in enumerate(rows, 1):
        report.count("records")
        try:
            fact = read_row(row, at)
        except Damaged as fault:
            report.add(DAMAGE, fault.where, str(fault))
            continue
        if fact.ref in seen:
            report.add(DAMAGE, f"record row {at}", "the same id stands here a second time")
            continue
        seen.add(fact.ref)
        all_facts.append(fact)
        if row.get("status") == "placed" and (fact.host or not hosts_word(fact)):
            out.append(fact)
    try:
        lost = _lost(archive.get("gaps", []))
    except (TypeError, KeyError, ValueError) as fault:
        report.add(DAMAGE, "gaps", f"cannot be read: {fault!r}")
        return out
    _holes(all_facts, lost, report)
    _named(out, seen, lost, report)
    return out


def replaced(fact: Fact) -> bytes:
    """The id of the record that this one takes the place of; empty where it names none."""
    start = {REVISE: 25, VOID: 2}.get(fact.kind)
    ref = fact.payload[start : start + 12] if start is not None else b""
    return ref if len(ref) == 12 and any(ref) else b""


def _named(facts: list[Fact], there: set[bytes], lost: set[tuple[str, str, int]], report: Report) -> None:
    """What a revision takes the place of must be here, unless its device lost it."""
    for fact in facts:
        ref = replaced(fact)
        device, log, seq = ref[:4].hex(), ref[4:8].hex(), int.from_bytes(ref[8:], "big")
        if ref and ref not in there and (device, log, seq) not in lost:
            report.add(DAMAGE, f"log {device}/{log}", f"number {seq} is missing, and another record takes its place")


def _lost(gaps: Any) -> set[tuple[str, str, int]]:
    """Numbers that were noted as lost on the device. Raises TypeError, KeyError, ValueError."""
    lost: set[tuple[str, str, int]] = set()
    for gap in gaps:
        if not 0 <= gap["last"] - gap["first"] <= 100_000:
            raise ValueError("too wide")
        lost.update((gap["device"], gap["log"], seq) for seq in range(gap["first"], gap["last"] + 1))
    return lost


def _holes(facts: list[Fact], lost: set[tuple[str, str, int]], report: Report) -> None:
    """A number that is missing between two records of one author in one round was lost here, unless it was noted as lost."""
    logs: dict[bytes, list[Fact]] = {}
    for fact in facts:
        logs.setdefault(fact.author, []).append(fact)
    for author, mine in logs.items():
        mine.sort(key=lambda fact: fact.seq)
        device, log = author[:4].hex(), author[4:].hex()
        for one, two in zip(mine, mine[1:], strict=False):
            wide = two.seq - one.seq > 1
            if wide and all((device, log, seq) in lost for seq in range(one.seq + 1, min(two.seq, one.seq + 100_002))):
                report.add(NOTE, f"log {device}/{log}", f"numbers {one.seq + 1} to {two.seq - 1} were lost on the device itself")
            elif wide and one.round == two.round and not any(fact.back for fact in mine):
                text = (
                    f"number {one.seq + 1} is missing"
                    if two.seq - one.seq == 2
                    else f"{one.seq + 1} to {two.seq - 1} are missing"
                )
                report.add(DAMAGE, f"log {device}/{log}", text)


def numbers(payload: bytes, layout: str, where: str) -> tuple[int, ...]:
    """The numbers at the beginning of a payload; what follows is passed over. Raises Damaged when it is too short."""
    size = struct.calcsize(layout)
    if len(payload) < size:
        raise Damaged(where, "its payload is cut off")
    return struct.unpack_from(layout, payload)
