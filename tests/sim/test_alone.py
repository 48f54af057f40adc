"""A table that is alone: without a network, without power for a moment, cut off again and again. Nothing recorded is lost."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host_tools.demo.recount import deal_points
from host_tools.demo.tournament import Demo
from host_tools.simulator.ssd1306 import pixels
from tests.sim.tournaments import begin_play, go, published, shows

pytestmark = pytest.mark.sim
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Demo]:
    """One table, two deals, START given, the first deal in play."""
    demo = published(tmp_path, 1, 2)
    try:
        begin_play(demo)
        yield demo
    finally:
        demo.stop()


def icons(picture: list[int], left: int = 110) -> list[int]:
    """The corner with the two signs: link, and where the records are."""
    return [picture[128 * y + x] for y in range(12) for x in range(left, left + 18)]


def icons_of(name: str) -> tuple[list[int], list[int]]:
    """That corner as the committed picture `name` has it, and as it is when the panel shows it one column to the right."""
    with Image.open(GOLDEN / f"{name}.png") as image:
        picture = [1 if value else 0 for value in image.convert("L").tobytes()]
    return icons(picture), icons(picture, 109)


def sheet(demo: Demo) -> dict[str, Any]:
    """The sheet that the server has."""
    return demo.arbiter.call("GET", "/api/sheets/1/1")


def recorded(demo: Demo) -> list[tuple[int, int]]:
    """Totals of the deals on the server's sheet; each must have been recorded once."""
    deals = [deal for deal in sheet(demo)["deals"] if deal["versions"]]
    assert all(len(deal["versions"]) == 1 for deal in deals), deals
    return [(deal["versions"][-1]["ns"]["total"], deal["versions"][-1]["ew"]["total"]) for deal in deals]


def meant(demo: Demo) -> list[tuple[int, int]]:
    """Totals of what the players wanted to enter."""
    return [deal_points(deal) for deal in demo.deals_of(1, 1)]


def test_round_is_played_and_signed_without_a_network_and_delivered_after(started: Demo) -> None:
    players, table = started.players[0], started.tables[0]
    table.set_network(False)
    lines = go(players, shows("FIRMATO"), 60)
    assert "Salvo qui" in lines and "grazie, attendete" in lines, lines
    assert icons(pixels(table.frame)) in icons_of("signed-no-link")
    assert recorded(started) == [] and not sheet(started)["signed"]
    assert table.wait_until(lambda: not sheet(started)["state"]["device"]["online"], 15)

    table.set_network(True)
    assert table.wait_text("Sul PC", 20), table.text()
    assert table.wait_until(lambda: icons(pixels(table.frame)) in icons_of("signed"), 5)
    assert recorded(started) == meant(started)
    assert sheet(started)["signed"]["deals"] == 2
    assert not table.troubles()


def test_power_that_comes_back_finds_the_same_question_with_what_was_typed(started: Demo) -> None:
    players, table = started.players[0], started.tables[0]
    for question in ("Punti POSITIVI", "CONFERMATE"):
        lines = go(players, shows(question))
        table.restart()
        assert table.wait_until(lambda before=lines: table.text() == before, 15), (lines, table.text())
    go(players, shows("FIRMATO"), 60)
    assert table.wait_text("Sul PC", 10)
    assert recorded(started) == meant(started)


def test_power_cut_at_moments_that_nobody_chose_loses_and_doubles_nothing(started: Demo) -> None:
    players, table = started.players[0], started.tables[0]
    rng = random.Random(11)
    hands = threading.Thread(target=players.run, daemon=True)
    hands.start()
    try:
        for _ in range(5):
            time.sleep(rng.uniform(0.4, 2.4))
            table.restart()
        assert table.wait_text("FIRMATO", 90), (players.doing, table.text())
        assert table.wait_text("Sul PC", 10)
    finally:
        players.stop()
        hands.join(5)
    assert recorded(started) == meant(started)
    assert sheet(started)["signed"]
    assert not table.troubles()
