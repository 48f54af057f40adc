"""Which acts an undoing must name, and why it cannot be: whatever builds on them is named and has to be undone first. Pure.

Nothing is deleted: an undoing is an act too, and can be undone (`undo_undo`). What it would change: preview.py. Each function
raises ActError and then nothing has been decided; `acts` is always the whole history.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from host_tools.engine.acts import LASTING, Act, ActError, Draft, chained, undone
from host_tools.engine.fold import find, fold, uses
from host_tools.engine.state import CLOSED, PUBLISHED, EventState, RoundState


@dataclass(frozen=True)
class Undo:
    """`acts`: the numbers that the undoing names, rising; `after`: acts that must follow it in the same step."""

    acts: tuple[int, ...]
    after: tuple[Draft, ...] = ()

    def drafts(self, why: str, article: str = "") -> list[Draft]:
        """All of it, ready to be added in one step. Raises ActError without a reason."""
        if not why.strip():
            raise ActError("an undoing needs its reason")
        head = [Draft("undo", {"acts": list(self.acts)}, why, article)] if self.acts else []
        return head + [Draft(one.kind, one.data, why, article, one.old) for one in self.after]


def counted(acts: Sequence[Act]) -> list[Act]:
    """The acts that were not undone."""
    gone = undone(acts)
    return [act for act in acts if act.number not in gone]


def draft_again(info: RoundState, new_id: str) -> Draft:
    """A draft with the same seats under a new id.

    A round whose publishing was undone is never published again under its old id: tables may have that id's plan, and would
    mix what they recorded by it with the new one. The fold refuses it.
    """
    names = ("number", "method", "deals", "minutes", "scale", "phase", "rests", "absent", "ranked", "notes", "unmet", "seed")
    data: dict[str, Any] = {name: getattr(info, name) for name in names}
    data |= {"id": new_id, "again": info.id, "bands": [list(band) for band in info.bands], "options": dict(info.options)}
    data["seats"] = {str(table): list(units) for table, units in info.seats.items()}
    data["matches"] = {str(table): match for table, match in info.matches.items()}
    data["reasons"] = {str(number): text for number, text in info.reasons.items()}
    return Draft("round.pair", data)


def undo_publish(acts: Sequence[Act], number: int, new_id: str) -> Undo:
    """Take back the publishing of round `number`: it is a draft again, with the same seats, under `new_id` (`draft_again`).
    What tables have recorded by the old plan stays in the database under the old id and counts no more."""
    state = fold(acts)
    info = _newest(state, number)
    if info.state != PUBLISHED:
        raise ActError(f"round {number} is {info.state}" + (": undo its closing first" if info.state == CLOSED else ""))
    if new_id == info.id or state.by_id(new_id) or new_id in state.replaced | state.unpublished:
        raise ActError(f"the new draft needs an id that no round had: {new_id} is taken")
    named = [act.number for act in counted(acts) if act.kind == "round.publish" and act.data["id"] == info.id]
    return _fits(acts, named, [draft_again(info, new_id)])


def undo_close(acts: Sequence[Act], number: int) -> Undo:
    """Open round `number` again: it is published as before."""
    info = _newest(fold(acts), number)
    if info.state != CLOSED:
        raise ActError(f"round {number} is {info.state}: there is no closing to undo")
    return _fits(acts, [act.number for act in counted(acts) if act.kind == "round.close" and act.data["id"] == info.id])


def undo_round(acts: Sequence[Act], number: int, with_rulings: bool = False) -> Undo:
    """Take round `number` back whole: its drafts, publishing and closing, so that it can be paired anew. Rulings about it stand
    in the way, unless `with_rulings`: then they are undone with it."""
    _newest(fold(acts), number)
    standing = counted(acts)
    ids = {act.data["id"] for act in standing if act.kind in ("round.pair", "round.back") and act.data["number"] == number}
    rulings = [act for act in standing if act.kind.startswith("ruling.") and act.data.get("round") == number]
    if rulings and not with_rulings:
        raise ActError(f"{_named(rulings)}: about round {number}; undo first, or undo the round with its rulings")
    own = [act.number for act in standing if act.kind.startswith("round.") and act.data["id"] in ids]
    return _fits(acts, [*own, *(act.number for act in rulings)])


def undo_entry(acts: Sequence[Act], number: int) -> Undo:
    """Take the entry of competitor `number` back. Where others came with it in one act (a list that was read in), an `entry.drop`
    takes it out instead. Who has sat or rested withdraws."""
    state = fold(acts)
    find(state, number)
    if used := uses(state, number):
        raise ActError(f"number {number} cannot be taken out: {used}; undo that first, or let it withdraw")
    standing = counted(acts)
    added = [act for act in standing if act.kind == "entry.add" and number in [one["number"] for one in act.data["entries"]]][-1]
    if len(added.data["entries"]) > 1:
        return _fits(acts, [], [Draft("entry.drop", {"number": number})])
    mine = [act for act in standing if act.number > added.number and act.kind.startswith("entry.")]
    return _fits(acts, [added.number, *(act.number for act in mine if act.data.get("number") == number)])


def undo_ruling(acts: Sequence[Act], number: int) -> Undo:
    """Take back the ruling that is act `number`: a warning, penalty, lateness, absence, score or award."""
    act = _standing(acts, number)
    if not act.kind.startswith("ruling."):
        raise ActError(f"act {number} is {act.kind}, no ruling")
    return _fits(acts, [number])


def undo_undo(acts: Sequence[Act], number: int) -> Undo:
    """What the undoing, act `number`, took away counts again. The draft that came with an undone publishing goes."""
    act = _standing(acts, number)
    if act.kind != "undo":
        raise ActError(f"act {number} is {act.kind}, no undoing")
    published = {acts[one - 1].data["id"] for one in act.data["acts"] if acts[one - 1].kind == "round.publish"}
    standing = counted(acts)
    copies = {one.data["id"] for one in standing if one.kind == "round.pair" and one.data.get("again") in published}
    own = [one for one in standing if one.kind.startswith("round.") and one.data["id"] in copies]
    if again := [one for one in own if one.kind == "round.publish"]:
        raise ActError(f"{_named(again)}: the same seats were published again under another id: undo that first")
    return _fits(acts, [number, *(one.number for one in own)])


def undo_act(acts: Sequence[Act], number: int, new_id: str) -> Undo:
    """Undo act `number`, whatever it is, each kind by its own rule above. `new_id`: as in `undo_publish`."""
    act = _standing(acts, number)
    if act.kind in LASTING:
        raise ActError(f"act {number} ({act.kind}) cannot be undone: " + INSTEAD[act.kind])
    if act.kind == "undo":
        return undo_undo(acts, number)
    if act.kind in ("round.publish", "round.close"):
        info = fold(acts).by_id(act.data["id"])
        at = info.number if info else 0
        return undo_publish(acts, at, new_id) if act.kind == "round.publish" else undo_close(acts, at)
    return _fits(acts, [number])


def undo_last(acts: Sequence[Act], new_id: str) -> Undo:
    """Undo the newest act that counts and is no undoing itself, so that asking again goes one further back."""
    last = next((act for act in reversed(counted(acts)) if act.kind != "undo"), None)
    if last is None:
        raise ActError("there is nothing to undo")
    return undo_act(acts, last.number, new_id)


INSTEAD = {  # what cannot be undone, and what is done instead
    "event.new": "make another event",
    "sheet.enter": "correct the sheet again; all its versions are kept",
    "sheet.correct": "correct the sheet again; all its versions are kept",
    "person.edit": "change the person again",
    "person.erase": "the name is gone; enter it again with the person's consent",
}


def _named(acts: Iterable[Act]) -> str:
    return ", ".join(f"act {act.number} ({act.kind})" for act in acts)


def _standing(acts: Sequence[Act], number: int) -> Act:
    if not 1 <= number <= len(acts):
        raise ActError(f"there is no act {number}")
    if number in undone(acts):
        raise ActError(f"act {number} ({acts[number - 1].kind}) was undone already")
    return acts[number - 1]


def _newest(state: EventState, number: int) -> RoundState:
    """Round `number`, when no later one was made after it and the ranking is open."""
    info = state.round(number)
    if info is None:
        raise ActError(f"there is no round {number}")
    if state.final is not None:
        raise ActError(f"the ranking is final (act {state.final}): undo that first")
    later = [other for other in state.rounds if other.number > number]
    if later:
        raise ActError(f"round {later[-1].number} ({later[-1].state}) was made after it: undo that first")
    return info


def _fits(acts: Sequence[Act], named: Sequence[int], after: Sequence[Draft] = ()) -> Undo:
    """The undoing, when all that is left still fits. Raises ActError with the first act that does not."""
    undo = Undo(tuple(sorted(named)), tuple(after))
    try:
        fold([*acts, *chained(undo.drafts("a trial"), acts[-1], "", 0)])
    except ActError as fault:
        raise ActError(f"it cannot be undone, since others build on it: {fault}") from fault
    return undo
