"""What an arbiter lays down beside the sheets (RULES 5, Arbiter's score; 6, Late pair, Warnings): the acts' fields. Pure.

What each is worth is reckoned in scoring.py by the event's profile; nothing here has a number of the rules.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.engine.act_shapes import given
from host_tools.engine.acts import Act, ActError
from host_tools.engine.state import EventState, Ruling

# kind -> fields that must be there; `competitors`, `unit`, `round`, `table` are checked against the event
KINDS: dict[str, tuple[str, ...]] = {
    "warning": ("competitors", "offence"),  # also: person, round, table; offence: "pile_seen", or any other word
    "penalty": ("competitors", "vp", "mp"),  # also: round; signed, as they are added in the ranking
    "late": ("round", "table", "unit", "minutes"),  # minutes after the start at which that unit was ready; 11 and more: not ready
    "absent": ("round", "table", "unit"),  # that unit did not come, or left (also: mode "temporary", "unjustified")
    "adjust": ("round", "table", "unit", "mp", "vp"),  # added to one line's round MP before the look-up, and to its VP after it
    # both lines independent: {"vp","mp_net"[,"mp_for","mp_against"]}, or None: as played; also `units`: whose "ns" and "ew" are
    "set": ("round", "table", "ns", "ew"),
    "award": ("round", "competitors", "vp", "mp"),  # instead of the usual bye (RULES 6: another score may be given)
}


def fold(state: EventState, act: Act) -> None:
    """Keep a ruling whose fields fit the event. Raises ActError."""
    kind, data = act.kind.removeprefix("ruling."), act.data
    missing = [name for name in KINDS[kind] if name not in data]
    if missing:
        raise ActError(f"{', '.join(missing)} missing")
    _check(state, data)
    state.rulings.append(Ruling(act.number, kind, data, act.why, act.article, act.at))


def _check(state: EventState, data: Mapping[str, Any]) -> None:
    for number in data.get("competitors", []):
        if number not in state.competitors:
            raise ActError(f"there is no number {number}")
    if data.get("round") is None:
        return
    info = state.round(data["round"])
    if info is None:
        raise ActError(f"there is no round {data['round']}")
    if data.get("table") is None:
        return
    if data["table"] not in info.seats:
        raise ActError(f"round {info.number} has no table {data['table']}")
    if "unit" in data and data["unit"] not in info.seats[data["table"]]:
        raise ActError(f"number {data['unit']} does not sit at table {data['table']}")
    if given(data, "units", None) and set(data["units"]) != set(info.seats[data["table"]]):
        raise ActError(f"numbers {data['units'][0]} and {data['units'][1]} are not the two that sit at table {data['table']}")
