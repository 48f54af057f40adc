"""A demo's parts for tests that want to stop at a certain screen: players are driven here, without threads of their own."""

import atexit
import functools
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from host_tools.demo.player import Players
from host_tools.demo.tournament import Demo, Wishes
from host_tools.image import build
from host_tools.simulator.reader import read_lines

START_S = 60
_SURE_S = 0.15
Stop = Callable[[list[str]], bool]


@functools.cache
def table_image() -> build.Image:
    """The simulated table's image, built once per test process: that takes as long as a deal."""
    folder = Path(tempfile.mkdtemp(prefix="tavolo-image-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build.build("unix/sim_table", folder / "tree", limit=99000)


def _nothing(demo: Demo) -> None:
    pass


def published(folder: Path, tables: int, deals: int, profile: str = "fibur", before: Callable[[Demo], None] = _nothing) -> Demo:
    """Server and tables run, round 1 is published; nobody has pressed a key. The caller stops it. `before` is called
    before the round is paired."""
    wishes = Wishes(tables, 1, deals, True, 3, 0, profile=profile, folder=folder, tree=table_image().path)
    wishes.say = lambda _text: None
    demo = Demo(wishes)
    try:
        demo.set_up()
        demo.make_event()
        for table in demo.tables:
            table.start()
        before(demo)
        demo.arbiter.post("/api/round/pair", method="mitchell")
        demo.mean(1, demo.arbiter.state()["draft"])
        for deal in (deal for deals_of_table in demo.meant.values() for deal in deals_of_table):
            _plain(deal)
        demo.arbiter.post("/api/round/publish")
    except BaseException:
        demo.stop()
        raise
    return demo


def _plain(deal: dict[str, Any]) -> None:
    """Make a deal one that counts the same in every profile: no semi-clean, and not both piles left."""
    for line in deal.values():
        line["dirty"] += line["semi"]
        line["semi"] = 0
    if deal["ns"]["pile"] == deal["ew"]["pile"] == "not_taken":
        deal["ew"]["pile"] = "played"


def shows(words: str) -> Stop:
    """Stop at a screen with these words on a line."""
    return lambda lines: any(words in line for line in lines)


def go(players: Players, stop: Stop, limit_s: float = START_S) -> list[str]:
    """Play until the panel shows what `stop` wants; its lines."""
    end = time.monotonic() + limit_s
    while True:
        frame = players.settled()
        time.sleep(_SURE_S)
        if frame != players.table.frame and time.monotonic() < end:
            continue  # it was still being drawn, by a table that got no turn of the processor in between
        lines = read_lines(frame)
        if stop(lines):
            return lines
        assert not players.table.troubles(), (players.table.troubles(), list(players.table.output))
        assert time.monotonic() < end, f"table {players.number} stays at {lines}"
        players.look(frame)


def begin_play(demo: Demo) -> Players:
    """The first table's players sit down, START is given, and the first deal is in play."""
    players = demo.players[0]
    go(players, shows("Attendete il VIA"))
    demo.arbiter.post("/api/round/start")
    go(players, shows("OK: conta"))
    return players


def all_go(demo: Demo, stops: list[Stop]) -> list[list[str]]:
    """Every table's players go on at the same time, each to its own screen."""
    with ThreadPoolExecutor(len(stops)) as pool:
        return list(pool.map(go, demo.players, stops))
