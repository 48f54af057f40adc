"""Spares that take a table over by PIN, on the wire: who gets it, who is told, and how little a guesser gets."""

import os
import threading
from typing import Any

from sqlalchemy import select

from host_tools.server import claims, schema
from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.wire import pin
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin

NS, EW = [1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 0, 60, 180, 0]


def played(server: Running, client: Any) -> FakeTable:
    """Table 1's device: both lines are here, START, one deal is recorded."""
    table = server.device("vecchio").open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    assert client.post("/api/round/start").status_code == 200
    table.until(lambda: table.sheet.phase == k.PLAY, "START")
    table.say(k.PHASE, facts.numbers_payload(1, k.COUNT))
    table.say(k.DEAL, fact_writer.deal_payload(1, NS, EW))
    table.delivered()
    return table


def spare(server: Running) -> FakeTable:
    return server.device().open().ready()


def number_of(client: Any) -> int:
    return int(client.get("/api/state").json()["event"]["pin"])


def claim(table: FakeTable, number: int, typed: int | None) -> dict[str, Any]:
    """Ask, and the answer; None: give back, which the snapshot answers."""
    before = len(answers(table))
    if typed is None:
        table.send({"t": "claim", "table": number})
        return {}
    masked = pin.mask_pin(table.key, os.urandom(4), typed)
    table.send({"t": "claim", "table": number, "pin": masked.hex()})
    table.until(lambda: len(answers(table)) > before, "answer")
    return answers(table)[-1]


def answers(table: FakeTable) -> list[dict[str, Any]]:
    return [message for message in table.got if message["t"] == "claim"]


def audit(server: Running, what: str) -> list[Any]:
    rows = schema.audit
    found = server.host.store.read_now(lambda c: list(c.execute(select(rows).where(rows.c.what == what))))
    return list(found)


def at(client: Any) -> str:
    """The device that has table 1."""
    device = client.get("/api/state").json()["tables"][0]["device"]
    return str(device["id"]) if device else ""


def test_right_pin_brings_the_table_with_its_sheet_and_the_old_device_is_told(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new = spare(server)
    assert claim(new, 1, number_of(client)) == {"t": "claim", "why": "", "n": 0}
    # the whole snapshot came before the answer
    assert (new.place[2], new.sheet.played(), new.sheet.phase) == (1, 1, k.DEALING)
    assert new.sheet.totals() == old.sheet.totals()
    old.until(lambda: old.place[2] == 0, "the old device is told")
    assert at(client) == new.device
    assert [row.who for row in audit(server, "claim")] == [new.device]


def test_what_the_old_device_had_not_sent_still_counts(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    place = old.place
    old.close()
    new = spare(server)
    assert claim(new, 1, number_of(client))["why"] == ""
    old.place = place
    old.mine.append(old.tagged(old.record(k.PHASE, facts.numbers_payload(2, k.COUNT))))
    old.mine.append(old.tagged(old.record(k.DEAL, fact_writer.deal_payload(2, NS, EW))))
    old.open()
    old.delivered()
    assert old.place[2] != 1
    assert client.get("/api/state").json()["tables"][0]["phase"] == "sheet"
    assert at(client) == new.device


def test_five_wrong_pins_lock_the_device_for_ten_minutes_and_no_other(server: Running) -> None:
    client = server.organiser()
    played(server, client)
    right = number_of(client)
    guesser, honest = spare(server), spare(server)
    for left in (4, 3, 2, 1):
        assert claim(guesser, 1, (right + left) % 1_000_000) == {"t": "claim", "why": "pin", "n": left}
    assert claim(guesser, 1, (right + 5) % 1_000_000)["why"] == "locked"
    for _ in range(20):
        assert claim(guesser, 1, right)["why"] == "locked", "the right one opens nothing now"
    assert len(audit(server, "claim_wrong_pin")) == 5, "and a flood of tries fills no disk"
    guesser.close()
    guesser = guesser.open().ready()
    assert claim(guesser, 1, right)["why"] == "locked", "a new connection gives no try back"
    assert claim(honest, 1, right)["why"] == ""
    wrong = server.host.hall.live_of(guesser.device).wrong
    for n in range(len(wrong)):
        wrong[n] -= claims.WINDOW_MS + 1
    assert claim(guesser, 1, (right + 1) % 1_000_000) == {"t": "claim", "why": "pin", "n": 4}


def test_pin_that_was_masked_for_another_device_opens_nothing(server: Running) -> None:
    client = server.organiser()
    played(server, client)
    thief, other = spare(server), spare(server)
    masked = pin.mask_pin(other.key, os.urandom(4), number_of(client))
    thief.send({"t": "claim", "table": 1, "pin": masked.hex()})
    thief.until(lambda: answers(thief), "answer")
    assert answers(thief)[-1]["why"] == "pin"


def test_spare_is_not_told_the_pin(server: Running) -> None:
    client = server.organiser()
    played(server, client)
    assert not [message for message in spare(server).got if message.get("pin")]


def test_refusals_say_why_and_cost_no_try(server: Running) -> None:
    client = server.organiser()
    old = server.device().open().ready()
    assert claim(old, 2, 1)["why"] == "no_round"
    begin(client, pairs=2)
    old.until(lambda: old.sheet.plan, "plan")
    new = spare(server)
    assert claim(new, 77, 1)["why"] == "no_table"
    assert claim(old, 1, 1)["why"] == "same"
    assert not server.host.hall.live_of(new.device).wrong


def test_of_two_spares_one_wins_and_the_other_is_told(server: Running) -> None:
    client = server.organiser()
    played(server, client)
    right = number_of(client)
    both = [spare(server), spare(server)]
    whys: list[str] = []
    threads = [threading.Thread(target=lambda one=one: whys.append(claim(one, 1, right)["why"])) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(whys) == ["", "late"]
    winner = at(client)
    assert winner in [one.device for one in both]
    loser = next(one for one in both if one.device != winner)
    assert claim(loser, 1, right)["why"] == "late", "for a minute"
    # the winner turns out to be broken, too
    next(one for one in both if one.device == winner).close()
    assert server.host.hall.live_of(winner).link is None or loser.until(
        lambda: server.host.hall.live_of(winner).link is None, "the winner is gone"
    )
    assert claim(loser, 1, right)["why"] == ""


def test_table_with_wrong_names_goes_back_to_where_it_was(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new = spare(server)
    assert claim(new, 1, number_of(client))["why"] == ""
    old.until(lambda: old.place[2] == 0, "the old device is told")
    claim(new, 1, None)
    new.until(lambda: new.place[2] == 0, "the table is taken away again")
    old.until(lambda: old.place[2] == 1 and old.sheet.plan, "and given back")
    assert at(client) == old.device
    assert [(row.old, row.new) for row in audit(server, "claim_undone")] == [("table 1", old.device)]
    other = spare(server)
    assert claim(other, 1, number_of(client))["why"] == "", "nobody holds it now"


def test_table_that_the_arbiter_gave_goes_back_too_and_only_by_its_own_device(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new, stranger = spare(server), spare(server)
    assert client.post("/api/tables/assign", json={"table": 1, "device": new.device}).status_code == 200
    new.until(lambda: new.place[2] == 1, "assigned")
    claim(stranger, 1, None)
    assert claim(stranger, 77, 1)["why"] == "no_table"  # so the one before has been heard
    assert at(client) == new.device
    claim(new, 1, None)
    new.until(lambda: new.place[2] == 0, "given back")
    assert at(client) == old.device


def test_table_goes_to_nobody_when_the_old_device_has_another_by_now(server: Running) -> None:
    client = server.organiser()
    old = server.device().open().ready()
    begin(client, pairs=4)
    old.until(lambda: old.place[2] == 1 and old.sheet.plan, "plan")
    new = spare(server)
    client.post("/api/tables/assign", json={"table": 0, "device": new.device})
    assert claim(new, 1, number_of(client))["why"] == ""
    assert client.post("/api/tables/assign", json={"table": 2, "device": old.device}).status_code == 200
    claim(new, 1, None)
    new.until(lambda: new.place[2] == 0, "given back")
    assert at(client) == ""


def test_table_where_play_has_begun_is_given_to_nobody_unasked(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    old.close()
    server.host.hall.live_of(old.device).contact_ms = -10_000_000  # silent for hours
    assert spare(server).place[2] != 1
    assert at(client) == old.device


def test_spare_is_found_by_its_buzz_and_one_that_was_never_on_line_can_be_chosen(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new, late = spare(server), server.device("nuova")
    assert client.post(f"/api/devices/{new.device}/locate").status_code == 200
    new.until(lambda: any(message["t"] == "locate" for message in new.got), "buzz")
    for nobody in (late.device, "ffffffff", "x" * 300):
        assert client.post(f"/api/devices/{nobody}/locate").status_code == 409
    assert client.post("/api/tables/assign", json={"table": 1, "device": late.device}).status_code == 200
    old.until(lambda: old.place[2] == 0, "told")
    assert late.open().ready().place[2] == 1


def test_link_lost_between_claim_and_snapshot_costs_nothing(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    new = spare(server)
    masked = pin.mask_pin(new.key, os.urandom(4), number_of(client))
    new.send({"t": "claim", "table": 1, "pin": masked.hex()})
    new.close()
    old.until(lambda: old.place[2] == 0, "the old device is told")
    assert new.open().ready().place[2] == 1
    assert new.sheet.totals() == old_totals(client)
    again = claim(new, 1, number_of(client))
    assert again["why"] == "same", "asked again, because no answer was heard"


def old_totals(client: Any) -> tuple[int, int]:
    mp = client.get("/api/state").json()["tables"][0]["mp"]
    return mp["ns"], mp["ew"]


def test_claim_in_a_finished_round_still_brings_the_signed_sheet(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    old.say(k.PHASE, facts.numbers_payload(2, k.COUNT))
    old.say(k.DEAL, fact_writer.deal_payload(2, NS, EW))
    mp_ns, mp_ew, _, vp_ns, vp_ew = old.sheet.result()
    old.say(k.SIGN, fact_writer.sign_payload(2, mp_ns, mp_ew, vp_ns, vp_ew))
    old.delivered()
    new = spare(server)
    assert claim(new, 1, number_of(client))["why"] == ""
    assert new.sheet.phase == k.SIGNED and new.sheet.result() == old.sheet.result()


def test_table_is_not_given_back_to_a_device_that_never_had_it(server: Running) -> None:
    client = server.organiser()
    old = played(server, client)
    stranger, new = spare(server), spare(server)
    for device in (old, new, stranger):  # the stranger's row is the last before the claim
        assert client.post("/api/tables/assign", json={"table": 0, "device": device.device}).status_code == 200
    assert claim(new, 1, number_of(client))["why"] == ""
    claim(new, 1, None)
    new.until(lambda: new.place[2] == 0, "given back")
    assert at(client) == ""
