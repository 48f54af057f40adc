"""A slow player, a late line: seen on the panel of a whole device, heard, and known to the arbiter's page."""

import time
from pathlib import Path

import pytest

from tavolo.domain import kinds as k
from tests.sim.tournaments import begin_play, published

pytestmark = pytest.mark.sim


def test_a_slow_turn_is_timed_called_and_recorded(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        players = demo.players[0]
        table = players.table
        seen = lambda: demo.arbiter.state()["tables"][0]  # noqa: E731
        begin_play(demo)
        time.sleep(1)  # after START the keys rest
        table.press("DOWN")
        assert table.wait_text("Chi gioca ora?"), table.text()
        table.press("EW")
        assert table.wait_text("OLTRE 10"), table.text()
        table.press("DOWN")
        table.press("DOWN")
        assert table.wait_text("SOTTO 4"), table.text()
        table.press("OK")
        assert table.wait_text("gioca"), table.text()
        assert table.wait_text("SCADUTO", 15), table.text()
        assert table.wait_text("OK chiama l'arbitro"), table.text()
        table.press("OK")
        assert table.wait_text("ARBITRO CHIAMATO"), table.text()
        assert table.wait_until(lambda: seen()["call"] is not None, 5)
        assert (seen()["call"]["reason"], seen()["call"]["line"]) == (k.CALL_SLOW_PLAY, k.NS)
        table.press("BACK")
        assert table.wait_text("altri 5 s"), table.text()
        table.press("DOWN")
        assert table.wait_until(lambda: seen()["turns"]["ew"]["graces"] == 1, 5), seen()["turns"]
        assert table.wait_text("scarto imposto", 10), table.text()
        table.press("DOWN")
        assert table.wait_until(lambda: seen()["turns"]["ew"]["discards"] == 1, 5), seen()["turns"]
        assert table.wait_text("N-S 0"), table.text()
        assert not table.troubles(), table.troubles()
    finally:
        demo.stop()


def test_a_line_that_is_not_there_is_late_at_the_table_and_at_the_host(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        table = demo.players[0].table
        seen = lambda: demo.arbiter.state()["tables"][0]  # noqa: E731
        assert table.wait_text("ci siete?"), table.text()
        time.sleep(1)  # after a plan the keys rest
        table.press("NS", hold_ms=900)
        assert table.wait_until(lambda: seen()["ns"]["presence"] == "here", 10), table.text()
        demo.arbiter.post("/api/round/start")
        assert table.wait_text("EST-OVEST"), table.text()
        assert table.wait_text("in ritardo"), table.text()
        first, since = table.frame, time.monotonic()
        assert table.wait_until(lambda: table.frame != first and time.monotonic() > since + 3), "the minutes stand"
        assert (seen()["ns"]["late"], seen()["ew"]["late"]["until_ms"]) == (None, None)
        table.press("EW", hold_ms=900)
        assert table.wait_text("Chi tiene i punti?"), table.text()
        assert table.wait_until(lambda: seen()["ew"]["late"]["here"], 5)
        late = seen()["ew"]["late"]
        assert 2000 < late["until_ms"] - late["from_ms"] < 30000
    finally:
        demo.stop()
