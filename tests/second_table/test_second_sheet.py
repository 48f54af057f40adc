"""The second table stands alone (standard library only), and reckons by itself what the rules' worked examples say."""

import ast
import itertools
import sys
from pathlib import Path

import pytest

from tests.second_table import records as r

PARTS = ("records.py", "table.py", "websocket.py")
# RULES 9, typed in: clean, semi-clean, dirty, closed, pile (0 played 1 not played 2 not taken 3 waived), neg, pos, arbiter, total
EXAMPLES = [
    ((1, 0, 1, 1, 0, 45, 345, 0, 700), (0, 0, 1, 0, 0, 60, 180, 0, 220)),
    ((2, 1, 0, 1, 0, 10, 410, 0, 1050), (0, 0, 0, 0, 2, 160, 30, 0, -230)),
    ((0, 0, 0, 0, 2, 140, 85, 0, -55), (0, 0, 0, 0, 2, 95, 60, 0, -35)),
    ((0, 1, 0, 0, 0, 75, 260, 0, 335), (0, 0, 2, 0, 0, 120, 240, 0, 320)),
    ((0, 0, 1, 0, 1, 135, 150, 0, 115), (1, 0, 0, 1, 0, 5, 275, 0, 570)),
    ((0, 0, 0, 1, 3, 25, 140, 100, 315), (0, 0, 1, 0, 0, 70, 205, 0, 235)),
    ((10, 0, 0, 1, 0, 5, 895, 0, 2990), (0, 0, 0, 0, 2, 110, 0, 0, -210)),
]
FOUR_DEALS = ((100, 10, 10), (300, 11, 9), (500, 12, 8), (700, 13, 7), (900, 14, 6), (1100, 15, 5), (1300, 16, 4), (1500, 17, 3))
PLACE = (b"evnt", b"rnd1", 7)


def _entries(example: tuple[tuple[int, ...], tuple[int, ...]]) -> bytes:
    names = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
    piles = ("played", "taken", "not_taken", "waived")
    parts = [dict(zip(names, line[:8], strict=True)) | {"pile": piles[line[4]]} for line in example]
    return r.entry(parts[0]) + r.entry(parts[1])


def test_it_imports_nothing_but_pythons_own_library() -> None:
    for name in PARTS:
        tree = ast.parse((Path(__file__).parent / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert {f"{node.module}.py" for _ in [0] if node.module} | {f"{a.name}.py" for a in node.names} & set(PARTS)
                assert node.level == 1
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
                assert all(module.split(".")[0] in sys.stdlib_module_names for module in found), (name, found)


@pytest.mark.parametrize("example", EXAMPLES)
def test_worked_examples(example: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    assert r.points(_entries(example), 0) == (example[0][8], example[1][8])


def test_older_rules_count_a_pile_that_both_left_and_no_semi_clean() -> None:
    assert r.points(_entries(EXAMPLES[2]), 1) == (-155, -135)
    assert r.points(_entries(EXAMPLES[3]), 2) == (285, 320)


def _record(kind: int, payload: bytes, seq: int, device: bytes = b"dev1") -> r.Record:
    return r.pack(kind, payload, (device, b"log1", seq), 1000 * seq, PLACE, 0)


def test_the_fold_is_the_same_in_any_order_and_doubled() -> None:
    first = _record(r.DEAL, bytes([1, 0, 0]) + _entries(EXAMPLES[0]), 1)
    second = _record(r.DEAL, bytes([2, 0, 0]) + _entries(EXAMPLES[1]), 2)
    revised = _record(r.REVISE, bytes([1, 0, 0]) + _entries(EXAMPLES[4]) + first.id, 3)
    void = _record(r.VOID, bytes([2, 0]) + second.id, 4)
    other = _record(r.DEAL, bytes([2, 0, 0]) + _entries(EXAMPLES[3]), 1, b"dev2")
    rival = _record(r.DEAL, bytes([2, 0, 0]) + _entries(EXAMPLES[5]), 2, b"dev3")
    for order in itertools.permutations([first, second, revised, void, other, rival]):
        sheet = r.Sheet([*order, *order])
        assert sheet.deals == {1: _entries(EXAMPLES[4]), 2: _entries(EXAMPLES[3])}


@pytest.mark.parametrize(("ns", "ew", "vp"), [(2200, 880, (17, 3)), (745, 1205, (8, 12)), (100, 0, (10, 10)), (0, 105, (9, 11))])
def test_victory_points_come_from_the_first_band_that_reaches(ns: int, ew: int, vp: tuple[int, int]) -> None:
    assert r.victory(FOUR_DEALS, ns, ew) == vp


def test_a_damaged_record_is_none() -> None:
    data = _record(r.PRESENCE, b"\0\1", 1).data
    assert r.unpack(data).place == PLACE
    for at in range(len(data)):
        with pytest.raises(ValueError, match="record|CRC"):
            r.unpack(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
