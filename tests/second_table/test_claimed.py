"""A spare second table takes over in mid-round with the event's PIN; what the old one kept counts."""

import asyncio
import random
from pathlib import Path
from typing import Any

from host_tools.demo.deals import sample_deal
from tests.second_table import records as r
from tests.second_table.hall import Hall
from tests.second_table.table import Table


def _enter(table: Table, number: int, deal: dict[str, Any]) -> None:
    table.say(r.DEAL, bytes([number, 0, 0]) + r.entry(deal["ns"]) + r.entry(deal["ew"]))


async def _take_over(hall: Hall, deals: list[dict[str, Any]]) -> tuple[Table, Table, list[str]]:
    old, spare = hall.table(0), hall.table(1)
    running = asyncio.create_task(old.run())
    await old.until(lambda: old.linked and old.place[2] == 1)
    for line in (0, 1):
        old.say(r.PRESENCE, bytes([line, 1]))
    old.say(r.SEATS, bytes([0, 1]))
    await old.delivered()
    await asyncio.to_thread(lambda: hall.arbiter.post("/api/round/start"))
    await old.until(lambda: old.sheet().start >= 0)
    running.cancel()  # its network is gone, and the players go on
    await asyncio.gather(running, return_exceptions=True)
    old.linked = False
    _enter(old, 1, deals[0])
    pin = int((await asyncio.to_thread(hall.arbiter.state))["event"]["pin"])
    runs = [asyncio.create_task(spare.run())]
    await spare.until(lambda: spare.linked)
    said = [await spare.claim(1, (pin + 1) % 1_000_000), await spare.claim(1, pin)]
    assert spare.place[2] == 1 and spare.sheet().start >= 0, "the sheet so far came with it"
    _enter(spare, 2, deals[1])
    await spare.delivered()
    runs.append(asyncio.create_task(old.run()))
    await old.delivered()
    assert old.place[2] == 0 and old.sheet().plan is None, "the old device is told that it is a spare now"
    for run in runs:
        run.cancel()
    await asyncio.gather(*runs, return_exceptions=True)
    return old, spare, said


def test_a_spare_takes_over_and_both_sheets_are_one(tmp_path: Path) -> None:
    deals = [sample_deal(random.Random(n)) for n in range(2)]
    hall = Hall(tmp_path, 1, more=1)
    try:
        old, spare, said = asyncio.run(_take_over(hall, deals))
        table = hall.arbiter.state()["tables"][0]
    finally:
        hall.server.stop()
    assert said == ["pin", ""]
    assert (table["device"]["id"], table["played"], table["conflicts"]) == (spare.device.hex(), 2, [])
    worth = [r.points(r.entry(deal["ns"]) + r.entry(deal["ew"]), 0) for deal in deals]
    assert (table["mp"]["ns"], table["mp"]["ew"]) == (worth[0][0] + worth[1][0], worth[0][1] + worth[1][1])
    assert hall.stored()[old.device + old.log] == [(record.seq, record.data) for record in old.mine]
