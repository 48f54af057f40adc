"""An event's history: acts that are only ever added, each chained to the one before by its hash.

All that an event is follows from its acts (fold.py) and the tables' records. No act holds a person's name: persons are meant by
number, so that a name can be erased without breaking the chain. Pure.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

FIRST = "0" * 64  # what the first act is chained to
MAX_DATA = 1_000_000  # characters of one act's data as JSON


class ActError(ValueError):
    """An act does not fit what the event is; the text says why."""


class ChainError(ValueError):
    """The history was changed from outside: `number` is the first act that does not fit."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"act {number}: {text}")
        self.number = number


@dataclass(frozen=True)
class Draft:
    """An act before it has a number: what (`kind`, `data`, plain JSON), what it replaces (`old`), why, by which article."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    why: str = ""
    article: str = ""
    old: Any = None


@dataclass(frozen=True)
class Act:
    """`number` from 1 in its event, `at` Unix seconds, `who` a user, `before` the hash of the act before it."""

    number: int
    at: int
    who: str
    kind: str
    data: dict[str, Any]
    why: str
    article: str
    old: Any
    before: str
    hash: str


def canonical(data: Any) -> str:
    """JSON in one form only: sorted keys, no blanks. Raises ActError for what is not plain JSON, or too long."""
    try:
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as fault:
        raise ActError(f"not plain JSON: {fault}") from fault
    if len(text) > MAX_DATA:
        raise ActError(f"an act of {len(text)} characters; {MAX_DATA} at most")
    return text


def _hash(number: int, at: int, who: str, draft: Draft, before: str) -> str:
    fields = [number, at, who, draft.kind, draft.data, draft.why, draft.article, draft.old, before]
    return hashlib.sha256(canonical(fields).encode()).hexdigest()


def chained(drafts: Iterable[Draft], last: Act | None, who: str, at: int) -> list[Act]:
    """Number `drafts` and chain them to `last` (None: they are an event's first)."""
    made: list[Act] = []
    for draft in drafts:
        # through JSON once, so that what is folded now is what will be read again
        draft = Draft(draft.kind, json.loads(canonical(draft.data)), draft.why, draft.article, json.loads(canonical(draft.old)))
        number, before = (last.number + 1, last.hash) if last else (1, FIRST)
        hashed = _hash(number, at, who, draft, before)
        last = Act(number, at, who, draft.kind, draft.data, draft.why, draft.article, draft.old, before, hashed)
        made.append(last)
    return made


def check_chain(acts: Sequence[Act]) -> None:
    """Raise ChainError where an act is missing, or is not as it was written."""
    before = FIRST
    for at, act in enumerate(acts, 1):
        if act.number != at:
            raise ChainError(at, f"missing; number {act.number} stands in its place")
        if act.before != before:
            raise ChainError(at, "does not follow the one before it")
        if act.hash != _hash(act.number, act.at, act.who, Draft(act.kind, act.data, act.why, act.article, act.old), before):
            raise ChainError(at, "is not as it was written")
        before = act.hash


# What they did lives elsewhere, too (records, names), or everything hangs on them: an undoing would only seem to take them back.
LASTING = ("event.new", "sheet.enter", "sheet.correct", "person.edit", "person.erase")


def undo_names(acts: Sequence[Act], act: Act) -> list[int]:
    """The acts that the undoing `act` names. Raises ActError where it names none, itself, a later one, or one that lasts."""
    numbers = act.data.get("acts") if isinstance(act.data, dict) else None
    if not isinstance(numbers, list) or not numbers or not all(type(number) is int for number in numbers):
        raise ActError(f"act {act.number} (undo) is not whole: it must name acts by number")
    for number in numbers:
        if not 1 <= number < act.number:
            raise ActError(f"act {act.number} (undo): act {number} is not before it")
        if acts[number - 1].kind in LASTING:
            raise ActError(f"act {act.number} (undo): act {number} ({acts[number - 1].kind}) cannot be undone")
    return numbers


def undone(acts: Sequence[Act]) -> set[int]:
    """Numbers of the acts that do not count, of a whole history from act 1. The newest word stands: an undoing that is undone
    takes nothing away. Raises ActError (`undo_names`)."""
    out: set[int] = set()
    for act in reversed(acts):
        if act.kind == "undo" and act.number not in out:
            out.update(undo_names(acts, act))
    return out
