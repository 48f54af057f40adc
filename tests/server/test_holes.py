"""Records that come out of order on one connection: none is acknowledged that is not there, and only what stays away is lost."""

import pytest
from sqlalchemy import select

from host_tools.server import arrivals, schema
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin


@pytest.fixture
def table(server: Running) -> FakeTable:
    """A linked table that has written five records and sent none."""
    begin(server.organiser(), pairs=2)
    table = server.device().open().ready()
    table.mine = [table.tagged(table.record(k.PRESENCE, facts.numbers_payload(k.NS, k.HERE), seq)) for seq in range(1, 6)]
    return table


def _send(table: FakeTable, *numbers: int) -> None:
    for number in numbers:
        table.send_record(*table.mine[number - 1])


def _acks(table: FakeTable, count: int) -> list[int]:
    found: list[int] = []
    table.until(lambda: len([m for m in table.got if m["t"] == "ack"]) >= count, "acknowledgements")
    found.extend(m["u"] for m in table.got if m["t"] == "ack")
    return found


def _lost(server: Running) -> list[tuple[int, int]]:
    rows = schema.gap.c
    found = server.host.store.read_now(lambda c: c.execute(select(rows.first, rows.last).order_by(rows.first)).all())
    return [(row.first, row.last) for row in found]


def test_backwards_and_doubled_nothing_is_acknowledged_before_it_is_there(server: Running, table: FakeTable) -> None:
    _send(table, 5, 4, 2, 2, 3, 1, 5)
    assert _acks(table, 7) == [0, 0, 0, 0, 0, 5, 5]


def test_what_stays_away_is_lost_and_no_more_than_that(
    server: Running, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "LATE_S", 0.3)
    _send(table, 1, 5, 3)  # 2 and 4 never come
    assert _acks(table, 4) == [1, 1, 1, 5]
    assert _lost(server) == [(2, 2), (4, 4)]


def test_a_connection_that_ends_before_the_rest_came_loses_nothing(
    server: Running, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "LATE_S", 0.3)
    _send(table, 1, 4)
    assert _acks(table, 2) == [1, 1]
    table.close()
    again = FakeTable(table.port, table.device, table.key)
    again.log, again.mine = table.log, table.mine
    again.open().ready()
    again.delivered()  # it sent 2 to 5, for the host said that it has 1
    assert again.acked == 5 and _lost(server) == []
