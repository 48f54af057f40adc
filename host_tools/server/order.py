"""The order of a sheet's records when some of them came back from a table long after they were made."""

from collections import deque

from tavolo.domain import kinds as k
from tavolo.domain.record import Record

Item = tuple[Record, bytes]
_REPLACED = {k.REVISE: 25, k.VOID: 2}  # where the payload names the record that is replaced
_REF = 12


def _after(rec: Record) -> bytes:
    """The id of the record that this one takes the place of, or b""."""
    at = _REPLACED.get(rec.kind)
    return rec.payload[at : at + _REF] if at is not None else b""


def by_time(log: list[Item]) -> list[Item]:
    """`log` as it was: each author's records in his order; the plan before all that others say; then by time, which may be
    an estimate, or 0 where a table had no clock, so that what names a record comes after it whatever the times say."""
    queues: dict[bytes, deque[Item]] = {}
    for item in sorted(log, key=lambda item: item[0].seq):
        queues.setdefault(item[0].author(), deque()).append(item)
    there = {rec.ref() for rec, _ in log}
    planned = all(rec.kind != k.PLAN for rec, _ in log)
    out: list[Item] = []
    while queues:
        heads = sorted(queues, key=lambda author: queues[author][0][0].at_ms)
        if not planned:
            heads = [author for author in heads if any(rec.kind == k.PLAN for rec, _ in queues[author])]
        free = [author for author in heads if _after(queues[author][0][0]) not in there]
        author = (free or heads)[0]
        rec, data = queues[author].popleft()
        if not queues[author]:
            del queues[author]
        out.append((rec, data))
        there.discard(rec.ref())
        planned |= rec.kind == k.PLAN
    return out
