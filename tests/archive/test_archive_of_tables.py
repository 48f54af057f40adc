"""An event that real connections of tables played: archived beside the running server, verified, restored elsewhere; and the
server's prints."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from host_tools.cli import main as command
from host_tools.cli.desk import ask
from host_tools.server import listening
from tests.server.databases import standing_at
from tests.server.fake_table import FakeTable
from tests.server.kit import EW, NS, OTHER, Running, begin


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "server")
    listening.remember(running.folder, "127.0.0.1", running.port)
    yield running
    running.stop()


def _has_plan(table: FakeTable, number: int) -> bool:
    plan = table.sheet.plan
    return plan is not None and plan.number == number


def _runs(table: FakeTable) -> bool:
    return bool(table.sheet.clock.state == 1)


def _played(server: Running) -> httpx.Client:
    """A round of two tables and a pair that rests; a second one that is on, half of it played."""
    client = server.organiser()
    tables = [server.device(f"T{n}").open().ready() for n in (1, 2)]
    begin(client, pairs=5, method="danish")
    for table in tables:
        table.until(partial(_has_plan, table, 1), "plan")
        table.sit()
    client.post("/api/round/start")
    for at, table in enumerate(tables):
        table.until(partial(_runs, table), "START")
        table.play([(NS, EW), (NS, OTHER) if at else (EW, NS)])
    assert client.post("/api/do/round.pair", json={"method": "danish"}).status_code == 200
    assert client.post("/api/do/round.publish", json={}).status_code == 200
    tables[0].until(partial(_has_plan, tables[0], 2), "the second plan")
    tables[0].sit()
    tables[0].play([(EW, NS)])
    for table in tables:
        table.delivered()
        table.close()
    return client


def test_beside_a_running_server_and_into_another_directory(server: Running, tmp_path: Path) -> None:
    client = _played(server)
    found = client.post("/api/do/verify", json={}).json()
    assert found["ok"] and found["counts"]["tables"] >= 2, found["lines"]
    run = CliRunner()
    app = command.app
    for name in ("event", "verify"):
        __import__(f"host_tools.cli.{name}", fromlist=["register"]).register(app)
    path, here, there = tmp_path / "a.json", str(server.folder), tmp_path / "there"
    done = run.invoke(app, ["event", "archive", str(path), "--data", here, "--json"])
    assert done.exit_code == 0, done.output
    told = run.invoke(app, ["verify", str(path)])
    assert told.exit_code == 0 and told.output.startswith("all agrees"), told.output
    told = run.invoke(app, ["verify", "--data", here])
    assert told.exit_code == 0 and told.output.startswith("all agrees"), told.output
    with standing_at(there):
        done = run.invoke(app, ["event", "restore", str(path), "--data", str(there), "--json"])
        assert done.exit_code == 0 and json.loads(done.output)["new"], done.output
        archive = json.loads(path.read_text())
        ask(there, "event.open", {"event": archive["event"]})
        again = ask(there, "archive.export", {"event": archive["event"]})["archive"]
        assert again == archive
        mine, theirs = client.post("/api/do/numbers", json={}).json(), ask(there, "numbers", {})
        assert mine == theirs and len(theirs["rounds"]) == 2
        assert run.invoke(app, ["verify", archive["event"], "--data", str(there)]).exit_code == 0
    same = run.invoke(app, ["event", "restore", str(path), "--data", here, "--json"])
    assert same.exit_code == 0 and json.loads(same.output)["same"], same.output
    assert list((server.folder / "incoming").iterdir()) == []
    # a table that this server knows may not become a host by an archive
    assert not any(device in json.dumps(archive["acts"]) for device in server.host.keys.names())


def test_prints_are_for_logged_in_eyes_and_keep_the_pages_rules(server: Running) -> None:
    client = _played(server)
    assert httpx.get(server.url + "/print/ranking", follow_redirects=False).status_code in (303, 401)
    assert httpx.get(server.url + "/print/style.css").status_code == 200
    for what in ("seating", "slips", "sheets", "ranking", "entries", "rulings", "results"):
        page = client.get(f"/print/{what}", params={"filled": "true"})
        assert page.status_code == 200 and "<style" not in page.text and "<script" not in page.text, what
        assert 'href="/print/style.css"' in page.text and "style-src 'self'" in page.headers["content-security-policy"]
    kept = client.get("/print/ranking", params={"format": "csv", "round": 1})
    assert kept.headers["content-disposition"] == 'attachment; filename="classifica.csv"'
    assert kept.content.startswith(b"\xef\xbb\xbfPos.;")
    assert client.get("/print/ranking", params={"format": "xlsx"}).content.startswith(b"PK")
    assert client.get("/print/seating", params={"round": 9}).status_code == 404
    for wrong in ("/print/keys", "/print/..%2fkeys.json", "/print/ranking?format=exe", "/print/seating?round=x"):
        assert client.get(wrong).status_code in (404, 422)
