"""Payloads of the records: one pair of functions per shape (docs/protocol.md, Records). All big-endian.

Readers raise RecordError for a payload that is too short, and pass over what follows: a host's record ends in its tag, and
a newer version may say more. Writers raise it for a value out of range.
"""

import struct

from tavolo.domain.record import RecordError

LINE = ">BBBBBhhh"  # clean semi dirty closed pile negative positive arbiter
_DEAL_BYTES = 25  # deal, flags, reason and two lines of 11
_REVISED = 37  # and the id of the record that it replaces
OVERRIDE_FLAG = 1  # DEAL flags: the arbiter's approval covers its hard findings
NOBODY = 255


def _unpack(layout: str, payload: bytes) -> tuple:
    size = struct.calcsize(layout)
    if len(payload) < size:
        raise RecordError("payload too short")
    return struct.unpack(layout, payload[:size])


def numbers_payload(*values: int) -> bytes:
    """Small numbers 0..255 as one byte each: PRESENCE, SEATS, PHASE, LAST_LAP, LAP_TURN, CALL, OVERRIDE, VOID."""
    for value in values:
        if not 0 <= value < 256:
            raise RecordError("number does not fit a byte: %d" % value)
    return bytes(values)


def read_numbers(payload: bytes, count: int) -> tuple:
    """The first `count` one-byte numbers."""
    if len(payload) < count:
        raise RecordError("payload too short")
    return tuple(payload[:count])


def time_payload(at_ms: int, length_ms: int = 0) -> bytes:
    """START: start and length of the round; PAUSE, RESUME, TIME_OUT, END_ROUND: the instant. Event ms, unsigned."""
    if not (0 <= at_ms < 1 << 30 and 0 <= length_ms < 1 << 30):
        raise RecordError("time out of range")
    return struct.pack(">II", at_ms, length_ms)


def read_time(payload: bytes) -> tuple:
    """(at_ms, length_ms)."""
    return _unpack(">II", payload)


def read_delta(payload: bytes) -> int:
    """delta_ms of ADD_TIME."""
    return _unpack(">i", payload)[0]


def read_deal(payload: bytes) -> tuple:
    """(deal, flags, reason, ns entry, ew entry, replaced ref or b"")."""
    if len(payload) < _DEAL_BYTES:
        raise RecordError("payload too short")
    ns = list(struct.unpack(LINE, payload[3:14]))
    ew = list(struct.unpack(LINE, payload[14:25]))
    ref = payload[_DEAL_BYTES:_REVISED]
    return payload[0], payload[1], payload[2], ns, ew, bytes(ref if len(payload) >= _REVISED else b"")


def read_sign(payload: bytes) -> tuple:
    """(deals, mp_ns, mp_ew, vp_ns, vp_ew, flags)."""
    deals, vp_ns, vp_ew, flags, mp_ns, mp_ew = _unpack(">BBBBhh", payload)
    return deals, mp_ns, mp_ew, vp_ns, vp_ew, flags
