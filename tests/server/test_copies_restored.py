"""`tavolo restore`, drilled: a server dies with its disk, a copy takes its place, the tables give back the rest."""

import json
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from sqlalchemy import select, text
from typer.testing import CliRunner, Result

from host_tools.cli import database as database_verb
from host_tools.server import migrating, schema
from host_tools.server.copies import Copies, listed
from host_tools.server.database import chosen
from host_tools.server.keys import Keys
from host_tools.server.records import note
from host_tools.server.store import Store, set_meta
from tests.server.club import play, until
from tests.server.cluster import Cluster
from tests.server.fake_table import FakeTable
from tests.server.kit import Running, begin
from tests.server.test_migrations import old_database
from tests.server.test_store import Process

app = typer.Typer()
database_verb.register(app)


def restore(*words: str | Path) -> Result:
    """The command."""
    return CliRunner().invoke(app, [str(word) for word in words])


def _restored(*words: str | Path) -> Any:
    found = restore(*words, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def _seat(tables: list[FakeTable], client: httpx.Client, number: int) -> None:
    for table in tables:
        until(table, lambda s: s.plan and s.plan.number == number, "plan")
        table.sit()
    assert client.post("/api/round/start").status_code == 200
    for table in tables:
        until(table, lambda s: s.clock.state == 1, "START")


def _copied(place: Path, last: str) -> Path:
    """Wait for a copy in which `last` is the newest record but one of the host's."""
    end = time.monotonic() + 30
    while True:
        for _, _, path in listed(place) if place.exists() else []:
            database = sqlite3.connect(path)
            rows = database.execute("SELECT count(*) FROM record WHERE kind = 16").fetchone()[0]
            database.close()
            if str(rows) == last:
                return path
        assert time.monotonic() < end, "no copy came"
        time.sleep(0.1)


def test_killed_and_its_folder_destroyed_it_comes_back_by_one_command(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    data, place = tmp_path / "data", tmp_path / "second"
    data.mkdir()
    keys = Keys(data)
    names = [keys.add(name, [])[0] for name in ("T1", "T2")]
    one = Process(data, 0, "--copies", str(place), "--copies-every", "1", "--copies-with-keys")
    request.addfinalizer(one.kill)
    client = httpx.Client(base_url=one.ready["url"], timeout=20)
    login = client.post("/api/login", json={"user": one.ready["user"], "password": one.ready["password"]})
    client.headers["X-CSRF-Token"] = login.json()["csrf"]
    tables = [FakeTable(one.ready["port"], name, keys.key(name) or b"").open().ready() for name in names]
    begin(client, pairs=4)
    _seat(tables, client, 1)
    for number, table in enumerate(tables):
        play(table, bool(number))
    copy = _copied(place, "2")  # both sheets are signed
    for path, body in (("round/pair", {"method": "danish"}), ("round/publish", None)):
        assert client.post(f"/api/{path}", json=body).status_code == 200
    _seat(tables, client, 2)
    for table in tables:
        play(table, True)
    ranking, state = client.get("/api/ranking").json()["ranking"], client.get("/api/state").json()
    one.kill()
    for table in tables:
        table.close()

    shutil.rmtree(data)
    if database == "postgresql":
        request.getfixturevalue("cluster").fresh()
    for _, _, path in listed(place):
        if path.name > copy.name:
            path.unlink()  # as if the disk had died then
    done = _restored(place, "--data", data)
    assert done["copy"] == str(copy) and done["event"] == "Prova" and done["keys"] == "from_copy" and done["aside"] == ""
    assert done["rounds"] == [[1, "published"]] and done["records"] > 10

    two = Process(data, one.ready["port"])
    try:
        for table in tables:
            table.open().ready().delivered()
        assert client.get("/api/ranking").json()["ranking"] == ranking
        after = client.get("/api/state").json()
        assert after["round"]["number"] == 2 and after["learned"]["missing_tables"] == 0
        assert [t["device"]["id"] for t in after["tables"]] == [t["device"]["id"] for t in state["tables"]]
        found = client.post("/api/round/pair", json={"method": "danish"})
        assert found.status_code == 200, found.text
    finally:
        two.kill()


def _database(tmp_path: Path, lines: int = 1) -> Path:
    """A data directory, whose database has so many lines in its audit log."""
    data = tmp_path / "data"
    data.mkdir(exist_ok=True)
    store = Store(chosen(data))
    store.create()
    store.run(lambda c: set_meta(c, "host_device", "0a0b0c0d"))
    for number in range(lines):
        store.run(lambda c, n=number: note(c, "organiser", f"line {n}"))
    store.database.close()
    return data


def _lines(data: Path) -> list[str]:
    store = Store(chosen(data))
    found = store.read_now(lambda c: c.execute(select(schema.audit.c.what).order_by(schema.audit.c.id)).scalars().all())
    store.database.close()
    return list(found)


def test_the_present_database_is_kept_aside_and_numbers_go_on(tmp_path: Path, database: str) -> None:
    data = _database(tmp_path, 2)
    copy = Copies(Store(chosen(data)).database, tmp_path / "second").once()
    assert copy is not None
    _database(tmp_path, 1)
    done = _restored(copy, "--data", data)
    assert _lines(data) == ["line 0", "line 1"] and done["keys"] == "missing" and done["revision"] == migrating.head()
    store = Store(chosen(data))
    store.create()
    store.run(lambda c: note(c, "organiser", "after"))
    assert _lines(data) == ["line 0", "line 1", "after"]
    if database == "sqlite":
        assert _lines_of(Path(done["aside"])) == 3
    else:
        kept = store.read_now(lambda c: c.execute(text(f'SELECT count(*) FROM "{done["aside"]}".audit')).scalar())
        assert kept == 3
    assert [path.name for path in data.glob("restoring*")] == []
    said = restore(copy, "--data", data)
    assert said.exit_code == 0 and "is kept:" in said.stdout and "MISSING" in said.stdout and "tavolo serve" in said.stdout


def _lines_of(path: Path) -> int:
    database = sqlite3.connect(path)
    found: int = database.execute("SELECT count(*) FROM audit").fetchone()[0]
    database.close()
    return found


@pytest.mark.sqlite
def test_the_journal_of_the_database_goes_aside_with_it(tmp_path: Path) -> None:
    data = _database(tmp_path)
    copy = Copies(Store(chosen(data)).database, tmp_path / "second").once()
    held = sqlite3.connect(data / "tavolo.sqlite", isolation_level=None)
    held.execute("INSERT INTO audit (at, who, what, old, new, why) VALUES (1, 'x', 'only in the journal', '', '', '')")
    assert (data / "tavolo.sqlite-wal").stat().st_size > 0 and copy is not None
    images = {end: (data / f"tavolo.sqlite{end}").read_bytes() for end in ("", "-wal")}
    held.close()
    for end, image in images.items():  # as a kill leaves them
        (data / f"tavolo.sqlite{end}").write_bytes(image)
    done = _restored(copy, "--data", data)
    assert _lines(data) == ["line 0"] and _lines_of(Path(done["aside"])) == 2


@pytest.mark.sqlite
def test_the_files_of_a_stopped_server_copied_by_hand_are_taken_with_their_journal(tmp_path: Path) -> None:
    data = _database(tmp_path)
    held = sqlite3.connect(data / "tavolo.sqlite", isolation_level=None)
    held.execute("INSERT INTO audit (at, who, what, old, new, why) VALUES (1, 'x', 'only in the journal', '', '', '')")
    by_hand = tmp_path / "by hand"
    shutil.copytree(data, by_hand)
    held.close()
    _restored(by_hand / "tavolo.sqlite", "--data", tmp_path / "new")
    assert _lines(tmp_path / "new") == ["line 0", "only in the journal"]


def test_a_running_server_is_not_restored_over(tmp_path: Path, server: Running) -> None:
    copy = Copies(server.host.store.database, tmp_path / "second").once()
    found = restore(copy or "", "--data", server.folder)
    assert found.exit_code == 2 and "a server is running on" in found.stderr and "stop it first" in found.stderr


def _spoil(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 3] = b"\xa5" * 4096
    path.write_bytes(data)


@pytest.mark.sqlite
def test_of_a_folder_the_newest_good_copy_is_taken_and_the_others_are_named(tmp_path: Path) -> None:
    data = _database(tmp_path, 1)
    made = Copies(Store(chosen(data)).database, tmp_path / "second")
    good = made.once()
    _database(tmp_path, 1)
    bad = made.once()
    assert good is not None and bad is not None
    _spoil(bad)
    before = (data / "tavolo.sqlite").read_bytes()
    done = _restored(tmp_path / "second", "--data", data)
    assert done["copy"] == str(good) and bad.name in done["passed_over"][0] and "damaged" in done["passed_over"][0]
    _spoil(good)
    found = restore(tmp_path / "second", "--data", data)
    assert found.exit_code == 2 and "no copy in" in found.stderr
    assert Path(done["aside"]).read_bytes() == before


def _damaged(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '0099'")
    database.close()


def _loose(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO session VALUES ('x', 'nobody', 'y', 1)")
    database.close()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_damaged, "damaged"),
        (_spoil, "damaged"),
        (_newer, "newer Tavolo"),
        (_loose, "damaged"),
        (lambda path: path.write_bytes(b""), "is empty, or no database"),
        (lambda path: path.write_bytes(b'{"acts": []}'), "tavolo event restore"),
        (lambda path: path.unlink(), "there is no"),
    ],
)
def test_a_bad_copy_changes_nothing(tmp_path: Path, spoil: Any, words: str) -> None:
    data = _database(tmp_path)
    copy = Copies(Store(chosen(data)).database, tmp_path / "second").once()
    assert copy is not None
    spoil(copy)
    before = sorted(path.name for path in data.iterdir())
    found = restore(copy, "--data", data)
    assert found.exit_code == 2 and words in found.stderr and found.stderr.count("\n") == 1, found.output
    assert _lines(data) == ["line 0"]
    assert sorted(path.name for path in data.iterdir() if path.name != "server.lock") == before


@pytest.mark.sqlite
def test_what_is_left_of_a_restoring_that_was_cut_short_is_not_lost_by_restoring_it(tmp_path: Path) -> None:
    data = _database(tmp_path)
    left = data / "restoring.sqlite"
    Store(chosen(data)).database.copy_to(left)
    before = left.read_bytes()
    found = restore(left, "--data", data)
    assert found.exit_code == 2 and "another one" in found.stderr and left.read_bytes() == before
    _restored(left.rename(tmp_path / "renamed.sqlite"), "--data", data)


@pytest.mark.sqlite
def test_a_copy_of_an_old_version_is_restored_as_the_newest(tmp_path: Path) -> None:
    old = old_database(tmp_path / "old.sqlite")
    before = old.read_bytes()
    done = _restored(old, "--data", tmp_path / "data")
    assert (done["event"], done["rounds"], done["records"]) == ("Prova", [[1, "published"]], 12)
    assert old.read_bytes() == before, "the copy itself is never written"


@pytest.mark.sqlite
def test_an_event_goes_from_a_file_to_postgresql_and_back(tmp_path: Path, cluster: Cluster) -> None:
    data = _database(tmp_path, 3)
    url = cluster.fresh("other")
    _restored(data / "tavolo.sqlite", "--data", tmp_path / "b", "--database", url)
    store = Store(url)
    assert store.read_now(lambda c: c.execute(select(schema.audit.c.what)).scalars().all()) == ["line 0", "line 1", "line 2"]
    store.database.copy_to(tmp_path / "back.sqlite")
    assert _lines_of(tmp_path / "back.sqlite") == 3
    store.database.close()
