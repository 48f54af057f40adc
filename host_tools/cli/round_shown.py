"""How a round and what would change are shown on the console."""

from collections.abc import Mapping
from typing import Any

from host_tools.cli import console

_METHODS = {"danish": "pure Danish", "modified": "modified Danish", "mitchell": "Mitchell", "italian": "Italian"}
_STATES = {"draft": "draft", "published": "published, being played", "closed": "closed"}


def seating(info: Mapping[str, Any]) -> None:
    """Seats, rests with their reasons, notes, and what could not be met."""
    method = _METHODS.get(info["method"], info["method"])
    console.say(f"Round {info['number']}, {_STATES.get(info['state'], info['state'])}: {method}, {info['deals']} deals")
    console.say(f"id {info['id']}" + (f", seed of the lots {info['seed']}" if info["seed"] else ""), "")
    match = any(seat["match"] for seat in info["seats"])
    rows = [
        (seat["table"], *((seat["match"],) if match else ()), _side(seat["ns"]), _side(seat["ew"]))
        for seat in sorted(info["seats"], key=lambda seat: seat["table"])
    ]
    console.table((">table", *((">match",) if match else ()), "N/S", "E/W"), rows)
    for one in info["rests"]:
        console.say("", f"rests: {one['number']} {one['names']}")
        if one["reason"]:
            console.say(f"  {one['reason']}")
    for text in info["notes"]:
        console.say("", f"note: {text}")
    since = [one for one in info["unmet"] if "anyway" in one]
    unmet = [one for one in info["unmet"] if "anyway" not in one]
    if unmet:
        console.say("", "not met:", *(f"  {one['text']} ({one['article']})" for one in unmet))
    if since:
        console.say("", "THIS DRAFT IS OLD. Since it was made:", *(f"  {one['text']} ({one['article']})" for one in since))
        as_it_is = ', or publish it as it is: tavolo round publish --anyway --why "..."' if info["anyway"] else ""
        console.say(f"Pair it anew: tavolo round pair{as_it_is}")


def _side(side: Mapping[str, Any]) -> str:
    numbers = "+".join(map(str, side["numbers"])) or str(side["unit"])
    team = f"{side['team']}: " if side.get("team") else ""
    return f"{numbers}  {team}{side['names']}"


def changes(found: Mapping[str, Any]) -> None:
    """What an undoing or a ruling would change, one line each."""
    console.say("This would change:" if found["words"] else "Nothing that counts would change.")
    console.say(*(f"  {line}" for line in found["words"]))
