"""Entries: who plays. Persons are kept apart from the acts, which mean them by number; equal names are two persons (never
merged by guess)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from sqlalchemy import Connection

from host_tools.engine.acts import Draft, chained
from host_tools.engine.fold import fold
from host_tools.engine.state import PAIRS
from host_tools.engine.undoing import counted
from host_tools.entries.model import Person
from host_tools.server import ledger, plans, tournament
from host_tools.server.ledger import Book
from host_tools.server.refusal import Refused
from host_tools.server.tournament import RoundInfo
from tavolo.domain.record import RecordError

MOST = 999  # numbers of competitors; from 1001 on are units of individual and team events
SIZES = {"pairs": (1, 2), "individual": (1, 1), "teams": (2, 8)}  # persons of an entry; a pair may wait for its second


@dataclass(frozen=True)
class NewEntry:
    """An entry that comes. `number` 0: the next free one. `since`: the first round that it may play."""

    persons: tuple[Person, ...]
    name: str = ""
    group: int = 1
    number: int = 0
    since: int = 1


def added(connection: Connection, event: str, entries: Sequence[NewEntry], taken: Sequence[int] = ()) -> list[Draft]:
    """Keep the persons of new entries, and the act that enters them; `taken`: numbers that are given already. Part of a job."""
    if not entries:
        return []
    people = [(one.name, one.club, one.card) for entry in entries for one in entry.persons]
    return [_draft(entries, ledger.add_persons(connection, event, people), taken)]


def _draft(entries: Sequence[NewEntry], persons: Sequence[int], taken: Sequence[int]) -> Draft:
    numbers, coming = numbered(entries, taken), iter(persons)
    data = []
    for number, entry in zip(numbers, entries, strict=True):
        one: dict[str, object] = {"number": number, "persons": [next(coming) for _ in entry.persons]}
        one |= {"name": entry.name} if entry.name else {}
        one |= {"group": entry.group} if entry.group != 1 else {}
        data.append(one | ({"since": entry.since} if entry.since != 1 else {}))
    return Draft("entry.add", {"entries": data})


def numbered(entries: Sequence[NewEntry], taken: Sequence[int]) -> list[int]:
    """Each entry's number: its own, or the next one after all that are given. Raises Refused."""
    wanted = [entry.number for entry in entries if entry.number]
    twice = sorted({number for number in wanted if wanted.count(number) > 1 or number in set(taken)})
    if twice:
        raise Refused("number_taken", f"number {twice[0]} is given already", "leave the number out, or choose another", 422)
    after = count(max([0, *taken]) + 1)
    free = (number for number in after if number not in set(wanted))
    found = [entry.number or next(free) for entry in entries]
    if max(found, default=0) > MOST:
        raise Refused("too_many", f"numbers go up to {MOST}", "make a second event, or groups", 422)
    return found


def withdrawing(book: Book, leaving: Draft) -> list[Draft]:
    """The act `leaving` (entry.withdraw), after an undoing of the withdrawal that stands: it may have been told for a later
    round, before a publishing was undone. Raises Refused where the very same stands already."""
    number, data = leaving.data["number"], leaving.data
    left = book.state.competitors[number].left
    if not left:
        return [leaving]
    if (left["round"], left.get("mode")) == (data["round"], data["mode"]):
        text = f"number {number} has withdrawn already, from round {left['round']} on"
        raise Refused("has_left", text, "name another round, or let it come back with `entry.return`")
    stands = [act for act in counted(book.acts) if act.kind == "entry.withdraw" and act.data["number"] == number][-1]
    why = f"withdrawn from round {data['round']} on, not from round {left['round']}: {leaving.why}"
    return [Draft("undo", {"acts": [stands.number]}, why), leaving]


def check_sizes(kind: str, entries: Sequence[NewEntry]) -> None:
    """Refuse an entry of too few or too many persons for the kind of event."""
    low, high = SIZES[kind]
    for at, entry in enumerate(entries):
        if not low <= len(entry.persons) <= high or not all(one.name for one in entry.persons):
            text = f"entries.{at}: {len(entry.persons)} persons; {low} to {high}, each with a name, make an entry of {kind}"
            raise Refused("bad_input", text, "", 422)


def check_new(first: Draft, entries: Sequence[NewEntry]) -> None:
    """As `check_plans`, of an event that is yet to be made by the act `first`."""
    acts = chained([first], None, "", 0)
    check_plans(Book(acts, fold(acts)), entries)


def check_plans(book: Book, entries: Sequence[NewEntry]) -> None:
    """Refuse now what no table of the event `book` could be told later of those who come: every pair with itself is as long as
    its table can become; where partners change, every person with himself. Raises Refused."""
    for number, entry in zip(numbered(entries, list(book.state.competitors)), entries, strict=True):
        names = [one.name for one in entry.persons]
        pairs = [(*names, "")[:2]] if book.state.kind == PAIRS else [(name, name) for name in names]
        for pair in pairs:
            check_names(book, number, pair)


def check_names(book: Book, number: int, names: tuple[str, ...]) -> None:
    """Refuse two names that no table could be told. Raises Refused."""
    event, phase = tournament.event_info(book, None), book.state.phases[0]
    info = RoundInfo("", 1, "", phase.deals, phase.minutes, phase.scale, phase.bands)
    info.seats = {1: (number, number)}
    try:
        plans.payload(replace(event, pairs={number: (names[0], names[1])}), info, 1)
    except RecordError as fault:
        what = "pair" if book.state.kind == PAIRS else "number"
        raise Refused("plan", f"{what} {number}: {fault}", "shorten names, or choose other numbers", 422) from fault
