"""A change of a preview (preview.py) as one line of plain English, for the command line and the history. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

Change = Mapping[str, Any]


def line(change: Change) -> str:
    """The words for `change`. Raises KeyError for a code that no preview makes."""
    return _WORDS[change["code"]](change)


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return ", ".join(_value(one) for one in value) or "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(one)}" for name, one in value.items())
    return str(value) or "nothing"


def _sides(change: Change) -> str:
    return f"{_value(change['before'])} -> {_value(change['after'])}"


def _phases(phases: list[Mapping[str, Any]]) -> str:
    """Short: a scale's bands are too long for a line."""
    return ", ".join(
        f"{one['rounds']} x {one['method']} ({one['deals']} deals, {one['minutes']} min, scale {one['scale']})" for one in phases
    )


def _seat(change: Change) -> str:
    sides = [f"{seat[0]}-{seat[1]}" if seat else "empty" for seat in (change["before"], change["after"])]
    return f"round {change['round']} table {change['table']}: {sides[0]} -> {sides[1]}"


def _standing(change: Change) -> str:
    sides = [
        f"{place['rank']}. with {place['vp']} VP, {place['mp_net']:+} MP" if place else "not ranked"
        for place in (change["before"], change["after"])
    ]
    return f"number {change['number']}: {sides[0]} -> {sides[1]}"


def _ruling(change: Change) -> str:
    what = "no more" if change["code"] == "ruling_gone" else "new"
    return f"{what}: {change['kind']}, {_value(change['data'])}" + (f" ({change['article']})" if change["article"] else "")


_WORDS: dict[str, Callable[[Change], str]] = {
    "name": lambda change: f"name of the event: {_sides(change)}",
    "setting": lambda change: f"setting {change['name']}: {_sides(change)}",
    "phases": lambda change: f"phases: {_phases(change['before'])} -> {_phases(change['after'])}",
    "entries_closed": lambda change: f"entries closed: {_sides(change)}",
    "final": lambda change: f"ranking final: {_sides(change)}",
    "entry_new": lambda change: f"number {change['number']}: entered",
    "entry_gone": lambda change: f"number {change['number']}: entered no more",
    "entry": lambda change: f"number {change['number']}: {change['field']} {_sides(change)}",
    "line_up": lambda change: f"round {change['round']} number {change['number']}: line-up {_sides(change)}",
    "round_new": lambda change: f"round {change['round']}: made, {change['after']}",
    "round_gone": lambda change: f"round {change['round']}: there no more, it was {change['before']}",
    "round": lambda change: f"round {change['round']}: {change['field']} {_sides(change)}",
    "seat": _seat,
    "rests": lambda change: f"round {change['round']} rests: {_sides(change)}",
    "match": lambda change: f"round {change['round']} table {change['table']}: match {_sides(change)}",
    "records_left": lambda change: f"round {change['round']}: what tables {_value(change['tables'])} recorded counts no more",
    "ruling_gone": _ruling,
    "ruling_new": _ruling,
    "standing": _standing,
}
