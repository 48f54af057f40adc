"""A device of ours, stolen or gone mad, that speaks the host's word: kept, shown, and worth nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from host_tools.server import authors, learn, records, schema
from tavolo.domain import fact_writer, facts, plan_writer
from tavolo.domain import kinds as k
from tavolo.domain.plan_reader import read_plan
from tavolo.domain.record import Record, unpack
from tavolo.wire import messages
from tests.server.club import LOSE, WIN, Club, first_round, gone_round, until
from tests.server.fake_table import FakeTable
from tests.server.kit import begin


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    yield made
    made.server.stop()


def _words(table: FakeTable) -> list[tuple[int, bytes]]:
    """Each thing that only the host says, so that it would change table 1's sheet if it were heard."""
    plan = read_plan(next(unpack(data).payload for data in table.others if unpack(data).kind == k.PLAN))
    plan.bands, plan.names = ((32767, 255, 0),), (("Hack", "Er"), plan.names[1])
    deal = [facts.numbers_payload(1, 0) + version.ref for version in table.sheet.versions]
    result = fact_writer.sign_payload(2, 30000, -30000, 255, 0, k.DECIDED) + bytes.fromhex(table.device)
    first = table.sheet.valid(1)[0].ref
    return [
        (k.PLAN, plan_writer.plan_bytes(plan)),
        (k.PAUSE, facts.time_payload(1)),
        (k.RESUME, facts.time_payload(2)),
        (k.ADD_TIME, fact_writer.delta_payload(600_000)),
        (k.END_ROUND, facts.time_payload(3)),
        (k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, 1)),
        (k.RESULT, result),
        (k.VOID, deal[0]),
        (k.OVERRIDE, facts.numbers_payload(1, 1)),
        (k.OVERRIDE, facts.numbers_payload(1, 1, 0)),
        (k.RULING_ASK, facts.numbers_payload(1, k.RULING_NO)),
        (k.DEAL, fact_writer.deal_payload(1, WIN, WIN, k.COPIED)),
        (k.REVISE, fact_writer.deal_payload(1, WIN, WIN, k.BY_ARBITER, 0, first)),
    ]


def _seen(club: Club) -> Any:
    sheet = club.client.get("/api/sheets/1/1").json()
    state = club.state()
    return club.ranking(), sheet, state["tables"], state["round"]["clock"]["state"]


def _quiet(found: Any) -> Any:
    """Without what moves by itself."""
    ranking, sheet, tables, clock = found
    shown = [{key: table[key] for key in ("ns", "ew", "mp", "vp", "phase", "conflict") if key in table} for table in tables]
    return ranking, {key: value for key, value in sheet.items() if key != "state"}, shown, clock


def test_hosts_word_from_a_table_is_kept_and_never_counts(club: Club) -> None:
    first_round(club, 2, 4)
    table = club.tables[0]
    before, words = _quiet(_seen(club)), _words(table)
    for kind, payload in words:  # not folded on its own side: only sent
        table.mine.append(table.tagged(table.record(kind, payload)))
        table.send_record(*table.mine[-1])
    table.delivered()
    assert _quiet(_seen(club)) == before
    rows = schema.record
    kept = select(rows.c.kind).where(rows.c.status == records.HOSTS_WORD).order_by(rows.c.id)
    found = club.server.host.store.read_now(lambda c: [row.kind for row in c.execute(kept)])
    assert found == [kind for kind, _ in words]
    assert club.state()["foreign"] == len(words) == len([line for line in club.audit("foreign_record") if "hosts_word" in line])
    club.restore(None)
    assert _quiet(_seen(club)) == before, "nor after a restart"
    # who takes the table over gets none of it
    club.tables[0].open().ready()
    spare = club.add(1)[0]
    club.post("tables/assign", table=1, device=spare.device)
    spare.until(lambda: spare.place[2] == 1 and spare.sheet.signed, "sheet")
    assert not [
        data for data in spare.others if unpack(data).device.hex() == table.device and authors.speaks_for_host(unpack(data))
    ]
    assert spare.sheet.result() == table.sheet.result()


def test_hosts_word_of_a_device_that_was_here_before_and_from_an_older_database(club: Club) -> None:
    first_round(club, 2, 4)
    old, place = club.tables[0], club.tables[0].place
    spare = club.add(1)[0]
    club.post("tables/assign", table=1, device=spare.device)
    old.until(lambda: old.place[2] != 1, "told")
    before, old.place = _quiet(_seen(club)), place
    kind, payload = _words(old)[0] if old.sheet.versions else (k.ADD_TIME, fact_writer.delta_payload(600_000))
    old.mine.append(old.tagged(old.record(kind, payload)))
    old.send_record(*old.mine[-1])
    old.delivered()
    assert _quiet(_seen(club)) == before
    # as an older version kept it
    rows = schema.record
    changed = rows.update().where(rows.c.status == records.HOSTS_WORD).values(status=records.PLACED)
    assert club.server.host.store.run(lambda c: c.execute(changed).rowcount) == 1
    club.restore(None)
    assert _quiet(_seen(club)) == before


def test_what_a_table_says_itself_is_heard() -> None:
    own = [
        (k.START, facts.time_payload(1, 2)),
        (k.TIME_OUT, facts.time_payload(1)),
        (k.DEAL, fact_writer.deal_payload(1, WIN, LOSE, facts.OVERRIDE_FLAG, 1)),
        (k.REVISE, fact_writer.deal_payload(1, WIN, LOSE, 0, 0, bytes(12))),
        (k.VOID, facts.numbers_payload(1, 0)),
        (k.OVERRIDE, facts.numbers_payload(1, 1, 1)),
        (k.RULING_ASK, facts.numbers_payload(1, 1)),
    ]
    heard = [authors.speaks_for_host(Record(kind, b"DEVI", b"LOG1", 1, 0, payload)) for kind, payload in own]
    assert not any(heard)
    for kind in range(1, 256):  # cut off or of a newer version: never a fault
        for payload in (b"", b"\1", b"\1\2"):
            assert authors.speaks_for_host(Record(kind, b"DEVI", b"LOG1", 1, 0, payload)) in (True, False)


def test_open_connection_of_a_device_with_another_key_ends_at_its_next_word(club: Club) -> None:
    (table,) = club.add(1)
    begin(club.client, pairs=2)
    until(table, lambda s: s.plan, "plan")
    club.server.host.keys.stage(table.device)
    club.server.host.keys.promote(table.device)
    table.send({"t": "claim", "table": 1})
    code, reason = table.closed_with()
    assert (code, reason) == (4401, "the device has another key by now")
    assert club.server.host.hall.assigned[table.device] == 1, "and nothing was done"


def test_a_device_that_answers_without_end_is_asked_no_more(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "_MOST_ANSWERS", 20)
    copy = gone_round(club)
    club.restore(copy)
    table = club.tables[0].open()
    asked = 0
    with pytest.raises(ConnectionClosed) as end:
        while asked < 100:
            message = messages.decode(table.sealer.open(bytes(table.socket.recv(5))), messages.TO_DEVICE)
            if message["t"] == "want":
                asked += 1
                table.send({"t": "had", "r": "", "n": message["n"] + 1})
    assert end.value.rcvd is not None
    assert (end.value.rcvd.code, end.value.rcvd.reason, asked) == (4400, "had: no journal is so long", 21)
