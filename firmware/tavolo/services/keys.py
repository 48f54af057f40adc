"""Keys: raw levels, sampled every 5 ms, become press, release, repeat and long-press events in the ring.

Two equal samples make a press (quick to answer), four a release (contacts bounce longest when they open). Allocates
nothing, so it can run beside a collection of garbage or under a locked heap.
"""

from micropython import const

from tavolo.domain import kinds as k
from tavolo.services import numbers as n

_KEYS = const(6)
_PRESS_SAMPLES = const(2)
_RELEASE_SAMPLES = const(4)
_LONG_LINE_MS = const(500)  # NS and EW confirm by holding
_LONG_MS = const(1000)
_REPEAT_FIRST_MS = const(400)
_REPEAT_MS = const(120)
_REPEAT_FAST_MS = const(60)
_FAST_AFTER_MS = const(1400)  # held this long, a value runs twice as fast
_NEVER = const(-1)


class Keys:
    """`hal.read()` -> mask of keys down, `clock.ms()`. `down` is the debounced mask."""

    def __init__(self, hal, ring, clock) -> None:
        self._read = hal.read
        self._ms = clock.ms
        self._put = ring.put
        self._count = [0] * _KEYS  # consecutive samples that contradict `down`
        self._since = [0] * _KEYS
        self._repeat = [_NEVER] * _KEYS  # when the next REPEAT is due
        self._long = [False] * _KEYS  # LONG was sent for this press
        self.down = 0

    def poll(self, now: int = -1) -> None:
        """Take one sample; call it every 5 ms. Times of events are that of the sample that decided."""
        raw = self._read()
        now = self._ms()
        for key in range(_KEYS):
            held = self.down >> key & 1
            if raw >> key & 1 == held:
                self._count[key] = 0
                if held:
                    self._hold(key, now)
                continue
            self._count[key] += 1
            if self._count[key] == (_RELEASE_SAMPLES if held else _PRESS_SAMPLES):
                self._change(key, held, now)

    def _change(self, key: int, held: int, now: int) -> None:
        self._count[key] = 0
        self.down ^= 1 << key
        if not held:
            self._since[key] = now
            self._long[key] = False
            self._repeat[key] = now + _REPEAT_FIRST_MS if key <= k.DOWN else _NEVER
        self._put(n.EVENT_KEY, key, k.RELEASE if held else k.PRESS, now)

    def _hold(self, key: int, now: int) -> None:
        age = now - self._since[key]
        if not self._long[key] and age >= (_LONG_LINE_MS if key >= k.KEY_NS else _LONG_MS):
            self._long[key] = True
            self._put(n.EVENT_KEY, key, k.LONG, now)
        if self._repeat[key] != _NEVER and now >= self._repeat[key]:
            # from now and not from when it was due: a late poll must not let a burst follow
            self._repeat[key] = now + (_REPEAT_FAST_MS if age >= _FAST_AFTER_MS else _REPEAT_MS)
            self._put(n.EVENT_KEY, key, k.REPEAT, now)

    def held_ms(self, key: int, now: int) -> int:
        """How long `key` has been down, in ms (for the bar that fills while a line confirms); 0 when it is up."""
        return now - self._since[key] if self.down >> key & 1 else 0
