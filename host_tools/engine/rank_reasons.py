"""Why one stands above the next: one line of plain English, and plain data for a page's own words (RULES 6, Ranking). Pure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from host_tools.engine.tie_breaks import DIRECT, LOT, Boundary, Step

NAMES = {
    "vp": "VP",
    "net_mp": "net MP",
    "own_mp": "own MP",
    "direct": "direct match",
    "mp_per_deal": "net MP per deal",
    "wins": "rounds won",
    "attendance": "rounds attended",
    "lot": "lot",
}
_MOST_NAMED = 8  # so many tied ones are named; of more, only how many they are


def shown(criterion: str, value: Any) -> str:
    """A criterion's value as a person reads it; fractions stay exact."""
    if criterion == DIRECT:
        return f"{shown('', value[0])} VP and {shown('', value[1])} net MP"
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value.numerator}/{value.denominator}"
    return str(value)


def _tied(group: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(group))) if len(group) <= _MOST_NAMED else f"{len(group)} tied"


def _tried(tried: Sequence[Step], seed: str) -> list[str]:
    """What did not separate them, once each, the newest word of each criterion."""
    said: dict[str, str] = {}
    for step in tried:
        said.pop(step.criterion, None)
        if step.missing is not None:
            said[step.criterion] = f"direct match does not count: {step.missing[0]} and {step.missing[1]} did not meet"
        elif step.criterion == LOT:
            said[step.criterion] = f"lot (seed {seed})"
        else:
            said[step.criterion] = f"{NAMES[step.criterion]} equal ({shown(step.criterion, step.value)})"
    return list(said.values())


def boundary_text(boundary: Boundary, seed: str) -> str:
    """Why the one stands above the next, with the numbers: "VP equal (54); net MP 300 against 120"."""
    if boundary.criterion == LOT:
        decided = f"lot (seed {seed}): drawn before the next"
    else:
        above, below = shown(boundary.criterion, boundary.above), shown(boundary.criterion, boundary.below)
        among = f" among {_tied(boundary.group)}:" if boundary.criterion == DIRECT else ""
        decided = f"{NAMES[boundary.criterion]}{among} {above} against {below}"
    return "; ".join([*_tried(boundary.tried, seed), decided])


def shared_text(tried: Sequence[Step], seed: str) -> str:
    """Why the next shares the rank."""
    return "; ".join([*_tried(tried, seed), "nothing separates it from the next: the rank is shared"])


def _plain(value: Any) -> Any:
    """A value as plain JSON; a fraction as [numerator, denominator]."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else [value.numerator, value.denominator]
    return value


def as_data(criterion: str, above: Any, below: Any, group: Sequence[int], tried: Sequence[Step]) -> dict[str, Any]:
    """The same for a page: `by` ("" : shared), the two values, the group, and what was tried before."""
    steps = [
        {"by": step.criterion, "missing": list(step.missing)}
        if step.missing
        else {"by": step.criterion, "value": _plain(step.value)}
        for step in tried
    ]
    return {"by": criterion, "above": _plain(above), "below": _plain(below), "group": sorted(group), "tried": steps}
