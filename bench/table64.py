"""A running simulated table, linked to a real server over a real socket, with 200K of heap on 64 bits: what it takes.

Simulated players play a round through the keys; a probe inside the interpreter (probe/probe.py) takes times and counts.
"""

import random
import re
import shutil
import time
from collections import deque
from pathlib import Path

from bench.figures import Figure, at_most, percentile, plain
from host_tools.demo.player import Pace
from host_tools.demo.tournament import Demo, Wishes
from host_tools.image import build as image_build
from host_tools.image.flash import make_flash
from host_tools.server.keys import Keys
from host_tools.simulator.table import SimTable

SLOWER = 25  # an ESP32 against the interpreter here (PRODUCT 7)
BUS_MS_PER_BYTE = 9 / 400  # 8 bits and an acknowledgement at 400 kHz
MEDIAN_MS, P99_MS = 30, 60
FULL_FRAME = 1037
CHANGE_PERCENT, CLOCK_PERCENT = 15, 12
FIRST_SCREEN_S = 1.5
DEBOUNCE_MS, TICK_MS = 5, 10  # two samples that agree, and the wait for the core's next turn, both as firmware has them
LEAST_PRESSES = 100
HERE = Path(__file__).parent
_BLOCK = 32  # bytes of a heap block on 64 bits

_FIRST = "import gc, time\n\n_began = time.ticks_us()\n"
_LAST = "gc.collect()\n_free = gc.mem_free()\nimport probe\ngc.collect()\nprobe.attach(app, _began, _free - gc.mem_free())\napp.run()"


class Bench(Demo):
    """A demo of one table whose image has the probe beside it."""

    def prepare(self) -> None:
        """Server, image with the probe, table and players; an event, and the table on."""
        self.server.data.mkdir(parents=True, mode=0o700)
        self.server.start()
        image = image_build.build("unix/sim_table", self.folder / "image", limit=1 << 20)
        main = (image.path / "main.py").read_text(encoding="utf-8")
        head, changed = main.replace("import gc\n", _FIRST, 1), 0
        head, changed = re.subn(r"^app\.run\(\)$", _LAST, head, flags=re.M)
        if changed != 1 or _FIRST not in head:
            raise RuntimeError("firmware/main.py is not as bench/table64.py knows it: where to put the probe?")
        (image.path / "main.py").write_text(head, encoding="utf-8")
        shutil.copyfile(HERE / "probe/probe.py", image.path / "probe.py")
        device, path = Keys(self.server.data.resolve()).add("bench", [("127.0.0.1", self.server.port)])
        flash = self.folder / "table.flash"
        make_flash(flash, image.path, __import__("json").loads(path.read_text(encoding="utf-8")))
        table = SimTable("bench", flash)
        table.output = deque()  # all of it
        self.tables.append(table)
