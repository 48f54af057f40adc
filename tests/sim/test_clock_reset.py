"""A table in play without its host: its round's clock after a reset of the chip, and after its power was gone."""

import re
from pathlib import Path

import pytest

from tests.sim.tournaments import begin_play, published

pytestmark = pytest.mark.sim
CLOCK = re.compile(r"(\d\d):(\d\d)")


def test_the_round_clock_is_right_after_a_reset_and_about_after_a_loss_of_power(tmp_path: Path) -> None:
    demo = published(tmp_path, 2, 2)
    try:
        table = begin_play(demo).table

        def off_s() -> float:
            """How far the panel is from the server, which says what it is itself at this moment."""
            shown = next(found for found in map(CLOCK.fullmatch, table.text()) if found)
            state = demo.arbiter.state()
            left_s = (state["round"]["clock"]["deadline_ms"] - state["now_ms"]) / 1000
            return int(shown[1]) * 60 + int(shown[2]) - left_s

        def shows_clock() -> bool:
            return any(map(CLOCK.fullmatch, table.text())) and any("OK: conta" in line for line in table.text())

        assert table.wait_until(shows_clock), table.text()
        assert abs(off_s()) <= 1.5
        for _ in range(2):
            process = table._process
            assert process is not None
            table._reset(process)
            table.set_network(False)
            assert table.wait_until(shows_clock), table.text()
            assert "circa" not in table.text()
            assert abs(off_s()) <= 1.5, (table.text(), off_s())
        table.restart()
        table.set_network(False)
        assert table.wait_text("circa"), table.text()
        table.set_network(True)
        assert table.wait_until(lambda: "circa" not in table.text() and shows_clock(), 15), table.text()
        assert abs(off_s()) <= 1.5
    finally:
        demo.stop()
