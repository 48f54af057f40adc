"""The line that says why one stands above the next, against the numbers themselves (RULES 6, Ranking). Nothing of the engine."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from host_tools.verify.standing import Total, drawn

_OF: dict[str, Callable[[Total], Fraction]] = {
    "vp": lambda one: Fraction(one.vp),
    "net_mp": lambda one: Fraction(one.mp_net),
    "own_mp": lambda one: Fraction(one.mp_for),
    "mp_per_deal": lambda one: Fraction(one.mp_net, one.deals) if one.deals else Fraction(0),
    "wins": lambda one: Fraction(one.wins),
    "attendance": lambda one: Fraction(one.there),
}


def reasons(ranking: Sequence[Total], told: Sequence[Mapping[str, Any]], seed: str, seen: Counter[str]) -> list[str]:
    """`ranking`: ours, best first, those listed apart at its end; `told`: a reason for each line of theirs."""
    faults = []
    by_number = {one.number: one for one in ranking}
    for at, (line, reason) in enumerate(zip(ranking, told, strict=True)):
        below = ranking[at + 1] if at + 1 < len(ranking) else None
        wrong = _line(by_number, line, below, reason, seed)
        seen[f"above the next by {reason.get('by', 'nothing: the last')}"] += 1
        faults += [f"why {line.number} stands above {below.number if below else 'nobody'}: {wrong}, {reason}"] if wrong else []
    return faults


def _line(by_number: Mapping[int, Total], line: Total, below: Total | None, reason: Mapping[str, Any], seed: str) -> str:
    """What is wrong with one reason, or ""."""
    if line.rank == 0:
        return "" if reason == {"by": "apart"} else "it is listed apart"
    if below is None or below.rank == 0:
        return "" if not reason else "it is the last"
    by, group = reason["by"], reason["group"]
    if (by == "shared") != (line.rank == below.rank):
        return "the ranks say otherwise"
    if not {line.number, below.number} <= set(group):
        return "it is of others"
    for step in reason["tried"]:
        if wrong := _tried(by_number, (line, below), step):
            return wrong
    return "" if by == "shared" else _decided(by_number, line, below, reason, seed)


def _tried(by_number: Mapping[int, Total], two: tuple[Total, Total], step: Mapping[str, Any]) -> str:
    """What had not separated them is equal; where the direct match does not count, two never met."""
    if "missing" in step:
        one, other = step["missing"]
        return f"{one} and {other} met" if other in by_number[one].met and one in by_number[other].met else ""
    if step["by"] not in _OF:
        return ""
    found = {_OF[step["by"]](one) for one in two}
    return "" if found == {_exact(step["value"])} else f"{step['by']} is not equal"


def _decided(by_number: Mapping[int, Total], line: Total, below: Total, reason: Mapping[str, Any], seed: str) -> str:
    by = reason["by"]
    if by == "lot":
        right = reason["seed"] == seed and drawn(seed, line.number) < drawn(seed, below.number)
        return "" if right else "the lot says otherwise"
    if by == "direct":
        values = [_league(by_number, one, reason["group"]) for one in (line, below)]
        said = [[_exact(part) for part in reason[side]] for side in ("above", "below")]
    else:
        values = [[_OF[by](one)] for one in (line, below)]
        said = [[_exact(reason[side])] for side in ("above", "below")]
    return "" if values == said and values[0] > values[1] else f"{by} is {values[0]} and {values[1]}"


def _league(by_number: Mapping[int, Total], one: Total, group: Sequence[int]) -> list[Fraction]:
    """VP and net MP against all others of the group, several meetings of two by their mean."""
    out = [Fraction(0), Fraction(0)]
    for other in group:
        meetings = one.met.get(other, []) if other != one.number else []
        for part in (0, 1):
            out[part] += Fraction(sum(meeting[part] for meeting in meetings), len(meetings) or 1)
    return out


def _exact(value: Any) -> Fraction:
    return Fraction(*value) if isinstance(value, list) else Fraction(value)
