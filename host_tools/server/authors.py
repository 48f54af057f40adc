"""Which records only the host may write (docs/protocol.md 2.2, author): one list, for all ways by which a record comes in.

A table's record that speaks the host's word is kept, with a status of its own, and never counts; otherwise whoever has a
device could change a plan, add time, or decide on a signed sheet. A table that plays alone is its own host (hall.place_of).
"""

from collections.abc import Callable

from tavolo.domain import kinds as k
from tavolo.domain.record import Record

_PIN_ENTERED = b"\1"  # third byte of a table's OVERRIDE
_NAMES_NOTHING = 2  # bytes of a VOID that a table writes: the deal in play is dealt again; more names a record
_Test = Callable[[bytes], bool]


def _always(payload: bytes) -> bool:
    return True


def _flagged(payload: bytes) -> bool:
    return bool(payload[1:2] and payload[1] & (k.COPIED | k.BY_ARBITER))


_HOSTS_ALONE: dict[int, _Test] = {
    k.PLAN: _always,
    k.PAUSE: _always,
    k.RESUME: _always,
    k.ADD_TIME: _always,
    k.END_ROUND: _always,
    k.CALL_ANSWER: _always,
    k.RESULT: _always,
    k.DEAL: _flagged,
    k.REVISE: _flagged,
    k.VOID: lambda payload: len(payload) > _NAMES_NOTHING or payload[:1] == b"\0",
    k.OVERRIDE: lambda payload: payload[2:3] != _PIN_ENTERED,
    k.RULING_ASK: lambda payload: payload[1:2] == bytes((k.RULING_NO,)),
}


def speaks_for_host(rec: Record) -> bool:
    """Whether only the host may say this; asked of records of other authors."""
    test = _HOSTS_ALONE.get(rec.kind)
    return test is not None and test(rec.payload)
