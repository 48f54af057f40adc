"""Who stands before whom: an ordered list of criteria splits a group of equals again and again (RULES 6, Ranking). Pure.

A group is split as a group, never pair by pair: a criterion puts all of it into classes, best first, and each class goes on with
the next criterion (by setting with the first again: only the direct match can then say something new). So the result does not
hang on the order in which anybody was entered, and A before B, B before C, C before A cannot happen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from host_tools.engine import lot

VP, DIRECT, LOT = "vp", "direct", "lot"


@dataclass
class Line:
    """What one competitor brings to the comparison. `deals`: scheduled in all its rounds; `attended`: rounds in which it was
    there; `met`: its meetings as (opponents, its VP, its net MP)."""

    number: int
    vp: int = 0
    mp_net: int = 0
    mp_for: int = 0
    deals: int = 0
    wins: int = 0
    attended: int = 0
    met: list[tuple[tuple[int, ...], int, int]] = field(default_factory=list)

    def against(self) -> dict[int, tuple[int, int, int]]:
        """Opponent -> (meetings, its VP in them, its net MP in them)."""
        found: dict[int, tuple[int, int, int]] = {}
        for opponents, vp, net in self.met:
            for other in opponents:
                before = found.get(other, (0, 0, 0))
                found[other] = (before[0] + 1, before[1] + vp, before[2] + net)
        return found


@dataclass(frozen=True)
class Step:
    """What a criterion said of a whole group that it did not split. `value`: what all of it have; None: it did not apply to
    `missing`, two that did not meet."""

    criterion: str
    value: Any = None
    missing: tuple[int, int] | None = None


@dataclass(frozen=True)
class Boundary:
    """Why the last of one class stands before the first of the next: `criterion`, their values, the group that it compared,
    and what had been tried on that group before. `criterion` "" : nothing separates them."""

    criterion: str
    above: Any
    below: Any
    group: tuple[int, ...]
    tried: tuple[Step, ...]


@dataclass(frozen=True)
class Order:
    """`classes`, best first; those in one class are equal. `boundaries`: one between each two neighbouring classes; `ends`:
    for a class of several, what was tried in vain, by its place."""

    classes: list[list[int]]
    boundaries: list[Boundary]
    ends: dict[int, tuple[Step, ...]]


def direct_values(lines: Mapping[int, Line], group: Sequence[int]) -> tuple[dict[int, Any], tuple[int, int] | None]:
    """The little league of `group`: each one's VP, then net MP, in its meetings with the others of the group.

    Counts only if each of them met each other; else the first two that did not. Two that met more than once count with the mean
    of their meetings, an exact fraction, so that an extra meeting is no advantage.
    """
    values: dict[int, Any] = {}
    for number in group:
        against, vp, net = lines[number].against(), Fraction(0), Fraction(0)
        for other in group:
            if other == number:
                continue
            met = against.get(other)
            if met is None:
                return {}, (min(number, other), max(number, other))
            vp, net = vp + Fraction(met[1], met[0]), net + Fraction(met[2], met[0])
        values[number] = (vp, net)
    return values, None


def values_of(
    criterion: str, lines: Mapping[int, Line], group: Sequence[int], seed: str
) -> tuple[dict[int, Any], tuple[int, int] | None]:
    """What `criterion` gives each of `group`, more is better; or two for whom it does not apply. Raises KeyError for a word that
    is no criterion."""
    if criterion == DIRECT:
        return direct_values(lines, group)
    if criterion == LOT:
        drawn = sorted(group, key=lambda number: lot.ticket(seed, number))
        return {number: -at for at, number in enumerate(drawn)}, None
    read = {
        VP: lambda line: line.vp,
        "net_mp": lambda line: line.mp_net,
        "own_mp": lambda line: line.mp_for,
        "mp_per_deal": lambda line: Fraction(line.mp_net, line.deals) if line.deals else Fraction(0),
        "wins": lambda line: line.wins,
        "attendance": lambda line: line.attended,
    }[criterion]
    return {number: read(lines[number]) for number in group}, None


@dataclass(frozen=True)
class _Split:
    """A whole comparison: the lines, the criteria in their order, the lot's seed, and whether each split begins anew."""

    lines: Mapping[int, Line]
    criteria: tuple[str, ...]
    seed: str
    restart: bool

    def run(self, group: list[int], first: int, tried: tuple[Step, ...], out: Order) -> None:
        """Put `group`, in its order of classes, at the end of `out`."""
        for at in range(first, len(self.criteria) if len(group) > 1 else 0):
            criterion = self.criteria[at]
            values, missing = values_of(criterion, self.lines, group, self.seed)
            if missing is not None:
                tried += (Step(criterion, missing=missing),)
                continue
            classes: dict[Any, list[int]] = {}
            for number in group:
                classes.setdefault(values[number], []).append(number)
            if len(classes) == 1:
                tried += (Step(criterion, next(iter(classes))),)
                continue
            self._classes(classes, at, tuple(group), tried, out)
            return
        if len(group) > 1:
            out.ends[len(out.classes)] = tried
        out.classes.append(group)

    def _classes(
        self, classes: dict[Any, list[int]], at: int, group: tuple[int, ...], tried: tuple[Step, ...], out: Order
    ) -> None:
        ordered = sorted(classes, reverse=True)
        for place, value in enumerate(ordered):
            if place:
                out.boundaries.append(Boundary(self.criteria[at], ordered[place - 1], value, group, tried))
            anew = self.restart and at > 0
            self.run(classes[value], 1 if anew else at + 1, tried + (Step(self.criteria[at], value),), out)


def order(lines: Mapping[int, Line], criteria: Sequence[str], seed: str, restart: bool = False) -> Order:
    """All of `lines`, split by VP and then by `criteria` in their order. `seed`: of the lot. `restart`: after a split, those
    still equal begin the list anew. Raises KeyError for a word that is no criterion."""
    out = Order([], [], {})
    if lines:
        _Split(lines, (VP, *criteria), seed, restart).run(sorted(lines), 0, (), out)
    return out
