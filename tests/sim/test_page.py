"""The page of the simulated tables: panels go out, keys come in, strangers and rubbish do nothing."""

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from host_tools.simulator.page import Page, serve_page
from host_tools.simulator.table import SimTable

pytestmark = pytest.mark.sim


@pytest.fixture
def shown(table_of: Callable[..., SimTable], sim_image: Any) -> Iterator[tuple[SimTable, Page]]:
    """A table that waits for a plan, and its page."""
    table = table_of(sim_image.path, {"hosts": []})
    table.start()
    page = serve_page([table], 0)
    assert table.wait_text("In attesa del turno"), table.output
    yield table, page
    page.stop()


def live(page: Page, **how: Any) -> ClientConnection:
    """The page's connection."""
    return connect(f"ws://127.0.0.1:{page.port}/live", **how)


def test_panel_comes_as_the_table_draws_it(shown: tuple[SimTable, Page]) -> None:
    table, page = shown
    assert "/tables.js" in httpx.get(f"http://127.0.0.1:{page.port}/").text
    with live(page) as ws:
        message = json.loads(ws.recv(5))
    assert (message["n"], message["name"], message["alive"]) == (0, "1", True)
    assert base64.b64decode(message["frame"]) == table.frame


def test_a_key_held_on_the_page_is_held_at_the_table(shown: tuple[SimTable, Page]) -> None:
    table, page = shown
    with live(page) as ws:
        ws.send(json.dumps({"n": 0, "key": "OK", "down": True}))
        assert table.wait_text("MENU"), table.text()
        ws.send(json.dumps({"n": 0, "key": "OK", "down": False}))
        assert table.wait_until(lambda: table._mask == 0, 3)
        ws.send(json.dumps({"n": 0, "key": "EW", "down": True}))
        assert table.wait_until(lambda: table._mask != 0, 3)
    # closing the page lets go
    assert table.wait_until(lambda: table._mask == 0, 3)


def test_power_off_and_on(shown: tuple[SimTable, Page]) -> None:
    table, page = shown
    with live(page) as ws:
        ws.send(json.dumps({"n": 0, "power": False}))
        assert table.wait_until(lambda: not table.alive, 5)
        ws.send(json.dumps({"n": 0, "power": True}))
        assert table.wait_text("In attesa del turno")


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1.evil.example", "null"])
def test_another_sites_page_is_refused(shown: tuple[SimTable, Page], origin: str) -> None:
    _, page = shown
    with pytest.raises((InvalidStatus, ConnectionClosed)), live(page, origin=origin) as ws:
        ws.recv(3)


@pytest.mark.parametrize(
    "rubbish", ["not json", b"\x00\xff", "[1]", '{"n":9,"key":"OK"}', '{"n":0,"key":["OK"]}', '{"n":"0"}', "x" * 5000]
)
def test_rubbish_presses_nothing_and_the_page_goes_on(shown: tuple[SimTable, Page], rubbish: str | bytes) -> None:
    table, page = shown
    with live(page) as ws:
        ws.send(rubbish)
    assert table._mask == 0 and table.alive
    with live(page) as ws:
        assert json.loads(ws.recv(5))["n"] == 0
