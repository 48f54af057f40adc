"""What was known when a round was paired: who was there, ranked how, who had met whom and who had rested. From acts alone.

Written from RULES 6; imports nothing of the engine.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from host_tools.verify.event import DRAFT, Event, Turn
from host_tools.verify.numbers import derive
from host_tools.verify.rulings import gone
from host_tools.verify.scores import Result


@dataclass
class Seating:
    """A round's seating in the words of the ranking: `meets`: (table, side, other side) in competitors; `rests`."""

    meets: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)

    def all(self) -> list[int]:
        """Everybody in it; a team once for each of its tables."""
        return [who for _, one, other in self.meets for who in (*one, *other)] + self.rests


@dataclass
class Moment:
    """Before round `number`. `ranked`: those there in a group, best first (before any result: in order of entry)."""

    event: Event
    number: int
    session: int
    ranked: list[int]
    played: bool
    before: list[tuple[Turn, Seating]]
    options: dict[str, Any]
    method: str = "modified"

    def rests(self) -> Counter[int]:
        """How often each has rested in this session; of no matter where the organiser lets anybody rest again (`bye_again`)."""
        if self.event.settings.get("bye_again", False):
            return Counter()
        return Counter(who for turn, seating in self.before if turn.session == self.session for who in seating.rests)

    def opponents(self, who: int) -> list[list[int]]:
        """Whom it met, round by round, oldest first; an empty list where it met nobody."""
        out = []
        for _, seating in self.before:
            met = [tuple(other) if who in one else tuple(one) for _, one, other in seating.meets if who in one or who in other]
            out.append(sorted({other for side in met for other in side}))
        return out

    def rounds(self) -> int:
        """Of the whole event."""
        return sum(phase["rounds"] for phase in self.event.phases)

    def partners(self, who: int) -> Counter[int]:
        """How often each other one sat on its line."""
        sides = [side for _, seating in self.before for _, *both in seating.meets for side in both if who in side]
        return Counter(other for side in sides for other in side if other != who)

    def forbidden(self) -> set[frozenset[int]]:
        """Matches that may not be played again (RULES 6, Later rounds): of the previous round, or of all, by setting; the last
        round is free. A movement or calendar has no rematch at all, a draw none where none is said, and neither a free round."""
        moves = "fixed" in self.options
        settings, drawn = self.event.settings, self.method == "draw"
        if not moves and not drawn and self.number == self.rounds() and settings.get("last_round_exempt", True):
            return set()
        usual = "all" if drawn else settings.get("rematch", "previous")
        repeat = "all" if moves else self.options.get("repeat") or usual
        rounds = {"none": [], "previous": self.before[-1:], "all": self.before}[repeat]
        return {frozenset((a, b)) for _, seating in rounds for _, one, other in seating.meets for a in one for b in other}


def seating_of(event: Event, turn: Turn) -> Seating:
    """Units as the competitors that they stand for."""
    meets = [(table, event.credits[ns], event.credits[ew]) for table, (ns, ew) in sorted(turn.seats.items())]
    return Seating(meets, list(turn.rests))


def by_match(event: Event, turn: Turn) -> Seating:
    """The same with a team's match once, under its number: who is N/S at its first table is at home."""
    firsts = {turn.matches.get(table, table): units for table, units in sorted(turn.seats.items(), reverse=True)}
    meets = [(at, event.credits[ns], event.credits[ew]) for at, (ns, ew) in sorted(firsts.items())]
    return Seating(meets, list(turn.rests))


def group_part(event: Event, seating: Seating, group: int) -> Seating:
    """What of a seating is one group's."""
    mine = {number for number, one in event.who.items() if one.group == group}
    return Seating([m for m in seating.meets if mine & {*m[1], *m[2]}], [who for who in seating.rests if who in mine])


def places_of(event: Event, turn: Turn, results: dict[int, dict[int, Result]]) -> dict[int, int]:
    """Number -> place in its group's ranking, as the results stood just before `turn` was paired; empty before the first round:
    a group's ties are broken among its own."""
    if not any(other.state != DRAFT and other.number < turn.number for other in event.rounds):
        return {}
    several = len({one.group for one in event.who.values()}) > 1
    found = derive(event, results, by_group=several)
    every = list(found.groups.values()) if several else [found.ranking]
    return {one.number: at for lines in every for at, one in enumerate(lines)}


def moment(event: Event, turn: Turn, group: int, place: dict[int, int], data: dict[str, Any]) -> Moment:
    """`event`: as it was just before `turn` was paired, `place`: the ranking then (`places_of`); `data`: of the act."""
    left_out = data.get("absent") or ()
    there = [
        number
        for number, one in sorted(event.who.items())
        if one.group == group and one.since <= turn.number and gone(event, number, turn.number) is None and number not in left_out
    ]
    earlier = [other for other in event.rounds if other.state != DRAFT and other.number < turn.number]
    before = [(other, group_part(event, seating_of(event, other), group)) for other in earlier]
    if earlier and place:
        there.sort(key=lambda number: place[number])
    return Moment(event, turn.number, turn.session, there, bool(earlier), before, data["options"], data["method"])


def rows_of(changes: list[Any], acts: int) -> dict[int, dict[int, Result]]:
    """The results that stood after so many acts. A row that is None: the round was taken back, with all that it had; a row of a
    table's number alone: that table was."""
    out: dict[int, dict[int, Result]] = {}
    for after, number, row in changes:
        if after <= acts and row is None:
            out.pop(number, None)
        elif after <= acts and len(row) == 1:
            out.get(number, {}).pop(row[0], None)
        elif after <= acts:
            out.setdefault(number, {})[row[0]] = Result(*row)
    return out
