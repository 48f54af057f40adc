"""The turn clock at the table (RULES 3.3). Group 1 of the intents.

`model.turn` lives while a turn is timed, whatever screen is up. What is kept of it are OVERRUN records: a turn that took
too long, the arbiter's five seconds, the imposed discard.
"""

from tavolo.domain import facts, turn_clock
from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.ui import intents as i


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    what = intent[0]
    model = app.model
    if model.sheet.phase == k.PLAY:
        if what == i.TURN_START:
            _start(app, *intent[1:])
        elif what == i.TURN_END:
            _end(actions, app, intent[1])
        elif model.turn is not None:
            _change(actions, app, model.turn, what, intent)
    app.navigator.dirty = True
    forget("tavolo.domain.turn_clock")


def _start(app, line: int, seat: int, hand: int) -> None:
    model = app.model
    if model.turn is None:
        model.turn = turn_clock.TurnClock()
    turn = model.turn
    turn.line = line
    turn.seat = seat if seat < 4 else -1
    turn.hands[turn.seat] = hand
    turn.start(app.now, turn_clock.hand_ms(model.sheet.plan, hand))


def _end(actions, app, line: int) -> None:
    """`line` has played. With the running clock the next player's turn begins; the other line's key does nothing."""
    model = app.model
    turn, s = model.turn, model.sheet
    if not s.plan.turn_clock:
        if turn is not None and turn.line == line:
            _leave(actions, app, turn)
        return
    if turn is None or turn.line < 0:
        # nobody's turn was timed so far: most likely that of who is served first (RULES 3.2)
        seat = s.dealer(s.deal_no) + 1 & 3
        seat = seat + (1 if seat & 1 == line else 2) & 3
    elif turn.line == line:
        _over(actions, app, turn)
        seat = turn.seat + 1 & 3
    else:
        return
    _start(app, 1 - line, seat, turn.hands[seat] if turn is not None else turn_clock.MANY)


def _change(actions, app, turn, what: int, intent: tuple) -> None:
    seconds = min(255, turn.over_ms(app.now) // 1000)
    if what == i.TURN_PILE:
        turn.hands[turn.seat] = turn_clock.MANY
        turn.direct_pile(app.now)
    elif what == i.TURN_HAND:
        if turn.relimit(turn_clock.hand_ms(app.model.sheet.plan, intent[1])):
            turn.hands[turn.seat] = intent[1]
    elif what == i.TURN_GRACE:
        if turn.grace(app.now):
            actions.write(k.OVERRUN, facts.numbers_payload(turn.line, seconds, k.TURN_GRACE))
    elif what == i.TURN_DISCARD:
        actions.write(k.OVERRUN, facts.numbers_payload(turn.line, seconds, k.TURN_DISCARD))
        _end(actions, app, turn.line)
    elif what == i.TURN_LEAVE:
        _leave(actions, app, turn)
        if intent[1] != 255:
            actions.act((i.PHASE, intent[1]))


def _leave(actions, app, turn) -> None:
    _over(actions, app, turn)
    app.model.turn = None
    if app.navigator.top().module == "turn":
        app.navigator.close()


def _over(actions, app, turn) -> None:
    seconds = min(255, turn.over_ms(app.now) // 1000)
    if turn.state and seconds:  # a fraction of a second is the hand on its way to the key
        actions.write(k.OVERRUN, facts.numbers_payload(turn.line, seconds, k.TURN_OVER))
