"""The turn clock: one player's time for one turn (RULES 3.3). Told the time with every call; times in event or own ms."""

from tavolo.domain import kinds as k

GRACE_MS = 5000  # the arbiter called to the table gives five more seconds
DIRECT_PILE_MS = 40000  # a pile taken directly: the turn counts afresh

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


class TurnClock:
    """`state`, `limit` in ms. Stands while the arbiter is on the way; expiry is a fact to show, it ends nothing by itself."""

    def __init__(self) -> None:
        self.state = IDLE
        self.limit = 0
        self._deadline = 0
        self._left = 0
        self._graced = False
        self._rang = False

    def start(self, now_ms: int, limit: int) -> bool:
        """Begin a turn of `limit` ms; a running turn is replaced. False where the profile has no limit (0)."""
        if limit <= 0:
            return False
        self.state = RUNNING
        self.limit = limit
        self._deadline = now_ms + limit
        self._graced = self._rang = False
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

    def grace(self, now_ms: int) -> bool:
        """The arbiter's five seconds more, on top of what is left; once a turn, then a discard is imposed."""
        if self.state == IDLE or self._graced:
            return False
        self._deadline = now_ms + max(0, self.remaining_ms(now_ms)) + GRACE_MS
        self.state = RUNNING
        self._graced = True
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

    def expired(self, now_ms: int) -> bool:
        """The time is used up."""
        return self.state != IDLE and self.remaining_ms(now_ms) <= 0

    def rang(self, now_ms: int) -> bool:
        """True once for each time that it runs out: sound it."""
        if self._rang or not self.expired(now_ms):
            return False
        self._rang = True
        return True
