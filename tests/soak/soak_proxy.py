"""The network between tables and host: every connection passes here and has a fate that the session's seed chose.

Bytes travel with a latency; a fate may cut them off in the middle, hold them back, let them vanish without a word, or put
an old frame between them. Frames (RFC 6455) are counted as they are sent and as they arrive.
"""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

LEAST_MS = 100  # no byte of a table is at the host sooner: tables run so far ahead of it
_OLD_FRAMES = 40
_FOREVER = 1 << 40

CALM, CUT, STALL, VANISH, SLOW, REPLAY, SILENT = "calm", "cut", "stall", "vanish", "slow", "replay", "silent"
FATES = (CALM, CUT, STALL, VANISH, SLOW, REPLAY, SILENT)
GHOST = "ghost"  # in the place of a device's id: a guest who plays an old connection again
_WEIGHTS = (1, 5, 2, 18, 1, 2, 1)


@dataclass
class Count:
    """Of a session, or of many."""

    sent: int = 0
    died: int = 0
    connections: int = 0
    replays: int = 0
    ghosts: int = 0
    cuts: int = 0

    def add(self, other: "Count") -> None:
        """Add another's figures."""
        for name in vars(other):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Frames:
    """Finds frames in a stream: the HTTP head first, then frame after frame."""

    def __init__(self) -> None:
        self._rest = b""
        self._upgraded = False
        self.count = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Frames that are whole with these bytes."""
        self._rest += data
        if not self._upgraded:
            end = self._rest.find(b"\r\n\r\n")
            if end < 0:
                return []
            self._upgraded, self._rest = True, self._rest[end + 4 :]
        found = []
        while (size := self._size()) and size <= len(self._rest):
            found.append(self._rest[:size])
            self._rest = self._rest[size:]
        self.count += len(found)
        return found

    def at_boundary(self) -> bool:
        """The upgrade is done, and no frame is half there."""
        return self._upgraded and not self._rest

    def _size(self) -> int:
        rest = self._rest
        if len(rest) < 2 or (rest[1] & 127 == 126 and len(rest) < 4):
            return 0
        size, head = rest[1] & 127, 2
        if size == 126:
            size, head = rest[2] << 8 | rest[3], 4
        return head + (4 if rest[1] & 128 else 0) + size


class Way:
    """One direction of a connection. `ends`: ms from which no byte comes through; `limit`: bytes that do at most."""

    def __init__(self, rng: random.Random, least: int, most: int) -> None:
        self._rng = rng
        self.least, self.most = least, most
        self._queue: deque[tuple[int, bytes]] = deque()
        self._last = 0
        self.sent, self.got = Frames(), Frames()
        self.old: deque[bytes] = deque(maxlen=_OLD_FRAMES)
        self.passed = 0
        self.limit = _FOREVER
        self.hold_from = self.hold_to = self.ends = _FOREVER
        self.closed_at = _FOREVER  # when the far side hears that this one has closed
        self.insert: bytes | None = None
        self.all = b""

    def put(self, now: int, data: bytes) -> None:
        """Bytes are sent."""
        self.old += self.sent.feed(data)
        if len(self.all) < 6000:
            self.all += data
        if now >= self.ends:
            return
        self._queue.append((self._due(now), data))

    def _due(self, now: int) -> int:
        due = now + self._rng.randint(self.least, self.most)
        if self.hold_from <= due < self.hold_to:
            due = self.hold_to
        self._last = max(self._last + 1, due)  # timers of one ms would go off in any order, and TCP keeps it
        return self._last

    def close(self, now: int) -> None:
        """The sender closes: heard after all that it sent, if at all."""
        if now < self.ends:
            self.closed_at = self._due(now)

    def take(self, until: int) -> list[tuple[int, bytes]]:
        """What arrives until then, as (ms, bytes)."""
        found = []
        while self._queue and self._queue[0][0] <= until:
            due, data = self._queue.popleft()
            data = data[: max(0, self.limit - self.passed)]
            self.passed += len(data)
            self.got.feed(data)
            if self.insert and self.got.at_boundary():
                data, self.insert = data + self.insert, None
            if data:
                found.append((due, data))
        return found

    def spent(self) -> bool:
        """As many bytes as the fate allows have come through."""
        return self.passed >= self.limit

    def died(self) -> int:
        """Frames that were sent and never arrived whole."""
        return self.sent.count - self.got.count


class Wire:
    """A connection of a table. `here`, `there`: whether the table's and the host's end know nothing of an end yet."""

    def __init__(self, device: str, fate: str, up: Way, down: Way) -> None:
        self.device, self.fate, self.up, self.down = device, fate, up, down
        self.pipe: Any = None
        self.here = self.there = True


class Proxy:
    """Draws fates. `calm`: from now on the network is a good one; until then, what is spared at first vanishes later."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.calm = False
        self.count = Count()
        self._old: dict[tuple[str, int], list[bytes]] = {}
        self.streams: list[bytes] = []

    def fate(self) -> str:
        """Of the next connection."""
        return CALM if self.calm else self.rng.choices(FATES, _WEIGHTS)[0]

    def ways(self, device: str, fate: str, now: int) -> tuple[Way, Way]:
        """(to the host, to the table) of a connection with that fate."""
        rng = self.rng
        slow = fate == SLOW
        up = Way(rng, LEAST_MS, 2500 if slow else rng.choice((160, 700)))
        down = Way(rng, 0, 2500 if slow else rng.choice((60, 700)))
        which = rng.choice((up, down))
        if fate == CUT:
            up.most = down.most = 1000
            which.limit = int(rng.choice((400, 800, 1200, 2000)) * (0.5 + rng.random()))
        elif fate == SLOW or (fate == CALM and not self.calm):
            up.ends = down.ends = now + rng.randint(3000, 12000)
        elif fate == STALL:
            for way in rng.choice(((up,), (down,), (up, down))):
                way.hold_from = now + rng.randint(200, 9000)
                way.hold_to = way.hold_from + rng.randint(500, 30000)
        elif fate == VANISH:
            when = now + rng.randint(300, rng.choice((1200, 1200, 5000)))
            for way in rng.choice(((up,), (down,), (up, down), (up, down))):
                way.ends = when
        elif fate == REPLAY:
            up.ends = down.ends = now + rng.randint(2000, 9000)
            old = self._old.get((device, 0 if which is up else 1))
            if old:
                which.insert = rng.choice(old)
                self.count.replays += 1
        return up, down

    def over(self, device: str, up: Way, down: Way) -> None:
        """A connection has ended: count what died with it (once the network is good: nothing), keep frames for replays."""
        if device == GHOST:
            return
        if not self.calm:
            self.count.sent += up.sent.count + down.sent.count
            self.count.died += up.died() + down.died()
        for number, way in enumerate((up, down)):
            kept = self._old.setdefault((device, number), [])
            kept += way.old
            del kept[:-_OLD_FRAMES]
        if up.sent.count > 3:
            self.streams = [*self.streams[-3:], up.all]
