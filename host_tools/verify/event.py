"""What an event is, folded from the acts that count (docs/event.md): competitors, units, rounds, settings, rulings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from host_tools.verify.report import Damaged
from host_tools.verify.scale import Band

DRAFT, PUBLISHED, CLOSED = "draft", "published", "closed"
SHAPES = (KeyError, TypeError, ValueError, AttributeError, IndexError)  # what data of a wrong shape raises
Act = dict[str, Any]


@dataclass
class Who:
    """A competitor. `away`: (first round that it is not there, the one of its return or None, how it left), in order."""

    number: int
    persons: tuple[int, ...]
    group: int = 1
    since: int = 1
    away: tuple[tuple[int, int | None, str], ...] = ()

    def left(self) -> bool:
        """Whether it left and has not come back."""
        return bool(self.away) and self.away[-1][1] is None


@dataclass
class Turn:
    """A round: what is needed to reckon it. `seats`: table -> units on NS and EW; `told`: what its closing act wrote down."""

    id: str
    number: int
    deals: int
    scale: str
    bands: tuple[Band, ...]
    session: int
    method: str = ""
    state: str = DRAFT
    seats: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: list[int] = field(default_factory=list)
    matches: dict[int, int] = field(default_factory=dict)
    told: Any = None
    back: bool = False  # it came back from tables: some may be missing


@dataclass
class Event:
    """`credits`: unit -> competitors that its result is credited to. Rulings as acts, their kind without "ruling."."""

    id: str = ""
    kind: str = "pairs"
    profile: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    phases: list[dict[str, Any]] = field(default_factory=list)
    who: dict[int, Who] = field(default_factory=dict)
    credits: dict[int, tuple[int, ...]] = field(default_factory=dict)
    people: dict[int, tuple[int, ...]] = field(default_factory=dict)  # unit -> its two persons
    rounds: list[Turn] = field(default_factory=list)
    rulings: list[Act] = field(default_factory=list)
    final: bool = False

    def round(self, number: int) -> Turn | None:
        """Round `number`, or None."""
        return next((turn for turn in self.rounds if turn.number == number), None)

    def _by_id(self, act: Act) -> Turn:
        return next(turn for turn in self.rounds if turn.id == act["data"]["id"])


def _bands(rows: Any) -> tuple[Band, ...]:
    bands = tuple((int(limit), int(more), int(less)) for limit, more, less in rows)
    if not bands or any(one[0] >= two[0] for one, two in zip(bands, bands[1:], strict=False)):
        raise ValueError("the scale does not rise")
    return bands


def _new(event: Event, act: Act) -> None:
    data = act["data"]
    event.id, event.kind, event.profile = data["id"], data["kind"], int(data["profile"])
    event.settings, event.phases = dict(data["settings"]), list(data["phases"])


def _settings(event: Event, act: Act) -> None:
    for name, value in act["data"]["settings"].items():
        if value is None:
            event.settings.pop(name, None)
        else:
            event.settings[name] = value


def _phases(event: Event, act: Act) -> None:
    event.phases = list(act["data"]["phases"])


def _whole(*values: Any) -> None:
    """Raises TypeError for what is no whole number."""
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{value!r:.40} is no whole number")


def _put(event: Event, one: Who) -> None:
    _whole(one.number, one.group, one.since, *one.persons)
    event.who[one.number] = one
    if event.kind == "pairs":
        event.credits[one.number], event.people[one.number] = (one.number,), one.persons


def _add(event: Event, act: Act) -> None:
    for item in act["data"]["entries"]:
        if item["number"] in event.who:
            raise ValueError(f"number {item['number']} is given twice")
        _put(event, Who(item["number"], tuple(item["persons"]), item.get("group", 1), item.get("since", 1)))


def _edit(event: Event, act: Act) -> None:
    data = act["data"]
    was = event.who[data["number"]]
    persons = tuple(data.get("persons", was.persons))
    _put(event, Who(was.number, persons, data.get("group", was.group), data.get("since", was.since), was.away))


def _drop_entry(event: Event, act: Act) -> None:
    del event.who[act["data"]["number"]]


def _withdraw(event: Event, act: Act) -> None:
    one = event.who[act["data"]["number"]]
    _whole(act["data"]["round"])
    one.away += ((act["data"]["round"], None, str(act["data"].get("mode", ""))),)


def _return(event: Event, act: Act) -> None:
    one = event.who[act["data"]["number"]]
    _whole(act["data"]["round"])
    first, _, mode = one.away[-1]
    one.away = (*one.away[:-1], (first, act["data"]["round"], mode))
    one.since = act["data"]["round"]


def _phase_at(event: Event, data: dict[str, Any]) -> dict[str, Any]:
    at = data.get("phase")
    if at is not None:
        return dict(event.phases[at])
    left = min(data["number"], sum(phase["rounds"] for phase in event.phases))
    for phase in event.phases:
        if left <= phase["rounds"]:
            return dict(phase)
        left -= phase["rounds"]
    raise ValueError("no phase has such a round")


def _turn(event: Event, data: dict[str, Any]) -> Turn:
    phase = _phase_at(event, data)
    said = {name: data.get(name, phase[name]) for name in ("deals", "scale", "bands")}
    session = phase.get("session", 1)
    _whole(data["number"], said["deals"], session)
    return Turn(data["id"], data["number"], said["deals"], said["scale"], _bands(said["bands"]), session, data["method"])


def _name_units(event: Event, data: dict[str, Any]) -> None:
    for number, persons, credit in data.get("units") or []:
        event.credits[number], event.people[number] = tuple(credit), tuple(persons)


def _pair(event: Event, act: Act) -> None:
    data = act["data"]
    turn = _turn(event, data)
    _name_units(event, data)
    turn.seats = {int(table): (ns, ew) for table, (ns, ew) in data["seats"].items()}
    turn.rests = list(data.get("rests", []))
    turn.matches = {int(table): match for table, match in data.get("matches", {}).items()}
    _whole(*turn.rests, *turn.matches.values(), *(unit for units in turn.seats.values() for unit in units))
    event.rounds = [other for other in event.rounds if other.state != DRAFT]
    if any(other.number == turn.number for other in event.rounds):
        raise ValueError(f"round {turn.number} is there already")
    event.rounds.append(turn)


def _back(event: Event, act: Act) -> None:
    turn = _turn(event, act["data"])
    turn.back = True
    event.rounds = sorted([*event.rounds, turn], key=lambda turn: turn.number)


def _drop(event: Event, act: Act) -> None:
    event.rounds.remove(event._by_id(act))


def _publish(event: Event, act: Act) -> None:
    event._by_id(act).state = PUBLISHED


def _close(event: Event, act: Act) -> None:
    turn = event._by_id(act)
    turn.state, turn.told = CLOSED, act["data"].get("told")


def _seat(event: Event, act: Act) -> None:
    turn, data = event._by_id(act), act["data"]
    _name_units(event, data)
    _whole(data["table"], data["ns"], data["ew"], data.get("match") or 0)
    turn.seats[data["table"]] = (data["ns"], data["ew"])
    if data.get("match"):
        turn.matches[data["table"]] = data["match"]


def _rest(event: Event, act: Act) -> None:
    event._by_id(act).rests = list(act["data"]["rests"])


def _final(event: Event, act: Act) -> None:
    event.final = True


def _ruling(event: Event, act: Act) -> None:
    event.rulings.append(act | {"kind": act["kind"].removeprefix("ruling.")})


def _tells_nothing(event: Event, act: Act) -> None:
    """Of no number: names, closed entries, line-ups (the round's own units count), what the records themselves say."""


_FOLDS: dict[str, Callable[[Event, Act], None]] = {
    "event.new": _new,
    "event.settings": _settings,
    "event.phases": _phases,
    "event.final": _final,
    "entry.add": _add,
    "entry.edit": _edit,
    "entry.drop": _drop_entry,
    "entry.withdraw": _withdraw,
    "entry.return": _return,
    "round.pair": _pair,
    "round.back": _back,
    "round.drop": _drop,
    "round.publish": _publish,
    "round.close": _close,
    "round.seat": _seat,
    "round.rest": _rest,
}
_SILENT = {"entry.close", "person.edit", "person.erase", "line_up", "sheet.enter", "sheet.correct", "undo", "round.method"}
_RULINGS = {"warning", "penalty", "late", "absent", "adjust", "set", "award"}


def fold(acts: list[Act]) -> Event:
    """The event that these acts make; acts that were taken back are not among them. Raises Damaged at the first that does
    not fit."""
    event = Event()
    for act in acts:
        step(event, act)
    if not event.id:
        raise Damaged("acts", "there is no event")
    return event


def step(event: Event, act: Act) -> None:
    """Change `event` by one act that counts. Raises Damaged when it does not fit."""
    kind = act["kind"]
    how = _FOLDS.get(kind)
    if how is None:
        if kind.removeprefix("ruling.") in _RULINGS and kind.startswith("ruling."):
            how = _ruling
        elif kind in _SILENT:
            how = _tells_nothing
        else:
            raise Damaged(f"act {act['number']}", f"of a kind that is not known: {kind}")
    if (kind == "event.new") == bool(event.id):
        raise Damaged(f"act {act['number']}", "an event begins with event.new, once")
    try:
        how(event, act)
    except (*SHAPES, StopIteration) as fault:
        raise Damaged(f"act {act['number']} ({kind})", f"does not fit: {fault!r}") from fault


def seated(event: Event, turn: Turn) -> list[str]:
    """What is wrong with who sits where: nobody sits twice, or sits and rests; all are known."""
    faults: list[str] = []
    there: set[int] = set()
    for table, units in sorted(turn.seats.items()):
        for unit in units:
            people = set(event.people.get(unit, ()))
            if not people:
                faults.append(f"table {table}: there is no number {unit}")
            if there & people:
                faults.append(f"table {table}: somebody of number {unit} sits twice")
            there |= people
    for number in turn.rests:
        one = event.who.get(number)
        if one is None:
            faults.append(f"there is no number {number} to rest")
        elif event.kind != "teams" and there & set(one.persons):
            faults.append(f"number {number} sits and rests")
    return faults
