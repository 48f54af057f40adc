"""The board's clock over MicroPython's ticks, which wrap: this is the one place that knows it."""

import time

from micropython import const

_LOOK_MS = const(10)


class Clock:
    """Milliseconds since start. Ticks wrap; the sum of their differences does not."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()  # type: ignore[attr-defined]
        self._sum = 0

    def ms(self) -> int:
        """Ms since start. Call it at least once in six days (2^29 ms)."""
        now = time.ticks_ms()  # type: ignore[attr-defined]
        self._sum += time.ticks_diff(now, self._last)  # type: ignore[attr-defined]
        self._last = now
        return self._sum

    def rest(self, ms: int) -> bool:
        """rest() of hal.Clock. Keys, radio and serial line do not wake this chip's interpreter: it looks each 10 ms."""
        time.sleep_ms(min(ms, _LOOK_MS))  # type: ignore[attr-defined]
        return ms > _LOOK_MS
