"""Folds of the records that come a few times in a round. Loaded for one, then dropped by a device; sheet.py has the rest."""

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, RecordError
from tavolo.domain.sheet import Sheet

_TURN_EVENTS = 40  # the newest are kept: the host has them all


def _plan(sheet: Sheet, rec: Record) -> None:
    from tavolo.domain.plan_reader import read_plan

    plan = read_plan(rec.payload)
    if sheet.plan is None or sheet.phase <= k.WAITING:
        sheet.clear(plan)
    else:
        sheet.plan = plan  # a plan corrected in mid-round (a name, the clock's policy) keeps what was played


def _start(sheet: Sheet, rec: Record) -> None:
    sheet.clock.start(*facts.read_time(rec.payload))
    if sheet.phase <= k.WAITING:
        sheet.enter(k.PLAY, rec)  # deal 1 is dealt before the start (RULES 3.1)


def _clock(sheet: Sheet, rec: Record) -> None:
    at_ms = facts.read_time(rec.payload)[0]
    if rec.kind == k.PAUSE:
        sheet.clock.pause(at_ms)
    else:
        sheet.clock.resume(at_ms)


def _add_time(sheet: Sheet, rec: Record) -> None:
    if rec.at_ms not in sheet.added_ms:  # else said again by a host that was restored, and heard before all the same
        sheet.clock.add(facts.read_delta(rec.payload))
        sheet.added_ms.append(rec.at_ms)


def _time_out(sheet: Sheet, rec: Record) -> None:
    at_ms = facts.read_time(rec.payload)[0]
    if sheet.phase <= k.WAITING or sheet.time_out_at >= 0:
        return
    sheet.clock.time_out(at_ms)
    sheet.time_out_at = at_ms
    sheet.ended = True


def _end_round(sheet: Sheet, rec: Record) -> None:
    sheet.clock.end(facts.read_time(rec.payload)[0])
    sheet.ended = True
    if sheet.phase in (k.DEALING, k.PLAY):
        sheet.enter(k.SHEET, rec)


def _presence(sheet: Sheet, rec: Record) -> None:
    line, state = facts.read_numbers(rec.payload, 2)
    if line > 1:
        return
    if state == k.SWAP_LINES:
        sheet.swapped = not sheet.swapped
    else:
        sheet.presence_state[line] = state
        if state == k.HERE and sheet.presence[line] < 0:
            sheet.presence[line] = rec.at_ms
    _seated(sheet)


def _seats(sheet: Sheet, rec: Record) -> None:
    keeper, dealer = facts.read_numbers(rec.payload, 2)
    sheet.keeper = keeper if keeper < 4 else -1
    sheet.first_dealer = dealer if dealer < 4 else -1
    _seated(sheet)


def _seated(sheet: Sheet) -> None:
    ready = sheet.keeper >= 0 and sheet.first_dealer >= 0 and sheet.presence_state == [k.HERE, k.HERE]
    if sheet.phase <= k.WAITING:
        sheet.phase = k.WAITING if ready else k.SEATING


def _void(sheet: Sheet, rec: Record) -> None:
    deal, _ = facts.read_numbers(rec.payload, 2)
    ref = rec.payload[2:14]
    if sheet.copied and sheet.copied[-1] == ref:
        sheet.copied = None
        return
    for version in sheet.versions:
        if version.number == deal and version.ref == ref:
            version.void = True
    if sheet.phase == k.SIGNED and deal in taken_back(sheet):
        sheet.signed = None  # played again, then signed again
        sheet.phase = k.SHEET
    if sheet.phase in (k.PLAY, k.COUNT) and deal == sheet.deal_no:
        sheet.enter(k.DEALING, rec)  # dealt again under the same number, no time back (RULES 3.6)
    sheet.advance(rec)


def _last_lap(sheet: Sheet, rec: Record) -> None:
    sheet.lap = facts.read_numbers(rec.payload, 3)
    sheet.lap_done = 0
    if sheet.phase in (k.DEALING, k.PLAY, k.COUNT, k.SHEET) and sheet.deal(sheet.deal_no) is None:
        sheet.enter((k.SHEET, k.PLAY, k.PLAY, k.COUNT)[sheet.lap[0] & 3], rec)


def taken_back(sheet: Sheet) -> list:
    """Numbers of deals that are void and not recorded again."""
    return [version.number for version in sheet.versions if version.void and not sheet.deal(version.number)]


def _sign(sheet: Sheet, rec: Record) -> None:
    signed = facts.read_sign(rec.payload)
    if signed[0] > sheet.played() and taken_back(sheet):
        return  # signed before the table heard that a deal is void: host and table forget it alike
    if sheet.signed and signed[0] < sheet.signed[0] == sheet.played():
        return  # by a device that took the table over and had not heard of all deals: what was signed of all of them stands
    sheet.signed = signed
    sheet.enter(k.SIGNED, rec)


def _result(sheet: Sheet, rec: Record) -> None:
    device = rec.payload[8:12]
    if len(device) < 4:
        raise RecordError("payload too short")
    sheet.copied = facts.read_sign(rec.payload[:8]) + (device, rec.ref())


def _call(sheet: Sheet, rec: Record) -> None:
    state, line, reason, number = facts.read_numbers(rec.payload, 4)
    if state != k.CALL_MADE:
        sheet.call = None
    elif sheet.call and sheet.call[3] == number:  # the reason follows: the call itself is the same
        sheet.call = (sheet.call[0], line, reason, number, sheet.call[4])
    else:
        sheet.call = (state, line, reason, number, rec.at_ms)


def _call_answer(sheet: Sheet, rec: Record) -> None:
    state, number = facts.read_numbers(rec.payload, 2)
    if sheet.call and sheet.call[3] == number:
        sheet.call = (state,) + sheet.call[1:] if state != k.CALL_CLOSED else None


def _override(sheet: Sheet, rec: Record) -> None:
    deal, reason = facts.read_numbers(rec.payload, 2)
    sheet.override_deals[deal] = reason
    sheet.ruling_ask = None


def _ruling_ask(sheet: Sheet, rec: Record) -> None:
    sheet.ruling_ask = facts.read_numbers(rec.payload, 2)


def _pin_try(sheet: Sheet, rec: Record) -> None:
    sheet.pin_tries += 1


def _overrun(sheet: Sheet, rec: Record) -> None:
    line, seconds = facts.read_numbers(rec.payload, 2)
    what = rec.payload[2] if len(rec.payload) > 2 else k.TURN_OVER
    if what == k.TURN_OVER:
        sheet.overruns += 1
    sheet.turn_events = (sheet.turn_events + [(what, line, seconds, rec.at_ms)])[-_TURN_EVENTS:]


_FOLDS = {
    k.PLAN: _plan,
    k.START: _start,
    k.PAUSE: _clock,
    k.RESUME: _clock,
    k.ADD_TIME: _add_time,
    k.TIME_OUT: _time_out,
    k.END_ROUND: _end_round,
    k.PRESENCE: _presence,
    k.SEATS: _seats,
    k.VOID: _void,
    k.LAST_LAP: _last_lap,
    k.SIGN: _sign,
    k.CALL: _call,
    k.CALL_ANSWER: _call_answer,
    k.OVERRIDE: _override,
    k.OVERRUN: _overrun,
    k.RULING_ASK: _ruling_ask,
    k.PIN_TRY: _pin_try,
    k.RESULT: _result,
}


def fold(sheet: Sheet, rec: Record) -> None:
    """Fold a record of one of these kinds; of any other kind, nothing changes. Raises RecordError, nothing changed."""
    how = _FOLDS.get(rec.kind)
    if how:
        how(sheet, rec)
