"""What RULES 6 asks of a seating, way by way, by brute force where it says "avoidable". Imports nothing of the engine."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from math import gcd

from tests.checker.moment import Moment, Seating

BRUTE = 8  # up to so many competitors every possible round is tried
TRIES = 20_000  # steps of the search for a round without rematches among more

Pair = tuple[int, int]


def matchings(who: list[int]) -> Iterator[list[Pair]]:
    """Every way to match an even number of competitors."""
    if not who:
        yield []
        return
    first, rest = who[0], who[1:]
    for at, other in enumerate(rest):
        for more in matchings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *more]


def matches(seating: Seating) -> list[Pair]:
    """Who met whom, each match once (a team match has two tables)."""
    return sorted({(min(a[0], b[0]), max(a[0], b[0])) for _, a, b in seating.meets})


def everybody_once(then: Moment, seating: Seating, each: int) -> list[str]:
    """All that are there sit or rest, once; `each`: tables at which one that sits sits."""
    due = Counter(dict.fromkeys(then.ranked, 1))
    found = Counter(who for who in seating.all())
    wrong = sorted(who for who in set(due) | set(found) if found[who] not in ((1,) if who in seating.rests else (each,)))
    return [f"everybody once: {wrong[:5]} do not"] if wrong or set(due) != set(found) else []


def may_rest(then: Moment) -> list[int]:
    """Those that rested least in the session, the last-ranked first (RULES 6, Bye)."""
    had = then.rests()
    least = min(had[who] for who in then.ranked)
    return [who for who in reversed(then.ranked) if had[who] == least]


def no_second_rest(then: Moment, seating: Seating, locked: Collection[int] = ()) -> list[str]:
    """Nobody rests again while somebody who plays has rested less often; but those whom the arbiter's word seats (`locked`)."""
    had = then.rests()
    playing = [who for who in then.ranked if who not in seating.rests and who not in locked]
    worst, least = max((had[who] for who in seating.rests), default=0), min((had[who] for who in playing), default=0)
    return [f"second bye: {seating.rests} rest with {worst} rests, others have {least}"] if worst > least else []


def bye_order(then: Moment, seating: Seating) -> list[str]:
    """The last-ranked of those that may rest does, unless the rest may move up to avoid a rematch."""
    if then.options.get("bye_yields", True) or not seating.rests:
        return []
    return [f"bye: {seating.rests}, not {may_rest(then)[0]}"] if seating.rests != may_rest(then)[:1] else []


def pure(then: Moment, seating: Seating, by_rank: bool = True) -> list[str]:
    """1-2, 3-4, ... in the order of the ranking; the last one that may rest does. Not `by_rank`: at any tables."""
    rest = may_rest(then)[: len(then.ranked) % 2]
    playing = [who for who in then.ranked if who not in rest]
    due = [frozenset(playing[at : at + 2]) for at in range(0, len(playing), 2)]
    found = list(dict.fromkeys(frozenset((*one, *other)) for _, one, other in seating.meets))
    if not by_rank:
        due, found = sorted(due, key=sorted), sorted(found, key=sorted)
    return [] if (found, seating.rests) == (due, rest) else [f"1-2, 3-4: {found[:3]}... for {due[:3]}..."]


def rematches(then: Moment, seating: Seating, seen: Counter[str]) -> list[str]:
    """As few forbidden matches as there must be, whoever of those that may rest does."""
    bad = then.forbidden()
    found = sum(frozenset(match) in bad for match in matches(seating))
    seen["rounds with forbidden matches to avoid"] += bool(bad)
    if not found:
        return []
    rests: list[int | None] = list(may_rest(then)) if len(then.ranked) % 2 else [None]
    if not then.options.get("bye_yields", True):
        rests = list(seating.rests) or rests  # of a draw the last drawn, of the ranking the last: see bye_order
    if len(then.ranked) <= BRUTE:
        seen["rematch rounds tried by brute force"] += 1
        fewest = min(
            sum(frozenset(match) in bad for match in one)
            for rest in rests
            for one in matchings([who for who in then.ranked if who != rest])
        )
        return [f"rematches: {found}, {fewest} would do"] if found != fewest else []
    seen["rematch rounds searched"] += 1
    for rest in rests:
        if _without([who for who in then.ranked if who != rest], bad, [TRIES]):
            return [f"rematches: {found}, none would do with {rest} resting"]
    return []


def drawn_anew(then: Moment, seating: Seating) -> list[str]:
    """Lots that are drawn again do not seat a whole earlier round again (of 12, one in 10,395 would by chance)."""
    same = [turn.number for turn, earlier in then.before if matches(earlier) == matches(seating)]
    return [f"draw: the very matches of round {same[0]}"] if same and len(then.ranked) >= 12 else []


def _without(who: list[int], bad: set[frozenset[int]], left: list[int]) -> bool:
    """Whether a round without forbidden matches was found: the most restricted competitor is matched first."""
    if not who:
        return True
    left[0] -= 1
    if left[0] < 0:
        return False
    choices = {one: [other for other in who if other != one and frozenset((one, other)) not in bad] for one in who[:40]}
    first = min(choices, key=lambda one: len(choices[one]))
    return any(_without([one for one in who if one not in (first, other)], bad, left) for other in choices[first])


def unmet_is_honest(then: Moment, seating: Seating, unmet: list[dict[str, object]]) -> list[str]:
    """Every forbidden match and every second rest is listed, and no other."""
    bad, had = then.forbidden(), then.rests()
    mine = set(then.ranked)
    due = {frozenset(match) for match in matches(seating) if frozenset(match) in bad}
    told = {frozenset(_who(one)) for one in unmet if one["kind"] == "rematch" and set(_who(one)) <= mine}
    rests = {who for who in seating.rests if had[who]}
    listed = {_who(one)[0] for one in unmet if one["kind"] == "second_bye" and _who(one)[0] in mine}
    out = [f"unmet: rematches {sorted(map(sorted, due ^ told))[:3]}"] if due != told else []
    return out + ([f"unmet: second byes {sorted(rests ^ listed)[:3]}"] if rests != listed else [])


def _who(one: dict[str, object]) -> list[int]:
    who = one["who"]
    assert isinstance(who, list)
    return who


def mitchell(rounds: list[Seating], count: int, step: int) -> list[str]:
    """N/S stay where they are, E/W go `step` tables up each round (one more after a full circle, so that nobody comes back
    where it was); nobody meets anybody twice. `count`: competitors in the movement, empty places too."""
    tables, out = (count + 1) // 2, []
    steps = {step % tables, (step + 1) % tables if gcd(tables, step) > 1 else step % tables}
    for before, now in pairwise(rounds):
        places = [{side[at][0]: table for table, *side in seating.meets} for seating in (before, now) for at in (0, 1)]
        moved = [who for who in places[0].keys() & places[2].keys() if places[0][who] != places[2][who]]
        went = {(places[3][who] - places[1][who]) % tables for who in places[1].keys() & places[3].keys()}
        changed = (places[0].keys() & places[3].keys()) | (places[1].keys() & places[2].keys())
        if moved or changed or len(went) > 1 or not went <= steps:
            out.append(f"Mitchell: N/S {moved[:3]} moved, E/W went {sorted(went)} tables, {sorted(changed)[:3]} changed lines")
    return out + _nobody_twice("Mitchell", rounds)


def italian(rounds: list[Seating], order: tuple[int, ...]) -> list[str]:
    """Each meets all others once, in N - 1 rounds (N of an odd number, one rest each); who meets nobody rests."""
    count, out = len(order), _nobody_twice("Italian", rounds)
    for seating in rounds:
        there = set(seating.all())
        extra = len(set(order) - there)
        if not len(matches(seating)) >= count // 2 - extra or len(seating.rests) > count % 2 + extra:
            out.append(f"Italian: {len(matches(seating))} matches, {len(seating.rests)} rests of {count}, {extra} not there")
    whole = len(rounds) == count - 1 + count % 2 and all(set(seating.all()) == set(order) for seating in rounds)
    rests = Counter(who for seating in rounds for who in seating.rests)
    if whole:
        met = {match for seating in rounds for match in matches(seating)}
        if len(met) != count * (count - 1) // 2 or set(rests.values()) - {1}:
            out.append(f"Italian: {len(met)} different matches of {count * (count - 1) // 2}, rests {sorted(rests.items())[:5]}")
    return out


def _nobody_twice(name: str, rounds: list[Seating]) -> list[str]:
    met = Counter(match for seating in rounds for match in matches(seating))
    again = [match for match, times in met.items() if times > 1]
    return [f"{name}: {again[:3]} meet twice"] if again else []


def new_partners(then: Moment, seating: Seating, seen: Counter[str]) -> list[str]:
    """Individual: as few old partners as there must be among those who play (RULES 6, Kinds)."""
    had = {who: then.partners(who) for who in then.ranked}
    cost: Callable[[list[Pair]], int] = lambda some: sum(had[one][other] for one, other in some)  # noqa: E731
    found = cost([(side[0], side[1]) for _, *both in seating.meets for side in both])
    if not found:
        return []
    playing = [who for who in then.ranked if who not in seating.rests]
    if len(playing) > BRUTE:
        return [f"partners: {found} old ones among {len(playing)}"] if len(playing) > 3 * (len(then.before) + 1) else []
    seen["old partners tried by brute force"] += 1
    fewest = min(cost(one) for one in matchings(playing))
    return [f"partners: {found} times old ones, {fewest} would do"] if found != fewest else []
