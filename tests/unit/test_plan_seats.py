"""Whom a plan seats after a restore: its four names, and nothing else; whatever is not sure is said and seats nobody."""

from typing import Any

import pytest

from host_tools.engine.acts import Draft
from host_tools.server.ledger import Book, Person
from host_tools.server.plan_seats import NotSure, Seated, seated_by
from tavolo.domain.plan import Plan
from tests.unit import engine_event as ev

SIZES = {"pairs": 2, "individual": 1, "teams": 5}
NAMES = ["Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo", "Lea", "Mara", "Nino", "Olga", "Pia", "Rita", "Sara"]


def book(kind: str, names: list[str], *seats: dict[str, Any]) -> Book:
    """An event of these persons in order of entry, with a round 1 that came back, as far as it is."""
    size = SIZES[kind]
    persons = {number: Person(number, name) for number, name in enumerate(names, 1)}
    entries = [{"number": at // size + 1, "persons": list(range(at + 1, at + size + 1))} for at in range(0, len(names), size)]
    drafts = [ev.new(kind=kind), Draft("entry.add", {"entries": entries})]
    drafts += [Draft("round.back", {"id": "b1", "number": 1, "method": "danish"})] if seats else []
    drafts += [Draft("round.seat", {"id": "b1"} | seat) for seat in seats]
    return Book([], ev.state_of(*drafts), persons)


def asked(found: Book, table: int, *names: str) -> Seated:
    plan = Plan()
    plan.table, plan.names = table, ((names[0], names[1]), (names[2], names[3]))
    return seated_by(found, found.state.round(1), plan)


def test_each_kind_of_event_is_seated_by_its_names() -> None:
    found = asked(book("pairs", NAMES[:4]), 7, "Carla", "Dino", "Anna", "Bruno")
    assert found.data() == {"ns": 2, "ew": 1}
    found = asked(book("individual", NAMES[:5]), 7, "Dino", "Anna", "Carla", "Elsa")
    assert found.data() == {"ns": 1001, "ew": 1002, "units": [[1001, [4, 1], [4, 1]], [1002, [3, 5], [3, 5]]]}
    teams = book("teams", NAMES)
    found = asked(teams, 4, "Bruno", "Elsa", "Pia", "Olga")
    assert found.data() == {"ns": 1001, "ew": 1002, "units": [[1001, [2, 5], [1]], [1002, [13, 12], [3]]], "match": 2}


def test_the_same_two_are_the_same_unit_and_new_ones_are_numbered_on() -> None:
    first = asked(book("individual", NAMES[:8]), 1, *NAMES[:4]).data()
    assert asked(book("individual", NAMES[:8], {"table": 1} | first), 2, *NAMES[4:8]).data()["ns"] == 1003


def test_a_name_that_two_teams_have_is_told_by_the_partner() -> None:
    names = [*NAMES[:4], "Zoe", *NAMES[4:8], "Zoe"]
    assert asked(book("teams", names), 1, "Zoe", "Anna", "Zoe", "Elsa").units[0].persons == (5, 1)


NOT_SURE = [
    ("pairs", ["Anna", "Bruno", "Anna", "Bruno", "Carla", "Dino"], "Anna Bruno Carla Dino", "double", "Anna Bruno"),
    ("pairs", NAMES[:4], "Bruno Anna Carla Dino", "missing", "Bruno Anna"),
    ("pairs", NAMES[:4], "Anna Bruno Anna Bruno", "twice", "Anna Bruno Anna Bruno"),
    ("individual", [*NAMES[:4], "Dino"], "Anna Bruno Carla Dino", "double", "Dino"),
    ("individual", NAMES[:4], "Anna Bruno Carla Zoe", "missing", "Zoe"),
    ("individual", NAMES[:4], "Anna Bruno Carla Anna", "twice", "Anna Bruno Carla Anna"),
    ("teams", NAMES[:10], "Anna Fabio Gina Ivo", "missing", "Anna Fabio"),
    ("teams", ["Anna", "Anna", *NAMES[2:10]], "Fabio Gina Anna Carla", "double", "Anna Carla"),
    ("teams", NAMES[:10], "Anna Bruno Carla Dino", "twice", "Anna Bruno Carla Dino"),
]


@pytest.mark.parametrize(("kind", "persons", "names", "code", "which"), NOT_SURE)
def test_what_is_not_sure_seats_nobody(kind: str, persons: list[str], names: str, code: str, which: str) -> None:
    with pytest.raises(NotSure, match="table 3") as fault:
        asked(book(kind, persons), 3, *names.split())
    assert (fault.value.code, list(fault.value.names)) == (code, which.split())


def test_who_sits_at_another_table_already_sits_nowhere_else() -> None:
    first = asked(book("individual", NAMES[:7]), 1, *NAMES[:4]).data()
    with pytest.raises(NotSure, match="sit twice in this round"):
        asked(book("individual", NAMES[:7], {"table": 1} | first), 2, "Dino", "Elsa", "Fabio", "Gina")


def test_a_table_of_teams_must_fit_the_matches_that_are_back() -> None:
    first = asked(book("teams", NAMES), 1, "Anna", "Bruno", "Fabio", "Gina").data()
    half = book("teams", NAMES, {"table": 1} | first)
    assert asked(half, 2, "Ivo", "Lea", "Carla", "Dino").match == 1, "the other half of match 1"
    for table, names in ((2, ("Nino", "Olga", "Carla", "Dino")), (3, ("Ivo", "Lea", "Carla", "Dino"))):
        with pytest.raises(NotSure, match="do not fit the matches"):
            asked(half, table, *names)
