"""What only a server can do to us: lost connections, lost answers, a lost lock, passwords in a URL."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import typer
from sqlalchemy import select, text
from typer.testing import CliRunner

from host_tools.cli import serve as serve_verb
from host_tools.demo.organiser import Server
from host_tools.server import records, schema
from host_tools.server.database import VARIABLE, HeldError, StoreError
from host_tools.server.host import Host
from host_tools.server.records import Logs, note, take
from host_tools.server.store import Store, meta, set_meta
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack
from tests.server.cluster import PASSWORD, Cluster
from tests.server.test_migrations import differences

ROOT = Path(__file__).parents[2]
app = typer.Typer()
serve_verb.register(app)


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    found = Store(cluster.prepared())
    yield found
    found.database.let_go()
    found.database.close()


def _jobs(store: Store, *jobs: Any) -> list[Any]:
    """The results of jobs, one after the other."""

    async def run() -> list[Any]:
        store.start()
        done = [(await asyncio.gather(store.submit(job), return_exceptions=True))[0] for job in jobs]
        store._jobs.put(None)
        await asyncio.to_thread(store._thread.join)  # type: ignore[union-attr]
        return done

    return asyncio.run(run())


def _end_backend(connection: Any) -> None:
    """The connection of this very job breaks."""
    set_meta(connection, "half", "1")
    connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")


def test_a_lost_connection_is_told_and_the_next_change_has_a_new_one(store: Store) -> None:
    first, lost, next_ = _jobs(store, lambda c: set_meta(c, "a", "1"), _end_backend, lambda c: set_meta(c, "b", "1"))
    assert first is None and next_ is None
    assert isinstance(lost, StoreError) and "the server is stopping or starting" in str(lost)
    assert [store.run(lambda c, n=name: meta(c, n)) for name in ("a", "half", "b")] == ["1", None, "1"]


def test_an_idle_connection_that_was_cut_is_not_even_noticed(store: Store, cluster: Cluster) -> None:
    _jobs(store, lambda c: set_meta(c, "a", "1"))
    cluster.admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'tavolo'")
    assert _jobs(store, lambda c: set_meta(c, "a", "2")) == [None]
    assert store.read_now(lambda c: meta(c, "a")) == "2"


@contextmanager
def _answer_lost(store: Store, before: bool) -> Iterator[None]:
    """The connection breaks at the next commit, before the server has it or after."""
    dialect = store._engine.dialect
    real, cut = dialect.do_commit, [False]

    def commit(connection: Any) -> None:
        if cut[0]:
            real(connection)
            return
        cut[0] = True
        if not before:
            real(connection)
        connection.dbapi_connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    dialect.do_commit = commit  # type: ignore[method-assign]
    yield
    dialect.do_commit = real  # type: ignore[method-assign]


@pytest.mark.parametrize("before", [True, False])
def test_a_commit_whose_answer_was_lost_is_asked_for(store: Store, before: bool) -> None:
    """What the server has is acknowledged, and what it has not is a fault: never the other way round."""
    failed = []
    store.on_failed = lambda: failed.append(1)
    with _answer_lost(store, before):
        found = _jobs(store, lambda c: set_meta(c, "a", "1"))[0]
    assert isinstance(found, StoreError) == before and bool(failed) == before
    assert store.read_now(lambda c: meta(c, "a")) == (None if before else "1")


def test_a_job_that_fails_leaves_nothing_and_the_others_of_its_commit_stand(store: Store) -> None:
    def twice(connection: Any) -> None:
        set_meta(connection, "half", "1")
        connection.execute(schema.meta.insert(), [{"key": "same", "value": "1"}, {"key": "same", "value": "2"}])

    async def run() -> list[Any]:
        store.start()
        jobs = [lambda c: set_meta(c, "a", "1"), twice, lambda c: set_meta(c, "b", "2")]
        done = await asyncio.gather(*[store.submit(job) for job in jobs], return_exceptions=True)
        await store.stop()
        return done

    done = asyncio.run(run())
    assert [type(result).__name__ for result in done] == ["NoneType", "IntegrityError", "NoneType"]
    assert [store.run(lambda c, n=name: meta(c, n)) for name in ("a", "half", "b", "same")] == ["1", None, "2", None]


def test_a_restarted_server_is_told_and_found_again_with_its_lock(tmp_path: Path) -> None:
    cluster = Cluster()
    try:
        url = cluster.fresh()
        store = Store(url)
        store.create()
        store.database.hold()
        store.run(lambda c: set_meta(c, "host_log", "aa"))
        assert _jobs(store, lambda c: set_meta(c, "a", "1")) == [None]
        os.kill(cluster.server_pid(), signal.SIGQUIT)  # at once, as in a power cut
        (lost,) = _jobs(store, lambda c: set_meta(c, "a", "2"))
        assert isinstance(lost, StoreError) and "server" in str(lost)
        cluster.again()
        assert _jobs(store, lambda c: set_meta(c, "a", "3")) == [None]
        other = Store(url)
        with pytest.raises(HeldError, match="a server is running on"):
            other.database.hold()
        store.database.let_go()
        other.database.hold()
        other.database.let_go()
        other.database.close()
        store.database.close()
    finally:
        cluster.stop()


def _host(folder: Path, url: str) -> Host:
    folder.mkdir(exist_ok=True)
    return Host(folder, database=url)


def test_two_servers_do_not_have_one_database(tmp_path: Path, postgresql: str) -> None:
    one, two = _host(tmp_path / "one", postgresql), _host(tmp_path / "two", postgresql)
    one.open()
    with pytest.raises(HeldError, match=r"a server is running on postgresql://tavolo@/tavolo: stop it first"):
        two.open()
    one.holder.release()
    two.open()
    two.holder.release()
    for host in (one, two):
        host.store.database.close()


def test_who_lost_the_lock_to_another_server_changes_nothing_more(tmp_path: Path, postgresql: str, cluster: Cluster) -> None:
    one, two = _host(tmp_path / "one", postgresql), _host(tmp_path / "two", postgresql)
    one.open()
    assert _jobs(one.store, lambda c: note(c, "x", "mine")) == [None]
    database: Any = one.store.database
    pid = database._hold.connection.dbapi_connection.info.backend_pid
    cluster.admin(f"SELECT pg_terminate_backend({pid})")
    two.open()
    (refused,) = _jobs(one.store, lambda c: note(c, "x", "not mine any more"))
    assert isinstance(refused, HeldError) and "another server has taken this database" in str(refused)
    assert _jobs(two.store, lambda c: note(c, "x", "theirs")) == [None]
    rows = two.store.read_now(lambda c: c.execute(select(schema.audit.c.what)).scalars().all())
    assert "mine" in rows and "theirs" in rows and "not mine any more" not in rows
    for host in (one, two):
        host.holder.release()
        host.store.database.close()


def test_a_killed_process_holds_nothing(tmp_path: Path, postgresql: str) -> None:
    code = "import sys, time; from host_tools.server.database import open_database\n"
    code += "d = open_database(sys.argv[1]); d.hold(); print('held', flush=True); time.sleep(60)"
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT}"}
    other = subprocess.Popen([sys.executable, "-c", code, postgresql], stdout=subprocess.PIPE, text=True, env=environment)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    mine = Store(postgresql).database
    with pytest.raises(HeldError):
        mine.hold()
    other.send_signal(signal.SIGKILL)
    other.wait()
    other.stdout.close()
    for _ in range(100):
        try:
            mine.hold()
            break
        except HeldError:
            asyncio.run(asyncio.sleep(0.05))
    else:
        raise AssertionError("held by a dead process")
    mine.let_go()


def test_the_revisions_make_what_schema_says(store: Store) -> None:
    assert differences(store) == []
    store.run(lambda c: c.execute(text("ALTER TABLE gap ALTER COLUMN first TYPE integer")))
    assert differences(store) != []


def test_the_largest_numbers_and_any_bytes_of_a_record_fit(store: Store) -> None:
    rec = Record(k.PRESENCE, b"\xff\xff\xff\xff", b"\0\0\0\0", 2**30 - 1, 2**30 - 1, bytes(range(9)))
    data = pack(rec)
    for new in (True, False):
        assert store.run(lambda c: take(c, Logs(), rec, data, bytes(32), records.PLACED)).new == new
    other = Record(k.PRESENCE, b"\xff\xff\xff\xff", b"\0\0\0\0", 2**30 - 1, 2**30 - 1, b"\1")
    for _ in range(2):
        assert store.run(lambda c: take(c, Logs(), other, pack(other), bytes(32), records.PLACED)).conflict
    assert store.run(lambda c: c.execute(select(schema.conflict.c.bytes)).scalars().all()) == [pack(other)]


def test_another_programs_tables_and_another_encoding_are_refused(cluster: Cluster) -> None:
    url = cluster.fresh("other")
    cluster.admin("CREATE TABLE account (balance integer)", name="other")
    with pytest.raises(StoreError, match="tables of another program"):
        Store(url).create()
    cluster.admin("DROP DATABASE other WITH (FORCE)", "CREATE DATABASE other ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="is kept in LATIN1"):
        Store(url).create()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace(PASSWORD, "falsch-33"), "refuses"),
        (lambda url: url[: -len("/tavolo")] + "/nowhere", "does not exist"),
        (lambda url: url.split("@")[0] + "@127.0.0.1:1/tavolo", "does not answer"),
        (lambda url: url + "?nonsense=1", "nonsense"),
        (lambda url: url[: -len("/tavolo")], "has no name at its end"),
        (lambda url: url.replace("@127.0.0.1:", "@127.0.0.1:x"), "cannot be read"),
        (lambda url: url.replace("postgresql:", "mysql:"), "a database is given as"),
    ],
)
def test_serve_says_in_one_line_what_it_cannot_use_and_no_password(
    tmp_path: Path, postgresql: str, cluster: Cluster, change: Any, words: str
) -> None:
    url = change(cluster.url("tavolo", password=True))
    before = os.umask(0o077)
    try:
        found = CliRunner().invoke(app, ["--data", str(tmp_path / "d"), "--port", "0", "--database", url])
    finally:
        os.umask(before)
    assert found.exit_code == 2 and isinstance(found.exception, SystemExit), found.exception
    assert words in found.stderr and found.stderr.count("\n") == 1, found.stderr
    assert PASSWORD not in found.output and "falsch-33" not in found.output


def test_a_password_of_the_url_is_in_no_name_and_no_audit_line(postgresql: str, cluster: Cluster) -> None:
    for url in (cluster.url("tavolo", password=True), cluster.url("tavolo", password=True) + f"?password={PASSWORD}"):
        store = Store(url)
        store.create()
        assert store.name == f"postgresql://tavolo@127.0.0.1:{cluster.port}/tavolo"
        assert PASSWORD not in repr(store._engine) and PASSWORD not in store.database.words(psycopg.OperationalError(url))  # type: ignore[operator]
        found = store.read_now(lambda c: [c.execute(select(table)).all() for table in schema.metadata.sorted_tables])
        assert PASSWORD not in repr(found)
        store.database.close()


def test_a_demo_never_plays_into_the_database_of_the_environment(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch, cluster: Cluster
) -> None:
    monkeypatch.setenv(VARIABLE, postgresql)
    (tmp_path / "data").mkdir()
    demo = Server(tmp_path / "data", 0)
    demo.start()
    demo.kill()
    assert (tmp_path / "data/tavolo.sqlite").exists()
    assert cluster.admin("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name="tavolo") == [(0,)]
