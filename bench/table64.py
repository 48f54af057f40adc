"""A running simulated table, linked to a real server over a real socket, with 200K of heap on 64 bits: what it takes.

Simulated players play a round through the keys; a probe inside the interpreter (probe/probe.py) takes times and counts.
"""

import json
import random
import re
import subprocess
import time
from collections import deque
from pathlib import Path

from bench.figures import Figure, at_most, percentile, plain
from host_tools.demo.hands import Pace
from host_tools.demo.player import Players
from host_tools.demo.tournament import Demo, Wishes
from host_tools.image import build as image_build
from host_tools.image.flash import make_flash, make_romfs
from host_tools.server.keys import Keys
from host_tools.simulator import process
from host_tools.simulator.table import SimTable

SLOWER = 25  # an ESP32 against the interpreter here (PRODUCT 7)
BUS_MS_PER_BYTE = 9 / 400  # 8 bits and an acknowledgement at 400 kHz
MEDIAN_MS, P99_MS = 30, 60
FULL_FRAME = 1037
CHANGE_PERCENT, CLOCK_PERCENT = 15, 12
FIRST_SCREEN_S = 1.5
DEBOUNCE_MS, TICK_MS = 5, 10  # two samples that agree, and the wait for the core's next turn, both as firmware has them
LEAST_PRESSES = 100
DISTURBED_US = 100  # a press is left out when the computer ran something else for longer; x 25 that is 2.5 ms
MORE_HEAP = 8 * 1024  # for the probe, so that it takes nothing from the table; not counted as free
HERE = Path(__file__).parent
_BLOCK = 32  # bytes of a heap block on 64 bits

_FIRST = "import time\n_began = time.ticks_us()\n"
_LAST = """_ready = time.ticks_diff(time.ticks_us(), _began)
import gc
gc.collect()
_free = gc.mem_free()
import probe
gc.collect()
probe.attach(app, _ready, _free - gc.mem_free() - %d)
app.run()"""


class Bench(Demo):
    """A demo of one table whose image has the probe beside it."""

    def prepare(self, timed: bool) -> None:
        """Server, image with the probe, table and players; an event, and the table on.

        `timed`: with a stopwatch on the flash's driver, and the code in ROMFS. That driver is interpreted here and not on
        a board, where it would be a hundred times faster; with the code behind it, its time would be all that is seen.
        """
        self.server.data.mkdir(parents=True, mode=0o700)
        self.server.start()
        image = image_build.build("unix/sim_table", self.folder / "image", limit=1 << 20)
        main = (image.path / "main.py").read_text(encoding="utf-8")
        changed, times = re.subn(r"^if app:\n    app\.run\(\)$", _LAST % MORE_HEAP, main, flags=re.M)
        if times != 1:
            raise RuntimeError("firmware/main.py does not end in app.run() any more: where shall bench/table64.py put its probe?")
        (image.path / "main.py").write_text(_FIRST + changed, encoding="utf-8")
        command = [
            image_build.compiler(),
            image_build.OPTIMISATION,
            "-o",
            str(image.path / "probe.mpy"),
            str(HERE / "probe/probe.py"),
        ]
        subprocess.run(command, check=True, timeout=60)
        device, path = Keys(self.server.data.resolve()).add("bench", [("127.0.0.1", self.server.port)])
        flash = self.folder / "table.flash"
        make_flash(flash, None if timed else image.path, json.loads(path.read_text(encoding="utf-8")))
        rom = self.folder / "rom" if timed else None
        if rom:
            make_romfs(image.path, rom)
        table = SimTable("bench", flash, romfs=rom, heap_bytes=process.HEAP_BYTES + MORE_HEAP)
        table.output = deque()  # all of it
        self.tables.append(table)
        self.players.append(Players(table=table, meant=self.deals_of, rng=random.Random(1), pace=Pace(rest_s=0.08)))
        self.make_event()
        self.power_on()

    def look_around(self) -> None:
        """Screens that a round does not need: menu, sheet, help, the call; the players' hands rest meanwhile."""
        players, table = self.players[0], self.tables[0]
        players.paused.set()
        time.sleep(1)
        for _ in range(3):
            table.press("OK", 1100, 300)
            for key in ("DOWN", "DOWN", "UP", "DOWN", "OK", "DOWN", "UP", "BACK", "BACK"):
                table.press(key, 40, 160)
        table.press("BACK", 1100, 300)
        for key in ("DOWN", "UP", "BACK"):
            table.press(key, 40, 160)
        players.paused.clear()


def measure(work: Path) -> list[Figure]:
    """Two rounds: for times and bytes on the bus, and for memory, with the code in RAM. Raises RuntimeError, OrganiserError."""
    (work / "times").mkdir()
    (work / "memory").mkdir()
    timed, _ = _play(work / "times", True, 4)
    plain_lines, beats = _play(work / "memory", False, 2)
    return _times(timed) + _bytes(timed) + _memory(plain_lines, beats)


def _play(work: Path, timed: bool, deals: int) -> tuple[list[str], list[int]]:
    """A round by simulated players: what the probe has said, and the free bytes of the beats."""
    demo = Bench(Wishes(tables=1, rounds=1, deals=deals, fast=True, port=0, folder=work, say=lambda text: None))
    beats: list[int] = []
    boot = process.BOOT
    try:
        if timed:
            process.BOOT = HERE / "probe/boot.py"
        demo.prepare(timed)
        demo.arbiter.post("/api/round/pair", method="mitchell")
        demo.mean(1, demo.arbiter.state()["draft"])
        demo.arbiter.post("/api/round/publish")
        demo.wait("players in their seats", lambda t: t["phase"] not in ("idle", "seating"))
        demo.look_around()
        demo.arbiter.post("/api/round/start")
        demo.wait("a signed sheet", lambda t: _note(beats, t) or t["signed"], 300)
    finally:
        process.BOOT = boot
        demo.stop()
        lines = [line for table in demo.tables for line in table.output]
        (work / "probe.txt").write_text("\n".join(lines), encoding="utf-8")
    return lines, beats


def _note(beats: list[int], table: dict) -> bool:
    free = (table.get("device") or {}).get("free_bytes")
    if free:
        beats.append(free)
    return False


def _said(lines: list[str], kind: str) -> list[list[str]]:
    found = [line.split()[1:] for line in lines if line.startswith(kind + " ")]
    if not found:
        raise RuntimeError(f"the probe has said no {kind}: {lines[-8:]}")
    return found


def _times(lines: list[str]) -> list[Figure]:
    every = [(screen, [int(number) for number in numbers]) for screen, *numbers in _said(lines, "KEY")]
    if len(every) < LEAST_PRESSES:
        raise RuntimeError(f"only {len(every)} presses changed pixels: {LEAST_PRESSES} are wanted")
    every.sort(key=lambda row: row[1][4])
    undisturbed = sum(numbers[4] <= DISTURBED_US for _, numbers in every)
    keys = [(screen, numbers[0], numbers[1], numbers[2]) for screen, numbers in every[: max(undisturbed, LEAST_PRESSES)]]
    model = [(us - flash) * SLOWER / 1000 + size * BUS_MS_PER_BYTE for _, us, flash, size in keys]
    waits = DEBOUNCE_MS * 1.5 + TICK_MS / 2
    start_us, start_flash_us, wait_us = (int(word) for word in _said(lines, "START")[0])
    figures = [
        at_most(f"key to first window, model x {SLOWER}, median of {len(keys)}", percentile(model, 50), "ms", MEDIAN_MS),
        at_most(f"key to first window, model x {SLOWER}, p99", percentile(model, 99), "ms", P99_MS),
        plain("  p90", percentile(model, 90), "ms"),
        plain("  median, with debounce and the wait for the tick", percentile(model, 50) + waits, "ms"),
        plain("  interpreter time here, median", percentile([(us - flash) / 1000 for _, us, flash, _ in keys], 50), "ms"),
        plain("  interpreter time here, p99", percentile([(us - flash) / 1000 for _, us, flash, _ in keys], 99), "ms"),
        plain("  presses that erase flash first, not in the model", sum(numbers[3] > 0 for _, numbers in every), "presses"),
        plain(f"  presses left out, as the computer ran something else, of {len(every)}", len(every) - len(keys), "presses"),
    ]
    for screen in sorted({row[0] for row in keys}):
        some = [ms for ms, row in zip(model, keys, strict=True) if row[0] == screen]
        figures.append(plain(f"  on {screen}, median of {len(some)}", percentile(some, 50), "ms"))
        figures.append(plain(f"  on {screen}, worst", percentile(some, 100), "ms"))
    start_s = (start_us - start_flash_us) / 1e6
    return figures + [
        plain("start of main.py to first screen, here, work alone", start_s, "s"),
        plain("  of the first picture: waits between the tasks' turns", wait_us / 1e6, "s"),
        at_most(
            f"start of main.py to first screen, model x {SLOWER}, and the waits",
            start_s * SLOWER + wait_us / 1e6,
            "s",
            FIRST_SCREEN_S,
        ),
    ]


def _bytes(lines: list[str]) -> list[Figure]:
    changes = [(kind, 100 * int(size) / FULL_FRAME) for kind, size in _said(lines, "CHANGE")]
    figures = []
    for kind, limit in (("key", CHANGE_PERCENT), ("clock", CLOCK_PERCENT)):
        some = [percent for name, percent in changes if name == kind]
        figures.append(at_most(f"I2C per change: {kind}, median of {len(some)}", percentile(some, 50), "% of a frame", limit))
        figures.append(plain(f"I2C per change: {kind}, p90", percentile(some, 90), "% of a frame"))
    every = [percent for _, percent in changes]
    return figures + [plain(f"I2C per change: all {len(every)}, median", percentile(every, 50), "% of a frame")]


def _memory(lines: list[str], beats: list[int]) -> list[Figure]:
    heap = [(int(free), screen) for screen, free in _said(lines, "HEAP")]
    pieces = [int(size) * _BLOCK for size in re.findall(r"max free sz: (\d+)", "\n".join(lines))]
    least, where = min(heap)
    figures = [
        plain(f"64 bits, heap 200K: free after a collection, least ({where})", least / 1024, "KB"),
        plain("64 bits, heap 200K: largest free piece, worst (the probe takes its part)", min(pieces) / 1024, "KB"),
    ]
    return figures + [plain("64 bits, heap 200K: free in the beats, garbage included, least", min(beats) / 1024, "KB")]
