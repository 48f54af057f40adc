"""From the arbiter's TIME OUT, as the page sends it, to the panels: 50, 200 and 500 simulated tables with the real firmware
in one round. "Shown" is stamped inside each table's process, on the computer's one monotonic clock. Then the same tables count
a deal, sign it (delivery.py), and their server is killed (restart.py). TAVOLO_BENCH_TABLES=20,80 measures other numbers."""

import shutil
import time
from pathlib import Path

from bench import delivery, restart
from bench.crowd import Crowd, busy_percent, cpu_s, crowd, sizes
from bench.figures import Figure, at_most, percentile, plain
from bench.shown import shown_us

P99_MS, SPREAD_MS = 300, 100
LOOK_S = 4
IDLE_S = 8
IDLE_PERCENT = 0.5


def measure(work: Path) -> list[Figure]:
    """All sizes. Raises OrganiserError, NotShownError."""
    figures: list[Figure] = []
    for count in sizes():
        with crowd(work / str(count), count) as hall:
            hall.sit_down()
            figures += idle(hall) + fan_out(hall)
            hall.count_deal()
            figures += delivery.sign(hall) + restart.all_back(hall)
        shutil.rmtree(work / str(count) / "tables")  # 1 MiB each
    return figures


def idle(hall: Crowd) -> list[Figure]:
    """What a table in play takes while nobody presses a key and its clock runs."""
    time.sleep(6)  # the first exchanges of the clock are over
    pids = [table.pid for table in hall.fleet]
    before = cpu_s(pids)
    busy = busy_percent(IDLE_S)
    used = (cpu_s(pids) - before) / IDLE_S / hall.count * 100
    return [
        at_most(f"{hall.count} tables in play, nobody presses: of a core, each", used, "%", IDLE_PERCENT),
        plain("  computer busy meanwhile, with all that runs on it", busy, "%"),
    ]


def fan_out(hall: Crowd) -> list[Figure]:
    """TIME OUT, pressed to shown."""
    tables = list(hall.fleet)
    pids = [table.pid for table in tables]
    before, server_before = cpu_s(pids), cpu_s([hall.server.pid])
    pressed = hall.time_out()
    busy = busy_percent(LOOK_S)
    used, server_used = cpu_s(pids) - before, cpu_s([hall.server.pid]) - server_before
    until = time.monotonic_ns() // 1000
    shown = [(shown_us(table, "TIME OUT", pressed, until) - pressed) / 1000 for table in tables]
    name = f"TIME OUT, {hall.count} tables of real firmware"
    return [
        plain(f"{name}: pressed to shown, p50", percentile(shown, 50), "ms"),
        at_most(f"{name}: pressed to shown, p99", percentile(shown, 99), "ms", P99_MS),
        at_most(f"{name}: spread, first to last", max(shown) - min(shown), "ms", SPREAD_MS),
        plain(f"  of a core by the tables, {LOOK_S} s", used / LOOK_S * 100, "%"),
        plain("  of a core by the server", server_used / LOOK_S * 100, "%"),
        plain("  computer busy meanwhile, with all that runs on it", busy, "%"),
    ]
