"""The one queue between what happens outside (keys, link) and the core tick: whole numbers only, no allocation.

Never grows. When it is full the newest event is dropped and counted, so that what was already queued stays in order.
`put` may interrupt `take` at any place: each moves an end of its own.
"""


class Ring:
    """`slots` events of four integers. After a `take()` that returned True: .kind .a .b .t; `dropped` counts losses."""

    def __init__(self, slots: int = 16) -> None:
        self._size = 4 * slots + 4  # one stays free, to tell full from empty
        self._ints = [0] * self._size  # a list and not an array: t may pass 2^31 after 24 days
        self._head = 0
        self._tail = 0
        self.dropped = 0
        self.kind = self.a = self.b = self.t = 0

    def put(self, kind: int, a: int, b: int, t: int) -> bool:
        """Queue one event of time `t` ms. False: full, dropped and counted."""
        at = self._tail
        after = (at + 4) % self._size
        if after == self._head:
            self.dropped += 1
            return False
        ints = self._ints
        ints[at] = kind
        ints[at + 1] = a
        ints[at + 2] = b
        ints[at + 3] = t
        self._tail = after
        return True

    def take(self) -> bool:
        """Put the oldest event into .kind .a .b .t. False: there is none."""
        at = self._head
        if at == self._tail:
            return False
        ints = self._ints
        self.kind = ints[at]
        self.a = ints[at + 1]
        self.b = ints[at + 2]
        self.t = ints[at + 3]
        self._head = (at + 4) % self._size
        return True
