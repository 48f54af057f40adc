"""An older copy of an event of players or of teams: rounds come back by the names in the tables' plans, where these say surely
who sits there; where they do not, the table is held and the page says so."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.verify import verify
from tests.server.club import Club, all_asked, play, until
from tests.server.desk import do, entry, next_round
from tests.server.fake_table import WAIT_S, FakeTable
from tests.verify.test_verify_server import archive_of

PHASES = [{"method": "draw", "rounds": 3, "deals": 2}]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def begun(club: Club, kind: str, entries: list[dict[str, Any]]) -> None:
    do(club.client, "event.new", name="Prova", kind=kind, phases=PHASES)
    do(club.client, "entry.add", entries=entries)


def played(club: Club, tables: list[FakeTable] | None = None) -> Any:
    """The next round is published and played at these tables; all."""
    made = next_round(club.client)
    for at, table in enumerate(club.tables if tables is None else tables):
        until(table, lambda s: s.plan and s.plan.number == made["number"], "plan")
        play(table, bool(at % 2))
    return made


def names(made: Any) -> dict[int, list[Any]]:
    """Table -> its match, and the names on both lines with whom each result is credited to. Units' numbers are not told."""
    return {
        seat["table"]: [seat.get("match"), *((seat[line]["names"], seat[line]["numbers"]) for line in ("ns", "ew"))]
        for seat in made["seats"]
    }


def resting(made: Any) -> list[int]:
    return sorted(one["number"] for one in made["rests"])


def back(table: FakeTable) -> None:
    table.open().ready().delivered()


def wait(test: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + WAIT_S
    while not (found := test()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return found


def held(club: Club, count: int) -> list[str]:
    """Until so many tables are held: their device ids."""
    rows = wait(lambda: len(found := club.state()["learned"]["held"]) == count and found, "held")
    return [row["device"] for row in rows]


def agreed(club: Club) -> None:
    """A second reckoning, by other code, comes to the same numbers."""
    host = club.server.host
    assert host.hall.book is not None
    event = host.hall.book.state.id
    report = verify(host.store.read_now(lambda c: archive_of(c, event)), do(club.client, "numbers"))
    assert report.ok, list(report.lines())


def test_a_round_of_players_comes_back_by_their_names_whole(club: Club) -> None:
    club.add(2)
    begun(club, "individual", [entry(f"Anna{n}") for n in range(1, 11)])  # two rest
    played(club)
    do(club.client, "round.close")
    copy = club.copy()
    made, ranking = played(club), club.ranking()
    club.restore(copy)
    first, second = club.tables
    back(first)
    state = club.state()
    assert (state["round"]["number"], state["learned"]["missing_tables"]) == (2, 1)
    assert do(club.client, "round.show")["round"]["rests"] == [], "not yet known"
    back(second)
    again, acts = do(club.client, "round.show")["round"], club.server.host.hall.book.state.acts  # type: ignore[union-attr]
    assert (again["id"], names(again), resting(again)) == (made["id"], names(made), resting(made))
    assert club.state()["learned"] == {"records": 2, "held": [], "missing_tables": 0} and club.ranking() == ranking
    agreed(club)
    for table in club.tables:  # learned twice: nothing is doubled
        table.close()
        table.open().ready()
    assert club.server.host.hall.book.state.acts == acts  # type: ignore[union-attr]
    do(club.client, "round.close")
    third = next_round(club.client)
    numbers = [number for seat in third["seats"] for line in ("ns", "ew") for number in seat[line]["numbers"]]
    assert len(numbers) == len(set(numbers)) == 8
    assert not {*resting(made)} & {*resting(third)}, "who rested in the round that came back does not rest again"


def test_a_match_of_teams_comes_back_by_its_players_and_counts_once_all_of_its_tables_are_back(club: Club) -> None:
    """Who sat with whom was changed after the copy, so no line-up in it says so; two players of different teams have one name."""
    club.add(2)
    teams = [entry(*(f"{name}{n}" for name in ("Anna", "Bruno", "Carla")), "Dino", name=f"Squadra {n}") for n in range(1, 4)]
    begun(club, "teams", teams)
    copy = club.copy()
    shown = do(club.client, "event.show")["event"]["entries"]
    for team in shown:
        first, second, third, fourth = [person["person"] for person in team["persons"]]
        do(club.client, "line_up.set", round=1, team=team["number"], tables=[[first, fourth], [third, second]])
    made, ranking = played(club), club.ranking()
    assert any(line["vp"] for line in ranking)
    club.restore(copy)
    for table, missing in zip(club.tables, (1, 0), strict=True):
        back(table)
        assert club.state()["learned"]["missing_tables"] == missing
        if missing:
            assert {line["vp"] for line in club.ranking()} == {0}, "half a match is no result"
            agreed(club)
    again = do(club.client, "round.show")["round"]
    assert (again["id"], names(again), resting(again)) == (made["id"], names(made), resting(made))
    assert club.ranking() == ranking and club.state()["learned"]["held"] == []
    agreed(club)
    do(club.client, "round.close")
    assert next_round(club.client)["number"] == 2


def test_names_that_are_double_or_have_changed_hold_their_tables_until_somebody_decides(club: Club) -> None:
    """Table 1 has one of two players with one name, table 2 one whose name was put right after the copy, table 3 all is well."""
    club.add(3)
    called = ["Anna Riva", "Anna Riva", *(f"Bice{n}" for n in range(3, 13))]
    begun(club, "individual", [entry(name) for name in called])
    copy = club.copy()
    do(club.client, "entry.edit", number=5, persons=[{"name": "Elsa"}], why="scritto male")
    rows = [[1, 1, 3, 4, 2], [2, 5, 6, 7, 8], [3, 9, 10, 11, 12]]
    made = do(club.client, "round.pair", tables=rows)["round"]
    do(club.client, "round.publish", seen=made["id"])
    for at, table in enumerate(club.tables):
        until(table, lambda s: s.plan, "plan")
        play(table, bool(at % 2))
    places, points = [table.place for table in club.tables], {line["pair"]: line["vp"] for line in club.ranking()}
    double, renamed, well = club.tables
    club.restore(copy)
    back(well)
    for table in (double, renamed):
        all_asked(table)
    assert held(club, 2) == sorted([double.device, renamed.device]) and club.state()["learned"]["missing_tables"] == 2
    assert [table.place for table in club.tables] == places, "they play on"
    told = {row["table"]: (row["why"], row["names"]) for row in club.state()["learned"]["held"]}
    assert told == {1: ("double", ["Anna Riva"]), 2: ("missing", ["Elsa"])}
    do(club.client, "entry.edit", number=5, persons=[{"name": "Elsa"}], why="scritto male")
    back(renamed)
    assert held(club, 1) == [double.device]
    again = do(club.client, "round.show")["round"]
    assert names(again) == {table: seat for table, seat in names(made).items() if table != 1}
    assert {line["pair"]: line["vp"] for line in club.ranking()} == points | dict.fromkeys((1, 2, 3, 4), 0)
    agreed(club)
    time.sleep(1.1)  # whole seconds are kept: a round made after the records came back is a decision
    do(club.client, "round.close", force=True, reason="un tavolo manca")
    following = next_round(club.client)
    until(double, lambda s: s.plan and s.plan.number == 2, "a round made by a person ends the holding")
    assert double.place[1].hex() == following["id"] and club.state()["learned"]["held"] == []
