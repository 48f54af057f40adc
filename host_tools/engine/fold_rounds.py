"""Acts about rounds: paired, published, closed, and rounds that tables gave back after a restore. Pure."""

from collections.abc import Callable, Sequence
from typing import Any

from host_tools.engine.act_shapes import given
from host_tools.engine.acts import Act, ActError
from host_tools.engine.state import CLOSED, DRAFT, PUBLISHED, EventState, RoundState, Unit


def _round(state: EventState, act: Act, *states: str) -> RoundState:
    info = state.by_id(act.data["id"])
    if info is None:
        raise ActError(f"there is no round {act.data['id']}")
    if states and info.state not in states:
        raise ActError(f"round {info.number} is {info.state}")
    return info


def _pair(state: EventState, act: Act) -> None:
    """A draft: it takes the place of an earlier draft of its number."""
    data = act.data
    info = RoundState(data["id"], data["number"], data["method"], *_format(state, data))
    last = state.current()
    if info.number != (last.number + 1 if last else 1) or state.by_id(info.id) or info.id in state.replaced:
        raise ActError(f"round {info.number} cannot be made now")
    _never_published(state, info.id)
    _units(state, data)
    info.seats = {int(table): (ns, ew) for table, (ns, ew) in data["seats"].items()}
    info.rests, info.absent = list(given(data, "rests", [])), list(given(data, "absent", []))
    info.matches = {int(table): match for table, match in given(data, "matches", {}).items()}
    info.notes, info.unmet = list(given(data, "notes", [])), list(given(data, "unmet", []))
    info.reasons = {int(number): text for number, text in given(data, "reasons", {}).items()}
    info.seed, info.options = given(data, "seed", ""), given(data, "options", {})
    info.ranked = list(given(data, "ranked", []))
    check_seats(state, info)
    for draft in [other for other in state.rounds if other.state == DRAFT]:
        _gone(state, draft)
    state.rounds.append(info)


def _units(state: EventState, data: dict[str, Any]) -> None:
    for number, persons, credits in given(data, "units", []):
        _unit(state, Unit(number, tuple(persons), tuple(credits)))


def _unit(state: EventState, unit: Unit) -> None:
    """A number means the same persons in the whole event: results of earlier rounds are credited by it."""
    if state.units.setdefault(unit.number, unit) != unit:
        raise ActError(f"unit {unit.number} is other persons already: give it a new number")
    for number in unit.credits:
        if number not in state.competitors:
            raise ActError(f"unit {unit.number}: there is no number {number}")


def _format(state: EventState, data: dict[str, Any]) -> tuple[Any, ...]:
    """deals, minutes, scale, bands, phase, session of a round: its own where the act has them, else its phase's."""
    at = data.get("phase")
    if at is None:
        at = state.phase_of(min(data["number"], state.total_rounds()))
    phase = state.phases[at]
    bands = tuple(tuple(band) for band in given(data, "bands", phase.bands))
    plain = tuple(given(data, name, getattr(phase, name)) for name in ("deals", "minutes", "scale"))
    return *plain, bands, at, phase.session


def check_seats(state: EventState, info: RoundState) -> None:
    """Nobody sits twice, or sits and rests, and all are of this event. Raises ActError."""
    persons: set[int] = set()
    seated: set[int] = set()
    for table, units in info.seats.items():
        for number in units:
            unit = state.units.get(number)
            if unit is None:
                raise ActError(f"table {table}: there is no number {number}")
            if number in seated or persons & set(unit.persons):
                raise ActError(f"table {table}: somebody of number {number} sits twice")
            seated.add(number)
            persons.update(unit.persons)
    for number in info.rests:
        if number not in state.competitors:
            raise ActError(f"there is no number {number} to rest")
        if persons & set(state.competitors[number].persons):
            raise ActError(f"number {number} both sits and rests")


def _gone(state: EventState, info: RoundState) -> None:
    state.rounds.remove(info)
    state.replaced.add(info.id)


def unpublish(state: EventState, taken: Sequence[Act]) -> None:
    """`taken` were undone: a round that is not published any more must come under another id, since tables have its plan."""
    for act in taken:
        if act.kind == "round.publish":
            info = state.by_id(act.data["id"])
            if info is None or info.state == DRAFT:
                state.unpublished.add(act.data["id"])


def _never_published(state: EventState, round_id: str) -> None:
    if round_id in state.unpublished:
        raise ActError(f"round {round_id} was published before, and tables may have its plan: make it under a new id")


def _drop(state: EventState, act: Act) -> None:
    _gone(state, _round(state, act, DRAFT))


def _publish(state: EventState, act: Act) -> None:
    info = _round(state, act, DRAFT, PUBLISHED)
    _never_published(state, info.id)
    info.state, info.published = PUBLISHED, act.number


def _close(state: EventState, act: Act) -> None:
    info = _round(state, act, PUBLISHED)
    info.state, info.closed, info.told = CLOSED, act.number, act.data.get("told")


def _back(state: EventState, act: Act) -> None:
    """A round that the restored database did not know came back from a table."""
    data = act.data
    if state.by_id(data["id"]) or data["id"] in state.replaced:
        raise ActError(f"round {data['number']} is there already")
    info = RoundState(data["id"], data["number"], data["method"], *_format(state, data))
    info.back = True
    state.rounds.append(info)
    state.rounds.sort(key=lambda info: info.number)


def _seat(state: EventState, act: Act) -> None:
    info, data = _round(state, act), act.data
    _units(state, data)
    info.seats[data["table"]] = (data["ns"], data["ew"])
    if given(data, "match", None) is not None:
        info.matches[data["table"]] = data["match"]
    check_seats(state, info)


def _rest(state: EventState, act: Act) -> None:
    info = _round(state, act)
    info.rests = list(act.data["rests"])
    check_seats(state, info)


def _method(state: EventState, act: Act) -> None:
    _round(state, act).method = act.data["method"]


ACTS: dict[str, Callable[[EventState, Act], None]] = {
    "round.pair": _pair,
    "round.drop": _drop,
    "round.publish": _publish,
    "round.close": _close,
    "round.back": _back,
    "round.seat": _seat,
    "round.rest": _rest,
    "round.method": _method,
}
