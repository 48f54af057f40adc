"""Full disks, damaged files, a second server: nothing is called done that is not kept, and what is wrong is said in one line."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from sqlalchemy import Connection, event, select
from typer.testing import CliRunner, Result

from host_tools.cli import serve as serve_verb
from host_tools.server import marks, schema
from host_tools.server.holder import HeldError, Holder
from host_tools.server.host import Host
from host_tools.server.store import Store, StoreError, meta, set_meta
from host_tools.usb.merge import MergeError, merge_closed
from tavolo.domain import kinds as k
from tests.server.desk import Office, pairs
from tests.server.kit import Running, begin

pytestmark = pytest.mark.sqlite  # test_postgresql.py has what a server can do
app = typer.Typer()
serve_verb.register(app)


def _full(connection: Connection) -> None:
    """What a full disk does in the middle of a statement: SQLite takes the whole transaction back."""
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    connection.exec_driver_sql("INSERT INTO meta VALUES('big', zeroblob(300000))")


@pytest.mark.parametrize("bad_job", [_full, lambda c: c.exec_driver_sql("ROLLBACK")])
def test_what_sqlite_took_back_by_itself_is_done_for_nobody(tmp_path: Path, bad_job: Any) -> None:
    store = Store(tmp_path / "t.sqlite")
    store.create()
    shown: list[Any] = []

    async def run() -> list[Any]:
        store.start()
        go = threading.Event()
        first = store.submit(lambda c: go.wait(5))  # the next three wait together
        await asyncio.sleep(0.05)
        jobs = [store.submit(lambda c: set_meta(c, "a", "1"), lambda _: shown.append("a")), store.submit(bad_job)]
        jobs.append(store.submit(lambda c: set_meta(c, "b", "1"), lambda _: shown.append("b")))
        go.set()
        await first
        done = await asyncio.gather(*jobs, return_exceptions=True)
        await store.submit(lambda c: set_meta(c, "after", "1"))
        await store.stop()
        return done

    done = asyncio.run(run())
    assert all(isinstance(one, Exception) for one in done) and shown == []
    if bad_job is _full:
        assert all(isinstance(one, StoreError) and "disk is full" in str(one) for one in done)
    assert [store.run(lambda c, n=name: meta(c, n)) for name in ("a", "b", "after")] == [None, None, "1"]


def test_a_second_server_or_a_merge_is_refused_and_the_first_goes_on(server: Running) -> None:
    client = server.organiser()
    begin(client)
    with pytest.raises(HeldError, match=r"a server is running on .* \(process \d+\)"):
        Running(server.folder)
    with pytest.raises(MergeError, match="a server is running on .*--server"):
        merge_closed(server.folder, [], "usb")
    assert client.post("/api/round/start").status_code == 200


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from host_tools.server.holder import Holder\n"
    code += "Holder(Path(sys.argv[1])).take(); print('held', flush=True); time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    mine = Holder(tmp_path)
    with pytest.raises(HeldError, match=f"process {other.pid}"):
        mine.take()
    other.send_signal(signal.SIGKILL)
    other.wait()
    other.stdout.close()
    mine.take()
    mine.release()
    Holder(tmp_path).take()


def _impatient(store: Store) -> None:
    """A locked database is told after 20 ms instead of 5 s."""
    event.listen(store._engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=20"))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


async def _until(good: Callable[[], Any]) -> None:
    for _ in range(300):
        if good():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nothing came of it")


def test_the_clock_is_marked_again_after_the_database_was_locked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    host = Host(tmp_path)
    host.open()
    _impatient(host.store)

    def mark() -> str | None:
        return host.store.read_now(lambda c: meta(c, "event_time"))

    def audited() -> bool:
        rows = schema.audit
        found = host.store.read_now(lambda c: c.execute(select(rows.c.why).where(rows.c.what == "marks_missed")).scalar())
        return "keeps it locked" in (found or "")

    async def run() -> None:
        host.store.start()
        task = asyncio.create_task(marks.keep_marking(host, 0.02))
        await _until(mark)
        with _locked(host.store.path):
            await _until(lambda: "cannot be kept" in caplog.text)
            before = mark()
        await _until(lambda: mark() != before)
        await _until(audited)
        assert not task.done()
        task.cancel()
        await host.stop()

    asyncio.run(run())


def test_a_locked_database_and_bad_keys_are_told_and_heal(server: Running) -> None:
    client, keys = server.organiser(), server.folder / "keys.json"
    begin(client)
    table = server.device().open().ready()
    assert client.post("/api/round/start").status_code == 200
    _impatient(server.host.store)
    with _locked(server.host.store.path):
        found = client.post("/api/round/pause")
        assert (found.status_code, found.json()["error"]["code"]) == (503, "store")
        assert "another program keeps it locked" in found.json()["error"]["message"]
        assert client.get("/api/state").status_code == 200
        table.say(k.PRESENCE, b"\0\1")
        code, why = table.closed_with()
        assert code == 1011 and "locked" in why
    good = keys.read_bytes()
    for broken, words in (
        (lambda: keys.write_text('{"own": 5'), "damaged"),
        (keys.unlink, "is gone"),
        (keys.mkdir, "cannot be read"),
    ):
        broken()
        for found in (client.get("/api/state"), client.post("/api/round/pause")):
            assert (found.status_code, found.json()["error"]["code"]) == (503, "keys")
            assert words in found.json()["error"]["message"]
    keys.rmdir()
    keys.write_bytes(good)
    assert client.post("/api/round/pause").status_code == 200
    table.open().ready().delivered()


def _serve(folder: Path) -> Result:
    before = os.umask(0o077)
    try:
        return CliRunner().invoke(app, ["--data", str(folder), "--port", "0"])
    finally:
        os.umask(before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory whose server has ended."""
    host = Host(tmp_path / "data")
    host.folder.mkdir()
    host.open()
    host.holder.release()
    return host.folder


def _page(data: Path, number: int) -> None:
    with (data / "tavolo.sqlite").open("r+b") as out:
        out.seek(number * 4096)
        out.write(os.urandom(4096))


def _time(data: Path, text: str) -> None:
    Store(data / "tavolo.sqlite").run(lambda c: set_meta(c, "event_time", text))


def _instead(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "inside", "words"),
    [
        (lambda data: _page(data, 2), "", "put back a copy"),
        (lambda data: _page(data, 0), "", "put back a copy"),
        (lambda data: _time(data, "x y"), "", "put back a copy"),
        (lambda data: _time(data, "5"), "", "put back a copy"),
        (lambda data: _instead(data / "tavolo.sqlite"), "", "cannot be opened or made"),
        (lambda data: _instead(data / "keys.json"), "", "keys.json cannot be read"),
        (lambda data: _instead(data / "server.lock"), "", "cannot be written"),
        (lambda data: None, "tavolo.sqlite", "Give another one with --data"),
        (lambda data: None, "tavolo.sqlite/new", "Give another one with --data"),
    ],
)
def test_serve_says_in_one_line_what_it_cannot_use(data: Path, spoil: Callable[[Path], None], inside: str, words: str) -> None:
    spoil(data)
    found = _serve(data / inside)
    assert found.exit_code == 2 and isinstance(found.exception, SystemExit), found.exception
    assert words in found.stderr and found.stderr.count("\n") == 1, found.stderr


def test_a_page_of_the_database_that_is_damaged_is_found_before_it_is_used(data: Path) -> None:
    path = data / "tavolo.sqlite"
    database = sqlite3.connect(path)
    database.execute("VACUUM")  # pages that the upgrades have left free hold nothing, and no harm in them is told
    database.close()
    whole = path.read_bytes()
    for number in range(1, len(whole) // 4096):
        _page(data, number)
        with pytest.raises(StoreError, match="damaged"):
            Store(path).create()
        path.write_bytes(whole)
    Store(path).create()


def test_a_record_that_is_damaged_is_named_with_what_to_do(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    try:
        office.event(pairs(4))
        office.do("round.publish", seen=office.do("round.pair")["round"]["id"])
        office.close()
        database = sqlite3.connect(office.host.folder / "tavolo.sqlite")
        with database:
            number, log, data = database.execute("SELECT id, log, bytes FROM record LIMIT 1").fetchone()
            database.execute("UPDATE record SET bytes = ? WHERE id = ?", (data[:20] + b"x" + data[21:], number))
        database.close()
        with pytest.raises(StoreError, match=f"put back a copy.*/{log}: record: bad checksum"):
            office.open()
    finally:
        office.close()
