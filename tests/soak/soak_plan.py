"""What a session is, drawn by its seed: tables, rounds, what the players mean, and how much harm is done."""

import random
from typing import Any

from host_tools.demo.deals import sample_deal
from tavolo.domain import kinds as k

DEALS = 2  # a round has an official scale from two deals on
_PILES = {"played": k.PILE_PLAYED, "taken": k.PILE_TAKEN, "not_taken": k.PILE_NOT_TAKEN}
_NAMES = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")

Plan = dict[str, Any]


def _entries(deal: dict[str, dict[str, Any]]) -> list[list[int]]:
    return [[int(_PILES[deal[line][name]] if name == "pile" else deal[line][name]) for name in _NAMES] for line in ("ns", "ew")]


def _misread(rng: random.Random, entries: list[list[int]]) -> list[list[int]]:
    out = [list(line) for line in entries]
    line = rng.randrange(2)
    out[line][k.NEGATIVE] += -5 if out[line][k.NEGATIVE] > 10 else 5
    return out


def _table(rng: random.Random) -> Plan:
    meant = [sample_deal(rng) for _ in range(DEALS)]
    deals = [_entries(deal) for deal in meant]
    corrections = []
    if rng.random() < 0.4:
        wrong = rng.randint(1, DEALS)
        corrections = [[rng.randint(wrong, DEALS), wrong, deals[wrong - 1]]]
        deals[wrong - 1] = _misread(rng, deals[wrong - 1])
    return {
        "meant": meant,
        "deals": deals,
        "corrections": corrections,
        "keeper": rng.randrange(4),
        "dealer": rng.randrange(4),
        "minutes": [rng.choice((0, 0, 1, 3)) for _ in range(DEALS)],
        "mistakes": [[deal, rng.randrange(2), k.DIRTY] for deal in range(1, DEALS + 1) if rng.random() < 0.3],
        "call": rng.randint(1, DEALS) if rng.random() < 0.2 else 0,
        "turn": rng.randrange(4),
        "drawn": rng.randrange(2),
    }


def make(seed: int) -> Plan:
    """A session. Times are ms of its clock, or means of times between two events.

    Which harm is done follows the seed's number, so that few sessions in a row have all of it.
    """
    rng = random.Random(seed)
    tables = rng.choice((2, 2, 2, 3))
    rounds = rng.choice((1, 1, 2))
    swap = seed % 2 == 0
    devices = []
    for number in range(tables + swap):
        devices.append({"device": f"a1b2c3{number + 1:02x}", "key": rng.randbytes(32).hex(), "seed": rng.randrange(1 << 30)})
    return {
        "seed": seed,
        "tables": tables,
        "pairs": 2 * tables + (rng.random() < 0.2),
        "devices": devices,
        "rounds": [[_table(rng) for _ in range(tables)] for _ in range(rounds)],
        "every_ms": rng.choice((15000, 25000, 60000)),
        "swap": [rng.randint(5000, 60000), rng.randint(1, tables)] if swap else None,
        "back": swap and rng.random() < 0.3,
        "kills": (1, 0, 2, 4)[seed // 2 % 4],
        "restores": seed % 4 == 1,
        "full": int(seed % 3 == 0),
        "jumps": seed // 3 % 3,
        "time_out": rng.randint(8000, 40000) if seed % 5 == 0 else 0,
        "pauses": rng.choice((0, 0, 1)),
        "hostile_ms": rng.choice((90000, 120000, 150000)),
    }
