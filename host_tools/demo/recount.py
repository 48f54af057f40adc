"""An independent recount: ranking from what the players meant, by arithmetic of its own.

Imports nothing of the product, so that an error there cannot hide here. The figures are those of docs/rules.md, typed again.
"""

from typing import Any

_BOUNDS = {
    2: [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000],
    3: [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    4: [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}
_BYE = {2: (14, 305), 3: (14, 355), 4: (12, 305)}
_SECOND_WARNING = {2: (-1, -80), 3: (-1, -100), 4: (-1, -200)}


def deal_points(deal: dict[str, Any]) -> tuple[int, int]:
    """Points of N-S and E-W in one deal of the FIBUR profile."""
    both_left = deal["ns"]["pile"] == deal["ew"]["pile"] == "not_taken"
    points = []
    for line in ("ns", "ew"):
        part = deal[line]
        total = part["clean"] * 200 + part["semi"] * 150 + part["dirty"] * 100
        total += 100 if part["closed"] else 0
        total -= 100 if part["pile"] == "not_taken" and not both_left else 0
        points.append(total + part["positive"] - part["negative"] + part["arbiter"])
    return points[0], points[1]


def victory_points(deals: int, difference: int) -> int:
    """The winner's victory points for a difference of match points."""
    return 10 + sum(1 for bound in _BOUNDS[deals] if difference > bound)


def recount(meant: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ranking of all pairs from the tables' intended deals.

    `meant`: per table and round {"deals": n, "ns": pair, "ew": pair, "sheet": [deal, ...]}, or {"deals": n, "bye": pair}, or
    {"deals": n, "warned": pair}, of which every second one costs. A pair that came late has fewer rounds, and nothing instead.
    Returns [{"pair", "vp", "mp"}, ...], best first; equal ones by the pair's name.
    """
    vp: dict[str, int] = {}
    mp: dict[str, int] = {}
    warnings: dict[str, int] = {}
    for table in meant:
        if "warned" in table:
            pair = table["warned"]
            warnings[pair] = warnings.get(pair, 0) + 1
            cost = _SECOND_WARNING[table["deals"]] if warnings[pair] % 2 == 0 else (0, 0)
            vp[pair] = vp.get(pair, 0) + cost[0]
            mp[pair] = mp.get(pair, 0) + cost[1]
            continue
        if "bye" in table:
            award = _BYE[table["deals"]]
            vp[table["bye"]] = vp.get(table["bye"], 0) + award[0]
            mp[table["bye"]] = mp.get(table["bye"], 0) + award[1]
            continue
        points = [deal_points(deal) for deal in table["sheet"]]
        ns, ew = sum(p[0] for p in points), sum(p[1] for p in points)
        best = victory_points(table["deals"], abs(ns - ew))
        for pair, mine, net in (
            (table["ns"], best if ns >= ew else 20 - best, ns - ew),
            (table["ew"], best if ew >= ns else 20 - best, ew - ns),
        ):
            vp[pair] = vp.get(pair, 0) + mine
            mp[pair] = mp.get(pair, 0) + net
    order = sorted(vp, key=lambda pair: (-vp[pair], -mp[pair], pair))
    return [{"pair": pair, "vp": vp[pair], "mp": mp[pair]} for pair in order]
