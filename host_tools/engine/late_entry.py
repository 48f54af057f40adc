"""May somebody still be entered (RULES 6, Late entry)? Pure: it says what the book says, the organiser decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import DRAFT, INDIVIDUAL, PUBLISHED, EventState
from tavolo.domain import kinds as k

ALLOWED, MAY_REFUSE, REFUSED = "allowed", "may_refuse", "refused"


@dataclass(frozen=True)
class EntryVerdict:
    """`verdict`: ALLOWED, MAY_REFUSE (the organiser or arbiter decides) or REFUSED. `code` and `text`: why; `article`: by what.
    `first_round`: the first round that a new one can play."""

    verdict: str
    code: str
    text: str
    article: str
    first_round: int


def late_entry(state: EventState, now_round: int, count: int = 1, groups: Sequence[int] = ()) -> EntryVerdict:
    """Judge the entry of `count` new competitors while round `now_round` is the newest one published (0: none yet).

    A table is incomplete while their number leaves a rest by two (players: by four): then some more complete it. `groups`: the
    group of each new one, since a group is paired by itself; without it all are one. Raises SettingError for a setting that
    does not fit.
    """
    rules = rules_of(state)
    policy, article = rules.text("late_entry"), rules.article("late_entry")
    paired = max((info.number for info in state.rounds), default=0)
    first = max(now_round, paired) + 1
    if not state.entries_closed and paired == 0:
        return EntryVerdict(ALLOWED, "open", "entries are open and no round is paired", article, first)
    if policy == "allow":
        return EntryVerdict(ALLOWED, "own_allow", f"by the organiser's own rule, from round {first}", article, first)
    if policy == "refuse":
        return EntryVerdict(REFUSED, "own_refuse", "by the organiser's own rule there are no late entries", article, first)
    if not state.entries_closed and paired == 1 and state.rounds[-1].state == DRAFT:
        text = "entries are open; the draft of round 1 must be paired anew"
        return EntryVerdict(ALLOWED, "open_draft", text, article, 1)
    completes = _completes(state, now_round, count, groups)
    if state.profile == k.FEBURIT:
        return _feburit(state, now_round, first, completes, article)
    what = "it completes a table, the arbiter may refuse it all the same" if completes else "it makes a table incomplete"
    code = "completes" if completes else "incomplete"
    return EntryVerdict(MAY_REFUSE, code, f"entries are closed, the organiser may refuse: {what}", article, first)


def _completes(state: EventState, now_round: int, count: int, groups: Sequence[int]) -> bool:
    """Whether no group that somebody enters leaves a rest then."""
    size = 4 if state.kind == INDIVIDUAL else 2
    there = [one.group for one in state.competitors.values() if one.left is None or int(one.left.get("round", 1)) > now_round]
    if not groups:
        return (len(there) + count) % size == 0
    return all((there.count(group) + groups.count(group)) % size == 0 for group in set(groups))


def _feburit(state: EventState, now_round: int, first: int, completes: bool, article: str) -> EntryVerdict:
    """000 par.14, 003: only to complete a table, and only during round 1."""
    info = state.round(1)
    in_first = now_round <= 1 and (info is None or info.state in (DRAFT, PUBLISHED))
    if not in_first:
        return EntryVerdict(REFUSED, "after_round_1", "round 1 is over: nobody can be added", article, first)
    if not completes:
        return EntryVerdict(REFUSED, "incomplete", "entries are closed, and it would make a table incomplete", article, first)
    joins = 1 if info is not None else first
    return EntryVerdict(
        MAY_REFUSE, "completes_round_1", "it completes a table of round 1: the arbiter may add it", article, joins
    )
