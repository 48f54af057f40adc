"""Deals as they come at a table: sampled card by card, so that every figure could have been counted (RULES 1.1, 1.5, 1.7)."""

import random
from typing import Any

_DECK = [30] * 4 + [20] * 8 + [15] * 8 + [10] * 48 + [5] * 40


def _burracos(rng: random.Random, melded: int, positive: int, closes: bool) -> tuple[int, int, int]:
    """(clean, semi-clean, dirty) that `melded` cards worth `positive` can hold; at least one for the closing line."""
    most = melded // 8
    count = min(most, rng.choices((0, 1, 2, 3, 4), (2, 4, 4, 2, 1))[0])
    counts = [0, 0, 0]
    for _ in range(max(count, 1 if closes else 0)):
        counts[rng.choices((0, 1, 2), (4, 2, 5))[0]] += 1
    while sum(counts) > int(closes) and positive < 35 * counts[0] + 55 * counts[1] + 50 * counts[2]:
        counts[next(n for n in (1, 2, 0) if counts[n])] -= 1
    if positive < 35 * counts[0] + 55 * counts[1] + 50 * counts[2]:
        counts = [1, 0, 0]
    return counts[0], counts[1], counts[2]


def _line(rng: random.Random, deck: list[int], closes: bool, pile: str) -> dict[str, Any]:
    own = rng.randint(26, 40) + (0 if pile == "not_taken" else 8)
    if pile == "not_taken":
        own = min(own, 34)
    held = rng.randint(1, 9) if closes else rng.randint(2, 16)
    if pile == "taken":
        held = max(held, 11) + 2
    if pile == "not_taken":
        held = min(max(held, 8), 22)
    cards = [deck.pop() for _ in range(own)]
    negative, positive = sum(cards[:held]), sum(cards[held:])
    clean, semi, dirty = _burracos(rng, own - held, positive, closes)
    return {
        "clean": clean,
        "semi": semi,
        "dirty": dirty,
        "closed": closes,
        "pile": pile,
        "negative": negative,
        "positive": positive,
        "arbiter": 0,
    }


def sample_deal(rng: random.Random) -> dict[str, dict[str, Any]]:
    """One deal: {"ns": {...}, "ew": {...}} in the form of `tavolo score`, without anything a table would refuse."""
    deck = list(_DECK)
    rng.shuffle(deck)
    closer = rng.choices(("ns", "ew", None), (5, 5, 2))[0]
    deal = {}
    for line in ("ns", "ew"):
        closes = line == closer
        pile = "played" if closes else rng.choices(("played", "taken", "not_taken"), (6, 1, 3))[0]
        deal[line] = _line(rng, deck, closes, pile)
    return deal
