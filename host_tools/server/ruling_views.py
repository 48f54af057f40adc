"""Rulings as plain data: those that count, warnings with what the next one costs, who came late. Reads, decides nothing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from host_tools.engine.away import missed
from host_tools.engine.extras import extras, warnings
from host_tools.engine.meetings import credits_of
from host_tools.engine.profile_rules import Rules, rules_of
from host_tools.engine.state import EventState, Ruling
from host_tools.server import views
from host_tools.server.hall import Hall, TableState
from host_tools.server.ledger import Book
from host_tools.server.ruling_articles import proposed
from host_tools.server.timing import late_view
from host_tools.server.tournament import DRAFT, RoundInfo
from tavolo.domain import kinds as k
from tavolo.domain import sheet_review

_KINDS = ("pile_seen", "other")


def names_of(book: Book, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Competitors with their names."""
    return [{"number": number, "names": book.competitor_name(number)} for number in numbers]


def ruling_view(book: Book, one: Ruling) -> dict[str, Any]:
    """A ruling with who ruled and whom it meets. `sides`: of a result laid down: names of those whose "ns" and "ew" are."""
    both = one.data.get("units") or []
    units = [one.data["unit"]] if one.data.get("unit") is not None else both
    numbers = list(one.data.get("competitors") or (who for unit in units for who in credits_of(book.state, unit)))
    view: dict[str, Any] = {"act": one.act, "kind": one.kind, "data": dict(one.data), "why": one.why, "article": one.article}
    view["sides"] = [" - ".join(name for name in book.unit_names(unit) if name) for unit in both]
    return view | {"at": one.at, "who": book.acts[one.act - 1].who, "of": names_of(book, numbers)}


def sitting(hall: Hall, info: RoundInfo, number: int) -> list[int]:
    """The units on N/S and E/W of a table, as its sheet says now."""
    table, planned = hall.tables.get((info.id, number)), list(info.seats[number])
    return planned[::-1] if table is not None and sheet_review.sat_swapped(table.sheet) else planned


def rulings_view(book: Book) -> list[dict[str, Any]]:
    """All that count, in order."""
    return [ruling_view(book, one) for one in book.state.rulings]


def warnings_view(book: Book) -> list[dict[str, Any]]:
    """The log of warnings by competitor: how many, what they cost so far, and what the next one would, by offence."""
    state = book.state
    given = warnings(state, rules_of(state))
    costs = extras(state)
    found = []
    for number in sorted({one.number for one in given}):
        mine = [one for one in given if one.number == number]
        acts = {one.act for one in mine}
        cost = [one for one in costs if one.number == number and one.act in acts]
        view: dict[str, Any] = {"number": number, "names": book.competitor_name(number), "count": len(mine)}
        view["warnings"] = [{"offence": w.offence, "act": w.act, "round": w.round, "article": w.article} for w in mine]
        view |= {"persons": _persons(book, acts), "cost": {"vp": sum(c.vp for c in cost), "mp": sum(c.mp for c in cost)}}
        found.append(view | {"next": {offence: next_cost(state, number, offence) for offence in _KINDS}})
    return found


def _persons(book: Book, acts: set[int]) -> list[dict[str, Any]]:
    """Warnings that were given to one person alone, counted."""
    named = [one.data["person"] for one in book.state.rulings if one.act in acts and one.data.get("person") is not None]
    people = [(person, book.persons[person].shown() if person in book.persons else "") for person in dict.fromkeys(named)]
    return [{"person": person, "name": name, "count": named.count(person)} for person, name in people]


def next_cost(state: EventState, number: int, offence: str) -> dict[str, int]:
    """What one more warning of competitor `number` would take off in the ranking, as signed VP and MP."""
    info = state.current()
    data = {"competitors": [number], "offence": offence} | ({"round": info.number} if info else {})
    more = replace(state, rulings=[*state.rulings, Ruling(state.acts + 1, "warning", data, "", "", 0)])
    before = sum(one.vp for one in extras(state)), sum(one.mp for one in extras(state))
    after = sum(one.vp for one in extras(more)), sum(one.mp for one in extras(more))
    return {"vp": after[0] - before[0], "mp": after[1] - before[1]}


def missed_rounds(book: Book, number: int | None = None) -> list[dict[str, Any]]:
    """Rounds that somebody missed who was away for a time, as awards ready to be given (RULES 6, Withdrawal); `number`: of that
    one alone."""
    found = []
    for one in missed(book.state):
        if number in (None, one.number):
            award = {"kind": "award", "round": one.round, "competitors": [one.number], "vp": one.award.vp, "mp": one.award.mp_net}
            view: dict[str, Any] = {"ruling": award, "names": book.competitor_name(one.number), "article": one.award.article}
            found.append(view | {"official": one.award.official})
    return found


def minutes_late(rules: Rules, late_ms: int) -> int:
    """Minutes as rulings have them. Up to the first step (5) whole minutes; after it each minute begun, so that half a minute
    after the tenth is "after 10 minutes" (RULES 6, Late pair)."""
    whole, rest = divmod(late_ms, 60_000)
    steps = [step[0] for step in rules.value("late_steps")]
    return whole + 1 if rest and steps and whole >= steps[0] else whole


def late_proposals(hall: Hall, now_ms: int) -> list[dict[str, Any]]:
    """Who came late to the round that is on, or is still missing, by the tables' own records, as rulings ready to be given.
    What was ruled already with as many minutes is left out."""
    info, book = hall.current(), hall.book
    if info is None or book is None or info.state == DRAFT:
        return []
    both = [(table, line) for table in hall.round_tables(info) for line in (k.NS, k.EW)]
    found = [_late(hall, book, info, table, line, now_ms) for table, line in both]
    return [one for one in found if one is not None]


def _late(hall: Hall, book: Book, info: RoundInfo, table: TableState, line: int, now_ms: int) -> dict[str, Any] | None:
    state, rules = book.state, rules_of(book.state)
    late = late_view(table.sheet, line, rules)
    if late is None:
        return None
    until = late["until_ms"] if late["until_ms"] is not None else now_ms
    minutes = minutes_late(rules, max(0, until - late["from_ms"]))
    unit = views.sides_view(hall, table)[("ns", "ew")[line]]["pair"]
    first = min([step[0] for step in rules.value("late_steps")] + [rules.number("late_absent_from")])
    ruled = [one for one in state.rulings if one.kind == "late" and (one.data["round"], one.data["unit"]) == (info.number, unit)]
    if minutes < first or (ruled and ruled[-1].data["minutes"] >= min(minutes, rules.number("late_absent_from"))):
        return None
    data = {"kind": "late", "round": info.number, "table": table.number, "unit": unit, "minutes": min(minutes, 600)}
    view: dict[str, Any] = {"ruling": data, "here": late["here"], "line": ("ns", "ew")[line]}
    view["numbers"] = list(credits_of(state, unit))  # of two players: which one was late, the table cannot know
    view |= {"names": hall.event.pair_name(unit) if hall.event else "", "article": proposed(rules, "late", data)}
    return view | {"awarded": minutes >= rules.number("late_absent_from")}
