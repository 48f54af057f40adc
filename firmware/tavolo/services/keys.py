"""Keys: raw levels, sampled every 5 ms, become press, release, repeat and long-press events in the ring.

Down at two samples is a press (quick to answer), up for 8 ms a release. After a sample that came late, as while the flash
erases, what the pins saw meanwhile counts too (tests/services/mpy/pins_device.py). Allocates nothing, so it can run beside
a collection of garbage or under a locked heap.
"""

from micropython import const

from tavolo.domain import kinds as k
from tavolo.services import numbers as n

_KEYS = const(6)
_BOUNCE_MS = const(10)  # contacts do for so long at most
_PRESS_MS = const(4)
_RELEASE_MS = const(8)  # after a press that took 4 ms to be one, no bouncing lasts so long
_LATE_MS = const(12)  # nobody looked for so long: a press can have been missed
_BLIND_MS = const(30)  # for so long: a release and another press
_LONG_LINE_MS = const(500)  # NS and EW confirm by holding
_LONG_MS = const(1000)
_REPEAT_FIRST_MS = const(400)
_REPEAT_MS = const(120)
_REPEAT_FAST_MS = const(60)
_FAST_AFTER_MS = const(1400)  # held this long, a value runs twice as fast
_NEVER = const(-1)


class Keys:
    """`hal.read()` -> mask of keys down, and above 8 bits those that went down since; `clock.ms()`. `down` is the debounced
    mask."""

    def __init__(self, hal, ring, clock) -> None:
        self._read = hal.read
        self._ms = clock.ms
        self._put = ring.put
        self._odd = [_NEVER] * _KEYS  # since when the samples contradict `down`
        self._since = [0] * _KEYS
        self._repeat = [_NEVER] * _KEYS  # when the next REPEAT is due
        self._long = [False] * _KEYS  # LONG was sent for this press
        self._last = self._ms()
        self._missed = 0  # mask: was pressed while nobody looked, not told yet
        self.down = 0

    def poll(self, now=None) -> None:
        """Take one sample; call it every 5 ms, from a timer's interrupt too. Times of events are that of the sample that
        decided."""
        raw = self._read()
        now = self._ms()
        gap = now - self._last
        self._last = now
        for key in range(_KEYS):
            level = raw >> key & 1
            fell = gap > _LATE_MS and raw >> key + 8 & 1
            if self.down >> key & 1:
                self._held(key, level, fell, gap, now)
            elif level:
                if self._odd[key] < 0 and gap <= _LATE_MS:
                    self._odd[key] = now
                elif now - self._odd[key] >= _PRESS_MS:
                    self._change(key, k.PRESS, now)
            elif fell:
                self._odd[key] = now
                self._missed |= 1 << key
            elif not self._missed >> key & 1:
                self._odd[key] = _NEVER
            elif now - self._odd[key] >= _BOUNCE_MS:  # pressed and let go while nobody looked
                self._change(key, k.PRESS, now)
                self._change(key, k.RELEASE, now)

    def _held(self, key: int, level: int, fell: int, gap: int, now: int) -> None:
        if not level:
            if self._odd[key] < 0:
                self._odd[key] = now
            if gap > _LATE_MS or now - self._odd[key] >= _RELEASE_MS:
                self._change(key, k.RELEASE, now)
            return
        self._odd[key] = _NEVER
        if fell and gap > _BLIND_MS and now - gap - self._since[key] >= _BOUNCE_MS - _PRESS_MS:
            # let go; if it is down at the next sample too, it was pressed again
            self._change(key, k.RELEASE, now)
            self._odd[key] = now + 1
            return
        age = now - self._since[key]
        if not self._long[key] and age >= (_LONG_LINE_MS if key >= k.KEY_NS else _LONG_MS):
            self._long[key] = True
            self._put(n.EVENT_KEY, key, k.LONG, now)
        if self._repeat[key] != _NEVER and now >= self._repeat[key]:
            # from now and not from when it was due: a late poll must not let a burst follow
            self._repeat[key] = now + (_REPEAT_FAST_MS if age >= _FAST_AFTER_MS else _REPEAT_MS)
            self._put(n.EVENT_KEY, key, k.REPEAT, now)

    def _change(self, key: int, edge: int, now: int) -> None:
        self._odd[key] = _NEVER
        self._missed &= ~(1 << key)
        self.down ^= 1 << key
        if edge == k.PRESS:
            self._since[key] = now
            self._long[key] = False
            self._repeat[key] = now + _REPEAT_FIRST_MS if key <= k.DOWN else _NEVER
        self._put(n.EVENT_KEY, key, edge, now)

    def held_ms(self, key: int, now: int) -> int:
        """How long `key` has been down, in ms (for the bar that fills while a line confirms); 0 when it is up."""
        return now - self._since[key] if self.down >> key & 1 else 0
