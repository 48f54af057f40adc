"""What is done to a session besides the network: the host is killed, restored from a copy, its clock set; flashes are filled;
tables get another device; a guest plays an old connection again.
"""

import random
import shutil
import sqlite3
from typing import Any

from soak_proxy import CALM, GHOST, LEAST_MS, Way, Wire


class Harm:
    """Drawn by the session's seed. `poll()` once a turn; `end()`: from now on nothing is done any more."""

    def __init__(self, session: Any, seed: int) -> None:
        self.session = session
        self._rng = random.Random(seed)
        self._copied: object = None
        self._due = self._plan()

    def _plan(self) -> list[tuple[int, str]]:
        plan, rng = self.session.plan, self._rng
        top = plan["hostile_ms"]
        harm = [(rng.randint(1000, top), "kill") for _ in range(plan["kills"])]
        if plan["restores"]:
            harm += [(at, "copy") for at in range(5000, top, 12000)] + [(rng.randint(20000, top // 2), "kill")]
        harm += [(rng.randint(10000, top), "ghost") for _ in range(2)]
        harm += [(rng.randint(1000, top), "jump") for _ in range(plan["jumps"])]
        harm += [(rng.randint(10000, 60000), "full") for _ in range(plan["full"])]
        if plan["swap"]:
            harm.append((plan["swap"][0], "swap"))
            if plan["back"]:
                harm.append((plan["swap"][0] + rng.randint(5000, 40000), "back"))
        return sorted(harm)

    def end(self) -> None:
        """No more of it."""
        self._due = []

    def poll(self) -> None:
        """Do what is due."""
        while self._due and self._due[0][0] <= self.session.now:
            getattr(self, "_" + self._due.pop(0)[1])()

    def _ghost(self) -> None:
        """A guest who has listened connects, and says all that a table once said."""
        if not (self.session.server.host and self.session.proxy.streams):
            return
        wire = Wire(GHOST, CALM, Way(self._rng, LEAST_MS, 150), Way(self._rng, 0, 50))
        self.session.wires.append(wire)
        wire.here = False
        wire.pipe = self.session.pipe(wire, self.session.now)
        stream = self._rng.choice(self.session.proxy.streams)
        for at in range(0, len(stream), 200):
            wire.up.put(self.session.now + at, stream[at : at + 200])
        self.session.count.ghosts += 1

    def _kill(self) -> None:
        if not self.session.server.host:
            return
        self.session.figures["kills"] += 1
        rounds = self._rounds()
        self.session.server.kill()
        self.session.checks.acknowledged()
        if self._copied == rounds and self._rng.random() < 0.7:
            self._restore()
        self.session.arbiter.killed()
        self.session.restart_ms = self.session.now + self._rng.randint(300, 12000)
        heard = self._rng.random() < 0.8  # the process was killed; or the computer, and nobody hears of it
        for wire in self.session.wires:
            wire.there = False
            wire.pipe = None
            if heard:
                wire.down.close(self.session.now)

    def _rounds(self) -> object:
        return [(info.id, info.state) for info in self.session.server.host.hall.rounds]

    def _copy(self) -> None:
        """Somebody copies the host's folder to a stick."""
        if self.session.server.host and self._rounds():
            self._copied = self._rounds()
            with (
                sqlite3.connect(self.session.folder / "tavolo.sqlite") as base,
                sqlite3.connect(self.session.folder / "copy") as to,
            ):
                base.backup(to)
            base.close()
            to.close()

    def _restore(self) -> None:
        """The disk is gone, and the copy is what there is: the tables have the rest."""
        self.session.figures["restores"] += 1
        for path in self.session.folder.glob("tavolo.sqlite*"):
            path.unlink()
        shutil.copyfile(self.session.folder / "copy", self.session.folder / "tavolo.sqlite")
        self.session.checks.restored = True
        self.session.arbiter.restored(self.session.now)

    def _jump(self) -> None:
        self.session.figures["jumps"] += 1
        self.session.server.time.jump_ms += self._rng.choice((-3_600_000, -60_000, 5_000, 600_000))

    def _full(self) -> None:
        self.session.figures["full"] += 1
        table = self._rng.choice(self.session.tables)
        table.order(b"F", self._rng.choice((0, 4096, 8192, 20000)).to_bytes(4, "big"))
        self._due.append((self.session.now + self._rng.randint(5000, 25000), "free"))
        self._due.sort()

    def _free(self) -> None:
        for table in self.session.tables:
            table.order(b"f")

    def _swap(self) -> None:
        """The spare becomes the table's device, and the players go on there."""
        self.session.figures["swaps"] += 1
        place = self.session.plan["swap"][1]
        old = next(device for device, number in self.session.places.items() if number == place)
        self._move(old, list(self.session.places)[-1], place)

    def _back(self) -> None:
        place = self.session.plan["swap"][1]
        new = next(device for device, number in self.session.places.items() if number == place)
        old = next(device for device, number in self.session.places.items() if number == 0)
        self.session.figures["swaps"] += 1
        self._move(new, old, place)

    def _move(self, away: str, to: str, place: int) -> None:
        self.session.places.update({away: 0, to: place})
        for table in self.session.tables:
            table.hands = self.session.places[table.device] > 0
