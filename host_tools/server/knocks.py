"""Guests who knock at the tables' endpoint without a key, again and again.

A refused hello costs the server some milliseconds; hundreds a second from one guest's computer would keep tables out that come
back after a restart. So an address that was refused `MOST` times in a minute is not listened to for the rest of that minute. A
device with a wrong key asks again each 10 s: dozens of them behind one router stay below. The computer itself is not counted.
"""

import time

from host_tools.server.origin import is_own_address

MOST = 600
WITHIN_S = 60.0
_ADDRESSES = 1000  # that are remembered; the one that was first refused longest ago goes first


class Knocks:
    """Since when, and how often, each address was refused."""

    def __init__(self) -> None:
        self._refused: dict[str, tuple[float, int]] = {}

    def refused(self, address: str) -> None:
        """A hello from `address` has been refused."""
        if is_own_address(address):
            return
        now = time.monotonic()
        since, times = self._refused.get(address, (now, 0))
        if now - since > WITHIN_S:
            del self._refused[address]
            since, times = now, 0
        self._refused[address] = (since, times + 1)
        if len(self._refused) > _ADDRESSES:
            del self._refused[next(iter(self._refused))]

    def tires(self, address: str) -> bool:
        """Whether `address` was refused too often of late."""
        since, times = self._refused.get(address, (0.0, 0))
        return times >= MOST and time.monotonic() - since <= WITHIN_S


KNOCKS = Knocks()
