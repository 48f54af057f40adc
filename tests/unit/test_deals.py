"""Deals that the demo samples: no table refuses one, in no order of entering; the product's totals are the recount's."""

import random

import pytest

from host_tools.demo.deals import sample_deal
from host_tools.demo.recount import deal_points
from tavolo.domain import deal, scoring
from tavolo.domain import kinds as k

PILES = {"played": k.PILE_PLAYED, "taken": k.PILE_TAKEN, "not_taken": k.PILE_NOT_TAKEN}


def entry(line: dict) -> list[int]:
    """A sampled line as the device holds it."""
    counts = [line["clean"], line["semi"], line["dirty"], int(line["closed"]), PILES[line["pile"]]]
    return [*counts, line["negative"], line["positive"], line["arbiter"]]


@pytest.mark.parametrize("seed", range(4))
def test_no_table_refuses_a_sampled_deal(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        sampled = sample_deal(rng)
        ns, ew = entry(sampled["ns"]), entry(sampled["ew"])
        for profile in (k.FIBUR, k.FIBUR_2008):
            hard = [finding for finding in deal.problems(ns, ew, profile) if finding[1] == k.HARD]
            assert hard == [], sampled
        assert scoring.totals(ns, ew, k.FIBUR) == deal_points(sampled)


def test_no_table_refuses_a_deal_that_is_half_typed() -> None:
    rng = random.Random(5)
    for _ in range(300):
        sampled = sample_deal(rng)
        lines = [deal.new_entry(), deal.new_entry()]
        full = [entry(sampled["ns"]), entry(sampled["ew"])]
        for line in (k.NS, k.EW):
            lines[line][k.CLOSED] = full[line][k.CLOSED]
        for line in (k.NS, k.EW):
            for field in (k.CLEAN, k.SEMI, k.DIRTY, k.PILE, k.NEGATIVE, k.POSITIVE):
                lines[line][field] = full[line][field]
                hard = [finding for finding in deal.problems(*lines, k.FIBUR) if finding[1] == k.HARD]
                assert hard == [], (sampled, line, field)


def test_the_same_seed_gives_the_same_deals() -> None:
    one, two, other = (random.Random(seed) for seed in (3, 3, 4))
    first = [sample_deal(one) for _ in range(20)]
    assert first == [sample_deal(two) for _ in range(20)]
    assert first != [sample_deal(other) for _ in range(20)]
