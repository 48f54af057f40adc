"""An older copy of an event whose entries have changed: what tables bring back is whole, or is said not to be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.club import Club, all_asked, first_round, play, until
from tests.server.desk import do, entry, next_round, seats


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def back(club: Club, copy: Path) -> None:
    club.restore(copy)
    for table in club.tables:
        table.open().ready().delivered()


def test_a_movement_with_an_odd_number_lacks_no_table_once_all_are_back(club: Club) -> None:
    """Round 2 leaves table 1 out: its E/W place is the empty one."""
    first_round(club, 2, 5)
    club.add(1)
    copy = club.copy()
    made = next_round(club.client, method="mitchell")
    assert [table for table, _, _ in seats(made)] == [2, 3]
    for table in club.tables[1:]:
        until(table, lambda s: s.plan and s.plan.number == 2, "plan")
        play(table, True)
    back(club, copy)
    again = do(club.client, "round.show")["round"]
    assert (again["id"], seats(again), [one["number"] for one in again["rests"]]) == (made["id"], seats(made), [1])
    assert club.client.get("/api/state").json()["learned"]["missing_tables"] == 0


def test_who_had_withdrawn_before_the_copy_neither_rests_nor_is_missed(club: Club) -> None:
    first_round(club, 2, 5)
    do(club.client, "entry.withdraw", number=5, mode="justified", why="x")
    copy = club.copy()
    made = next_round(club.client, method="danish")
    for table in club.tables:
        until(table, lambda s: s.plan and s.plan.number == 2, "plan")
        play(table, True)
    back(club, copy)
    again = do(club.client, "round.show")["round"]
    assert (again["id"], sorted(seats(again)), again["rests"]) == (made["id"], sorted(seats(made)), [])
    assert club.client.get("/api/state").json()["learned"]["missing_tables"] == 0
    do(club.client, "round.close")


def test_a_late_pair_that_joined_after_the_copy_comes_back_once_it_is_entered_again(club: Club) -> None:
    first_round(club, 2, 5)
    third = club.add(1)[0]
    copy = club.copy()
    late = [entry("Tardi", "Dopo")]

    def enter() -> int:
        answer = do(club.client, "entry.add", entries=late, accept=["late_entry"], why="treno")
        number: int = answer["entries"][0]["number"]
        return number

    made = do(club.client, "entry.join", number=enter(), why="treno")["round"]
    until(third, lambda s: s.plan, "plan")
    play(third, True)
    club.restore(copy)
    for table in club.tables[:2]:
        table.open().ready().delivered()
    all_asked(third)
    club.audited("table_held")
    (held,) = club.state()["learned"]["held"]
    assert (held["table"], held["why"], held["names"]) == (3, "missing", ["Tardi", "Dopo"])
    assert [one["number"] for one in do(club.client, "round.show")["round"]["rests"]] == [5]
    enter()
    third.open().ready().delivered()
    again = do(club.client, "round.show")["round"]
    assert (seats(again), again["rests"]) == (seats(made), []) and club.state()["learned"]["held"] == []
    assert {line["pair"]: line["vp"] for line in club.ranking()}[6] == 0, "it lost"
    assert club.state()["tables"][2]["signed"] and club.state()["foreign"] == 0
