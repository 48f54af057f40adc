"""A draft against the event as it is now: who came or left after it was made, and sits nowhere or in vain. Pure."""

from typing import Any

from host_tools.engine.field_of import may_play, present
from host_tools.engine.state import DRAFT, EventState, RoundState


def placed(state: EventState, info: RoundState) -> set[int]:
    """Competitors that sit or rest in a round."""
    return {who for seat in info.seats.values() for unit in seat for who in state.units[unit].credits} | set(info.rests)


def left(state: EventState, info: RoundState) -> list[int]:
    """Who sits or rests in the draft and may not play it any more."""
    return sorted(who for who in placed(state, info) if not may_play(state, who, info.number))


def came(state: EventState, info: RoundState) -> list[int]:
    """Who may play the draft's round and has no place in it, those excepted who were left out when it was made."""
    return sorted({*present(state, info.number)} - placed(state, info) - {*info.absent})


def changed_since(state: EventState, info: RoundState) -> list[dict[str, Any]]:
    """As `unmet` of a draft has it: such a draft is not published."""
    if info.state != DRAFT:
        return []
    words = {"left": "sits or rests here, and has left: pair the round anew", "came": "came later, and has no place: pair anew"}
    found = [("left", who) for who in left(state, info)] + [("came", who) for who in came(state, info)]
    return [
        {"kind": kind, "who": [who], "numbers": [], "article": "RULES 6, Later rounds", "text": f"number {who} {words[kind]}"}
        for kind, who in found
    ]
