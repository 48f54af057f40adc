"""Orders to a running server as the organiser's page gives them, and whole tables that play at once."""

import asyncio
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from host_tools.server.commands import Refused
from host_tools.server.database import FILE
from host_tools.server.host import Host
from host_tools.server.orders.registry import carry_out
from host_tools.server.store import Store
from tests.server.databases import url_of

PHASES = [{"method": "mitchell", "rounds": 2, "deals": 2}, {"method": "modified", "rounds": 2, "deals": 2}]


def do(client: httpx.Client, name: str, /, **body: Any) -> Any:
    """Carry out an order that is not refused; its answer."""
    found = client.post(f"/api/do/{name}", json=body)
    assert found.status_code == 200, f"{name}: {found.text}"
    return found.json()


def refused(client: httpx.Client, name: str, /, **body: Any) -> str:
    """The code with which an order is refused."""
    found = client.post(f"/api/do/{name}", json=body)
    assert found.status_code >= 400, f"{name}: {found.text}"
    code: str = found.json()["error"]["code"]
    return code


def entry(*names: str, **more: Any) -> dict[str, Any]:
    """An entry with these persons."""
    return {"persons": [{"name": name} for name in names]} | more


def pairs(count: int, **more: Any) -> list[dict[str, Any]]:
    """So many pairs."""
    return [entry(f"Anna{n}", f"Bruno{n}", **more) for n in range(1, count + 1)]


def event(client: httpx.Client, entries: list[dict[str, Any]], **more: Any) -> Any:
    """A new event with its entries."""
    do(client, "event.new", **{"name": "Prova", "phases": PHASES} | more)
    return do(client, "entry.add", entries=entries) if entries else None


def next_round(client: httpx.Client, **how: Any) -> Any:
    """Pair and publish."""
    made = do(client, "round.pair", **how)
    do(client, "round.publish", seen=made["round"]["id"])
    return made["round"]


def seats(shown: Any) -> list[tuple[int, int, int]]:
    """(table, N/S, E/W) of a round's answer."""
    return [(seat["table"], seat["ns"]["unit"], seat["ew"]["unit"]) for seat in shown["seats"]]


@cache
def _empty() -> bytes:
    """A database in which nothing has happened. Migrations are half of the cost of an office, and tested elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        made = Store(Path(folder) / FILE)
        made.create()
        made.database.copy_to(Path(folder) / "copy")
        return (Path(folder) / "copy").read_bytes()


class Office:
    """An organiser without tables: a host that nobody reaches over the network, and its orders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        if url_of(folder) is None and not (folder / FILE).exists():
            (folder / FILE).write_bytes(_empty())
        self.loop = asyncio.new_event_loop()
        self.open()

    def open(self) -> None:
        """Start, or start again."""
        self.folder.mkdir(exist_ok=True)
        self.host = Host(self.folder, database=url_of(self.folder))
        self.host.open()
        self.loop.run_until_complete(self.host.start(alone=True))

    def close(self) -> None:
        """Stop in good order."""
        self.loop.run_until_complete(self.host.stop())

    def do(self, name: str, /, **body: Any) -> Any:
        """Carry out an order that is not refused."""
        return self.loop.run_until_complete(carry_out(self.host, name, json.loads(json.dumps(body)), "organiser"))

    def refused(self, name: str, /, **body: Any) -> Refused:
        """Why an order is refused; nothing has changed then."""
        book = self.host.hall.book
        before = book.state.acts if book else 0
        try:
            found = self.do(name, **body)
        except Refused as fault:
            after = self.host.hall.book
            assert (after.state.acts if after else 0) == before, "it has changed something all the same"
            return fault
        raise AssertionError(f"{name} was not refused: {str(found)[:300]}")

    def event(self, entries: list[dict[str, Any]], **more: Any) -> Any:
        """A new event with its entries."""
        self.do("event.new", **{"name": "Prova", "phases": PHASES} | more)
        return self.do("entry.add", entries=entries) if entries else None

    def play(self, **how: Any) -> Any:
        """A whole round in which nobody signs anything."""
        made = self.do("round.pair", **how)["round"]
        self.do("round.publish", seen=made["id"])
        self.do("round.close", force=True, reason="prova")
        return made
