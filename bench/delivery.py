"""A signed sheet's way: the second line has held its key for half a second, until "Sul PC" stands on the panel. All tables of
a round (fanout.py) sign within ten seconds; "shown" is stamped inside each table's process."""

import random
import time

from bench.crowd import HOLD_S, Crowd, busy_percent
from bench.figures import Figure, at_most, percentile, plain
from bench.shown import shown_us

P99_MS = 500
WITHIN_S = 10
CONFIRM_US = 500_000  # SCREENS: so long a line holds its key


def sign(hall: Crowd) -> list[Figure]:
    """Everybody signs. Raises OrganiserError, NotShownError."""
    hall.hold("NS")
    rng = random.Random(hall.count)
    acts = []
    for table in hall.fleet:
        at = rng.uniform(0, WITHIN_S)
        acts += [(at, table, True), (at + HOLD_S, table, False)]
    acts.sort(key=lambda act: act[0])
    signed: dict[str, int] = {}
    began = time.monotonic()
    for at, table, down in acts:
        time.sleep(max(0, began + at - time.monotonic()))
        if down:
            signed[table.name] = time.monotonic_ns() // 1000 + CONFIRM_US
        table.key("EW", down)
    busy = busy_percent(2)
    hall.wait("signed sheets", lambda row: bool(row["signed"]))
    until = time.monotonic_ns() // 1000
    ways = [(shown_us(table, "Sul PC", signed[table.name], until) - signed[table.name]) / 1000 for table in hall.fleet]
    name = f"sheet signed to 'on the PC' shown, {hall.count} tables of real firmware within {WITHIN_S} s"
    return [
        plain(f"{name}: p50", percentile(ways, 50), "ms"),
        at_most(f"{name}: p99", percentile(ways, 99), "ms", P99_MS),
        plain("  longest", max(ways), "ms"),
        plain("  computer busy after the last, with all that runs on it", busy, "%"),
    ]
