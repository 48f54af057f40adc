"""Who still plays when time-out is called (RULES 3.2). The screen shows the answer; nobody is forced by it."""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, seats


def last_lap(family: int, state: int, dealer: int, on_turn: "int | None", drawn: "bool | None") -> "tuple | None":
    """The turns left from this instant on, as a tuple of seats; () when the round is over; None: the arbiter decides.

    `state`: TO_BEFORE_DEALING, TO_DEALING, TO_PLAY, TO_COUNT. In play the seat on turn comes first, whether it finishes
    its turn (`drawn`, or under 002 its first one played without drawing) or has still to draw; the last four turns are
    the last lap. A player who is only throwing the discard counts as the next one, not drawn; the caller says so.
    Rows marked (inf) in RULES are our reading and are used. What nobody can tell, on_turn None or drawn None, leaves the
    answer to the arbiter unless it makes no difference. Raises ValueError for a state or seat that does not exist.
    """
    if not 0 <= dealer < 4 or not k.TO_BEFORE_DEALING <= state <= k.TO_COUNT:
        raise ValueError("no such dealer or state of the table")
    if state == k.TO_BEFORE_DEALING or state == k.TO_COUNT:
        return ()
    lap = seats.order(dealer)
    if state == k.TO_DEALING:
        return lap
    if on_turn is None:
        return None
    if not 0 <= on_turn < 4:
        raise ValueError("no such seat on turn")
    if drawn is None:
        turns = last_lap(family, state, dealer, on_turn, False)
        return turns if turns == last_lap(family, state, dealer, on_turn, True) else None
    at = lap.index(on_turn)
    if family == profiles.TO_RIGHT:
        return lap[at:] + lap[:at]
    if family == profiles.TO_DEALER:
        # the running lap is completed and one more is played; before F has drawn the lap about to begin is the last
        return lap if at == 0 and not drawn else lap[at:] + lap
    # FROM_PARTNER: one full lap that starts from the partner of the player who still has to draw
    return tuple([lap[n & 3] for n in range(at, at + 6 + (1 if drawn else 0))])
