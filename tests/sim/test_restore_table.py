"""Whole tables on MicroPython when the server comes back with an old copy of its database: they stay where they are, and give
back what it lacks."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.recount import recount
from host_tools.demo.tournament import Demo
from tests.sim.tournaments import all_go, published, shows

pytestmark = pytest.mark.sim
_STEPS_S = 30


def copy(demo: Demo) -> None:
    """The database as a backup program copies it while the server runs."""
    with sqlite3.connect(demo.server.data / "tavolo.sqlite") as database:
        database.execute("VACUUM INTO ?", (str(demo.folder / "copy.sqlite"),))


def restore(demo: Demo) -> None:
    """The server dies; the copy is put in the place of the database; the server starts."""
    demo.server.kill()
    for path in demo.server.data.glob("tavolo.sqlite*"):
        path.unlink()
    shutil.copyfile(demo.folder / "copy.sqlite", demo.server.data / "tavolo.sqlite")
    demo.server.start()


def test_a_round_that_the_copy_does_not_know_is_learned_back_and_played_to_its_end(tmp_path: Path) -> None:
    demo = published(tmp_path, 2, 2, before=copy)
    try:
        all_go(demo, [shows("Attendete il VIA")] * 2)
        demo.arbiter.post("/api/round/start")
        all_go(demo, [shows("Salvo qui"), shows("OK: conta")])
        demo.arbiter.post("/api/round/add", minutes=5)
        first = demo.players[0].table
        ends = demo.arbiter.state()["round"]["clock"]["length_ms"]
        before = _told(demo)
        restore(demo)
        assert first.wait_until(lambda: _back(demo), _STEPS_S), demo.arbiter.state()["tables"]
        assert first.wait_until(lambda: _told(demo) == before, _STEPS_S), (_told(demo), before)
        state = demo.arbiter.state()
        assert state["learned"] == {"records": 6, "held": [], "missing_tables": 0}
        assert state["round"]["clock"]["length_ms"] == ends == 30 * 60_000
        assert not any("Benvenuti" in line for table in demo.tables for line in table.text())
        all_go(demo, [shows("Sul PC")] * 2)
        demo.arbiter.post("/api/round/close")
        ranking = [{"pair": row["names"], "vp": row["vp"], "mp": row["mp_net"]} for row in demo.arbiter.ranking()]
        assert sorted(ranking, key=_order) == recount(demo.facts)
    finally:
        demo.stop()


def _back(demo: Demo) -> bool:
    tables = demo.arbiter.state()["tables"]
    return len(tables) == 2 and all(t["device"] and t["device"]["online"] and t["device"]["unsent"] == 0 for t in tables)


def _told(demo: Demo) -> list[Any]:
    """What the page says of round and tables, but for what moves by itself."""
    state = demo.arbiter.state()
    fields = ("table", "phase", "deal", "played", "clock", "ns", "ew", "mp", "rulings", "faults")
    tables = [{name: table[name] for name in fields} | {"device": table["device"]["id"]} for table in state["tables"]]
    return [state["round"]["id"], state["round"]["seats"], state["round"]["state"], tables]


def _order(row: dict[str, Any]) -> Any:
    return (-row["vp"], -row["mp"], row["pair"])
