"""Who comes late may be entered, or not (RULES 6, Late entry; RULES, Which rule wins). Imports nothing of the engine."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from host_tools.verify.event import CLOSED, DRAFT, Event

_000 = 2  # the profile of 000 and 003


@dataclass
class Known(Event):
    """An event, and whether its entries are closed, on which no number hangs."""

    closed: bool = False


def judged(event: Known, ask: dict[str, Any], verdict: dict[str, Any], seen: Counter[str]) -> list[str]:
    """What is wrong with the answer to "may so many be entered, while round `now` is the newest that was published?"."""
    seen["late entries judged"] += 1
    due = {"verdict": _allowed(event, ask), "first": _first(event, ask)}
    return [] if due == verdict else [f"late entry {ask}: {verdict}, should be {due}"]


def _open(event: Known) -> bool:
    """Entries were not closed, and nothing more than a draft of the first round is made: no entry is late."""
    first_only = len(event.rounds) == 1 and event.rounds[0].state == DRAFT
    return not event.closed and (not event.rounds or first_only)


def _allowed(event: Known, ask: dict[str, Any]) -> str:
    policy = event.settings.get("late_entry") or "book"
    if not event.closed and not event.rounds:
        return "allowed"
    if policy != "book":  # the organiser's own, announced before play
        return "allowed" if policy == "allow" else "refused"
    if _open(event):
        return "allowed"
    if event.profile != _000:
        return "may_refuse"  # 004 LOI 34: the organiser, the arbiter may refuse, even who completes a table
    return "may_refuse" if _in_first(event, ask) and _completes(event, ask) else "refused"


def _in_first(event: Known, ask: dict[str, Any]) -> bool:
    """000 par.14: only during round 1; none after its ranking and the next pairing."""
    first = event.round(1)
    return ask["now"] <= 1 and (first is None or first.state != CLOSED)


def _completes(event: Known, ask: dict[str, Any]) -> bool:
    """With them no table is left incomplete."""
    there = [one for one in event.who.values() if not one.left() or one.away[-1][0] > ask["now"]]
    return (len(there) + ask["count"]) % (4 if event.kind == "individual" else 2) == 0


def _first(event: Known, ask: dict[str, Any]) -> int:
    """From which round they would play: the one that is not paired yet, or the incomplete table of the first."""
    nothing_own = (event.settings.get("late_entry") or "book") == "book"
    if nothing_own and event.rounds:
        if _open(event):
            return 1
        if event.profile == _000 and _in_first(event, ask) and _completes(event, ask):
            return 1
    return max([ask["now"], *(turn.number for turn in event.rounds)]) + 1
