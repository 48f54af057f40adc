"""The host is killed in round 2 and put back to a copy from before it: second tables bring the round back."""

import asyncio
import random
import shutil
import struct
from pathlib import Path
from typing import Any

from host_tools.demo.deals import sample_deal
from tests.second_table.hall import Hall
from tests.second_table.table import Table

TABLES, DEALS = 2, 2


async def _until_seated(hall: Hall) -> None:
    """Wait until all lines have said that they are here, as the arbiter's page shows it."""
    for _ in range(200):
        tables = (await asyncio.to_thread(hall.arbiter.state))["tables"]
        if all(line["presence"] == "here" for table in tables for line in (table["ns"], table["ew"])):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("they never sat down")


async def _round(hall: Hall, number: int, tables: list[Table], meant: dict[tuple[int, int], list[Any]], trouble: bool) -> None:
    players = [asyncio.create_task(table.play(number, lambda n, t: meant[n, t])) for table in tables]
    await _until_seated(hall)
    await asyncio.to_thread(lambda: hall.arbiter.post("/api/round/start"))
    if trouble:
        await asyncio.gather(*(table.until(lambda table=table: table.sheet().start >= 0) for table in tables))  # type: ignore[misc]
        await asyncio.to_thread(_put_back, hall)
    await asyncio.gather(*players)


def _put_back(hall: Hall) -> None:
    data = hall.server.data
    hall.server.kill()
    for name in ("tavolo.sqlite-wal", "tavolo.sqlite-shm"):
        (data / name).unlink(missing_ok=True)
    shutil.copyfile(data.parent / "copy.sqlite", data / "tavolo.sqlite")
    hall.server.start()


async def _play(hall: Hall, meant: dict[tuple[int, int], list[Any]]) -> list[Table]:
    tables = [hall.table(n) for n in range(TABLES)]
    runs = [asyncio.create_task(table.run()) for table in tables]
    try:
        await _round(hall, 1, tables, meant, trouble=False)
        await asyncio.to_thread(lambda: hall.arbiter.post("/api/round/pair", method="danish"))
        await asyncio.to_thread(hall.copy, hall.server.data.parent / "copy.sqlite")
        await asyncio.to_thread(lambda: hall.arbiter.post("/api/round/publish"))
        await _round(hall, 2, tables, meant, trouble=True)
    finally:
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
    return tables


def test_a_round_that_the_hosts_copy_does_not_know_comes_back_from_the_tables(tmp_path: Path) -> None:
    rng = random.Random(4)
    rounds = [(number, table) for number in (1, 2) for table in range(1, TABLES + 1)]
    meant = {place: [sample_deal(rng) for _ in range(DEALS)] for place in rounds}
    hall = Hall(tmp_path, TABLES)
    try:
        tables = asyncio.run(_play(hall, meant))
        state = hall.arbiter.state()
    finally:
        hall.server.stop()
    assert (state["round"]["number"], [table["signed"] for table in state["tables"]]) == (2, [True, True])
    for table, view in zip(sorted(tables, key=lambda table: table.place[2]), state["tables"], strict=True):
        sheet = table.sheet()
        assert sheet.start >= 0 and struct.unpack(">2h", sheet.signature()[4:]) == (view["mp"]["ns"], view["mp"]["ew"])
    stored = hall.stored()
    for table in tables:
        assert stored[table.device + table.log] == [(record.seq, record.data) for record in table.mine]
