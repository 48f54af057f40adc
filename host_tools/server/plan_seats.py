"""Whom a table's plan seats, by the four names in it, when a restored database does not know its round (docs/api.md,
Restoring). Nothing is guessed: names that fit nobody, or more than one, seat nobody."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from host_tools.engine.made_round import Made, unit_of
from host_tools.engine.meetings import credits_of
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import INDIVIDUAL, PAIRS, TEAMS, Competitor, EventState, RoundState, Unit
from host_tools.server.ledger import Book
from tavolo.domain.plan import Plan
from tavolo.domain.plan_writer import latin1

Names = tuple[str, str]
Side = tuple[tuple[int, ...], tuple[int, ...]]  # two persons, and the competitors to whom their result is credited


class NotSure(ValueError):
    """The plan does not say surely who sits there; the text says why. `code`: "missing" (nobody here has these names), "double"
    (more than one), "twice" (somebody would sit twice), "match" (teams of other matches); `names`: which names."""

    def __init__(self, code: str, names: tuple[str, ...], text: str) -> None:
        super().__init__(text)
        self.code, self.names = code, names


@dataclass
class Seated:
    """Units on N/S and E/W of a table, the competitors `who` sit there, the units that are new to the event, and of teams the
    match."""

    ns: int
    ew: int
    who: tuple[int, ...] = ()
    units: list[Unit] = field(default_factory=list)
    match: int | None = None

    def data(self) -> dict[str, Any]:
        """The fields of a `round.seat` act."""
        data: dict[str, Any] = {"ns": self.ns, "ew": self.ew}
        if self.units:
            data["units"] = [[unit.number, list(unit.persons), list(unit.credits)] for unit in self.units]
        return data | ({"match": self.match} if self.match is not None else {})


def seated_by(book: Book, info: RoundState | None, plan: Plan) -> Seated:
    """Who sits at the plan's table; `info`: the round as far as it is back. Raises NotSure."""
    sides = [_side(book, plan.table, names) for names in plan.names]
    _apart(book, info, plan.table, sides)
    made = Made(plan.number, "", 0)
    if book.state.kind == PAIRS:
        ns, ew = sides[0][1][0], sides[1][1][0]
    else:
        ns, ew = (unit_of(book.state, made, persons, credits) for persons, credits in sides)
    found = Seated(ns, ew, sides[0][1] + sides[1][1], made.units)
    if book.state.kind == TEAMS:
        found.match = _match(book.state, info, plan.table, sides[0][1], sides[1][1])
    return found


def _side(book: Book, table: int, names: Names) -> Side:
    """The one line of the event with these two names as a table shows them. Raises NotSure."""
    if book.state.kind == INDIVIDUAL:
        (one, first), (other, second) = (_player(book, table, name) for name in names)
        return (one, other), (first, second)
    found = [side for one_of in book.state.competitors.values() for side in _lines(book, one_of, names)]
    if len(found) != 1:
        kind = "pair" if book.state.kind == PAIRS else "team"
        raise NotSure(*_why(table, len(found), names, f"no {kind} of the event has"))
    return found[0]


def _player(book: Book, table: int, name: str) -> tuple[int, int]:
    """The one player of an individual event with that name: person and competitor. Raises NotSure."""
    players = [(one.persons[0], number) for number, one in book.state.competitors.items() if one.persons]
    found = [(person, number) for person, number in players if _shown(book, person) == name]
    if len(found) != 1:
        raise NotSure(*_why(table, len(found), (name,), "no player of the event has"))
    return found[0]


def _why(table: int, found: int, names: Names | tuple[str], nobody: str) -> tuple[str, tuple[str, ...], str]:
    shown = " - ".join(names)
    if found:
        return "double", names, f"table {table}: {found} of the event fit the names {shown}: nobody can tell which sits there"
    return "missing", names, f"table {table}: {nobody} the names {shown}"


def _lines(book: Book, one: Competitor, names: Names) -> Iterator[Side]:
    """Ways in which a pair or two of a team are these names, in this order; two of a team with one name are two ways."""
    if book.state.kind == TEAMS:
        yield from ((two, (one.number,)) for two in permutations(one.persons, 2) if _both(book, two) == names)
    elif book.state.kind == PAIRS and _both(book, one.persons) == names:
        yield one.persons, (one.number,)


def _both(book: Book, persons: tuple[int, ...]) -> Names:
    first, second = [*(_shown(book, person) for person in persons if person in book.persons), "", ""][:2]
    return first, second


def _shown(book: Book, person: int) -> str:
    return latin1(book.persons[person].shown()) if person in book.persons else ""


def _apart(book: Book, info: RoundState | None, table: int, sides: list[Side]) -> None:
    """Nobody sits twice, at this table or at another one of the round. Raises NotSure."""
    state = book.state
    persons = [person for two, _ in sides for person in two]
    seated = {person for seat in (info.seats.values() if info else ()) for unit in seat for person in state.units[unit].persons}
    if len(set(persons)) < len(persons) or sides[0][1] == sides[1][1] or seated & set(persons):
        names = tuple(_shown(book, person) for person in persons)
        raise NotSure(
            "twice", names, f"table {table}: somebody would sit twice in this round: an equal name, or one that has changed"
        )


def _match(state: EventState, info: RoundState | None, table: int, ns: tuple[int, ...], ew: tuple[int, ...]) -> int:
    """The match of a table: matches have as many tables as the setting says, one after the other (line_ups.py). It must agree
    with what is back: two teams meet once in a round, and sit at no other match. Raises NotSure."""
    match = (table - 1) // rules_of(state).number("match_tables") + 1
    here = {*ns, *ew}
    for other, units in info.seats.items() if info else ():
        teams = {number for unit in units for number in credits_of(state, unit)}
        same = info is not None and info.matches.get(other) == match
        if same != (teams == here) or (not same and teams & here):
            raise NotSure(
                "match", (), f"table {table}: its teams do not fit the matches that are back; has `match_tables` changed?"
            )
    return match
