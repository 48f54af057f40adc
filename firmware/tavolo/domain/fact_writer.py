"""Payloads that are written seldom: a device loads this for a deal, a signature or a fault. Readers are in facts.py."""

import struct

from tavolo.domain import kinds as k
from tavolo.domain.facts import LINE, numbers_payload
from tavolo.domain.record import RecordError


def delta_payload(delta_ms: int) -> bytes:
    """ADD_TIME: milliseconds added to (or, negative, cut from) the round, up to a day."""
    if not -86400000 <= delta_ms <= 86400000:
        raise RecordError("time change out of range")
    return struct.pack(">i", delta_ms)


def _pack_line(entry: list) -> bytes:
    for field in range(k.FIELDS):
        low, high = (-32767, 32767) if field >= k.NEGATIVE else (0, 255)
        if not low <= entry[field] <= high:
            raise RecordError("field %d of a deal is missing or out of range" % field)
    return struct.pack(LINE, *entry)


def deal_payload(deal: int, ns: list, ew: list, flags: int = 0, reason: int = 0, replaces: bytes = b"") -> bytes:
    """DEAL (replaces empty) or REVISE (12-byte ref of the record replaced): both lines' whole entries."""
    return numbers_payload(deal, flags, reason) + _pack_line(ns) + _pack_line(ew) + replaces


def sign_payload(deals: int, mp_ns: int, mp_ew: int, vp_ns: int, vp_ew: int, flags: int = 0) -> bytes:
    """SIGN: what both lines signed: deals counted, match points, victory points (0..255), flags bit 0 = ended early."""
    for value in (mp_ns, mp_ew):
        if not -32767 <= value <= 32767:
            raise RecordError("match points out of range")
    return numbers_payload(deals, vp_ns, vp_ew, flags) + struct.pack(">hh", mp_ns, mp_ew)


def text_payload(code: int, text: str) -> bytes:
    """FAULT: a number 0..255 and up to 120 bytes of text."""
    return numbers_payload(code) + text.encode()[:120]
