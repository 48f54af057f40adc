"""A draft against the event as it is now: what it hangs on (RULES 6) and has changed after it was made. Pure.

How the event was then is folded again from the acts before the draft's own: so what was undone since counts as a change, too, and
no act need say on what it was built. The ranking alone comes with the draft's act (`ranked`), as no act has the sheets.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from host_tools.engine.acts import Act, ActError
from host_tools.engine.field_of import groups, may_play, present
from host_tools.engine.fold import fold
from host_tools.engine.meetings import placed
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import DRAFT, INDIVIDUAL, PAIRS, SCORE_FREE, TEAMS, EventState, Phase, RoundState

WISHES = ("repeat", "tables", "lines", "bye_yields")  # options of a phase that only say what is to be avoided
ANYWAY = ("came", "option", "setting", "last_round")  # kinds of changes with which a draft may be published all the same
MANUAL = "manual"
_LATER, _FIRST, _BYE, _KINDS = "RULES 6, Later rounds", "RULES 6, First round", "RULES 6, Bye", "RULES 6, Kinds"
_OURS = "organiser's choice"


def left(state: EventState, info: RoundState) -> list[int]:
    """Who sits or rests in the draft and may not play it any more."""
    return sorted(who for who in placed(state, info) if not may_play(state, who, info.number))


def came(state: EventState, info: RoundState) -> list[int]:
    """Who may play the draft's round and has no place in it, those excepted who were left out when it was made."""
    return sorted({*present(state, info.number)} - placed(state, info) - {*info.absent})


def hangs_on_scores(method: str) -> bool:
    """Whether a round that is paired so hangs on the ranking."""
    return method not in SCORE_FREE and method != MANUAL


def changed_since(
    acts: Sequence[Act], state: EventState, info: RoundState, ranked: Sequence[int] | None = None
) -> list[dict[str, Any]]:
    """What has changed since the draft `info` was made, as `unmet` of a draft has it, with `anyway`: whether it may be published
    all the same, with a reason. Empty: nothing that it hangs on. `acts`: all of the event; `ranked`: the competitors by the
    ranking as it is now, best first (None: not looked at)."""
    if info.state != DRAFT:
        return []
    found = [_told("left", (who,), _LATER, f"number {who} sits or rests here, and has left") for who in left(state, info)]
    late = "came later, and has no place: pair anew, or publish without it"
    found += [_told("came", (who,), _LATER, f"number {who} {late}", True) for who in came(state, info)]
    found += _persons(state, info)
    was = state_then(acts, info)
    if ranked is not None:
        found += _ranking(was or state, state, info, ranked)
    return found if was is None else found + list(_since(was, state, info))


def only_wishes(changes: Iterable[dict[str, Any]]) -> bool:
    """Whether a draft with these changes may be published all the same: nobody of it has left, and it is no other round."""
    return all(one["anyway"] for one in changes)


def state_then(acts: Sequence[Act], info: RoundState) -> EventState | None:
    """The event just before the draft was made. One that came back when its publishing was undone counts from when its seats were
    made. None: its round came from a table, and nobody knows."""
    pairs = {act.data["id"]: act for act in acts if act.kind == "round.pair"}
    act = pairs.get(info.id)
    while act is not None and act.data.get("again"):
        first = pairs.get(act.data["again"])
        act = first if first is not None and first.number < act.number else None  # an archive may say whatever it likes
    if act is None:
        return None
    try:
        return fold(acts[: act.number - 1])
    except ActError:  # of an archive again: it holds together only with what was undone later
        return None


def _told(kind: str, who: Sequence[int], article: str, text: str, anyway: bool = False, **more: Any) -> dict[str, Any]:
    assert not anyway or kind in ANYWAY
    plain = {"kind": kind, "who": list(who), "numbers": [], "article": article, "text": text}
    return plain | {"anyway": anyway} | more


def _persons(state: EventState, info: RoundState) -> list[dict[str, Any]]:
    """A unit of players or of a team is made of persons; a pair's own changes with its entry."""
    if state.kind == PAIRS:
        return []
    found = []
    for unit in sorted({unit for seat in info.seats.values() for unit in seat}):
        one = state.units[unit]
        now = {person for who in one.credits for person in state.competitors[who].persons}
        if not set(one.persons) <= now:
            who = ", ".join(map(str, one.credits))
            found.append(_told("persons", one.credits, _KINDS, f"number {who} is another person now than the one who sits here"))
    return found


def _ranking(was: EventState, state: EventState, info: RoundState, ranked: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The first of each group that has another place among those of the draft than when it was made. Who is in another group by
    now is told as such, and not looked at here."""
    stayed = [who for who in info.ranked if who in placed(state, info) and _group(was, who) == _group(state, who)]
    for group, then in groups(state, stayed).items():
        now = [who for who in ranked if who in then]
        at = next((at for at, who in enumerate(then) if now[at : at + 1] != [who]), None)
        if at is not None:
            after = now.index(then[at]) + 1 if then[at] in now else None
            where = f" of group {group}" if len(groups(state, state.competitors)) > 1 else ""
            text = f"the ranking{where} is another one now: number {then[at]} was at place {at + 1} of those here"
            text += f", and is at {after}" if after else ""
            yield _told("ranking", (then[at],), _LATER, text, before=at + 1, after=after)


def _group(state: EventState, number: int) -> int:
    return state.competitors[number].group if number in state.competitors else 0


def _since(was: EventState, now: EventState, info: RoundState) -> Iterator[dict[str, Any]]:
    for who in sorted(placed(now, info)):
        one, other = was.competitors.get(who), now.competitors[who]
        if one is not None and one.group != other.group:
            text = f"number {who} is in group {other.group} now, and was in group {one.group}"
            yield _told("group", (who,), _KINDS, text, before=one.group, after=other.group)
        if now.kind == TEAMS and was.line_ups.get((info.number, who)) != now.line_ups.get((info.number, who)):
            yield _told("line_up", (who,), _KINDS, f"team {who} has another line-up now")
    yield from _format(_phase(was, info), _phase(now, info), info)
    if info.method != MANUAL:
        yield from _way(_phase(was, info), _phase(now, info), info)
        yield from _last_round(was, now, info)
    yield from _settings(was, now, info)


def _phase(state: EventState, info: RoundState) -> Phase:
    return state.phases[state.phase_of(min(info.number, state.total_rounds()))]


def _format(was: Phase, now: Phase, info: RoundState) -> Iterator[dict[str, Any]]:
    """What the round is played by; the tables would be told the draft's."""
    for name in ("deals", "minutes", "scale", "session"):
        before, after = getattr(info, name), getattr(now, name)
        if before != after and getattr(was, name) != after:
            text = f"{name} of this round: {after} now, and {before} in the draft"
            yield _told("format", (), _OURS, text, name=name, before=before, after=after)


def _way(was: Phase, now: Phase, info: RoundState) -> Iterator[dict[str, Any]]:
    """Method and options, as far as the draft has its phase's and not its own."""
    if info.method != was.method:
        return
    if now.method != was.method:
        text = f"this round is paired by {now.method} now, and the draft by {was.method}"
        yield _told("method", (), _FIRST if info.number == 1 else _LATER, text, before=was.method, after=now.method)
        return
    own, before, after = ({n: v for n, v in of.options.items() if n != "fixed"} for of in (info, was, now))
    if own == before:
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                text = f"option {name}: {_word(after.get(name))} now, and {_word(before.get(name))} in the draft"
                yield _told("option", (), _OURS, text, name in WISHES, name=name, before=before.get(name), after=after.get(name))


def _avoids(state: EventState, info: RoundState) -> str:
    """Which rematches the round avoids in the last round, too, by the modified Danish; "" by another method."""
    repeat = info.options.get("repeat") or rules_of(state).text("rematch")
    return repeat if info.method == "modified" and state.kind != INDIVIDUAL and repeat != "none" else ""


def _last_round(was: EventState, now: EventState, info: RoundState) -> Iterator[dict[str, Any]]:
    before, after = (info.number == state.total_rounds() for state in (was, now))
    if before != after and _avoids(now, info) and rules_of(now).flag("last_round_exempt"):
        text = "it is the last round now: rematches are free" if after else "it is not the last round now: rematches are avoided"
        yield _told("last_round", (), _LATER, text, True, before=before, after=after)


def _settings(was: EventState, now: EventState, info: RoundState) -> Iterator[dict[str, Any]]:
    modified = info.method == "modified" and now.kind != INDIVIDUAL
    last = info.number == now.total_rounds()
    hangs = {
        "rematch": modified and not info.options.get("repeat"),
        "last_round_exempt": last and bool(_avoids(now, info)),
        "bye_again": bool(info.rests) and info.method != MANUAL,
        "match_tables": now.kind == TEAMS,
    }
    for name, does in hangs.items():
        before, after = rules_of(was).value(name), rules_of(now).value(name)
        if does and before != after:
            text = f"setting {name}: {_word(after)} now, and {_word(before)} in the draft"
            article = _BYE if name == "bye_again" else _KINDS if name == "match_tables" else _LATER
            wish = name in ("rematch", "last_round_exempt")
            yield _told("setting", (), article, text, wish, name=name, before=before, after=after)


def _word(value: Any) -> str:
    """A value as the command line has it."""
    return "the usual" if value is None else "yes" if value is True else "no" if value is False else str(value)
