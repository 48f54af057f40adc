"""A round whose publishing is undone, on a table with the real firmware: it goes back to what counts, and plays what is new."""

from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.tournament import Demo
from host_tools.simulator.table import SimTable
from tests.sim.tournaments import go, published, shows

pytestmark = pytest.mark.sim
IDLE = "In attesa del turno"


def do(demo: Demo, name: str, /, **body: Any) -> Any:
    return demo.arbiter.post(f"/api/do/{name}", **body)


def undo(demo: Demo, what: str, **more: Any) -> Any:
    seen = do(demo, "undo.preview", what=what, **more)["seen"]
    return do(demo, "undo.do", what=what, seen=seen, why="sbagliato", **more)


def names(table: SimTable) -> list[str]:
    assert table.wait_text("ci siete?", 20), table.text()
    return table.text()[1:3]


def test_a_table_follows_rounds_that_are_undone_published_anew_and_count_again(tmp_path: Path) -> None:
    demo = published(tmp_path, 1, 2)
    try:
        table, players = demo.tables[0], demo.players[0]
        first = names(table)
        undo(demo, "publish")
        assert table.wait_text(IDLE, 10), table.text()
        do(demo, "round.pair", method="manual", tables=[[1, 2, 1]])
        do(demo, "round.publish")
        assert names(table) == first[::-1], "the other way round"
        demo.mean(1, demo.arbiter.state()["round"])
        go(players, shows("Attendete il VIA"))
        demo.arbiter.post("/api/round/start")
        assert table.wait_until(lambda: not any("Attendete" in line for line in table.text())), table.text()
        done = undo(demo, "round")
        assert table.wait_text(IDLE, 10), table.text()
        undo(demo, "act", number=done["acts"])
        # it is in the middle of a round again, whose names it may ask about
        assert table.wait_until(lambda: not any(IDLE in line for line in table.text())), table.text()
        state = demo.arbiter.state()
        assert state["foreign"] == 0 and state["tables"][0]["ns"]["presence"] == "here"
        do(demo, "round.close", force=True, reason="prova")
    finally:
        demo.stop()
