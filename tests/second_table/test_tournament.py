"""A tournament of real firmware and of second tables, whose connections are cut and whose records come doubled and shuffled."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from host_tools.demo.recount import recount
from host_tools.demo.tournament import Demo, Wishes
from host_tools.server.keys import Keys
from tests.second_table import records as r
from tests.second_table.table import DEALING, Table
from tests.sim.tournaments import table_image

pytest.importorskip("micropython_run", reason="the sim extra: pip install 'tavolo[sim]' (Linux x86-64, macOS arm64)")

REAL, SECOND, ROUNDS, DEALS = 1, 2, 1, 2


class Clumsy(Table):
    """Sends what it has backwards and again, and pulls its plug before a deal and after it."""

    shuffled = 0

    def in_order(self, waiting: list[r.Record]) -> list[r.Record]:
        self.shuffled += len(waiting) > 2
        return [*reversed(waiting), *waiting]

    def say(self, kind: int, payload: bytes) -> r.Record:
        if kind == r.PHASE and payload[1] == DEALING and self.socket:
            self.socket.cut()  # what a deal writes from here on goes out together, on the next connection
        record = super().say(kind, payload)
        if kind in (r.DEAL, r.SIGN) and self.socket:
            self.socket.cut()
        return record


async def _play(demo: Demo, tables: list[Table]) -> None:
    links = [asyncio.create_task(table.run()) for table in tables]
    try:
        for table in tables:
            await table.until(lambda table=table: table.linked, 20)  # type: ignore[misc]
        for number in range(1, ROUNDS + 1):
            players = [asyncio.create_task(table.play(number, demo.deals_of)) for table in tables]
            await asyncio.to_thread(demo.play_round, number)
            await asyncio.gather(*players)
    finally:
        for link in links:
            link.cancel()


def _stored(demo: Demo, table: Table) -> list[tuple[int, bytes]]:
    database = sqlite3.connect(demo.server.data / "tavolo.sqlite")
    rows: list[tuple[int, bytes]] = database.execute(
        "select seq, bytes from record where device = ? and log = ? order by seq", (table.device.hex(), table.log.hex())
    ).fetchall()
    database.close()
    return rows


@pytest.mark.sim
def test_second_tables_and_firmware_play_one_tournament(tmp_path: Path) -> None:
    wishes = Wishes(REAL, ROUNDS, DEALS, True, 5, 0, folder=tmp_path, tree=table_image().path, say=lambda _text: None)
    demo = Demo(wishes)
    try:
        demo.set_up()
        demo.wishes.tables = REAL + SECOND  # the event is for all; second tables are no processes of the demo's
        demo.make_event()
        demo.power_on()
        keys = Keys(demo.server.data.resolve())
        tables: list[Table] = []
        for n, kind in enumerate((Table, Clumsy)):
            device = keys.add(f"second {n}", [])[0]
            key = keys.key(device)
            assert key is not None
            tables.append(kind("127.0.0.1", demo.server.port, bytes.fromhex(device), key))
        asyncio.run(_play(demo, tables))
        ranking = [{"pair": row["names"], "vp": row["vp"], "mp": row["mp_net"]} for row in demo.arbiter.ranking()]
        state = demo.arbiter.state()
        order: Any = lambda row: (-row["vp"], -row["mp"], row["pair"])  # noqa: E731
        assert sorted(ranking, key=order) == recount(demo.facts)
        for table in tables:
            assert _stored(demo, table) == [(record.seq, record.data) for record in table.mine]
        clumsy = tables[1]
        assert isinstance(clumsy, Clumsy) and clumsy.links > ROUNDS * (DEALS + 1) and clumsy.shuffled >= ROUNDS * DEALS
        assert (state["record_conflicts"], state["foreign"], [t["differs"] for t in state["tables"]]) == ([], 0, [[], [], []])
    finally:
        demo.stop()
