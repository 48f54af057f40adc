"""From acts to the event: each act changes the state, or raises ActError when it does not fit. Pure.

`fold(acts)` skips what was undone; whatever is left must fit, so undoing an act that others build on is refused with the first
of them. Each kind of act has its fields in ACTS below; docs/event.md lists them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from host_tools.engine import fold_rounds, rulings
from host_tools.engine.act_shapes import SHAPES, check_shape, given
from host_tools.engine.acts import Act, ActError, undone
from host_tools.engine.profile_rules import SettingError, rules_of
from host_tools.engine.state import KINDS, METHODS, PAIRS, Competitor, EventState, Phase, Unit


def phase_of_data(data: dict[str, Any]) -> Phase:
    """A phase as it stands in an act. Raises ActError."""
    try:
        bands = tuple((int(a), int(b), int(c)) for a, b, c in data["bands"])
        plain = (data["method"], data["rounds"], data["deals"], data["minutes"], data["scale"])
        phase = Phase(*plain, bands, given(data, "session", 1), given(data, "options", {}))
    except (KeyError, TypeError, ValueError) as fault:
        raise ActError(f"a phase is not whole: {fault}") from fault
    if phase.method not in METHODS or phase.rounds < 1 or not 1 <= phase.deals <= 6 or phase.minutes < 1 or not bands:
        raise ActError(f"no such phase: {phase.method}, {phase.rounds} rounds of {phase.deals} deals")
    return phase


def _new(state: EventState, act: Act) -> None:
    data = act.data
    if state.id:
        raise ActError("the event has begun already")
    if data["kind"] not in KINDS:
        raise ActError(f"no such kind of event: {data['kind']}")
    state.id, state.name, state.kind, state.profile = data["id"], data["name"], data["kind"], data["profile"]
    state.settings = dict(data["settings"])
    _rules_fit(state)
    state.phases = [phase_of_data(item) for item in data["phases"]]


def _settings(state: EventState, act: Act) -> None:
    for name, value in act.data["settings"].items():
        if value is None:
            state.settings.pop(name, None)
        else:
            state.settings[name] = value
    state.name = given(act.data, "name", state.name)
    _rules_fit(state)


def _rules_fit(state: EventState) -> None:
    """Here and not at the first ranking: a value of the rules that cannot be would stop every page."""
    try:
        rules_of(state)
    except SettingError as fault:
        raise ActError(str(fault)) from fault


def _phases(state: EventState, act: Act) -> None:
    phases = [phase_of_data(item) for item in act.data["phases"]]
    made = max((info.number for info in state.rounds), default=0)
    if sum(phase.rounds for phase in phases) < made:
        raise ActError(f"{made} rounds have been made already")
    state.phases = phases


def _competitor(item: dict[str, Any]) -> Competitor:
    persons = tuple(item["persons"])
    return Competitor(item["number"], persons, given(item, "name", ""), given(item, "group", 1), given(item, "since", 1))


def _add(state: EventState, act: Act) -> None:
    taken = {person for one in state.competitors.values() for person in one.persons}
    for item in act.data["entries"]:
        one = _competitor(item)
        if one.number in state.competitors:
            raise ActError(f"number {one.number} is given already")
        if taken & set(one.persons) or len(set(one.persons)) != len(one.persons):
            raise ActError(f"a person of number {one.number} is entered twice")
        taken.update(one.persons)
        _put(state, one)


def _put(state: EventState, one: Competitor) -> None:
    state.competitors[one.number] = one
    if state.kind == PAIRS:
        state.units[one.number] = Unit(one.number, one.persons, (one.number,))


def find(state: EventState, number: int) -> Competitor:
    """Competitor `number`. Raises ActError."""
    if number not in state.competitors:
        raise ActError(f"there is no number {number}")
    return state.competitors[number]


def _edit(state: EventState, act: Act) -> None:
    """Persons, group or name of a competitor: what is named is changed. Its earlier results stay its own."""
    data = act.data
    one = find(state, data["number"])
    others = {person for other in state.competitors.values() if other is not one for person in other.persons}
    persons = tuple(given(data, "persons", one.persons))
    if others & set(persons) or len(set(persons)) != len(persons):
        raise ActError(f"a person of number {one.number} is entered twice")
    name, group, since = (given(data, field, getattr(one, field)) for field in ("name", "group", "since"))
    _put(state, Competitor(one.number, persons, name, group, since, one.left, one.absences))


def _withdraw(state: EventState, act: Act) -> None:
    one = find(state, act.data["number"])
    if one.left:
        raise ActError(f"number {one.number} has left already")
    one.left = {name: value for name, value in act.data.items() if name != "number"}


def _return(state: EventState, act: Act) -> None:
    one = find(state, act.data["number"])
    if not one.left:
        raise ActError(f"number {one.number} has not left")
    # what it was not there for stays as it was scored (RULES 6, Withdrawal: earlier results stand)
    one.absences += ({**one.left, "until": act.data["round"]},)
    one.left, one.since = None, act.data["round"]


def uses(state: EventState, number: int) -> str:
    """Where competitor `number` is needed, in words: a round in which it sits or rests, a ruling, a line-up; "" nowhere."""
    for info in state.rounds:
        sitting = {one for seat in info.seats.values() for unit in seat for one in state.units[unit].credits}
        if number in sitting:
            return f"it sits in round {info.number}"
        if number in info.rests:
            return f"it rests in round {info.number}"
    for ruling in state.rulings:
        if number in ruling.data.get("competitors", []):
            return f"act {ruling.act} ({ruling.kind}) is about it"
    line_up = next((at for at, team in state.line_ups if team == number), None)
    return "" if line_up is None else f"its line-up of round {line_up} is given"


def _drop(state: EventState, act: Act) -> None:
    """An entry that was a mistake: it was never there. Who has sat at a table withdraws instead."""
    number = find(state, act.data["number"]).number
    if used := uses(state, number):
        raise ActError(f"number {number} cannot be taken out: {used}")
    del state.competitors[number]
    state.units.pop(number, None)


def _close_entries(state: EventState, act: Act) -> None:
    state.entries_closed = bool(given(act.data, "closed", True))


def _line_up(state: EventState, act: Act) -> None:
    data = act.data
    find(state, data["team"])
    state.line_ups[data["round"], data["team"]] = [list(pair) for pair in data["tables"]]


# A final ranking is in people's hands: what would change it must undo that act first, so that it shows in the history. Rounds and
# sheets that tables bring late, and names, still come in.
CLOSED_BY_FINAL = ("event.settings", "event.phases", "event.final", "entry.", "line_up", "round.pair", "ruling.")


def _final(state: EventState, act: Act) -> None:
    state.final = act.number


def _nothing(state: EventState, act: Act) -> None:
    """It tells of something that lives elsewhere (a correction in the tables' records), or is an undoing."""


ACTS: dict[str, Callable[[EventState, Act], None]] = {
    "event.new": _new,
    "event.settings": _settings,
    "event.phases": _phases,
    "event.final": _final,
    "entry.add": _add,
    "entry.edit": _edit,
    "entry.drop": _drop,
    "entry.withdraw": _withdraw,
    "entry.return": _return,
    "entry.close": _close_entries,
    "person.edit": _nothing,
    "person.erase": _nothing,
    "line_up": _line_up,
    "sheet.enter": _nothing,
    "sheet.correct": _nothing,
    "undo": _nothing,
    **fold_rounds.ACTS,
    **{f"ruling.{kind}": rulings.fold for kind in rulings.KINDS},
}


def apply(state: EventState, act: Act) -> None:
    """Change `state` by one act that is not an undoing (those need `fold`). Raises ActError with the act's number and why it does
    not fit; `state` is then half changed and must be thrown away."""
    handler = ACTS.get(act.kind)
    if handler is None:
        raise ActError(f"act {act.number}: this version does not know {act.kind!r}: install a newer Tavolo")
    if act.kind != "event.new" and not state.id:
        raise ActError(f"act {act.number}: there is no event yet")
    if state.final is not None and act.kind.startswith(CLOSED_BY_FINAL):
        raise ActError(f"act {act.number} ({act.kind}): the ranking is final (act {state.final}): undo that first")
    try:
        check_shape(act.kind, act.data)
        handler(state, act)
    except ActError as fault:
        raise ActError(f"act {act.number} ({act.kind}): {fault}") from fault
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as fault:
        raise ActError(f"act {act.number} ({act.kind}) is not whole: {fault!r}") from fault
    state.acts = act.number


def _not_past_final(state: EventState, acts: Sequence[Act]) -> None:
    """The last of `acts`, an undoing, leaves a final ranking alone. Raises ActError where something else comes or goes."""
    if state.final is None:
        return
    moved = (undone(acts[:-1]) ^ undone(acts)) - {state.final}
    if any(acts[number - 1].kind != "undo" for number in moved):
        raise ActError(f"act {len(acts)} (undo): the ranking is final (act {state.final}): undo that first")


def _readable(act: Act) -> None:
    """An act that was undone changes nothing, but is read all the same: by its undoing, by the history. Raises ActError."""
    try:
        if act.kind in SHAPES:
            check_shape(act.kind, act.data)
    except ActError as fault:
        raise ActError(f"act {act.number} ({act.kind}): {fault}") from fault


def fold(acts: Sequence[Act]) -> EventState:
    """The event that these acts make, without those that were undone. Raises ActError."""
    state, gone = EventState(), undone(acts)
    for act in acts:
        if act.number in gone:
            _readable(act)
            continue
        apply(state, act)
        if act.kind == "undo":
            _not_past_final(state, acts[: act.number])
            fold_rounds.unpublish(state, [acts[number - 1] for number in act.data["acts"]])
    state.acts = len(acts)
    return state
