"""A restored host, and devices that are not any more where they were when it spoke to them; and a copied log instead."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from tests.server.club import Club, first_round, gone_round, next_round, play, until, wanted
from tests.server.fake_table import FakeTable


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


def replaced(club: Club) -> tuple[Path, list[Any]]:
    """Two rounds are over, a third is on; since then the device of table 1 is replaced by a spare, which comes last in
    `club.tables`. (A copy of before the second round, the ranking)."""
    copy = gone_round(club)
    for table in club.tables:
        play(table, True)
    next_round(club, number=3)
    old = club.tables[0]
    spare = club.add(1)[0]
    club.post("tables/assign", table=old.place[2], device=spare.device)
    spare.ready()
    until(spare, lambda s: s.clock.state == 1, "the sheet so far")
    old.until(lambda: old.place[2] == 0, "told that the table is another's")
    return copy, club.ranking()


def given_back(club: Club, table: FakeTable) -> None:
    """It is on line, and has been asked for all."""
    before = table.gave_all
    table.open().ready()
    table.until(lambda: table.gave_all > before, "asked for all")
    live = club.server.host.hall.live[table.device]
    table.until(lambda: not (live.link.asking or live.link.learning) and table.acked == len(table.mine), "all is told")


@pytest.mark.parametrize("old_first", [False, True])
def test_the_device_that_was_replaced_brings_its_closed_round_back(club: Club, old_first: bool) -> None:
    copy, ranking = replaced(club)
    places = [table.place for table in club.tables]
    old, *others = club.tables
    club.restore(copy)
    for table in [old, *others] if old_first else others:
        given_back(club, table)
    if not old_first:
        away = [{"round": 2, "table": 1}]
        assert club.state()["learned"]["missing_tables"] == 1 and club.state()["not_back"] == away
        assert club.client.get("/api/ranking").json()["not_back"] == club.client.get("/api/wall").json()["not_back"] == away
        assert not old.at(), "it is nowhere"
        given_back(club, old)
    old.until(lambda: old.place[2] != 1, "the table is the spare's")
    assert [table.place for table in others] == places[1:]
    state = club.state()
    assert state["learned"]["missing_tables"] == 0 and state["foreign"] == 0 and state["not_back"] == []
    assert [(r["number"], r["state"]) for r in state["rounds"]] == [(1, "closed"), (2, "closed"), (3, "published")]
    assert club.ranking() == ranking
    before = wanted(old)
    old.close()
    old.open().ready()
    old.send({"t": "time", "a": 5})
    old.until(lambda: old.got[-1]["t"] == "time", "answer")
    assert wanted(old) == before, "once after a start is enough"


def test_a_table_that_does_not_know_the_question_plays_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host_tools.server.learn._PATIENCE_S", 0.05)
    first_round(club, 1, 2)
    table = club.tables[0]
    club.restore(club.copy())
    live, real = club.server.host.hall.live_of(table.device), table._take
    passed: list[Any] = []
    monkeypatch.setattr(table, "_take", lambda m: passed.append(m) if m["t"] == "want" else real(m))
    table.open().ready().until(lambda: passed and live.link.asking is None, "given up")
    table.send({"t": "time", "a": 5})
    table.until(lambda: any(m["t"] == "time" and m["a"] == 5 for m in table.got), "still connected")


def copied(table: FakeTable) -> bytes:
    """The log as `tavolo usb read` copies it."""
    tags = dict(table.mine)
    return lines(table.device, [Row(data, tags.get(data, b"")) for data in table.written]).encode()


def test_a_copied_log_brings_a_lost_plan_back_and_a_forged_one_does_not(club: Club) -> None:
    copy, ranking = replaced(club)
    old, *others = club.tables
    club.restore(copy)
    for table in others:
        given_back(club, table)
    forged = [Row(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:], b"") for data in old.others]
    found = club.client.post("/api/logs", content=lines(old.device, forged)).json()
    assert found["learned"] == 0 and club.state()["not_back"]
    found = club.client.post("/api/logs", content=copied(old)).json()
    assert found["learned"] > 0 and found["foreign"] == found["others"] == 0 and found["wrong"] == []
    assert club.state()["not_back"] == [] and club.ranking() == ranking
    again = club.client.post("/api/logs", content=copied(old)).json()
    assert (again["learned"], again["new"]) == (0, 0)
    assert any("by a copied log" in line for line in club.audit("learned_back"))
    club.restore(None)
    assert club.ranking() == ranking
