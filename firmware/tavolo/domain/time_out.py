"""Who still plays when time-out is called (RULES 3.2). The screen shows the answer; nobody is forced by it."""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, seats


def last_lap(family: int, state: int, dealer: int, on_turn: int, drawn: bool) -> tuple:
    """The turns left from this instant on, as a tuple of seats; () when the round is over.

    `state`: TO_BEFORE_DEALING, TO_DEALING, TO_PLAY, TO_COUNT. The seat on turn comes first, whether it finishes its turn
    (`drawn`) or has still to draw. A player who is only throwing the discard counts as the next one, not drawn; the
    caller says so. Raises ValueError for a seat outside 0..3.
    """
    if not (0 <= dealer < 4 and (state != k.TO_PLAY or 0 <= on_turn < 4)):
        raise ValueError("dealer and player on turn must be seats")
    if state in (k.TO_BEFORE_DEALING, k.TO_COUNT):
        return ()
    lap = seats.order(dealer)
    if state == k.TO_DEALING:
        return lap
    at = lap.index(on_turn)
    if family == profiles.TO_RIGHT:
        return lap[at:] + lap[:at]
    if family == profiles.TO_DEALER:
        # the running lap is completed and one more is played; before F has drawn the lap about to begin is the last
        return lap if at == 0 and not drawn else lap[at:] + lap
    # FROM_PARTNER: one full lap that starts from the partner of the player who still has to draw
    need = at + 1 if drawn else at
    return tuple([lap[n & 3] for n in range(at, need + 2 + 4)])
