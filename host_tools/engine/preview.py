"""What would change, before anything is done: the event before and after some acts, as a list of plain data. Pure.

One preview serves every command: an undoing (`undoing.Undo.drafts`), a correction, a penalty, a withdrawal, a new setting. The
caller shows it and then adds the very same drafts, expecting that no act came between (`Preview.seen`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from host_tools.engine import preview_words
from host_tools.engine.acts import Act, Draft, chained
from host_tools.engine.fold import fold
from host_tools.engine.state import Competitor, EventState, Phase, RoundState, Ruling

Results = TypeVar("Results")  # of a round's tables, as the caller has them
Change = dict[str, Any]  # "code", what it is about, and where it fits "before" and "after"

_ROUND = ("id", "state", "method", "deals", "minutes", "scale", "bands", "phase", "session")
_ENTRY = ("persons", "name", "group", "since", "left", "absences")
_PHASE = ("method", "rounds", "deals", "minutes", "scale", "bands", "session", "options")
_STANDING = ("vp", "mp_net", "rank")


class Line(Protocol):
    """What a preview needs of a line of the ranking."""

    @property
    def number(self) -> int: ...
    @property
    def vp(self) -> int: ...
    @property
    def mp_net(self) -> int: ...
    @property
    def rank(self) -> int: ...


@dataclass
class Preview:
    """`changes` in this order: settings, entries, rounds with seats and rests, rulings, standings. `seen`: number of the last
    act that it knows of."""

    before: EventState
    after: EventState
    seen: int
    changes: list[Change] = field(default_factory=list)

    def about(self, code: str) -> list[Change]:
        """The changes of one kind."""
        return [change for change in self.changes if change["code"] == code]

    def words(self, language: str = "en") -> list[str]:
        """One line for each change, in plain English ("en") or Italian ("it")."""
        return [preview_words.line(change, language) for change in self.changes]

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """Plain JSON; `units`: number -> persons, of the units of an individual or team event that a change of seats names."""
        units = self.before.units | self.after.units
        sides = [side or () for change in self.about("seat") for side in (change["before"], change["after"])]
        named = {number for side in sides for number in side} - self.before.competitors.keys() - self.after.competitors.keys()
        persons = {str(number): list(units[number].persons) for number in sorted(named)}
        return {"seen": self.seen, "changes": self.changes, "words": self.words(language), "units": persons}


def preview(
    acts: Sequence[Act],
    drafts: Iterable[Draft],
    results: Results,
    numbers: Callable[[EventState, Results], Iterable[Line]] | None = None,
    results_after: Results | None = None,
    played: Mapping[str, Sequence[int]] | None = None,
) -> Preview:
    """What adding `drafts` to the history `acts` would change.

    `numbers(state, results)` gives the ranking; without it standings are left out. `results` is handed to it as it is, and
    `results_after` instead of it for the state after, where sheets change too (a correction). `played`: round id -> tables that
    have recorded something by its plan: what would count no more is told. Raises ActError when the drafts do not fit.
    """
    made = chained(drafts, acts[-1] if acts else None, "", acts[-1].at if acts else 0)
    before, after = fold(acts), fold([*acts, *made])
    changes = [*_event(before, after), *_entries(before, after), *_rounds(before, after, played or {}), *_rulings(before, after)]
    if numbers is not None:
        then = numbers(after, results if results_after is None else results_after)
        changes += _standings(numbers(before, results), then)
    return Preview(before, after, len(acts), changes)


def _event(before: EventState, after: EventState) -> Iterable[Change]:
    if before.name != after.name:
        yield {"code": "name", "before": before.name, "after": after.name}
    for name in sorted(before.settings.keys() | after.settings.keys()):
        old, new = before.settings.get(name), after.settings.get(name)
        if old != new:
            yield {"code": "setting", "name": name, "before": old, "after": new}
    if before.phases != after.phases:
        yield {"code": "phases", "before": [_phase(one) for one in before.phases], "after": [_phase(one) for one in after.phases]}
    if before.entries_closed != after.entries_closed:
        yield {"code": "entries_closed", "before": before.entries_closed, "after": after.entries_closed}
    if (before.final is None) != (after.final is None):
        yield {"code": "final", "before": before.final is not None, "after": after.final is not None}


def _phase(one: Phase) -> dict[str, Any]:
    return {name: dict(one.options) if name == "options" else _plain(one, name) for name in _PHASE}


def _entries(before: EventState, after: EventState) -> Iterable[Change]:
    for number in sorted(before.competitors.keys() | after.competitors.keys()):
        old, new = before.competitors.get(number), after.competitors.get(number)
        if old is None or new is None:
            yield {"code": "entry_new" if new else "entry_gone", "number": number}
            continue
        for name in _ENTRY:
            if (one := _plain(old, name)) != (two := _plain(new, name)):
                yield {"code": "entry", "number": number, "field": name, "before": one, "after": two}
    for round_number, team in sorted(before.line_ups.keys() | after.line_ups.keys()):
        at = round_number, team
        if before.line_ups.get(at) != after.line_ups.get(at):
            sides = {"before": before.line_ups.get(at), "after": after.line_ups.get(at)}
            yield {"code": "line_up", "round": round_number, "number": team} | sides


def _plain(one: Competitor | RoundState | Phase, name: str) -> Any:
    value = getattr(one, name)
    return [list(part) if isinstance(part, tuple) else part for part in value] if isinstance(value, tuple) else value


def _rounds(before: EventState, after: EventState, played: Mapping[str, Sequence[int]]) -> Iterable[Change]:
    numbers = sorted({info.number for info in [*before.rounds, *after.rounds]})
    for number in numbers:
        old, new = before.round(number), after.round(number)
        if old is None or new is None:
            yield {"code": "round_new" if new else "round_gone", "round": number, "before": _state(old), "after": _state(new)}
        else:
            for name in _ROUND:
                if (one := _plain(old, name)) != (two := _plain(new, name)):
                    yield {"code": "round", "round": number, "field": name, "before": one, "after": two}
        yield from _seats(number, old, new)
        if old and (new is None or new.id != old.id) and played.get(old.id):
            yield {"code": "records_left", "round": number, "id": old.id, "tables": sorted(played[old.id])}


def _state(info: RoundState | None) -> str | None:
    return info.state if info else None


def _seats(number: int, old: RoundState | None, new: RoundState | None) -> Iterable[Change]:
    had, has = old.seats if old else {}, new.seats if new else {}
    for table in sorted(had.keys() | has.keys()):
        one, two = had.get(table), has.get(table)
        if one != two:
            sides = {"before": list(one) if one else None, "after": list(two) if two else None}
            yield {"code": "seat", "round": number, "table": table} | sides
    rested, rests = sorted(old.rests) if old else [], sorted(new.rests) if new else []
    if rested != rests:
        yield {"code": "rests", "round": number, "before": rested, "after": rests}
    matched, matches = old.matches if old else {}, new.matches if new else {}
    for table in sorted(had.keys() & has.keys()):
        if matched.get(table) != matches.get(table):
            yield {"code": "match", "round": number, "table": table, "before": matched.get(table), "after": matches.get(table)}


def _rulings(before: EventState, after: EventState) -> Iterable[Change]:
    old, new = {one.act: one for one in before.rulings}, {one.act: one for one in after.rulings}
    for act in sorted(old.keys() - new.keys()):
        yield _ruling("ruling_gone", old[act])
    for act in sorted(new.keys() - old.keys()):
        yield _ruling("ruling_new", new[act])


def _ruling(code: str, one: Ruling) -> Change:
    return {"code": code, "act": one.act, "kind": one.kind, "data": dict(one.data), "why": one.why, "article": one.article}


def _standings(before: Iterable[Line], after: Iterable[Line]) -> Iterable[Change]:
    """In the order of the ranking as it would be; who is no more in it comes last."""
    old, new = {line.number: line for line in before}, {line.number: line for line in after}
    order = [*new, *(number for number in old if number not in new)]
    for number in order:
        one, two = _numbers(old.get(number)), _numbers(new.get(number))
        if one != two:
            yield {"code": "standing", "number": number, "before": one, "after": two}


def _numbers(line: Line | None) -> dict[str, int] | None:
    return {name: getattr(line, name) for name in _STANDING} if line else None
