"""Events made of acts, for the engine's tests: numbers only, each pair n has the persons 2n-1 and 2n."""

from typing import Any

from host_tools.engine.acts import Act, Draft, chained
from host_tools.engine.fold import fold
from host_tools.engine.state import EventState

BANDS = [[100, 10, 10], [300, 11, 9], [500, 12, 8], [32767, 20, 0]]


def phase(method: str, rounds: int = 1, **more: Any) -> dict[str, Any]:
    return {"method": method, "rounds": rounds, "deals": 4, "minutes": 45, "scale": "four", "bands": BANDS} | more


def new(*phases: dict[str, Any], profile: int = 0, kind: str = "pairs", settings: dict[str, Any] | None = None) -> Draft:
    data = {"id": "e0000001", "name": "Trofeo", "kind": kind, "profile": profile, "settings": settings or {}}
    return Draft("event.new", data | {"phases": list(phases or (phase("modified", 4),))})


def entries(*numbers: int) -> Draft:
    return Draft("entry.add", {"entries": [{"number": n, "persons": [2 * n - 1, 2 * n]} for n in numbers]})


def pair(number: int, method: str = "modified", round_id: str = "", **more: Any) -> Draft:
    seats = {"seats": {"1": [1, 2], "2": [3, 4]}}
    return Draft("round.pair", {"id": round_id or f"r{number}", "number": number, "method": method} | seats | more)


def on_round(kind: str, round_id: str, **more: Any) -> Draft:
    return Draft(f"round.{kind}", {"id": round_id} | more)


def played(number: int, method: str = "modified") -> list[Draft]:
    return [pair(number, method), on_round("publish", f"r{number}"), on_round("close", f"r{number}")]


def acts_of(*drafts: Draft) -> list[Act]:
    return chained(drafts, None, "ornella", 1000)


def more(acts: list[Act], *drafts: Draft) -> list[Act]:
    return [*acts, *chained(drafts, acts[-1], "ornella", 2000)]


def state_of(*drafts: Draft) -> EventState:
    return fold(acts_of(*drafts))
