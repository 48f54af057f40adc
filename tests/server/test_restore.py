"""The database comes back from an old copy: what the host said since is learned back from the tables, and nothing is forged."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavolo.domain import kinds as k
from tavolo.domain.record import pack, unpack
from tavolo.wire import seal
from tests.server.club import Club, all_asked, first_round, gone_round, next_round, play, until, wanted
from tests.server.kit import begin, event_body


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def test_a_round_that_the_copy_does_not_know_comes_back_whole_and_the_ranking_is_what_it_was(club: Club) -> None:
    first_round(club, 3, 7)
    copy = club.copy()
    next_round(club)
    club.post("round/add", minutes=5)
    for table in club.tables:
        until(table, lambda s: s.clock.length_ms == 30 * 60_000, "five minutes")
        play(table, True)
    club.post("tables/1/override", deal=1, reason=2, why="as played")
    club.tables[0].until(lambda: 1 in club.tables[0].sheet.override_deals, "ruling")
    ranking, before = club.ranking(), club.state()
    club.restore(copy)
    assert club.state()["round"]["number"] == 1
    for table in club.tables:
        place = table.place
        table.open().ready().delivered()
        assert table.place == place, "thrown into another round"
    after = club.state()
    assert club.ranking() == ranking
    for field in ("id", "number", "method", "seats", "bye", "state"):
        assert after["round"][field] == before["round"][field], field
    assert after["round"]["clock"]["length_ms"] == 30 * 60_000
    assert [t["overrides"] for t in after["tables"]] == [[1], [], []]
    assert [t["device"]["id"] for t in after["tables"]] == [t["device"]["id"] for t in before["tables"]]
    assert [t["clock"] for t in after["tables"]] == [t["clock"] for t in before["tables"]]
    assert after["learned"]["records"] == 3 * 3 + 1 and after["learned"]["held"] == [] and after["foreign"] == 0
    # what is kept is kept: another start, on what is there now, gives the same
    club.restore(None)
    assert club.ranking() == ranking
    club.tables[0].open().ready()
    assert "want" not in [m["t"] for m in club.tables[0].got[-4:]]
    club.post("round/pair", method="danish")
    assert club.state()["draft"]["number"] == 3


def test_what_came_after_the_copy_in_a_round_that_it_knows_comes_back_too(club: Club) -> None:
    club.add(2)
    begin(club.client, pairs=4)
    for table in club.tables:
        until(table, lambda s: s.plan, "plan")
        table.sit()
    copy = club.copy()
    club.post("round/start")
    club.post("round/pause")
    club.post("round/resume")
    club.post("round/timeout")
    for table in club.tables:
        until(table, lambda s: s.time_out_at >= 0, "TIME OUT")
    before = club.state()
    club.restore(copy)
    for table in club.tables:
        table.open().ready().delivered()
    after = club.state()
    assert [t["clock"] for t in after["tables"]] == [t["clock"] for t in before["tables"]]
    assert after["round"]["clock"] == before["round"]["clock"] and after["round"]["clock"]["state"] == "timed_out"
    assert [t["phase"] for t in after["tables"]] == [t["phase"] for t in before["tables"]]


def test_a_forged_or_changed_record_of_the_host_is_refused_and_noted(club: Club) -> None:
    copy = gone_round(club)
    thief, honest = club.tables
    genuine = unpack(thief.others[-1])

    def forged(place: int) -> bytes:
        rec = unpack(thief.others[place])
        if rec.kind != k.PLAN:  # more time for its own table, with a tag of its own making
            rec.payload = rec.payload[:-8] + seal.record_tag(seal.record_key(thief.key), rec.payload)[:8]
        else:  # at another table than it was
            rec.table = 2
        return pack(rec)

    thief.give = forged
    club.restore(copy)
    all_asked(thief)
    club.audited("learned_back")
    assert club.state()["learned"]["records"] == 0
    assert club.state()["rounds"] == [{"number": 1, "state": "published", "method": "mitchell"}]
    assert thief.place[1] == genuine.round, "it is left where it is"
    assert any(thief.device in line and "without a right tag" in line for line in club.audit("learned_back"))
    club.audited("table_held")
    assert club.state()["learned"]["held"] == [
        {"device": thief.device, "name": "", "unknown": "round", "table": 1, "why": "no_plan", "names": []}
    ]
    honest.open().ready()
    assert honest.place[1] == genuine.round and club.state()["learned"]["records"] == 4 - 1 - 1
    assert club.state()["learned"]["missing_tables"] == 1
    thief.close()
    thief.give = lambda place: thief.others[place]  # the real board of that table
    thief.open().ready()
    assert club.state()["learned"] == {"records": 4, "held": [], "missing_tables": 0}


def test_records_of_another_author_or_event_end_the_connection(club: Club) -> None:
    copy = gone_round(club)
    table = club.tables[0]
    club.restore(copy)
    own = table.mine[0][0]
    table.give = lambda place: own
    assert table.open().until(lambda: wanted(table), "asked")
    code, reason = table.closed_with()
    assert (code, reason) == (4400, "had: a record that nobody asked for")


def test_where_a_table_is_cannot_be_changed_on_its_way(club: Club) -> None:
    (table,) = club.add(1)
    begin(club.client, pairs=2)
    until(table, lambda s: s.plan, "plan")
    table.close()
    real = table.at()
    changed = real[:9] + b"\2" + real[10:]  # a guest between them makes it table 2
    for proved, sent, end in (
        (real, changed, (4401, "wrong proof: the device has another key")),
        (real[:7], real[:7], (4400, "proof: field at is cut off")),
        (real + b"\0", real + b"\0", (4400, "proof: field at is cut off")),
    ):
        table.told = (proved, sent)
        assert table.open().closed_with() == end
    table.told = None
    table.open().ready()


def test_cut_off_in_the_middle_it_goes_on_at_the_next_connection_and_nothing_is_doubled(club: Club) -> None:
    copy = gone_round(club)
    first, second = club.tables
    club.restore(copy)
    for table in (first, second):  # both are half told, at the same time
        before = wanted(table)
        table.open().until(lambda t=table, n=before: wanted(t) > n + 2, "some asked")  # type: ignore[misc]
    first.socket.close()
    second.ready()
    club.restore(None)  # and the server dies, too
    first.open().ready()
    second.open().ready()
    assert club.state()["learned"]["records"] == 4
    assert (first.place[1], first.place[2]) == (second.place[1], first.sheet.plan.table)
    assert [(r["number"], r["state"]) for r in club.state()["rounds"]] == [(1, "closed"), (2, "published")]


def test_two_pairs_of_the_same_names_are_not_guessed_and_the_table_is_left_alone(club: Club) -> None:
    club.add(3)
    names = [["Anna", "Bruno"], ["Elsa", "Furio"]] * 2 + [["Gino", "Ivo"], ["Lea", "Maria"]]
    assert club.client.post("/api/event", json=event_body() | {"pairs": names}).status_code == 200
    copy = club.copy()
    club.post("round/pair", method="danish")
    club.post("round/publish")
    for table in club.tables:
        until(table, lambda s: s.plan, "plan")
    places = [table.place for table in club.tables]
    club.restore(copy)
    club.tables[2].open().ready()
    for table in club.tables[:2]:
        all_asked(table)
    club.audited("table_held", 2)
    assert [row["unknown"] for row in club.state()["learned"]["held"]] == ["round", "round"]
    assert [table.place for table in club.tables] == places
    assert [seat["table"] for seat in club.state()["round"]["seats"]] == [3] and club.state()["learned"]["missing_tables"] == 2
    assert club.state()["foreign"] == 2 and any("2 of the event fit" in line for line in club.audit("learned_aside"))
    club.tables[0].close()
    club.tables[0].open()  # and still after another connection, though nothing is left to ask
    club.tables[0].send({"t": "time", "a": 5})
    club.tables[0].until(lambda: club.tables[0].got[-1]["t"] == "time", "answer")
    assert club.tables[0].place == places[0]
    refused = club.client.post("/api/round/close", json={"force": True}).json()["error"]
    assert (refused["code"], refused["message"][:23]) == ("not_back", "2 tables of this round ")
    time.sleep(1.1)  # whole seconds are kept: a round made after the records came back is a decision
    club.post("round/close", force=True, reason="two tables are not known")
    club.post("round/pair", method="danish")
    club.post("round/publish")
    new = club.state()["round"]["id"]
    for table in club.tables:
        table.until(lambda t=table: t.place[1].hex() == new, "the new round")  # type: ignore[misc]
    assert club.state()["learned"]["held"] == []
    club.tables[0].close()
    club.tables[0].open().ready()
    assert club.tables[0].place[1].hex() == new


def test_an_event_that_the_copy_does_not_know_is_kept_aside_until_a_person_decides(club: Club) -> None:
    tables = club.add(2)
    copy = club.copy()
    begin(club.client, pairs=4)
    for table in tables:
        until(table, lambda s: s.plan, "plan")
    places = [table.place for table in tables]
    club.restore(copy)
    for table in tables:
        all_asked(table)
    club.audited("table_held", 2)
    held = club.state()["learned"]["held"]
    assert sorted(row["device"] for row in held) == sorted(table.device for table in tables)
    assert {row["unknown"] for row in held} == {"event"}
    assert [table.place for table in tables] == places and club.state()["event"] is None
    club.post("tables/assign", table=1, device=tables[0].device)
    tables[0].until(lambda: tables[0].place == (bytes(4), bytes(4), 1), "a place without an event")
    assert len(club.state()["learned"]["held"]) == 1 and tables[1].place == places[1]
    begin(club.client, pairs=4, method="danish")
    for table in tables:
        table.until(lambda t=table: t.place[1].hex() == club.state()["round"]["id"], "the new event")  # type: ignore[misc]


def test_an_empty_database_leaves_tables_in_mid_round_where_they_are(club: Club) -> None:
    club.add(1)
    begin(club.client, pairs=2)
    table = club.tables[0]
    until(table, lambda s: s.plan, "plan")
    place = table.place
    club.restore(club.empty())
    all_asked(table)
    club.audited("table_held")
    assert table.place == place and not club.server.host.hall.assigned


def test_a_draft_that_was_published_after_the_copy_is_published_again(club: Club) -> None:
    club.add(2)
    assert club.client.post("/api/event", json=event_body(5)).status_code == 200
    club.post("round/pair", method="danish")
    copy = club.copy()
    club.post("round/publish")
    for table in club.tables:
        until(table, lambda s: s.plan, "plan")
    before = club.state()["round"]
    club.restore(copy)
    club.tables[0].open().ready()  # one table is enough: the copy knows the seats
    assert club.state()["round"] == before
    club.tables[1].open().ready()
    assert club.tables[1].place[1].hex() == before["id"]


def test_a_table_that_slept_through_start_gets_it_after_the_restore_once(club: Club) -> None:
    club.add(2)
    begin(club.client, pairs=4)
    awake, asleep = club.tables
    for table in club.tables:
        until(table, lambda s: s.plan, "plan")
        table.sit()
    copy = club.copy()
    asleep.close()
    club.post("round/start")
    club.post("round/add", minutes=5)
    until(awake, lambda s: s.clock.length_ms == 30 * 60_000, "five minutes")
    club.restore(copy)
    asleep.open().ready()
    assert asleep.sheet.clock.state == 0
    awake.open().ready()
    until(asleep, lambda s: s.clock.length_ms == 30 * 60_000, "START and five minutes")
    assert asleep.sheet.clock.deadline_ms == awake.sheet.clock.deadline_ms
    assert club.state()["round"]["clock"]["length_ms"] == 30 * 60_000
    assert len(club.audit("said_again")) == 2
    for table in club.tables:
        table.close()
        table.open().ready()
    assert len(club.audit("said_again")) == 2 and asleep.sheet.clock.length_ms == 30 * 60_000


@pytest.mark.parametrize("old_first", [True, False])
def test_a_table_that_was_taken_over_after_the_copy_belongs_to_its_new_device(club: Club, old_first: bool) -> None:
    first_round(club, 1, 2)
    old = club.tables[0]
    spare = club.add(1)[0]
    copy = club.copy()
    club.tables = [old]
    next_round(club)
    club.tables = [old, spare]
    club.post("tables/assign", table=1, device=spare.device)
    spare.ready()
    until(spare, lambda s: s.clock.state == 1, "the sheet so far")
    old.close()
    play(spare, True)
    ranking = club.ranking()
    club.restore(copy)
    for table in [old, spare] if old_first else [spare, old]:
        table.open().ready().delivered()
    assert club.state()["tables"][0]["device"]["id"] == spare.device
    assert club.ranking() == ranking and club.state()["foreign"] == 0
    assert spare.place[2] == 1
    old.until(lambda: old.place[2] != 1, "told that the table is another's")
