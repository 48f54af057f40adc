"""The store: once and only once, conflicts kept, holes known, and what a kill leaves."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, select

from host_tools.server import records, schema
from host_tools.server.database import chosen
from host_tools.server.records import Logs, keep_gap, take
from host_tools.server.store import Store, StoreError, meta, set_meta
from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack
from tests.server.fake_table import FakeTable
from tests.server.kit import begin

ROOT = Path(__file__).parents[2]


def _record(seq: int, payload: bytes = b"\0\1") -> tuple[Record, bytes]:
    rec = Record(k.PRESENCE, b"devi", b"logg", seq, 5, payload)
    return rec, pack(rec)


@pytest.fixture
def store(tmp_path: Path, database: str) -> Store:
    found = Store(chosen(tmp_path))
    found.create()
    return found


def _count(store: Store, table: Any) -> int:
    found: int = store.run(lambda c: c.execute(select(func.count()).select_from(table)).scalar())
    return found


def test_a_repeat_is_taken_once_and_acknowledged_again(store: Store) -> None:
    logs = Logs()
    rec, data = _record(1)
    first = store.run(lambda c: take(c, logs, rec, data, b"", records.PLACED))
    again = store.run(lambda c: take(c, logs, rec, data, b"", records.PLACED))
    assert (first.new, again.new, first.upto, again.upto) == (True, False, 1, 1)
    assert _count(store, schema.record) == 1


def test_the_same_id_with_other_bytes_is_a_conflict_and_both_are_kept(store: Store) -> None:
    logs = Logs()
    rec, data = _record(1)
    other, other_data = _record(1, b"\1\1")
    store.run(lambda c: take(c, logs, rec, data, b"", records.PLACED))
    for _ in range(2):
        assert store.run(lambda c: take(c, logs, other, other_data, b"", records.PLACED)).conflict
    assert (_count(store, schema.record), _count(store, schema.conflict)) == (1, 1)
    assert store.run(lambda c: c.execute(select(schema.record.c.bytes)).scalar()) == data


@pytest.mark.parametrize("fresh", [True, False])
def test_acknowledgement_never_passes_a_hole(store: Store, fresh: bool) -> None:
    logs = Logs()
    got = []
    for seq in (2, 1, 5, 4, 3):
        rec, data = _record(seq)
        if fresh:
            logs = Logs()  # as after a restart: read from the database
        got.append(store.run(lambda c, r=rec, d=data, n=logs: take(c, n, r, d, b"", records.PLACED)).upto)
    assert got == [0, 2, 2, 2, 5]


def test_numbers_lost_on_the_device_no_longer_hold_up_the_rest(store: Store) -> None:
    logs = Logs()
    key = (b"devi".hex(), b"logg".hex())
    rec, data = _record(4)
    store.run(lambda c: take(c, logs, rec, data, b"", records.PLACED))
    assert store.run(lambda c: keep_gap(c, logs, key, 1, 3)) == 4
    assert store.run(lambda c: Logs().upto(c, key)) == 4


def test_a_failed_job_leaves_nothing_and_the_others_of_its_commit_stand(store: Store) -> None:
    def fail(connection: Connection) -> None:
        set_meta(connection, "half", "done")
        raise ValueError("planted")

    async def run() -> list[Any]:
        store.start()
        jobs: list[Callable[[Connection], Any]] = [lambda c: set_meta(c, "a", "1"), fail, lambda c: set_meta(c, "b", "2")]
        done = await asyncio.gather(*[store.submit(job) for job in jobs], return_exceptions=True)
        await store.stop()
        return done

    assert [type(result) for result in asyncio.run(run())] == [type(None), ValueError, type(None)]
    assert [store.run(lambda c, n=name: meta(c, n)) for name in ("a", "half", "b")] == ["1", None, "2"]


def test_after_a_rolled_back_record_nothing_too_high_is_acknowledged(store: Store) -> None:
    logs = Logs()
    store.on_failed = logs.forget
    rec, data = _record(1)

    def fail(connection: Connection) -> None:
        take(connection, logs, rec, data, b"", records.PLACED)
        raise ValueError("planted")

    async def run() -> Any:
        store.start()
        await asyncio.gather(store.submit(fail), return_exceptions=True)
        second, bytes_ = _record(2)
        found = await store.submit(lambda c: take(c, logs, second, bytes_, b"", records.PLACED))
        await store.stop()
        return found

    assert asyncio.run(run()).upto == 0


@pytest.mark.sqlite
def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    path.write_bytes(os.urandom(4096))
    with pytest.raises(StoreError, match="no database of ours"):
        Store(path).create()


def test_a_newer_database_is_refused(store: Store) -> None:
    store.run(lambda c: set_meta(c, "schema", "99"))
    with pytest.raises(StoreError, match="newer Tavolo"):
        store.create()


@pytest.mark.sqlite
def test_the_file_is_in_wal_and_every_commit_is_flushed(store: Store) -> None:
    assert store.run(lambda c: c.exec_driver_sql("PRAGMA synchronous").scalar()) == 2
    assert sqlite3.connect(store.path).execute("PRAGMA journal_mode").fetchone()[0] == "wal"


class Process:
    """`tavolo serve` in a process that can be killed."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        command = [
            sys.executable,
            "-m",
            "host_tools.cli.main",
            "serve",
            "--data",
            str(folder),
            "--port",
            str(port),
            "--json-ready",
            *more,
        ]
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT}"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        assert self.process.stdout is not None
        self.ready = json.loads(self.process.stdout.readline())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


_WRITER = """
import asyncio, os, sys
from pathlib import Path
from host_tools.server.database import chosen
from host_tools.server.records import note
from host_tools.server.store import Store

async def run():
    store = Store(chosen(Path(sys.argv[1])))
    store.create()
    store.start()
    for first in range(0, 1 << 20, 20):
        jobs = [store.submit(lambda c, n=n: note(c, "x", str(n))) for n in range(first, first + 20)]
        for number, job in enumerate(jobs, first):
            await job
            os.write(1, b"%d\\n" % number)

asyncio.run(run())
"""


def test_killed_in_a_batch_it_has_all_that_it_had_acknowledged(tmp_path: Path, database: str) -> None:
    """Twenty changes wait at any time; the process dies in the midst of them, twice."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT}"}
    for turn in range(2):
        process = subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE, env=environment)
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(50 + 37 * turn)]
        process.send_signal(signal.SIGKILL)
        told += [int(line) for line in process.stdout.read().split(b"\n")[:-1]]
        process.wait()
        process.stdout.close()
        store = Store(chosen(tmp_path))
        store.create()
        rows = store.read_now(lambda c: c.execute(select(schema.audit.c.what).order_by(schema.audit.c.id)).scalars().all())
        kept = [int(what) for what in rows]
        last = kept[len(kept) - 1 - kept[::-1].index(0) :]  # of this process
        assert last == list(range(len(last))) and len(last) > told[-1], "none is missing, and none that was told"
        store.database.close()


def test_a_killed_server_comes_back_with_all_that_it_had_acknowledged(tmp_path: Path) -> None:
    from host_tools.server.keys import Keys

    keys = Keys(tmp_path)
    device, _ = keys.add("T1", [])
    one = Process(tmp_path)
    client = httpx.Client(base_url=one.ready["url"], timeout=10)
    login = client.post("/api/login", json={"user": one.ready["user"], "password": one.ready["password"]})
    client.headers["X-CSRF-Token"] = login.json()["csrf"]
    table = FakeTable(one.ready["port"], device, keys.key(device) or b"").open().ready()
    begin(client, pairs=2)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    client.post("/api/round/start")
    table.until(lambda: table.sheet.clock.state == 1, "START")
    table.say(k.DEAL, fact_writer.deal_payload(1, [1, 0, 0, 1, 0, 5, 300, 0], [0, 0, 0, 0, 0, 50, 100, 0]))
    table.delivered()
    before = client.get("/api/state").json()
    one.kill()

    two = Process(tmp_path, one.ready["port"])
    try:
        assert two.ready["password"] is None
        after = client.get("/api/state").json()  # the same session goes on
        assert after["now_ms"] > before["now_ms"]
        assert after["round"] == before["round"]
        assert after["tables"][0] | {"device": None} == before["tables"][0] | {"device": None}
        table.open().ready()
        assert table.acked == len(table.mine)
        client.post("/api/round/timeout")
        table.until(lambda: table.sheet.time_out_at > 0, "TIME OUT from the new process")
        assert client.get("/api/state").json()["tables"][0]["clock"]["state"] == "timed_out"
    finally:
        two.kill()
