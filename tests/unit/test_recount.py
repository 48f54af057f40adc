"""The recount must be independent and right: its figures are compared with examples typed from docs/rules.md."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo import recount as module
from host_tools.demo.deals import sample_deal
from host_tools.demo.recount import deal_points, recount, victory_points


def line(
    clean: int, semi: int, dirty: int, closed: bool, pile: str, positive: int, negative: int, arbiter: int = 0
) -> dict[str, Any]:
    """One line's count."""
    found: dict[str, Any] = {"clean": clean, "semi": semi, "dirty": dirty, "closed": closed, "pile": pile}
    return found | {"positive": positive, "negative": negative, "arbiter": arbiter}


@pytest.mark.parametrize(
    ("ns", "ew", "points"),
    [
        (line(1, 0, 1, True, "played", 345, 45), line(0, 0, 1, False, "played", 180, 60), (700, 220)),
        (line(2, 1, 0, True, "played", 410, 10), line(0, 0, 0, False, "not_taken", 30, 160), (1050, -230)),
        (line(0, 0, 0, False, "not_taken", 85, 140), line(0, 0, 0, False, "not_taken", 60, 95), (-55, -35)),
        (line(0, 0, 1, False, "taken", 150, 135), line(1, 0, 0, True, "played", 275, 5), (115, 570)),
        (line(0, 0, 0, True, "waived", 140, 25, 100), line(0, 0, 1, False, "played", 205, 70), (315, 235)),
    ],
)
def test_points_of_the_worked_examples(ns: dict[str, Any], ew: dict[str, Any], points: tuple[int, int]) -> None:
    assert deal_points({"ns": ns, "ew": ew}) == points


@pytest.mark.parametrize(
    ("deals", "difference", "winner"),
    [
        (4, 0, 10),
        (4, 100, 10),
        (4, 105, 11),
        (4, 1320, 17),
        (4, 2000, 19),
        (4, 2005, 20),
        (3, 355, 14),
        (2, 305, 14),
        (2, 1005, 20),
    ],
)
def test_victory_points_at_the_edges_of_bands(deals: int, difference: int, winner: int) -> None:
    assert victory_points(deals, difference) == winner


# RULES 9: lines A and B of the examples that rounds are made of
EXAMPLES = {
    "E1": (line(1, 0, 1, True, "played", 345, 45), line(0, 0, 1, False, "played", 180, 60)),
    "E2": (line(2, 1, 0, True, "played", 410, 10), line(0, 0, 0, False, "not_taken", 30, 160)),
    "E3": (line(0, 0, 0, False, "not_taken", 85, 140), line(0, 0, 0, False, "not_taken", 60, 95)),
    "E4": (line(0, 1, 0, False, "played", 260, 75), line(0, 0, 2, False, "played", 240, 120)),
    "E5": (line(0, 0, 1, False, "taken", 150, 135), line(1, 0, 0, True, "played", 275, 5)),
    "E6": (line(1, 0, 0, False, "played", 305, 55), line(0, 0, 0, False, "played", 190, 140)),
    "E7": (line(1, 0, 0, True, "played", 250, 20), line(0, 0, 1, False, "played", 210, 95)),
    "E9": (line(1, 0, 0, False, "played", 215, 65), line(0, 0, 2, False, "played", 220, 70)),
}


@pytest.mark.parametrize(
    ("deals", "a", "b", "vp"),
    [
        ("E1 E2 E4 E5", 2200, 880, (17, 3)),  # R1
        ("E3 E5 E4 E9", 745, 1205, (8, 12)),  # R2
        ("E1 E4 E6", 1485, 590, (17, 3)),  # R3
        ("E3 E7", 475, 180, (13, 7)),  # R4
        ("E2 E2 E1 E6", 3250, -190, (20, 0)),  # R5
    ],
)
def test_rounds_of_the_rules(deals: str, a: int, b: int, vp: tuple[int, int]) -> None:
    played = [dict(zip(("ns", "ew"), EXAMPLES[name], strict=True)) for name in deals.split()]
    assert [sum(points) for points in zip(*map(deal_points, played), strict=True)] == [a, b]
    rows = {row["pair"]: row for row in recount([{"deals": len(played), "ns": "A", "ew": "B", "sheet": played}])}
    assert (rows["A"]["vp"], rows["B"]["vp"]) == vp
    assert (rows["A"]["mp"], rows["B"]["mp"]) == (a - b, b - a)


def test_ranking_adds_rounds_and_byes() -> None:
    deal = {"ns": line(1, 0, 1, True, "played", 345, 45), "ew": line(0, 0, 1, False, "played", 180, 60)}
    meant = [
        {"deals": 2, "ns": "A", "ew": "B", "sheet": [deal, deal]},  # 1400 to 440: 19-1
        {"deals": 2, "bye": "C"},
    ]
    assert recount(meant) == [
        {"pair": "A", "vp": 19, "mp": 960},
        {"pair": "C", "vp": 14, "mp": 305},
        {"pair": "B", "vp": 1, "mp": -960},
    ]


def test_equal_totals_give_ten_each() -> None:
    deal = {"ns": line(1, 0, 0, False, "played", 215, 65), "ew": line(0, 0, 2, False, "played", 220, 70)}
    assert [row["vp"] for row in recount([{"deals": 4, "ns": "A", "ew": "B", "sheet": [deal]}])] == [10, 10]


def test_it_imports_nothing_of_the_product() -> None:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names == ["typing"]


def test_sampled_deals_could_have_been_played() -> None:
    rng = random.Random(7)
    seen: set[Any] = set()
    for _ in range(2000):
        deal = sample_deal(rng)
        ns, ew = deal["ns"], deal["ew"]
        left = sum(55 for part in (ns, ew) if part["pile"] == "not_taken")
        assert ns["positive"] + ns["negative"] + ew["positive"] + ew["negative"] <= 1065 - left
        assert not (ns["closed"] and ew["closed"])
        for part in (ns, ew):
            assert part["positive"] % 5 == part["negative"] % 5 == 0
            assert part["positive"] >= 35 * part["clean"] + 55 * part["semi"] + 50 * part["dirty"]
            if part["closed"]:
                assert part["pile"] == "played" and part["clean"] + part["semi"] + part["dirty"]
        points = deal_points(deal)
        seen |= {"negative total"} if min(points) < 0 else set()
        seen |= {"semi"} if ns["semi"] else set()
        seen |= {"nobody closed"} if not ns["closed"] and not ew["closed"] else set()
        seen |= {"both left"} if left == 110 else set()
        seen |= {ns["pile"]}
    assert seen == {"negative total", "semi", "nobody closed", "both left", "played", "taken", "not_taken"}
