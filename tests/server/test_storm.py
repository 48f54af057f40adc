"""All tables come back at once after the server was killed, among strangers: every one is linked, every record is there once."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.second_table.hall import Hall
from tests.second_table.storm import SAID, storm
from tests.server.kit import Running, begin

TABLES = int(os.environ.get("TAVOLO_STORM", "250"))


@pytest.mark.sqlite  # the demo's server (hall.py) takes no database of the environment
def test_a_connect_storm_after_a_kill_is_absorbed(tmp_path: Path) -> None:
    hall = Hall(tmp_path, TABLES)
    try:
        seen = asyncio.run(storm(hall, TABLES, strangers=TABLES))
        state = hall.arbiter.state()
    finally:
        hall.server.stop()
    assert (seen.lost, seen.doubled) == (0, 0)
    assert seen.strangers_let_in == 0 and seen.strangers_refused >= TABLES // 2
    refused = [why for why in seen.ends if why.startswith("4")]
    assert refused == []  # no table was told to go; connections that failed while the server was away do not count
    assert sorted(table["device"]["table"] for table in state["tables"]) == list(range(1, TABLES + 1))
    assert (state["record_conflicts"], state["foreign"]) == ([], 0)
    assert sum(len(rows) for rows in hall.stored().values()) == TABLES * (2 * SAID + 1)  # and a plan for each table


def test_two_connections_of_one_device_that_wait_for_a_table_bring_it_one(server: Running) -> None:
    """In a storm a hello may take too long, and its device knock again while the first connection stands in the queue."""
    begin(server.organiser())
    device = server.device().open().ready().device

    async def both() -> None:
        await server.host.assign(device, 0, "organiser")
        await asyncio.gather(*(server.host.assign(device, None, "tavolo") for _ in range(2)))

    asyncio.run_coroutine_threadsafe(both(), server.host.store._loop).result(10)
    assert server.host.hall.assigned == {device: 1}
