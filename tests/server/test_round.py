"""A whole event over the wire: tables author records, the organiser uses the API."""

from typing import Any

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tests.server.kit import Running, begin, event_body

WIN = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]  # 700
LOSE = [0, 0, 1, 0, k.PILE_NOT_TAKEN, 60, 120, 0]  # 60


def _ranked(client: Any) -> list[tuple[int, int, int, int]]:
    rows = client.get("/api/ranking").json()["ranking"]
    return [(row["rank"], row["pair"], row["vp"], row["mp_net"]) for row in rows]


def test_two_rounds_with_a_bye_from_entry_to_ranking(server: Running) -> None:
    client = server.organiser()
    tables = [server.device(f"T{n}").open().ready() for n in (1, 2)]
    begin(client, pairs=5, method="danish")
    for number, table in enumerate(tables, 1):
        table.until(lambda t=table: t.sheet.plan, "plan")
        assert table.place[2] == table.sheet.plan.table == number
    assert tables[0].sheet.plan.names == (("Anna1", "Bruno1"), ("Anna2", "Bruno2"))
    assert tables[0].sheet.plan.leave == ()  # nobody sat here before
    assert client.get("/api/state").json()["round"]["bye"]["pair"] == 5
    for table in tables:
        table.sit()
    assert client.post("/api/round/start").status_code == 200
    for table in tables:
        table.until(lambda t=table: t.sheet.clock.state == 1, "START")
    tables[0].play([(WIN, LOSE), (WIN, LOSE)])  # 1 beats 2 by 1280
    tables[1].play([(LOSE, WIN), (LOSE, LOSE)])  # 4 beats 3 by 640
    state = client.get("/api/state").json()
    assert [t["phase"] for t in state["tables"]] == ["signed", "signed"]
    assert [t["differs"] for t in state["tables"]] == [[], []]
    found = client.post("/api/round/pair", json={"method": "danish"})
    assert found.status_code == 200, found.text
    assert _ranked(client) == [(1, 1, 20, 1280), (2, 4, 17, 640), (3, 5, 14, 305), (4, 3, 3, -640), (5, 2, 0, -1280)]
    seats = [(s["ns"]["pair"], s["ew"]["pair"]) for s in found.json()["round"]["seats"]]
    assert seats == [(1, 4), (5, 3)]
    assert found.json()["round"]["bye"]["pair"] == 2
    assert client.post("/api/round/publish").status_code == 200
    for table in tables:
        table.until(lambda t=table: t.sheet.plan and t.sheet.plan.number == 2, "second plan")
    # 1-2 and 3-4 sat here; now 1-4 and 5-3 do, and 2 rests
    assert [table.sheet.plan.leave for table in tables] == [((1, 0), (0, 0)), ((2, 1), (1, 1))]
    for table in tables:
        table.play([(WIN, WIN), (WIN, LOSE)])
    assert client.post("/api/round/close", json={}).status_code == 200
    assert [row[1] for row in _ranked(client)] == [1, 5, 4, 2, 3]


def test_lines_that_sat_the_other_way_round_are_told_where_they_go(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.say(k.PRESENCE, facts.numbers_payload(0, k.SWAP_LINES))
    table.sit()
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.play([(WIN, LOSE), (WIN, LOSE)])  # 2 sat N-S, and beats 1
    found = client.post("/api/round/pair", json={"method": "danish"})
    assert [(s["ns"]["pair"], s["ew"]["pair"]) for s in found.json()["round"]["seats"]] == [(2, 1)]
    assert client.post("/api/round/publish").status_code == 200
    table.until(lambda: table.sheet.plan and table.sheet.plan.number == 2, "second plan")
    assert table.sheet.plan.leave == ((1, 0), (1, 1)), "both stay where they sat"


def test_calls_are_queued_answered_and_closed(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.say(k.CALL, facts.numbers_payload(k.CALL_MADE, k.EW, 0, 7))
    table.delivered()
    assert client.get("/api/state").json()["tables"][0]["call"]["state"] == "made"
    assert client.post("/api/calls/1/answer", json={"state": "coming"}).status_code == 200
    table.until(lambda: table.sheet.call[0] == k.CALL_COMING, "the arbiter comes")
    assert client.post("/api/calls/1/answer", json={"state": "seen"}).status_code == 409
    assert client.post("/api/calls/1/answer", json={"state": "closed"}).status_code == 200
    table.until(lambda: table.sheet.call is None, "closed")
    assert client.get("/api/state").json()["tables"][0]["call"] is None


def test_clock_commands_reach_the_table_and_only_in_their_order(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    assert client.post("/api/round/pause").status_code == 409
    for path, body, state in (
        ("start", None, 1),
        ("pause", None, 2),
        ("resume", None, 1),
        ("add", {"minutes": 5}, 1),
        ("timeout", None, 3),
        ("end", None, 4),
    ):
        found = client.post(f"/api/round/{path}", json=body)
        assert found.status_code == 200, found.text
        table.until(lambda want=state: table.sheet.clock.state == want, path)
    assert table.sheet.clock.length_ms == 30 * 60_000
    assert client.post("/api/round/start").status_code == 409


def test_a_refusal_is_shown_and_an_answer_clears_what_is_on_its_way(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.refuse = "flash_full"
    client.post("/api/round/start")
    table.until(lambda: table.got[-1]["t"] == "rec", "START")
    table.send({"t": "beat"} | dict.fromkeys(("ph", "dn", "un", "bat", "rssi", "mem", "q", "up"), 3))
    table.until(lambda: table.got[-1]["t"] == "beat", "beat")
    shown = client.get("/api/state").json()["tables"][0]
    assert [(r["kind"], r["why"]) for r in shown["refused"]] == [(k.START, "flash_full")]
    assert shown["device"]["pending"] == 0
    assert shown["device"]["unsent"] == 3


def test_a_spare_takes_over_and_gets_the_sheet_so_far(server: Running) -> None:
    client = server.organiser()
    old, spare = server.device("old"), server.device("spare")
    old.open().ready()
    begin(client, pairs=2)
    old.until(lambda: old.sheet.plan, "plan")
    old.sit()
    client.post("/api/round/start")
    old.until(lambda: old.sheet.clock.state == 1, "START")
    old.say(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE))
    old.delivered()
    spare.open().ready()
    assert spare.place[2] == 0, "a number that is not in the round is no table"
    assert client.post("/api/tables/assign", json={"table": 1, "device": spare.device}).status_code == 200
    spare.ready()
    assert spare.sheet.deal(1).ns == WIN
    assert (spare.sheet.deal_no, spare.sheet.clock.state, spare.place[2]) == (2, 1, 1)
    old.ready()
    assert old.place[2] == 0
    spare.say(k.DEAL, fact_writer.deal_payload(2, LOSE, LOSE))
    spare.delivered()
    sheet = client.get("/api/sheets/1/1").json()
    assert [d["versions"][0]["device"] for d in sheet["deals"]] == [old.device, spare.device]
    assert sheet["mp"] == {"ns": 860, "ew": 220}


def test_a_wiped_device_gets_back_what_its_lost_log_had_delivered(server: Running) -> None:
    client = server.organiser()
    table = server.device().open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    client.post("/api/round/start")
    table.say(k.DEAL, fact_writer.deal_payload(1, WIN, LOSE))
    table.delivered()
    table.close()
    again = type(table)(table.port, table.device, table.key).open().ready()
    again.say(k.FAULT, fact_writer.text_payload(1, "flash was empty"))
    again.until(lambda: again.sheet.deal(1), "the old log's deal")
    assert again.sheet.deal_no == 2


def test_a_round_is_closed_unsigned_only_with_a_reason(server: Running) -> None:
    client = server.organiser()
    begin(client)
    assert client.post("/api/round/pair", json={"method": "danish"}).json()["error"]["code"] == "unsigned"
    assert client.post("/api/round/close", json={"force": True}).json()["error"]["code"] == "no_reason"
    assert client.post("/api/round/close", json={"force": True, "reason": "storm"}).status_code == 200
    assert client.post("/api/event", json=event_body()).status_code == 200
