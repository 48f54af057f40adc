"""Orders about entries: by hand; who withdraws, comes back, is renamed; line-ups of teams; a name that is erased."""

from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Connection

from host_tools.engine import persons
from host_tools.engine.acts import Draft
from host_tools.engine.late_entry import ALLOWED, REFUSED, late_entry
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.state import CLOSED, DRAFT, TEAMS
from host_tools.entries.model import Person
from host_tools.server import catch_up, entering, event_views, ledger, ruling_views
from host_tools.server.entering import NewEntry
from host_tools.server.host import Host
from host_tools.server.in_turn import in_turn
from host_tools.server.joining import meets
from host_tools.server.ledger import Book
from host_tools.server.models import Name, Reason, Strict, Why
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.registry import order
from host_tools.server.refusal import Refused
from host_tools.server.round_making import act, the_book
from host_tools.server.substitutes import substitute

Number = Annotated[int, Field(ge=1, le=entering.MOST)]
Group = Annotated[int, Field(ge=1, le=50)]
Round = Annotated[int, Field(ge=1, le=100)]
MODES = ("justified", "temporary", "unjustified", "removed")


class PersonIn(Strict):
    """A player."""

    name: Name
    club: Name = ""
    card: Name = ""


class EntryIn(Strict):
    """An entry: its persons, a team's `name`, its `group` (girone), a `number` of one's own."""

    persons: Annotated[list[PersonIn], Field(min_length=1, max_length=8)]
    name: Name = ""
    group: Group = 1
    number: Number | None = None

    def entry(self, since: int) -> NewEntry:
        """In the server's form."""
        people = tuple(Person(one.name, one.club, one.card) for one in self.persons)
        return NewEntry(people, self.name, self.group, self.number or 0, since)


class AddIn(Strict):
    """Entries that come. `accept`: codes of what was asked and is right as it is, such as "late_entry"; `why` then."""

    entries: Annotated[list[EntryIn], Field(min_length=1, max_length=entering.MOST)]
    accept: Annotated[list[Name], Field(max_length=100)] = []
    why: Reason = ""


class EditIn(Strict):
    """What is named is changed. `persons`: the same ones under other words, in order; `replace`: others in their place."""

    number: Number
    persons: Annotated[list[PersonIn], Field(min_length=1, max_length=8)] | None = None
    replace: bool = False
    name: Name | None = None
    group: Group | None = None
    accept: Annotated[list[Name], Field(max_length=5)] = []
    why: Why


class WithdrawIn(Strict):
    """`round`: the first one in which it is not there; without it the next that is paired."""

    number: Number
    mode: Literal["justified", "temporary", "unjustified", "removed"]
    round: Round | None = None
    why: Why
    article: Name = ""


class ReturnIn(Strict):
    """`round`: the first one that it plays again; without it the next that is paired."""

    number: Number
    round: Round | None = None
    why: Why


class ClosedIn(Strict):
    """Whether entries are closed."""

    closed: bool = True


class EraseIn(Strict):
    """A person's number (not the entry's); `why` without the name."""

    person: Annotated[int, Field(ge=1)]
    why: Why


class LineUpIn(Strict):
    """Who of a team sits at each table of its match, two persons each by number."""

    round: Round
    team: Number
    tables: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], Field(min_length=1, max_length=20)]


def upcoming(book: Book) -> int:
    """Number of the round that is paired next, or waits as a draft."""
    current = book.state.current()
    return current.number + 1 if current else 1


def _entry(book: Book, number: int) -> dict[str, Any]:
    draft = bool(book.state.rounds) and book.state.rounds[-1].state == DRAFT
    found = {"entry": event_views.entry_view(book, number), "pair_anew": draft, "acts": book.state.acts}
    return found | {"missed": ruling_views.missed_rounds(book, number)}


def _find(book: Book, number: int) -> None:
    if number not in book.state.competitors:
        raise Refused("no_entry", f"there is no number {number}", "`entry.list` tells who has been entered", 404)


def allowed_since(book: Book, groups: list[int], accept: list[str], why: str) -> tuple[int, str, str]:
    """(first round of those who are entered now, article, a word for the answer), by RULES 6, Late entry. `groups`: the group
    of each. Raises Refused."""
    current = book.state.current()
    verdict = late_entry(book.state, current.number if current else 0, len(groups), groups)
    first = upcoming(book)  # a round that is published goes on as it is; a draft can be made anew
    if verdict.verdict == REFUSED:
        raise Refused("late_entry", f"{verdict.text} ({verdict.article})", "the setting `late_entry` may say otherwise")
    if verdict.verdict == ALLOWED:
        return first, "", verdict.text
    if "late_entry" not in accept or not why.strip():
        hint = 'to enter them all the same: accept "late_entry", with a reason'
        raise Refused("late_entry", f"{verdict.text} ({verdict.article})", hint)
    return first, verdict.article, verdict.text


@order("entry.add", AddIn)
async def add(host: Host, body: AddIn, who: str) -> dict[str, Any]:
    """Enter competitors by hand."""
    return await enter(host, [one.entry(1) for one in body.entries], body.accept, body.why, who)


async def enter(host: Host, entries: list[NewEntry], accept: list[str], why: str, who: str) -> dict[str, Any]:
    """Enter them, if the book still allows it, in one step. Raises Refused."""
    async with in_turn(host):
        book = the_book(host)
        entering.check_sizes(book.state.kind, entries)
        since, article, text = allowed_since(book, [one.group for one in entries], accept, why)
        coming = [NewEntry(one.persons, one.name, one.group, one.number, since) for one in entries]
        taken = list(book.state.competitors)
        numbers = entering.numbered(coming, taken)
        entering.check_plans(book, coming)

        def drafts(connection: Connection) -> list[Draft]:
            made = entering.added(connection, book.state.id, coming, taken)
            return [Draft(one.kind, one.data, why, article) for one in made]

        await act(host, drafts, who)
    await catch_up.catch_up(host)  # after a restore a table may wait for whom the copy did not know
    book = the_book(host)
    found = [event_views.entry_view(book, number) for number in numbers]
    draft = bool(book.state.rounds) and book.state.rounds[-1].state == DRAFT
    joins = {str(number): whom for number in numbers if (whom := meets(book.state, number)) is not None}
    return {"entries": found, "since": since, "note": text, "joins": joins, "pair_anew": draft, "acts": book.state.acts}


@order("entry.list", NothingIn, changes=False)
async def list_entries(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """All competitors with their persons."""
    book = the_book(host)
    return {"entries": event_views.entries_view(book), "closed": book.state.entries_closed, "acts": book.state.acts}


@order("entry.edit", EditIn)
async def edit(host: Host, body: EditIn, who: str) -> dict[str, Any]:
    """Change names, club or card of persons, a team's name, or the group; or put others in the place of persons."""
    async with in_turn(host):
        book = the_book(host)
        _find(book, body.number)
        await act(host, lambda connection: _edited(connection, book, body), who)
    await catch_up.catch_up(host)  # after a restore a table may wait for a name that is right
    return _entry(the_book(host), body.number)


def _edited(connection: Connection, book: Book, body: EditIn) -> list[Draft]:
    """Persons changed in their own table, and the acts that say so by number. Part of a transaction."""
    one, event, drafts = book.state.competitors[body.number], book.state.id, []
    article = substitute(book.state, body.number, body.accept) if body.replace and body.persons else ""
    data: dict[str, Any] = {"number": body.number}
    for field in ("name", "group"):
        value = getattr(body, field)
        if value is not None and value != getattr(one, field):
            data[field] = value
    known = {} if body.replace else dict(zip(range(len(one.persons)), one.persons, strict=True))
    numbers = []
    for at, person in enumerate(body.persons or []):
        if at not in known:
            numbers += ledger.add_persons(connection, event, [(person.name, person.club, person.card)])
            continue
        numbers.append(known[at])
        before, after = book.persons[known[at]], {"name": person.name, "club": person.club, "card": person.card}
        if before.erased:
            raise Refused("erased", f"person {before.number} was erased", "put another in the place, with `replace`")
        changed = [name for name, value in after.items() if getattr(before, name) != value]
        if changed:
            ledger.edit_person(connection, event, before.number, {name: after[name] for name in changed})
            drafts.append(Draft("person.edit", {"person": before.number, "fields": changed}, body.why))
    if body.persons is not None and tuple(numbers) != one.persons:
        data["persons"] = numbers
    if len(data) > 1:
        old = {name: list(one.persons) if name == "persons" else getattr(one, name) for name in data if name != "number"}
        drafts.append(Draft("entry.edit", data, body.why, article, old))
    low, high = entering.SIZES[book.state.kind]
    if body.persons is not None and not low <= len(numbers) <= high:
        raise Refused("bad_input", f"persons: {low} to {high} make an entry of {book.state.kind}", "", 422)
    if not drafts:
        raise Refused("bad_input", "nothing is to be changed", "", 422)
    for person in body.persons or []:
        entering.check_names(book, body.number, (person.name, person.name))
    return drafts


@order("entry.withdraw", WithdrawIn)
async def withdraw(host: Host, body: WithdrawIn, who: str) -> dict[str, Any]:
    """A competitor leaves, or is removed (RULES 6, Withdrawal): its results stand, later rounds are without it."""
    async with in_turn(host):
        book = the_book(host)
        _find(book, body.number)
        first = body.round or upcoming(book)
        played = book.state.round(first)
        if played is not None and played.state == CLOSED:
            raise Refused("closed", f"round {first} is closed", f"from round {upcoming(book)} on it may be gone")
        data = {"number": body.number, "round": first, "mode": body.mode}
        await act(host, entering.withdrawing(book, Draft("entry.withdraw", data, body.why, body.article)), who)
    return _entry(the_book(host), body.number)


@order("entry.return", ReturnIn)
async def come_back(host: Host, body: ReturnIn, who: str) -> dict[str, Any]:
    """One that had withdrawn plays again."""
    async with in_turn(host):
        book = the_book(host)
        _find(book, body.number)
        first = body.round or upcoming(book)
        if first < upcoming(book):
            raise Refused("too_early", f"round {first} is published", f"it can play from round {upcoming(book)} on")
        old = book.state.competitors[body.number].left
        await act(host, [Draft("entry.return", {"number": body.number, "round": first}, body.why, old=old)], who)
    return _entry(the_book(host), body.number)


@order("entry.close", ClosedIn)
async def close(host: Host, body: ClosedIn, who: str) -> dict[str, Any]:
    """Close the entries, or open them again."""
    async with in_turn(host):
        state = the_book(host).state
        if state.entries_closed != body.closed:
            await act(host, [Draft("entry.close", {"closed": body.closed}, old=state.entries_closed)], who)
    return {"closed": body.closed, "acts": the_book(host).state.acts}


@order("entry.erase", EraseIn)
async def erase(host: Host, body: EraseIn, who: str) -> dict[str, Any]:
    """Take a person's name, club and card away for ever; the results stay. `named_in`: acts whose reasons hold the name."""
    async with in_turn(host):
        book = the_book(host)
        known = {number: one.erased for number, one in book.persons.items()}
        draft = persons.erase(body.person, known, body.why)
        name = {body.person: book.persons[body.person].name}

        def drafts(connection: Connection) -> list[Draft]:
            ledger.erase_person(connection, book.state.id, body.person)
            return [draft]

        await act(host, drafts, who)
    acts = the_book(host).acts
    named = [one.number for one in acts if persons.named_in(one.why, name)]
    return {"erased": body.person, "acts": len(acts), "named_in": named}


@order("line_up.set", LineUpIn)
async def set_line_up(host: Host, body: LineUpIn, who: str) -> dict[str, Any]:
    """Say who of a team sits at which table of a coming match."""
    async with in_turn(host):
        book = the_book(host)
        _find(book, body.team)
        state, count = book.state, rules_of(book.state).number("match_tables")
        own, named = set(state.competitors[body.team].persons), [person for two in body.tables for person in two]
        if state.kind != TEAMS or len(body.tables) != count or not set(named) <= own or len(set(named)) != len(named):
            text = f"a line-up of team {body.team} has {count} tables of two of its own persons {sorted(own)}, each once"
            raise Refused("bad_input", text, "", 422)
        if body.round < upcoming(book):
            raise Refused("published", f"round {body.round} is published", "its line-ups stand")
        data = {"round": body.round, "team": body.team, "tables": body.tables}
        await act(host, [Draft("line_up", data, old=state.line_ups.get((body.round, body.team)))], who)
    return _entry(the_book(host), body.team)
