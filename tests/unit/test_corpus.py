"""The corpus of deals that bench/presses.py types is what the issue asks for, and every deal is one that a table takes."""

import json

import pytest
from test_deals import PILES

from bench import corpus, methods
from tavolo.domain import deal, scoring
from tavolo.domain import kinds as k

DEALS = corpus.load()


def entry(line: dict) -> list[int]:
    """A line as the device holds it."""
    pile = k.PILE_WAIVED if line["pile"] == "waived" else PILES[line["pile"]]
    counts = [line["clean"], line["semi"], line["dirty"], int(line["closed"]), pile]
    return [*counts, line["negative"], line["positive"], line["arbiter"]]


def test_it_is_large_and_holds_the_rules_examples() -> None:
    assert len(DEALS) >= 200
    assert [one["name"] for one in DEALS[:10]] == [f"E{number}" for number in range(1, 11)]
    sheets = [json.dumps((one["ns"], one["ew"])) for one in DEALS]
    assert len(set(sheets)) == len(sheets)


def test_it_has_enough_of_what_is_seldom() -> None:
    untaken, below, semi = corpus.shares(DEALS).values()
    assert untaken >= 0.10 and below >= 0.05 and semi >= 0.10


@pytest.mark.parametrize("one", DEALS, ids=[one["name"] for one in DEALS])
def test_every_deal_passes_the_checks(one: dict) -> None:
    ns, ew = entry(one["ns"]), entry(one["ew"])
    assert not [found for found in deal.problems(ns, ew, k.FIBUR, one["override"]) if found[1] == k.HARD]
    assert scoring.totals(ns, ew, k.FIBUR) == corpus.deal_points(one)


def test_it_is_what_its_generator_makes() -> None:
    made = corpus.make()
    assert made["deals"] == DEALS and made["seed"] == json.loads(corpus.PATH.read_text(encoding="utf-8"))["seed"]


def test_the_decision_names_the_figures_of_today() -> None:
    text = (corpus.ROOT / "docs/decisions/0004-card-points.md").read_text(encoding="utf-8")
    for way in methods.WAYS:
        assert "| " + " | ".join(methods.row(way, DEALS)) + " |" in text


@pytest.mark.parametrize(("value", "presses"), [(0, 2), (5, 2), (45, 4), (95, 3), (345, 7), (370, 9), (80, 5)])
def test_model_of_the_keys_is_right(value: int, presses: int) -> None:
    assert methods.adding(100, 20, 5, -5).short(value) == presses
