"""What the acts say was typed in or corrected must be among the records: a chain of acts cannot see a record that was taken out.

A correction after its round was closed changes numbers that no later act tells again, so nothing else would miss its records.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from host_tools.verify.records import DEAL, REVISE, VOID, Fact
from host_tools.verify.report import DAMAGE, Damaged, Report
from host_tools.verify.sheets import figures

_SHEETS = ("sheet.enter", "sheet.correct")
_ROUNDS = ("round.pair", "round.back")
Written = tuple[int, tuple[int, ...], tuple[int, ...]]  # deal, both lines' numbers


def check(acts: Sequence[Mapping[str, Any]], by_place: Mapping[tuple[str, int], Sequence[Fact]], report: Report) -> None:
    """Each version of a deal that an act wrote is there, as often as acts wrote it; each that an act made void is void. `acts`:
    all of the event (none of these can be undone), `by_place`: records by round id and table. Damage for what is missing."""
    ids: dict[int, set[str]] = {}
    wrote: dict[tuple[int, int], Counter[Written]] = {}
    for act in acts:
        data = act["data"]
        if act["kind"] in _ROUNDS and isinstance(data.get("number"), int):
            ids.setdefault(data["number"], set()).add(str(data.get("id")))
        if act["kind"] not in _SHEETS or not isinstance(data.get("round"), int) or not isinstance(data.get("table"), int):
            continue
        place = (data["round"], data["table"])
        here = [fact for round_id in ids.get(place[0], ()) for fact in by_place.get((round_id, place[1]), ())]
        there = _versions(here)
        where, said = f"round {place[0]} table {place[1]}", f"act {act['number']} ({act['kind']})"
        mine = wrote.setdefault(place, Counter())
        for one in _written(data):
            chosen = "chosen" in data or data.get("error") == "record_conflict"  # of what was there, nothing is written anew
            mine[one] = max(1, mine[one]) if chosen else mine[one] + 1
            if there[one] < mine[one]:
                report.add(DAMAGE, where, f"deal {one[0]} as {said} wrote it is not among its records")
        for ref in sorted(_voided(data) - {fact.payload[2:14].hex() for fact in here if fact.kind == VOID}):
            report.add(DAMAGE, where, f"{said} made version {ref} void, and no record says so")


def _written(data: Mapping[str, Any]) -> list[Written]:
    """What an act of a sheet says of deals, where it has their figures."""
    many = data.get("deals")
    found = []
    for row in many if isinstance(many, list) else [data]:
        deal, ns, ew = (row.get(name) for name in ("deal", "ns", "ew")) if isinstance(row, dict) else (None, None, None)
        if isinstance(deal, int) and isinstance(ns, list) and isinstance(ew, list):
            found.append((deal, tuple(ns), tuple(ew)))
    return found


def _voided(data: Mapping[str, Any]) -> set[str]:
    """Versions that an act made void: those of a deal that gets no figures."""
    if "deal" not in data or data.get("ns") is not None or not isinstance(data.get("refs"), list):
        return set()
    return {ref for ref in data["refs"] if isinstance(ref, str) and len(ref) == 24 and "/" not in ref}


def _versions(facts: Iterable[Fact]) -> Counter[Written]:
    found: Counter[Written] = Counter()
    for fact in facts:
        if fact.kind in (DEAL, REVISE):
            try:
                found[figures(fact.payload)] += 1
            except Damaged:
                continue  # told as a fault of its sheet already
    return found
