"""The order of the ranking: VP, then the event's tie-breaks, each on a whole group of equals at once (RULES 6, Ranking)."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from host_tools.verify.report import Damaged

_Key = tuple[Fraction, ...]
CRITERIA = ("net_mp", "own_mp", "direct", "mp_per_deal", "wins", "attendance", "lot")


@dataclass
class Total:
    """All that one competitor has. `met`: opponent -> its (VP, net MP) in each meeting; `there`: rounds that it was present."""

    number: int
    group: int = 1
    vp: int = 0
    mp_net: int = 0
    mp_for: int = 0
    mp_against: int = 0
    rounds: int = 0
    byes: int = 0
    wins: int = 0
    there: int = 0
    deals: int = 0
    rank: int | None = 0
    met: dict[int, list[tuple[int, int]]] = field(default_factory=dict)


def drawn(seed: str, number: int) -> int:
    """The lot of a number: the SHA-256 of "SEED:NUMBER"; the smallest goes first."""
    return int(hashlib.sha256(f"{seed}:{number}".encode()).hexdigest(), 16)


def _direct(group: Sequence[Total]) -> dict[int, _Key] | None:
    """Each one's VP and net MP against all others of the group, several meetings of two by their mean; None where two of them
    never met."""
    out: dict[int, _Key] = {}
    for one in group:
        vp = net = Fraction(0)
        for other in group:
            if other.number == one.number:
                continue
            meetings = one.met.get(other.number)
            if not meetings:
                return None
            vp += Fraction(sum(m[0] for m in meetings), len(meetings))
            net += Fraction(sum(m[1] for m in meetings), len(meetings))
        out[one.number] = (vp, net)
    return out


_PLAIN: dict[str, Callable[[Total], Fraction]] = {
    "vp": lambda one: Fraction(one.vp),
    "net_mp": lambda one: Fraction(one.mp_net),
    "own_mp": lambda one: Fraction(one.mp_for),
    "mp_per_deal": lambda one: Fraction(one.mp_net, one.deals or 1) if one.deals else Fraction(0),
    "wins": lambda one: Fraction(one.wins),
    "attendance": lambda one: Fraction(one.there),
}


def _keys(criterion: str, group: Sequence[Total], seed: str) -> dict[int, _Key] | None:
    """What a criterion gives each; more is better. None: it does not apply to this group."""
    if criterion == "direct":
        return _direct(group)
    if criterion == "lot":
        return {one.number: (Fraction(-drawn(seed, one.number)),) for one in group}
    return {one.number: (_PLAIN[criterion](one),) for one in group}


def classes(group: Sequence[Total], criteria: Sequence[str], seed: str, restart: bool = False) -> list[list[Total]]:
    """The group in classes, best first; nothing separates those of one class. `restart`: what a tie-break leaves equal begins
    again with the first of them. Raises Damaged for an unknown criterion."""
    unknown = [name for name in criteria if name not in CRITERIA]
    if unknown:
        raise Damaged("settings", f"no such tie-break: {unknown[0]}")
    out: list[list[Total]] = []
    waiting = [(list(group), ("vp", *criteria))]
    while waiting:
        some, left = waiting.pop()
        if len(some) < 2 or not left:
            out.append(sorted(some, key=lambda one: one.number))
            continue
        keys = _keys(left[0], some, seed)
        levels = sorted({keys[one.number] for one in some}) if keys else []
        if keys is None or len(levels) == 1:
            waiting.append((some, left[1:]))
            continue
        then = tuple(criteria) if restart and left[0] != "vp" else left[1:]
        # the best class is taken from the stack first
        waiting += [([one for one in some if keys[one.number] == level], then) for level in levels]
    return [part for part in out if part]


def numbered(parts: Iterable[list[Total]]) -> list[Total]:
    """The classes in one list with shared ranks: 1, 2, 2, 4."""
    out: list[Total] = []
    for part in parts:
        rank = len(out) + 1
        for one in part:
            one.rank = rank
        out += part
    return out
