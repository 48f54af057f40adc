"""The round's own clock at the host: the same records that the tables fold, seen by one table of the round."""

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record
from tavolo.domain.round_clock import RoundClock


def fold_clock(clock: RoundClock, rec: Record) -> bool:
    """Apply a host-authored record to `clock`; False where it is no clock record or changes nothing."""
    if rec.kind == k.START:
        return clock.start(*facts.read_time(rec.payload))
    if rec.kind == k.ADD_TIME:
        return clock.add(facts.read_delta(rec.payload))
    act = {k.PAUSE: clock.pause, k.RESUME: clock.resume, k.TIME_OUT: clock.time_out, k.END_ROUND: clock.end}.get(rec.kind)
    return act(facts.read_time(rec.payload)[0]) if act else False
