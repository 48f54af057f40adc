"""How rulings are shown on the console."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.cli import console, round_shown


def changed(found: Mapping[str, Any], preview: bool) -> None:
    """What a ruling changes, or would."""
    if preview:
        round_shown.changes(found)
        console.say(f"by {found['article']}" if found["article"] else "no article is proposed: name one with --article")
        return
    console.say(f"ruling {found['act']}" + (f", by {found['article']}" if found["article"] else ""))
    moved = [change for change in found["changes"] if change["code"] == "standing"]
    console.say(*(f"  {line}" for change, line in zip(found["changes"], found["words"], strict=True) if change in moved))
    if not moved:
        console.say("  no points change now")
    if found["dropped"]:
        console.say("The draft of the next round is dropped: pair again with `tavolo round pair`.")
    if found["seating_stays"]:
        console.say(f"The seating of round {', '.join(map(str, found['seating_stays']))} stays as published.")


def rulings(found: Mapping[str, Any]) -> None:
    """Rulings, warnings, and lateness that the tables tell."""
    if not (found["rulings"] or found["late"] or found["missed"]):
        console.say("no rulings")
        return
    rows = [
        (one["act"], one["kind"], _about(one), one["data"].get("round"), _said(one["data"], one["sides"]), one["why"])
        for one in found["rulings"]
    ]
    console.table((">act", "ruling", "of", ">round", "what", "why"), rows)
    if found["warnings"]:
        console.say("")
        warned = [
            (one["number"], one["names"], one["count"], _points(one["cost"]), _points(one["next"]["other"]))
            for one in found["warnings"]
        ]
        console.table((">no.", "names", ">warnings", "cost", "the next one"), warned)
    for one in found["late"]:
        ruling = one["ruling"]
        console.say("", f"late by the table's records: {ruling['unit']} {one['names']}, {ruling['minutes']} minutes")
        whom = " or ".join(map(str, one["numbers"])) if len(one["numbers"]) > 1 else ruling["unit"]
        console.say(f"  tavolo penalty add late {whom} --round {ruling['round']} --minutes {ruling['minutes']} --why ...")
    missed(found["missed"])


def missed(found: Sequence[Mapping[str, Any]]) -> None:
    """Rounds that somebody missed for a time: nothing is given by itself, the arbiter decides."""
    for one in found:
        ruling = one["ruling"]
        number, at, points = ruling["competitors"][0], ruling["round"], f"--vp {ruling['vp']} --mp {ruling['mp']}"
        console.say("", f"{number} {one['names']} missed round {at} and has no score. If that gains it no place or prize:")
        console.say(f"  tavolo penalty add award {number} --round {at} {points} --why ...", f"  {one['article']}")


def _about(one: Mapping[str, Any]) -> str:
    named = ", ".join(f"{of['number']} {of['names']}" for of in one["of"])
    return f"table {one['data'].get('table')}" if one["kind"] == "set" or not named else named


def _said(data: Mapping[str, Any], sides: Sequence[str]) -> str:
    """Its numbers. A result laid down is that of the `sides`, by name; an older one is that of a line."""
    parts = [str(data["offence"])] if "offence" in data else []
    parts += [f"{data['minutes']} min"] if "minutes" in data else []
    parts += [str(data["mode"])] if data.get("mode") else []
    parts += [f"{data['vp']:+} VP {data['mp']:+} MP"] if "vp" in data else []
    for line, name in zip(("ns", "ew"), [f"{side}:" for side in sides] or ("N/S", "E/W"), strict=True):
        if line in data:
            laid = data[line]
            parts.append(f"{name} {laid['vp']} VP {laid['mp_net']} MP" if laid else f"{name} as played")
    return ", ".join(parts)


def _points(cost: Mapping[str, int]) -> str:
    return f"{cost['vp']} VP {cost['mp']} MP" if cost["vp"] or cost["mp"] else "nothing"
