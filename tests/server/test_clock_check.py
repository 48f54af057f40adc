"""A restarted server and its tables: what time it is, when the computer's clock was set while nobody ran."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from host_tools.server import schema
from host_tools.server.store import meta, set_meta
from tavolo.domain.round_clock import PAUSED
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin

HOUR_MS = 3_600_000
Tables = list[FakeTable]


def _told(table: FakeTable, **more: int) -> int:
    """Ask for the time; the event's ms that the host answers with."""
    table.send({"t": "time", "a": 7, **more})
    found: list[int] = []

    def answered() -> bool:
        found[:] = [message["c"] for message in table.got if message["t"] == "time" and message["a"] == 7]
        return bool(found)

    table.got.clear()
    table.until(answered, "time")
    return found[0]


def _paused(table: FakeTable) -> bool:
    return table.sheet.clock.state == PAUSED


@contextmanager
def _after(tmp_path: Path, wall_moved_ms: int, tables: int = 3) -> Iterator[tuple[Running, Tables, Callable[[], int]]]:
    """A server whose computer's clock was moved while it was down, its tables linked anew, and what time it really is."""
    first = Running(tmp_path)
    client = first.organiser()
    begin(client, tables * 2)
    devices = [first.device().open().ready() for _ in range(tables)]
    assert client.post("/api/round/start").status_code == 200
    event_ms, at = _told(devices[0]), time.monotonic()
    for table in devices:
        table.close()
    first.stop()
    kept = first.host.store.run(partial(meta, key="event_time")).split()
    text = f"{kept[0]} {int(kept[1]) - wall_moved_ms}"
    first.host.store.run(partial(set_meta, key="event_time", value=text))
    if wall_moved_ms < 0:
        time.sleep(3.2)  # set back, it goes on two seconds after the last mark: wrong by more than one, the longer the more
    second = Running(tmp_path)
    second.password = first.password
    try:
        again = [FakeTable(second.port, table.device, table.key).open().ready() for table in devices]
        yield second, again, lambda: event_ms + round((time.monotonic() - at) * 1000)
        for table in again:
            table.close()
    finally:
        second.stop()


def _audit(server: Running) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = server.host.store.read_now(
        lambda c: [dict(row._mapping) for row in c.execute(select(schema.audit).where(schema.audit.c.what == "clock_corrected"))]
    )
    return lines


@pytest.mark.parametrize("wall_moved_ms", [-HOUR_MS, HOUR_MS])
def test_tables_tell_a_restarted_host_whose_wall_clock_was_set_what_time_it_is(tmp_path: Path, wall_moved_ms: int) -> None:
    with _after(tmp_path, wall_moved_ms) as (server, tables, really):
        wrong = abs(server.host.clock.now() - really())
        assert wrong > 1_000, "the wall clock alone gets it wrong, or this test shows nothing"
        for table, off in zip(tables[1:], (0, 900_000), strict=True):  # one that is wrong
            table.send({"t": "time", "a": 1, "e": really() + off})
        time.sleep(0.3)
        assert server.host.clock.unsure, "a table is still to be heard"
        assert abs(_told(tables[0], e=really()) - really()) < 400
        for table in tables[1:]:
            assert abs(_told(table) - really()) < 400
        tables[0].until(lambda: len(_audit(server)) == 1, "audit line")
        later = _told(tables[2], e=really() + HOUR_MS)
        assert abs(later - really()) < 400, "it is decided once"


def test_a_host_waits_at_most_two_and_a_half_seconds_for_its_tables(tmp_path: Path) -> None:
    with _after(tmp_path, HOUR_MS) as (server, tables, really):
        began = time.monotonic()
        assert abs(_told(tables[0], e=really()) - really()) < 400
        assert 2.0 < time.monotonic() - began < 4.5
        held = next(message for message in tables[0].got if message["t"] == "time")
        assert 2_000 < held["c"] - held["b"] < 4_500, "the time that it was held is no part of the round trip"


def test_tables_that_know_nothing_leave_it_to_the_wall_clock_at_once(tmp_path: Path) -> None:
    with _after(tmp_path, 0) as (server, tables, really):
        for table in tables[1:]:
            table.send({"t": "time", "a": 1})
        assert abs(_told(tables[0]) - really()) < 2_500
        assert not _audit(server)


def test_what_is_authored_meanwhile_waits_for_the_right_time(tmp_path: Path) -> None:
    with _after(tmp_path, HOUR_MS) as (server, tables, really):
        client = server.organiser()
        for table in tables:
            table.send({"t": "time", "a": 1, "e": really()})
        assert client.post("/api/round/pause").status_code == 200
        for table in tables:
            table.until(partial(_paused, table), "pause")
            assert abs(table.sheet.clock.elapsed_ms(0) - (really() - table.sheet.clock.started_ms)) < 3_000
            assert table.sheet.clock.remaining_ms(0) > 20 * 60_000, "an hour more would have ended the round"


def test_without_any_table_the_arbiter_is_not_kept_waiting_for_long(tmp_path: Path) -> None:
    with _after(tmp_path, 0) as (server, _, _really):
        client = server.organiser()
        began = time.monotonic()
        assert client.post("/api/round/pause").status_code == 200
        assert time.monotonic() - began < 4.5
        assert not server.host.clock.unsure
