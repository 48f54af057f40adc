"""Pairs of one person, who waits for the second: they may be entered, and are told before they sit down alone. Pure."""

from typing import Any

from host_tools.engine.state import DRAFT, PAIRS, EventState, RoundState

CODE = "half_pair"


def is_half(state: EventState, number: int) -> bool:
    """Whether competitor `number` is a pair that still waits for its second person."""
    return state.kind == PAIRS and len(state.competitors[number].persons) == 1


def half_seated(state: EventState, info: RoundState) -> dict[int, int]:
    """Pair of one person -> the table where it sits in this round. Who rests is not among them: nobody waits for it there."""
    places = [(who, table) for table, seat in info.seats.items() for unit in seat for who in state.units[unit].credits]
    return {who: table for who, table in sorted(places) if is_half(state, who)}


def half_unmet(state: EventState, info: RoundState) -> list[dict[str, Any]]:
    """As `unmet` of a draft has it. Looked up anew each time: the second may be entered after the draft was made."""
    found = half_seated(state, info) if info.state == DRAFT else {}
    return [
        {"kind": CODE, "who": [who], "numbers": [], "article": "RULES 6, Kinds"}
        | {"text": f"table {table}: pair {who} has one person only, and waits for its second"}
        for who, table in found.items()
    ]
