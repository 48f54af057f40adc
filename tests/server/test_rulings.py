"""What one table asks of the arbiter, the settings that an event adds, the PIN, and tables that play for themselves."""

import json
from typing import Any

from sqlalchemy import select

from host_tools.server import schema
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record
from tavolo.wire import pin
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin, event_body


def _table(server: Running, client: Any, **more: Any) -> FakeTable:
    table = server.device().open().ready()
    begin(client, pairs=2, **more)
    table.until(lambda: table.sheet.plan, "plan")
    return table


def _view(client: Any) -> dict[str, Any]:
    view: dict[str, Any] = client.get("/api/state").json()["tables"][0]
    return view


def _snaps(table: FakeTable) -> list[dict[str, Any]]:
    return [message for message in table.got if message["t"] == "snap"]


def test_settings_of_an_event_reach_the_tables(server: Running) -> None:
    client = server.organiser()
    more = {"language": "fr", "blind": True, "turn_clock": True, "turn_seconds": [15, 25, 0], "muted": ["turn", "recorded"]}
    table = _table(server, client, **more)
    plan = table.sheet.plan
    assert (plan.language, plan.blind, plan.turn_clock, plan.turn_s) == ("fr", True, True, (15, 25, 0))
    assert plan.muted == 1 << 3 | 1 << 7
    event = client.get("/api/state").json()["event"]
    assert {name: event[name] for name in more} == more


def test_settings_that_make_no_sense_are_refused(server: Running) -> None:
    client = server.organiser()
    wrong: list[dict[str, Any]] = [
        {"language": "de"},
        {"turn_seconds": [1, 2]},
        {"turn_seconds": [1, 2, 256]},
        {"muted": ["all"]},
    ]
    for change in [*wrong, {"blind": 1}]:
        assert client.post("/api/event", json=event_body(**change)).status_code == 422, change


def test_reason_of_a_call_is_shown_and_the_time_of_the_call_stays(server: Running) -> None:
    client = server.organiser()
    table = _table(server, client)
    first = table.say(k.CALL, facts.numbers_payload(k.CALL_MADE, k.EW, 0, 7))
    table.say(k.CALL, facts.numbers_payload(k.CALL_MADE, k.EW, k.CALL_SLOW_PLAY, 7))
    table.delivered()
    call = _view(client)["call"]
    assert (call["reason"], call["number"], call["at_ms"], call["state"]) == (k.CALL_SLOW_PLAY, 7, first.at_ms, "made")


def test_ruling_is_asked_refused_asked_again_and_approved(server: Running) -> None:
    client = server.organiser()
    table = _table(server, client)
    assert _view(client)["ruling"] is None
    assert client.post("/api/tables/1/refuse", json={"deal": 1}).status_code == 409
    asked = table.say(k.RULING_ASK, facts.numbers_payload(1, k.RULING_CLOSING))
    table.delivered()
    assert _view(client)["ruling"] == {"deal": 1, "reason": k.RULING_CLOSING, "at_ms": asked.at_ms}
    assert client.post("/api/tables/1/refuse", json={"deal": 1}).status_code == 200
    table.until(lambda: table.sheet.ruling_ask == (1, k.RULING_NO), "no")
    assert _view(client)["ruling"] is None
    table.say(k.RULING_ASK, facts.numbers_payload(1, k.RULING_BOTH_PILES))
    table.delivered()
    assert client.post("/api/tables/1/override", json={"deal": 1, "reason": 1, "why": "visto"}).status_code == 200
    table.until(lambda: table.sheet.override_deals == {1: 1}, "yes")
    assert (_view(client)["ruling"], _view(client)["overrides"]) == (None, [1])
    assert client.post("/api/tables/1/override", json={"deal": 1, "reason": 6}).status_code == 422
    assert client.post("/api/tables/1/override", json={"deal": 3}).status_code == 422
    with server.host.store._readers.connect() as connection:
        lines = [(row.what, row.new) for row in connection.execute(select(schema.audit))]
    assert ("ruling_no", "table 1 deal 1: 5") in lines and ("override", "table 1 deal 1: 1 visto") in lines


def test_pin_is_masked_for_each_device_and_nowhere_in_clear(server: Running) -> None:
    client = server.organiser()
    tables = [server.device().open().ready() for _ in range(2)]
    begin(client, pairs=4)
    number = client.get("/api/state").json()["event"]["pin"]
    assert len(number) == 6
    masked = []
    for table in tables:
        table.until(lambda t=table: t.sheet.plan, "plan")
        masked.append(bytes.fromhex(_snaps(table)[-1]["pin"]))
        assert pin.pin_of(table.key, masked[-1]) == int(number)
    assert masked[0] != masked[1]
    assert pin.pin_of(tables[1].key, masked[0]) != int(number)
    for table in tables:
        text = json.dumps([message for message in table.got if message["t"] != "rec"])
        assert number not in text and int(number).to_bytes(3, "big").hex() not in text
    assert number not in client.get("/api/wall").text and number not in client.get("/wall").text
    assert number not in client.get("/api/ranking").text
    with server.host.store._readers.connect() as connection:
        audit = json.dumps([[str(part) for part in row] for row in connection.execute(select(schema.audit))])
    assert number not in audit


def test_device_that_takes_a_table_over_gets_the_pin_too_and_a_new_event_has_another(server: Running) -> None:
    client = server.organiser()
    table = _table(server, client)
    other = server.device().open().ready()
    assert client.post("/api/tables/assign", json={"table": 1, "device": other.device}).status_code == 200
    other.until(lambda: other.sheet.plan, "plan")
    first = client.get("/api/state").json()["event"]
    assert pin.pin_of(other.key, bytes.fromhex(_snaps(other)[-1]["pin"])) == int(first["pin"])
    table.until(lambda: "pin" not in _snaps(table)[-1], "no table, no PIN")
    pins = {first["pin"]}
    for _ in range(3):
        assert client.post("/api/event", json=event_body(2, replace=True)).status_code == 200
        pins.add(client.get("/api/state").json()["event"]["pin"])
    assert len(pins) > 1


def test_tries_of_the_pin_and_rulings_by_pin_are_shown(server: Running) -> None:
    client = server.organiser()
    table = _table(server, client)
    table.say(k.PIN_TRY, facts.numbers_payload(1, 1))
    table.say(k.PIN_TRY, facts.numbers_payload(1, 2))
    table.say(k.OVERRIDE, facts.numbers_payload(1, k.RULING_WRONG_DECK, 1))
    table.delivered()
    view = _view(client)
    assert (view["pin_tries"], view["overrides"]) == (2, [1])
    assert view["rulings"] == [{"deal": 1, "reason": k.RULING_WRONG_DECK, "by_pin": True}]


def _alone(table: FakeTable, kind: int, payload: bytes, event: bytes, seq: int) -> Record:
    rec = table.record(kind, payload, seq).place(event, b"SOLO", 1)
    table.mine.append(table.tagged(rec))
    table.send_record(*table.mine[-1])
    return rec


def test_records_of_a_table_that_played_alone_are_kept_and_alarm_nobody(server: Running) -> None:
    client = server.organiser()
    table = _table(server, client)
    own = b"\x00\x01\x02\x03"
    _alone(table, k.PLAN, b"\x01\x00\x02" + bytes(20), own, 1)
    _alone(table, k.PRESENCE, facts.numbers_payload(0, k.HERE), own, 2)
    _alone(table, k.PRESENCE, facts.numbers_payload(0, k.HERE), b"\x09\x09\x09\x09", 3)
    table.say(k.PRESENCE, facts.numbers_payload(0, k.HERE))
    table.delivered()
    state = client.get("/api/state").json()
    assert state["foreign"] == 1, "only the record of an unknown event"
    assert state["tables"][0]["ns"]["presence"] == "here"
    server.host.store.read_now(server.host.hall.rebuild)
    assert server.host.hall.foreign == 1
    with server.host.store._readers.connect() as connection:
        statuses = [row.status for row in connection.execute(select(schema.record).where(schema.record.c.device == table.device))]
    assert statuses == ["alone", "alone", "foreign_event", "placed"]
