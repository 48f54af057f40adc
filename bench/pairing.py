"""How long one pairing takes: modified Danish without any earlier rematch after eight rounds, and how it grows.

Two pasts: "played": eight rounds of modified Danish with simulated results (seed below), as events have them; "crowded": each
has met its nearest neighbours of the ranking, so that conflicts chain through the whole field and the optimum lies far from
1-2, 3-4. Time is CPU time of this process, the best of three: other work on the computer should not count.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.figures import Figure, at_most, plain
from host_tools.engine.pairing import Field, Pairing, PairingRules, modified_danish, ranked_foursomes

PAIRS = (50, 125, 500, 1000)
ROUNDS = 8
SEED = 2026
TARGET_MS = 1000  # PRODUCT 7: 500 pairs
ALL = PairingRules("all", last_round_free=False)
BALANCED = PairingRules("all", last_round_free=False, tables="balance")


def played(count: int) -> Field:
    """A field after eight rounds, all without a rematch; a match is the difference of strength, and luck."""
    chance = random.Random(f"{SEED} {count}")
    strength = {who: chance.gauss(0, 3) for who in range(1, count + 1)}
    points = dict.fromkeys(strength, 0)
    met: dict[int, tuple[int, ...]] = dict.fromkeys(strength, ())
    byes, tables = dict.fromkeys(strength, 0), dict(met)
    field = Field(tuple(strength))
    for _ in range(ROUNDS):
        made: Pairing = modified_danish(field, ALL)
        for table, ns, ew in made.tables:
            won = min(20, max(0, round(10 + strength[ns] - strength[ew] + chance.gauss(0, 4))))
            for who, other, vp in ((ns, ew, won), (ew, ns, 20 - won)):
                points[who] += vp
                met[who] = (*met[who], other)
                tables[who] = (*tables[who], table)
        for rest in made.rests:
            byes[rest], met[rest], points[rest] = 1, (*met[rest], 0), points[rest] + 12
        ranked = tuple(sorted(strength, key=lambda who: (-points[who], who)))
        field = Field(ranked, met, byes, tables=tables)
    return field


def crowded(count: int) -> Field:
    """Each has met those up to four places above and below it: eight opponents."""
    order = tuple(range(1, count + 1))
    near = range(-ROUNDS // 2, ROUNDS // 2 + 1)
    return Field(order, met={who: tuple(who + step for step in near if step and 1 <= who + step <= count) for who in order})


def measure(_work: Path) -> list[Figure]:
    """ms of each size and past, and how it grows from 125 to 1,000 pairs."""
    figures, took = [], {}
    for name, past in (("played", played), ("crowded", crowded)):
        for count in PAIRS:
            ms = took[name, count] = _ms(partial(modified_danish, past(count), ALL))
            label = f"modified Danish, no earlier rematch, {count} pairs, {name}"
            figures.append(at_most(label, ms, "ms", TARGET_MS) if count == 500 else plain(label, ms, "ms"))
        figures.append(plain(f"... 1,000 pairs against 125, {name}", took[name, 1000] / took[name, 125], "times"))
    field = played(500)
    figures.append(plain("... and tables balanced, 500 pairs, played", _ms(lambda: modified_danish(field, BALANCED)), "ms"))
    figures.append(plain("foursomes, first round, 500 players", _ms(lambda: ranked_foursomes(Field(tuple(range(1, 501))))), "ms"))
    return figures


def _ms(work: Callable[[], object]) -> float:
    """CPU time of the quickest of three."""
    times = []
    for _ in range(3):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return min(times)
