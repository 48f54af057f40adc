"""The turn clock: one player's time for one turn (RULES 3.3). Told the time with every call; times in event or own ms."""

from tavolo.domain import kinds as k

GRACE_MS = 5000  # the arbiter called to the table gives five more seconds
DIRECT_PILE_MS = 40000  # a pile taken directly: the turn counts afresh
MANY = 2  # hands: 0 under four cards, 1 four to ten, 2 eleven or more

IDLE = 0
RUNNING = 1
PAUSED = 2


def limits(profile: int) -> tuple:
    """((cards in hand at most, seconds), ...) of a profile, rising; empty where it has none (RULES 3.3)."""
    return () if profile == k.FEBURIT else ((3, 10), (10, 20), (255, 40))


def limit_ms(rows: tuple, cards: int) -> int:
    """Milliseconds for a hand of `cards` by the profile's limits; 0 where it has none."""
    for most, seconds in rows:
        if cards <= most:
            return seconds * 1000
    return 0


def hand_ms(plan, hand: int) -> int:
    """Milliseconds for a hand (0, 1 or MANY): the organiser's, else the profile's; 0 where neither has a limit."""
    rows = limits(plan.profile)
    return 1000 * (plan.turn_s[hand] or (rows[hand][1] if rows else 0))


class TurnClock:
    """`state`, `limit` in ms, `line` and `seat` on turn (-1: not known), `hands` (by seat: how many cards, 0 to MANY).
    Stands while the arbiter is on the way; expiry is a fact to show, it ends nothing by itself."""

    def __init__(self) -> None:
        self.state = IDLE
        self.limit = 0
        self.line = self.seat = -1
        self.hands = [MANY] * 4
        self.graced = False
        self._deadline = 0
        self._left = 0
        self._late = 0  # ms over before the grace
        self._rang = False
        self._stood = False

    def start(self, now_ms: int, limit: int) -> bool:
        """Begin a turn of `limit` ms; a running turn is replaced. False where the profile has no limit (0)."""
        if limit <= 0:
            return False
        self.state = RUNNING
        self.limit = limit
        self._deadline = now_ms + limit
        self._late = 0
        self.graced = self._rang = False
        return True

    def pause(self, now_ms: int) -> bool:
        """The arbiter is called: play and clock stand (RULES 3.5)."""
        if self.state != RUNNING:
            return False
        self._left = self._deadline - now_ms
        self.state = PAUSED
        return True

    def resume(self, now_ms: int) -> bool:
        """The arbiter has ruled."""
        if self.state != PAUSED:
            return False
        self._deadline = now_ms + self._left
        self.state = RUNNING
        return True

    def relimit(self, limit: int) -> bool:
        """The hand was another than thought: `limit` ms from when the turn began. False where there is none."""
        if limit <= 0 or self.state == IDLE:
            return False
        self._deadline += limit - self.limit
        self._left += limit - self.limit
        self.limit = limit
        self._rang = False
        return True

    def grace(self, now_ms: int) -> bool:
        """The arbiter's five seconds more, on top of what is left; once a turn, then a discard is imposed."""
        if self.state == IDLE or self.graced:
            return False
        left = self.remaining_ms(now_ms)
        self._late = max(0, -left)
        self._deadline = now_ms + max(0, left) + GRACE_MS
        self.state = RUNNING
        self.graced = True
        self._rang = False
        return True

    def direct_pile(self, now_ms: int) -> bool:
        """The player took the pile directly, eleven cards more in hand: the turn counts afresh from now (inf)."""
        return self.state != IDLE and self.start(now_ms, DIRECT_PILE_MS)

    def stop(self) -> bool:
        """The turn is over."""
        if self.state == IDLE:
            return False
        self.state = IDLE
        return True

    def remaining_ms(self, now_ms: int) -> int:
        """Milliseconds left, negative when over; 0 while idle."""
        if self.state == PAUSED:
            return self._left
        return self._deadline - now_ms if self.state == RUNNING else 0

    def over_ms(self, now_ms: int) -> int:
        """Milliseconds beyond what was allowed, the arbiter's five seconds and the time it stood not counted."""
        return self._late + max(0, -self.remaining_ms(now_ms))

    def expired(self, now_ms: int) -> bool:
        """The time is used up."""
        return self.state != IDLE and self.remaining_ms(now_ms) <= 0

    def rang(self, now_ms: int, stands: bool = False) -> bool:
        """True once for each time that it runs out: sound it. `stands`: the arbiter is called, or the round's clock
        stands; this clock stands from when that begins until it ends, or until the arbiter's grace."""
        if stands != self._stood:
            self._stood = stands
            if stands:
                self.pause(now_ms)
            else:
                self.resume(now_ms)
        if self._rang or not self.expired(now_ms):
            return False
        self._rang = True
        return True
