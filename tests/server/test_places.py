"""Spares: which number they are told, how the pages know what they were before, which numbers nobody is given."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.server import places
from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.club import LOSE, WIN, Club, all_asked, until
from tests.server.kit import Running, begin
from tests.server.test_claims import claim, number_of, played, spare


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def spares_of(client: Any) -> dict[str, tuple[int, int]]:
    """device -> the number that it shows, the table that was taken from it."""
    return {row["id"]: (row["table"], row["was"]) for row in client.get("/api/state").json()["devices"]}


def test_number_that_is_not_in_the_round_is_told_to_nobody_and_comes_back_with_a_larger_event(server: Running) -> None:
    client = server.organiser()
    one, early = server.device().open().ready(), server.device().open().ready()
    assert (one.place[2], early.place[2]) == (1, 2), "before any round by order of connection"
    begin(client, pairs=2)
    until(one, lambda s: s.plan, "plan")
    early.until(lambda: early.place[2] == 0, "told that it is a spare")
    late = spare(server)
    assert late.place[2] == 0
    assert spares_of(client) == {early.device: (0, 0), late.device: (0, 0)}
    assert claim(late, 3, 0)["why"] == "no_table", "its hidden number is no table of the round"
    assert claim(late, 1, number_of(client))["why"] == ""
    begin(client, pairs=6, replace=True)
    tables = [early.open().ready(), one.open().ready(), late.open().ready()]
    assert sorted(table.place[2] for table in tables) == [1, 2, 3]


def test_page_knows_what_a_spare_was_and_whether_the_names_are_still_asked(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new, third = spare(server), spare(server)
    table = lambda: client.get("/api/state").json()["tables"][0]  # noqa: E731
    assert not table()["names_asked"]
    assert client.post("/api/tables/assign", json={"table": 1, "device": new.device}).status_code == 200
    old.until(lambda: old.place[2] == 0, "told")
    assert spares_of(client) == {old.device: (0, 1), third.device: (0, 0)}
    assert table()["names_asked"]
    old.close()
    old.open().ready()  # and after it was given a number that does not matter
    assert spares_of(client)[old.device] == (0, 1)
    until(new, lambda s: s.played() == 1, "the sheet so far")
    new.say(k.DEAL, fact_writer.deal_payload(2, WIN, LOSE))
    new.delivered()
    assert not table()["names_asked"]
    assert server.host.store.read_now(places.load_left) == {old.device: 1}, "as a start finds it"
    assert client.post("/api/tables/assign", json={"table": 1, "device": old.device}).status_code == 200
    assert spares_of(client) == {new.device: (0, 1), third.device: (0, 0)}


def test_number_of_a_held_table_is_given_to_nobody(club: Club) -> None:
    tables = club.add(2)
    begin(club.client, pairs=4)
    for table in tables:
        until(table, lambda s: s.plan, "plan")
    club.restore(club.empty())
    for table in tables:
        table.close()
    early = club.add(1)[0]
    assert early.place[2] == 1, "nothing is known of the others yet"
    for table in tables:
        table.open()
        all_asked(table)
    club.audited("table_held", 2)
    early.until(lambda: early.place[2] == 3, "another number")
    assert club.add(1)[0].place[2] == 4
