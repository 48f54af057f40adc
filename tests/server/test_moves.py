"""Devices that change tables, sleep, come back: what they wrote is in the sheet of the table and round where it was written."""

from typing import Any

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tests.server.club import LOSE, WIN, until
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin


def seated(server: Running, client: Any, pairs: int, devices: int) -> list[FakeTable]:
    """Round 1 is on; each device has its table, a spare after them."""
    tables = [server.device(f"T{n}").open().ready() for n in range(1, devices + 1)]
    begin(client, pairs=pairs)
    for table in tables[: pairs // 2]:
        until(table, lambda s: s.plan, "plan")
        table.sit()
    assert client.post("/api/round/start").status_code == 200
    for table in tables[: pairs // 2]:
        until(table, lambda s: s.clock.state == 1, "START")
    return tables


def give(client: Any, place: int, table: FakeTable) -> None:
    assert client.post("/api/tables/assign", json={"table": place, "device": table.device}).status_code == 200


def sheet(client: Any, place: int, number: int = 1) -> Any:
    return client.get(f"/api/sheets/{number}/{place}").json()


def ns(table: FakeTable, deal: int) -> list[int]:
    """What N-S have in a deal, as the device knows it."""
    version = table.sheet.deal(deal)
    assert version is not None
    return list(version.ns)


def test_two_devices_that_have_had_one_table_are_both_heard_and_the_arbiter_sees_where_they_differ(server: Running) -> None:
    client = server.organiser()
    old, spare = seated(server, client, 2, 2)
    old.close()  # without a link, it counts the first deal on
    old.note(old.record(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE)))
    give(client, 1, spare)
    until(spare, lambda s: s.clock.state == 1, "the sheet so far")
    spare.say(k.DEAL, fact_writer.deal_payload(1, LOSE, WIN))
    spare.delivered()
    give(client, 1, old)  # two of the staff at two pages: the last word counts, and both devices are told
    give(client, 1, spare)
    old.open().ready().delivered()
    assert (old.place[2] == 1, spare.place[2]) == (False, 1)
    found = sheet(client, 1)
    assert [v["device"] for v in found["deals"][0]["versions"]] in ([spare.device, old.device], [old.device, spare.device])
    assert found["state"]["conflicts"] == [1] and client.get("/api/state").json()["foreign"] == 0
    assert client.get("/api/state").json()["tables"][0]["device"]["id"] == spare.device


def test_a_device_moved_to_another_table_in_mid_round_and_back_loses_nothing_of_either(server: Running) -> None:
    client = server.organiser()
    one, two, spare = seated(server, client, 4, 3)
    one.say(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE))
    one.delivered()
    two.say(k.DEAL, fact_writer.deal_payload(1, LOSE, LOSE))
    two.delivered()
    two.close()
    give(client, 2, one)  # somebody takes the wrong device for table 2
    one.ready()
    assert (one.place[2], ns(one, 1)) == (2, LOSE)
    one.say(k.DEAL, fact_writer.deal_payload(2, WIN, LOSE))
    one.delivered()
    give(client, 1, spare)
    until(spare, lambda s: s.deal(1), "the sheet so far")
    spare.say(k.PHASE, facts.numbers_payload(2, k.COUNT))
    spare.delivered()
    give(client, 1, one)
    one.ready()
    assert (one.place[2], ns(one, 1), one.sheet.phase) == (1, WIN, k.COUNT)
    one.say(k.DEAL, fact_writer.deal_payload(2, WIN, WIN))
    one.delivered()
    give(client, 2, two)
    two.open().ready()
    assert ns(two, 2) == WIN, "what was counted for it meanwhile"
    assert [sheet(client, n)["mp"] for n in (1, 2)] == [{"ns": 1400, "ew": 760}, {"ns": 860, "ew": 220}]
    state = client.get("/api/state").json()
    assert state["foreign"] == 0 and [t["conflicts"] for t in state["tables"]] == [[], []]
    assert [t["device"]["id"] for t in state["tables"]] == [one.device, two.device]


def test_a_device_that_slept_through_a_whole_round_delivers_the_old_one_and_plays_the_new_one(server: Running) -> None:
    client = server.organiser()
    (table,) = seated(server, client, 2, 1)
    table.close()
    for kind, payload in (
        (k.DEAL, fact_writer.deal_payload(1, WIN, LOSE)),
        (k.DEAL, fact_writer.deal_payload(2, WIN, LOSE)),
        (k.SIGN, fact_writer.sign_payload(2, 1400, 120, 20, 0)),
    ):
        table.note(table.record(kind, payload))
    for number in (2, 3):
        assert client.post("/api/round/close", json={"force": True, "reason": "asleep"}).status_code == 200
        assert client.post("/api/round/pair", json={"method": "danish"}).status_code == 200
        assert client.post("/api/round/publish").status_code == 200, number
    old = table.place
    table.open().ready().delivered()
    assert table.sheet.plan.number == 3 and table.place != old
    assert sheet(client, 1)["signed"]["mp_ns"] == 1400, "in the sheet of its own round"
    ranking = client.get("/api/ranking").json()["ranking"]
    # round 2: no sheet, no score
    assert [(row["pair"], row["vp"], row["mp_net"]) for row in ranking] == [(1, 20, 1280), (2, 0, -1280)]
    assert client.get("/api/state").json()["foreign"] == 0
    table.sit()
    first_ns = client.get("/api/state").json()["tables"][0]["ns"]["pair"] == 1  # by lot: they were level when it was drawn
    table.play([(WIN, LOSE) if first_ns else (LOSE, WIN)] * 2)
    ranking = client.get("/api/ranking").json()["ranking"]
    assert [(row["pair"], row["vp"]) for row in ranking] == [(1, 40), (2, 0)]


def test_the_old_device_of_a_replaced_table_is_told_and_its_unsent_records_join_the_sheet(server: Running) -> None:
    client = server.organiser()
    old, spare = seated(server, client, 2, 2)
    old.say(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE))
    old.delivered()
    old.close()
    old.note(old.record(k.DEAL, fact_writer.deal_payload(2, LOSE, WIN)))
    give(client, 1, spare)
    until(spare, lambda s: s.deal(1), "the sheet so far")
    old.open().ready().delivered()
    assert old.place[2] != 1 and old.place[1] == bytes(4), "no table of this round"
    assert sheet(client, 1)["mp"] == {"ns": 760, "ew": 760}
    assert sheet(client, 1)["state"]["conflicts"] == []
    until(spare, lambda s: s.deal(2), "what the old device had counted")
