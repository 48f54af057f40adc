"""docs/power.md says what bench/power.py computes, and the firmware keeps to it."""

import re
from pathlib import Path

from bench import power

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/power.md").read_text(encoding="utf-8")
CARE = (ROOT / "firmware/tavolo/services/care.py").read_text(encoding="utf-8")
# a lithium cell at rest: percent of charge, millivolts
CELL = [(0, 3270), (5, 3610), (10, 3690), (15, 3710), (20, 3730), (25, 3750), (30, 3770), (40, 3790), (50, 3820)]


def constant(name: str) -> int:
    found = re.search(rf"^{name} = const\((\d+)\)", CARE, re.M)
    assert found
    return int(found[1])


def test_the_page_has_the_computed_table() -> None:
    assert power.table() in PAGE


def test_the_states_of_a_session_make_one_session() -> None:
    assert abs(sum(state.session for state in power.STATES) - 1) < 1e-9


def test_two_sessions_on_one_charge() -> None:
    assert power.hours(power.session_ma()) >= 2 * power.SESSION_H


def test_the_warning_comes_one_session_ahead_and_not_much_earlier() -> None:
    wanted = power.warning_percent()
    low_mv = constant("_LOW_MV")
    percent = next(
        below + (low_mv - mv) * (above - below) / (above_mv - mv)
        for (below, mv), (above, above_mv) in zip(CELL, CELL[1:], strict=False)
        if mv <= low_mv <= above_mv
    )
    assert wanted - 1.5 <= percent <= wanted + 10, (wanted, percent)
    assert f"at {wanted:.0f} % of charge" in PAGE


def test_dimming_is_what_was_computed_with() -> None:
    assert "level >> (2 if playing or idle < _LOW_MS else 4)" in CARE
    assert (power.DIM, power.FAR) == (1 / 4, 1 / 16)


def test_fewer_lit_pixels_and_less_contrast_draw_less() -> None:
    assert power.panel_ma("waiting", 1.0) < power.panel_ma("play", 1.0)
    assert power.panel_ma("play", power.DIM) < power.panel_ma("play", 1.0) / 3
