"""Many simulated tables with the real firmware at one server, which sit down and play a round of one deal: what fanout,
delivery and restart measure. Their hands press blindly, in step: what they should see is checked at the end of each part."""

import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from host_tools.demo.organiser import Arbiter, OrganiserError, Server
from host_tools.image import build as image_build
from host_tools.image.flash import make_romfs
from host_tools.server.keys import Keys
from host_tools.simulator.fleet import Fleet
from host_tools.simulator.table import SimTable

SIZES = (50, 200, 500)
HOLD_S = 1.2  # NS and EW confirm after half a second, but a busy computer may see the key late
_PRESS_S = 0.012  # what a table takes of a core to answer a press: hands are not faster than this computer
# who closed: nobody; a line's four counts; its negative and positive points, 0, with the questions that such a deal is asked
_COUNT = ("UP", "OK", *["OK"] * 4, *["OK"] * 7, *["OK"] * 4, *["OK"] * 7)


def sizes() -> list[int]:
    """How many tables: TAVOLO_BENCH_TABLES, numbers with commas, or SIZES."""
    return [int(n) for n in os.environ.get("TAVOLO_BENCH_TABLES", "").split(",") if n] or list(SIZES)


class Crowd:
    """`count` tables at a server of its own in `folder`, which must not exist. `server`, `arbiter`, `fleet`."""

    def __init__(self, folder: Path, count: int) -> None:
        folder.mkdir(parents=True)
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a table has three files open here
        data = folder / "data"
        data.mkdir(mode=0o700)
        self.count = count
        image = image_build.build("unix/sim_table", folder / "image", limit=1 << 20)
        self.server = Server(data, 0)
        self.server.start()
        self.arbiter = Arbiter(self.server)
        keys = Keys(data.resolve())

        def settings(n: int) -> dict[str, Any]:
            _, path = keys.add(f"sim {n}", [("127.0.0.1", self.server.port)])
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return found

        # the code in ROMFS: the flash's driver is interpreted here, and on no board
        make_romfs(image.path, folder / "rom")
        self.fleet = Fleet(count, None, folder / "tables", settings, stamped=True, romfs=folder / "rom")

    # -- what the server knows ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The arbiter's page."""
        return self.arbiter.state()

    def online(self) -> int:
        """How many tables are linked, those without a number among them."""
        state = self.state()
        devices = state["devices"] + [row["device"] for row in state["tables"] if row["device"]]
        return sum(device["online"] for device in devices)

    def wait(self, what: str, good: Callable[[dict[str, Any]], bool], timeout_s: float = 60) -> float:
        """Seconds until every table of the round is good. Raises OrganiserError."""
        began = time.monotonic()
        while True:
            rows = self.state()["tables"]
            bad = [row for row in rows if not good(row)]
            if len(rows) == self.count and not bad:
                return time.monotonic() - began
            if time.monotonic() - began > timeout_s:
                seen = [(row["table"], row["phase"]) for row in bad[:3]]
                screens = [table.text() for table in list(self.fleet)[:3]]
                raise OrganiserError(
                    f"{what}: not within {timeout_s} s at {len(bad)}: {seen}, {screens}, {self.fleet.troubles()}"
                )
            time.sleep(0.1)

    # -- hands ----------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Everybody presses these keys, one table after the other and then the next key."""
        for key in keys:
            for table in self.fleet:
                table.press(key, 0, 0)
                time.sleep(_PRESS_S)
            time.sleep(0.3)

    def hold(self, *keys: str, who: list[SimTable] | None = None) -> None:
        """Everybody, or `who`, holds these lines' keys, one after the other."""
        for key in keys:
            for down in (True, False):
                for table in self.fleet.tables if who is None else who:
                    table.key(key, down)
                    time.sleep(_PRESS_S / 2)
                time.sleep(HOLD_S)

    def hold_until(self, what: str, good: Callable[[dict[str, Any]], bool]) -> None:
        """Both lines hold their keys; those of whom the server has not heard do so again. Raises OrganiserError."""
        self.hold("NS", "EW")
        for _ in range(3):
            time.sleep(1)
            names = {row["device"]["name"] for row in self.state()["tables"] if not good(row)}
            if names:
                self.hold("NS", "EW", who=[table for table in self.fleet if f"sim {table.name}" in names])
        self.wait(what, good)

    # -- a round --------------------------------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Tables on, an event, a round; everybody is here, and START. Raises OrganiserError."""
        self.fleet.start()
        end = time.monotonic() + 30 + self.count / 2
        while self.online() < self.count:
            if time.monotonic() > end:
                raise OrganiserError(f"not all {self.count} tables found the server")
            time.sleep(0.2)
        pairs = [[f"Uno {n}", f"Due {n}"] for n in range(2 * self.count)]
        self.arbiter.post("/api/event", name="Torneo", deals=2, minutes=25, rounds=1, pairs=pairs)
        self.arbiter.post("/api/round/pair", method="mitchell")
        self.arbiter.post("/api/round/publish")
        self.wait("the plan", lambda row: row["phase"] == "seating")
        time.sleep(2)
        self.hold_until("everybody here", lambda row: row["ns"]["here_ms"] >= 0 and row["ew"]["here_ms"] >= 0)
        time.sleep(1)
        self.press("OK", "OK")  # who keeps the points, who deals
        self.wait("in their seats", lambda row: row["phase"] != "seating")
        self.arbiter.post("/api/round/start")
        self.wait("in play", lambda row: row["clock"]["state"] == "running" and row["phase"] == "play")

    def time_out(self) -> int:
        """The arbiter presses TIME OUT; when, in us of the monotonic clock."""
        pressed = time.monotonic_ns() // 1000
        self.arbiter.post("/api/round/timeout")
        return pressed

    def count_deal(self) -> None:
        """After TIME OUT: the deal is being counted, and both lines confirm it. What is left is to sign."""
        self.press("UP", "OK", *_COUNT)
        self.hold_until("a deal counted", lambda row: bool(row["played"] == 1))
        self.press("OK")


@contextmanager
def crowd(folder: Path, count: int) -> Iterator[Crowd]:
    """A crowd, all of it gone afterwards."""
    made = Crowd(folder, count)
    try:
        yield made
    finally:
        made.fleet.__exit__()
        made.server.stop()


def cpu_s(pids: list[int]) -> float:
    """Seconds of processor time that these processes have used so far. Linux only: raises OSError elsewhere."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def busy_percent(seconds: float = 0) -> float:
    """How busy this computer's processors are, all programs together: over `seconds` from now."""
    before = _jiffies()
    time.sleep(seconds)
    after = _jiffies()
    return 100 - 100 * (after[1] - before[1]) / max(1, after[0] - before[0])


def _jiffies() -> tuple[int, int]:
    """(all, idle) so far."""
    fields = [int(field) for field in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]]
    return sum(fields), fields[3] + fields[4]
