"""How entries, and lists that are read in, are shown on the console."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.cli import console

_LEVELS = {"ask": "answer", "refuse": "left out", "warn": "look"}


def entries(found: Mapping[str, Any]) -> None:
    """All entries by number."""
    rows = [_row(one) for one in found["entries"]]
    if not rows:
        console.say('nobody has been entered: `tavolo entry add "NAME" "NAME"`, or `tavolo entry import FILE`')
        return
    console.table((">no.", "names", "clubs", "persons", "note"), rows)
    gone = sum(1 for one in found["entries"] if one["left"])
    console.say("", f"{len(rows)} entries" + (f", {gone} gone" if gone else "") + (", closed" if found["closed"] else ", open"))


def _row(one: Mapping[str, Any]) -> tuple[object, ...]:
    clubs = list(dict.fromkeys(person["club"] for person in one["persons"] if person["club"]))
    notes = [f"group {one['group']}"] if one["group"] > 1 else []
    notes += ["waits for its second"] if one["half"] else []
    notes += [f"from round {one['since']}"] if one["since"] > 1 else []
    notes += [f"gone from round {gone(one['left'])}"] if one["left"] else []
    names = f"{one['name']}: {', '.join(person['name'] for person in one['persons'])}" if one["name"] else one["names"]
    return one["number"], names, ", ".join(clubs), ", ".join(str(p["person"]) for p in one["persons"]), ", ".join(notes)


def gone(left: Any) -> Any:
    """From which round on it is not there."""
    return left["round"] if isinstance(left, Mapping) else left[0] if isinstance(left, (list, tuple)) else left


def preview(found: Mapping[str, Any]) -> None:
    """How a file was read: columns, entries, doubts."""
    where = f"sheet {found['sheet']}" if found["sheet"] else f"{found['encoding']}, columns parted by {found['separator']!r}"
    console.say(f"{found['rows_read']} rows read ({where}), header in row {found['header'] or 'none'}", "")
    columns = [
        (one["index"], one["header"], one["meaning"] + (f" {one['player']}" if one["player"] else ""), one["how"], one["sample"])
        for one in found["columns"]
    ]
    console.table((">column", "header", "read as", "by", "first"), columns)
    console.say("")
    own = "the list's own" if found["numbers_from"] == "file" else "by order"
    rows = [
        (", ".join(map(str, one["rows"])), number, one["team"], " - ".join(person["name"] for person in one["persons"]))
        for one, number in zip(found["entries"], found["numbers"], strict=True)
    ]
    console.table((">row", ">no.", "team", "names"), rows)
    console.say(f"numbers: {own}", "")
    doubts(found["doubts"])
    console.say(
        f"{len(found['entries'])} entries; " + ("nothing is doubtful" if found["ready"] else "not all of it can be entered yet")
    )


def doubts(found: Sequence[Mapping[str, Any]]) -> None:
    """What is doubtful, row by row."""
    if found:
        rows = [(one["row"] or "all", _LEVELS.get(one["level"], one["level"]), one["code"], one["text"]) for one in found]
        console.table((">row", "what to do", "code", "doubt"), rows)
        console.say("")
