"""The door of the command line: only who can read the data directory, on this computer, and no page of any site."""

import asyncio
import stat
from pathlib import Path

import httpx
import pytest

from host_tools.cli import desk
from host_tools.server import listening
from host_tools.server.app import make_app
from host_tools.server.orders_api import TOKEN_FILE
from tests.server.kit import Running


def ask(server: Running, token: str, **headers: str) -> httpx.Response:
    said = {"Authorization": f"Bearer {token}"} | headers
    return httpx.post(f"{server.url}/api/do/event.list", json={}, headers=said)


def token(server: Running) -> str:
    return (server.folder / TOKEN_FILE).read_text(encoding="ascii")


def test_the_token_opens_the_orders_and_is_for_its_owner_alone(server: Running) -> None:
    assert ask(server, token(server)).json() == {"events": []}
    assert stat.S_IMODE((server.folder / TOKEN_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("wrong", ["x", "Bearer", "è"])
def test_a_wrong_token_is_refused(server: Running, wrong: str) -> None:
    for said in (f"Bearer {wrong}", wrong, f"Basic {token(server)}", token(server)):
        found = httpx.post(f"{server.url}/api/do/event.list", json={}, headers={"Authorization": said.encode()})
        assert found.status_code == 403 and found.json()["error"]["code"] == "desk"


def test_no_page_can_use_it_not_even_our_own(server: Running) -> None:
    for origin in (server.url, "http://evil.example", "null"):
        assert ask(server, token(server), Origin=origin).status_code == 403


def test_without_a_token_an_order_needs_a_session_and_a_change_the_pages_token(server: Running) -> None:
    assert httpx.post(f"{server.url}/api/do/event.list", json={}).status_code == 401
    client = server.organiser()
    assert client.post("/api/do/event.list", json={}).status_code == 200
    del client.headers["X-CSRF-Token"]
    assert client.post("/api/do/round.drop", json={}).status_code == 403
    assert client.post("/api/do/no.such", json={}).status_code == 403, "what is not known may change something"


def test_the_token_of_an_earlier_start_is_worth_nothing(server: Running, tmp_path: Path) -> None:
    old = token(server)
    server.stop()
    again = Running(server.folder)
    try:
        assert ask(again, old).status_code == 403 and ask(again, token(again)).status_code == 200
    finally:
        again.stop()
        server.stop = lambda: None  # type: ignore[method-assign]


@pytest.mark.parametrize(("address", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.168.4.20", 403), ("not-one", 403)])
def test_from_another_computer_it_opens_nothing(server: Running, address: str, status: int) -> None:
    app = make_app(server.host)
    transport = httpx.ASGITransport(app, client=(address, 5000))

    async def one() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as client:
            headers = {"Authorization": f"Bearer {token(server)}"}
            return await client.post("/api/do/event.list", json={}, headers=headers)

    assert asyncio.run(one()).status_code == status


def test_the_command_line_goes_through_the_server_that_runs(server: Running) -> None:
    listening.remember(server.folder, "127.0.0.1", server.port)
    made = desk.ask(server.folder, "event.new", {"name": "Da riga", "phases": [{"method": "draw", "rounds": 1, "deals": 2}]})
    assert server.host.hall.event is not None and server.host.hall.event.id == made["event"]["id"]
    with pytest.raises(desk.DeskError) as refusal:
        desk.ask(server.folder, "round.publish", {})
    assert refusal.value.code == "no_draft" and refusal.value.hint
    (server.folder / TOKEN_FILE).write_text("old", encoding="ascii")
    with pytest.raises(desk.DeskError) as refusal:
        desk.ask(server.folder, "event.list", {})
    assert refusal.value.code == "desk"
