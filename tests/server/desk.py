"""Orders to a running server as the organiser's page gives them, and whole tables that play at once."""

from typing import Any

import httpx

PHASES = [{"method": "mitchell", "rounds": 2, "deals": 2}, {"method": "modified", "rounds": 2, "deals": 2}]


def do(client: httpx.Client, name: str, **body: Any) -> Any:
    """Carry out an order that is not refused; its answer."""
    found = client.post(f"/api/do/{name}", json=body)
    assert found.status_code == 200, f"{name}: {found.text}"
    return found.json()


def refused(client: httpx.Client, name: str, **body: Any) -> str:
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
