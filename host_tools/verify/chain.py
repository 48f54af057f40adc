"""The history's hash chain, and which acts count (docs/event.md)."""

import hashlib
import json
from typing import Any

from host_tools.verify.report import Damaged

_HASHED = ("number", "at", "who", "kind", "data", "why", "article", "old", "before")
_SHAPES: dict[str, type] = {"number": int, "at": int, "who": str, "kind": str, "data": dict, "why": str, "article": str}
_NOTHING = "0" * 64
MOST_ACTS = 200_000


def checked(acts: Any) -> list[dict[str, Any]]:
    """The acts, each of the right shape and chained to the one before. Raises Damaged at the first that is not."""
    if not isinstance(acts, list):
        raise Damaged("acts", "must be a list")
    if len(acts) > MOST_ACTS:
        raise Damaged("acts", f"{len(acts)} of them; {MOST_ACTS} at most")
    before = _NOTHING
    for at, act in enumerate(acts, 1):
        where = f"act {at}"
        _shape(act, where)
        if act["number"] != at:
            raise Damaged(where, f"is missing: number {act['number']} stands in its place")
        if act["before"] != before:
            raise Damaged(where, "does not follow the act before it")
        before = _hash(act, where)
        if act["hash"] != before:
            raise Damaged(where, f"({act['kind']}) is not as it was written")
    return acts


def _shape(act: Any, where: str) -> None:
    if not isinstance(act, dict):
        raise Damaged(where, "is no object")
    missing = [name for name in (*_HASHED, "hash") if name not in act]
    if missing:
        raise Damaged(where, f"lacks {', '.join(missing)}")
    for name, kind in _SHAPES.items():
        if not isinstance(act[name], kind) or isinstance(act[name], bool):
            raise Damaged(where, f"{name} is no {kind.__name__}")


def _hash(act: dict[str, Any], where: str) -> str:
    said = [act[name] for name in _HASHED]
    try:
        text = json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()
    except (ValueError, TypeError, RecursionError) as fault:
        raise Damaged(where, f"is not plain JSON: {fault}") from fault


def counting(acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The acts that nobody took back. Read from the newest: an undo that was itself taken back takes nothing back."""
    gone: set[int] = set()
    for act in reversed(acts):
        if act["kind"] == "undo" and act["number"] not in gone:
            named = act["data"].get("acts")
            if not isinstance(named, list) or not all(isinstance(n, int) for n in named):
                raise Damaged(f"act {act['number']} (undo)", "names no acts")
            gone |= set(named)
    return [act for act in acts if act["number"] not in gone]
