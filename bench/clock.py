"""How far a table's clock is from the host's: linked through a hall's jitter, and after an hour alone with a crystal of which
it learnt for ten minutes. The real TimeSync on MicroPython, in virtual time (mpy/clock.py)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.figures import Figure, at_most, percentile, plain

ROOT = Path(__file__).parents[1]
SCRIPT = Path(__file__).parent / "mpy/clock.py"
LINKED_MS = 50
ALONE_MS = 1000
TABLES = 20
SEED = 2026
LINKS = ((0, 11), (80, 11), (80, 41))  # the largest delay of each way in ms, minutes linked
CRYSTALS = (-30, 0, 30)


def _tables(ppm: int, jitter_ms: int, minutes: int) -> list[dict[str, Any]]:
    command = [str(Path(sys.executable).parent / "micropython"), "-X", "heapsize=4M", str(SCRIPT)]
    command += [str(number) for number in (ppm, jitter_ms, minutes, TABLES, SEED)]
    path = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"}
    done = subprocess.run(command, env=path, capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line.removeprefix("TABLE ")) for line in done.stdout.splitlines() if line.startswith("TABLE ")]


def measure(_work: Path) -> list[Figure]:
    """Figures for each link: the worst and the usual of all tables and crystals."""
    figures = []
    for jitter_ms, minutes in LINKS:
        tables = [table for ppm in CRYSTALS for table in _tables(ppm, jitter_ms, minutes)]
        linked = [abs(error) for table in tables for error in table["linked"]]
        between = [max(errors) - min(errors) for errors in zip(*[table["linked"][-60:] for table in tables], strict=True)]
        how = f"0-{jitter_ms} ms each way, {minutes} min linked"
        figures.append(at_most(f"{how}: error linked, worst of {len(tables)} tables", max(linked), "ms", LINKED_MS))
        figures.append(plain("... p95", percentile([float(error) for error in linked], 95), "ms"))
        figures.append(at_most("... between any two tables, worst of the last minute", max(between), "ms", LINKED_MS))
        alone = [abs(table["alone"]) for table in tables]
        figures.append(at_most("... error after 1 h alone then, worst", max(alone), "ms", ALONE_MS))
        figures.append(plain("... median", percentile([float(error) for error in alone], 50), "ms"))
        wrong = max(abs(table["ppm"] - table["told"]) for table in tables)
        figures.append(plain("... the crystal's error, told wrong by at most", wrong, "ppm"))
    figures.append(plain(f"crystals {CRYSTALS[0]:+d} to {CRYSTALS[-1]:+d} ppm, seed", SEED, ""))
    return figures
