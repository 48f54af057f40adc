"""The round clock as a state machine that is told the time (event ms) with every call (RULES 3.1).

    IDLE -> RUNNING <-> PAUSED, and from both to TIMED_OUT and ENDED; a new start begins again.

A call that does not fit the state changes nothing and returns False, so a doubled or late record is harmless.
"""

IDLE = 0
RUNNING = 1
PAUSED = 2
TIMED_OUT = 3
ENDED = 4


class RoundClock:
    """`state`; `started_ms`; `deadline_ms` is where the running clock reaches zero; `length_ms` with all added or cut time."""

    def __init__(self) -> None:
        self.state = IDLE
        self.started_ms = 0
        self.length_ms = 0
        self.deadline_ms = 0
        self._since_ms = 0  # last start or resume
        self._stopped_ms = 0
        self._low_ms = 0  # lowest that was left when `passed` looked

    def start(self, at_ms: int, length_ms: int) -> bool:
        """Start at `at_ms` with `length_ms` to play; False for a length that is none."""
        if length_ms <= 0:
            return False
        self.state = RUNNING
        self.started_ms = self._since_ms = at_ms
        self.length_ms = self._low_ms = length_ms
        self.deadline_ms = at_ms + length_ms
        return True

    def _halt(self, at_ms: int, state: int) -> None:
        if self.state == RUNNING:
            # an instant from before the last start or resume would count a pause twice
            self._stopped_ms = max(at_ms, self._since_ms)
        self.state = state

    def pause(self, at_ms: int) -> bool:
        """Stop the clock; only the arbiter does."""
        if self.state != RUNNING:
            return False
        self._halt(at_ms, PAUSED)
        return True

    def resume(self, at_ms: int) -> bool:
        """Go on after a pause; the deadline moves by the pause, never backwards."""
        if self.state != PAUSED:
            return False
        self._since_ms = max(at_ms, self._stopped_ms)
        self.deadline_ms += self._since_ms - self._stopped_ms
        self.state = RUNNING
        return True

    def add(self, delta_ms: int) -> bool:
        """Add time, or cut it with a negative number; before the time-out only."""
        if self.state != RUNNING and self.state != PAUSED:
            return False
        self.deadline_ms += delta_ms
        self.length_ms += delta_ms
        self._low_ms += max(0, delta_ms)
        return True

    def time_out(self, at_ms: int) -> bool:
        """The arbiter calls time-out, whatever the clock shows."""
        if self.state != RUNNING and self.state != PAUSED:
            return False
        self._halt(at_ms, TIMED_OUT)
        return True

    def end(self, at_ms: int) -> bool:
        """The round is over; after a time-out the clock keeps that instant."""
        if self.state == IDLE or self.state == ENDED:
            return False
        self._halt(at_ms, ENDED)
        return True

    def remaining_ms(self, now_ms: int) -> int:
        """Milliseconds left; negative in overtime; frozen while the clock does not run; 0 while idle."""
        if self.state == IDLE:
            return 0
        return self.deadline_ms - (now_ms if self.state == RUNNING else self._stopped_ms)

    def passed(self, now_ms: int, minutes: tuple) -> bool:
        """True when the running clock has come down to zero or to one of `minutes` left since the last call: warn, once
        for all that were passed. Asked late, or after a cut, it still says so; a clock that was set back does not pass
        again what it had passed, but time that the arbiter adds may bring it there a second time."""
        if self.state != RUNNING:
            return False
        left = self.remaining_ms(now_ms)
        low = self._low_ms
        if left >= low:
            return False
        self._low_ms = left
        warn = left <= 0 < low
        for n in minutes:
            warn = warn or left <= n * 60000 < low
        return warn

    def elapsed_ms(self, now_ms: int) -> int:
        """Milliseconds played, pauses not counted."""
        return self.length_ms - self.remaining_ms(now_ms)
