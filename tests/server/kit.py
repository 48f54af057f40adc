"""A real server on a free port, in a thread of this process, and devices that it knows."""

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher

from host_tools.server import auth
from host_tools.server.app import make_app
from host_tools.server.copies import Copies
from host_tools.server.host import Host
from tavolo.domain import kinds as k
from tests.server.databases import url_of
from tests.server.fake_table import FakeTable

# two lines' entries of a deal, 700 to 220, and one that the second might have said instead
NS = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]
EW = [0, 0, 1, 0, k.PILE_PLAYED, 60, 180, 0]
OTHER = [0, 0, 2, 0, k.PILE_PLAYED, 60, 180, 0]
# the real cost is a third of a second of CPU for each account and each login; test_guard.py makes an account at that cost
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Running:
    """`url`, `port`, `host` (the parts), `password`."""

    def __init__(self, folder: Path, copies: Callable[[Host], Copies] | None = None) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.host = Host(folder, database=url_of(folder))
        self.host.store.copies = copies(self.host) if copies else None
        self.host.open()
        self.password = self.host.store.run(lambda c: auth.ensure_account(c, QUICK)) or ""
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        options: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": 4096, "ws_per_message_deflate": False}
        options |= {"log_level": "error", "timeout_graceful_shutdown": 1}
        self._server = uvicorn.Server(uvicorn.Config(make_app(self.host), **options))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        end = time.monotonic() + 10
        while not self._server.started:
            assert time.monotonic() < end
            time.sleep(0.01)

    def device(self, name: str = "") -> FakeTable:
        """A new device that the server knows."""
        device, _ = self.host.keys.add(name, [])
        key = self.host.keys.key(device)
        assert key is not None
        return FakeTable(self.port, device, key)

    def organiser(self) -> httpx.Client:
        """A logged-in client that sends the CSRF token."""
        client = httpx.Client(base_url=self.url, timeout=10)
        found = client.post("/api/login", json={"user": auth.USER, "password": self.password})
        assert found.status_code == 200, found.text
        client.headers["X-CSRF-Token"] = found.json()["csrf"]
        return client

    def stop(self) -> None:
        """Stop in good order."""
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive()


def event_body(pairs: int = 4, **more: Any) -> dict[str, Any]:
    """A small event."""
    names = [[f"Anna{n}", f"Bruno{n}"] for n in range(1, pairs + 1)]
    return {"name": "Prova", "deals": 2, "minutes": 25, "rounds": 3, "profile": "fibur", "pairs": names} | more


def begin(client: httpx.Client, pairs: int = 4, method: str = "mitchell", **more: Any) -> None:
    """Make an event, pair and publish its first round."""
    steps = [("event", event_body(pairs, **more)), ("round/pair", {"method": method}), ("round/publish", None)]
    for path, body in steps:
        found = client.post(f"/api/{path}", json=body)
        assert found.status_code == 200, found.text


def seated(server: Running) -> tuple[httpx.Client, FakeTable]:
    """The organiser, and table 1 after START with both lines there."""
    client = server.organiser()
    table = server.device("one").open().ready()
    begin(client)
    table.until(lambda: table.sheet.plan, "plan")
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.clock.state, "start")
    table.sit()
    return client, table
