"""The computer's two clocks, handed to whoever needs one: so that a test can have its own, and nobody else sees it."""

import time
from collections.abc import Callable
from dataclasses import dataclass


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Clocks:
    """`monotonic_ms()`: never goes back, from any beginning; `wall_ms()`: since 1970, and somebody may set it."""

    monotonic_ms: Callable[[], int] = _monotonic_ms
    wall_ms: Callable[[], int] = _wall_ms


COMPUTER = Clocks()
