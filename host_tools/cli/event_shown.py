"""How the event as a whole is shown on the console."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.cli import console

_LONGEST = 34  # characters of a value in the short list of settings


def event(found: Mapping[str, Any]) -> None:
    """Name, phases, rounds, entries, and what comes next."""
    console.say(f"{found['name']}: {found['kind']}, profile {found['profile']}, event {found['id']}")
    if found["pin"]:
        console.say(f"PIN of the tables {found['pin']}, for arbiters alone")
    if found["arbiter"]:
        card = f", card {found['arbiter']['card']}" if found["arbiter"]["card"] else ""
        console.say(f"arbiter {found['arbiter']['name']}{card}")
    console.say("")
    first, rows = 1, []
    for phase in found["phases"]:
        last = first + phase["rounds"] - 1
        options = " ".join(f"{name}={_plain(value)}" for name, value in phase["options"].items())
        options = options + (f" session={phase['session']}" if phase["session"] > 1 else "")
        rounds = f"{first}-{last}" if last > first else str(first)
        rows.append((rounds, phase["method"], phase["deals"], phase["minutes"], phase["scale"], options))
        first = last + 1
    console.table(("rounds", "method", ">deals", ">minutes", "scale", "options"), rows)
    if found["settings"]:
        console.say("", "settings: " + ", ".join(f"{name}={_plain(value)}" for name, value in found["settings"].items()))
    console.say("")
    if found["rounds"]:
        made = [(one["number"], one["state"], one["method"], one["tables"], _rests(one["rests"])) for one in found["rounds"]]
        console.table((">round", "state", "method", ">tables", "rest"), made)
        console.say("")
    entries = found["entries"]
    gone = sum(1 for one in entries if one["left"])
    console.say(
        f"{len(entries)} entries"
        + (f", {gone} withdrawn" if gone else "")
        + (", closed" if found["entries_closed"] else "")
        + f"; {found['total_rounds']} round"
        + ("s" if found["total_rounds"] != 1 else "")
        + ("; the ranking is final" if found["final"] else "")
    )


def _rests(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "-"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(one, (str, int)) for one in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)


def events(found: Sequence[Mapping[str, Any]]) -> None:
    """All events of the database; the one that commands are about is marked."""
    from datetime import datetime

    if not found:
        console.say('no event yet: make one with `tavolo event new "NAME" --phase ...`')
        return
    rows = [
        ("*" if one["playing"] else "", one["id"], datetime.fromtimestamp(one["made_at"]).strftime("%Y-%m-%d %H:%M"), one["name"])
        for one in found
    ]
    console.table(("", "event", "made", "name"), rows)


def rules(found: Sequence[Mapping[str, Any]], whole: bool) -> None:
    """Settings: all in a table, or one in full."""
    if not whole:
        rows = [("*" if one["own"] else "", one["name"], _short(one["value"]), one["help"]) for one in found]
        console.table(("", "setting", "value", "what it is"), rows)
        console.say("", "* the organiser's own; `tavolo event rules NAME` tells article and choices")
        return
    one = found[0]
    console.say(f"{one['name']}: {one['help']}", f"  value    {_plain(one['value'])}")
    if one["own"]:
        console.say(f"  usual    {_plain(one['usual'])}")
    console.say(f"  article  {one['article']}" + ("" if one["official"] else " (not official)"))
    if one.get("choices"):
        console.say(f"  choices  {', '.join(one['choices'])}")
    if "low" in one:
        console.say(f"  fits     {one['low']} to {one['high']}")


def _short(value: Any) -> str:
    text = "-" if value is None else _plain(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def history(found: Mapping[str, Any], after: int) -> None:
    """One line for each act, its reason under it."""
    from datetime import datetime

    for one in found["history"]:
        when = datetime.fromtimestamp(one["at"]).strftime("%d.%m. %H:%M")
        change = f": {one['old']} -> {one['new']}" if one["old"] or one["new"] else ""
        gone = f" [undone by {one['undone_by']}]" if one["undone_by"] else ""
        console.say(f"{one['number']:<4}  {when}  {one['who']}  {one['text']}{change}{gone}")
        said = " ".join(part for part in (one["why"], f"({one['article']})" if one["article"] else "") if part)
        if said:
            console.say(f"      {said}")
    if found["more"]:
        last = found["history"][-1]["number"]
        console.say(f"more: tavolo event history --after {last}")
    if not found["history"]:
        console.say(f"nothing after act {after}" if after else "nothing of that kind has been done")
