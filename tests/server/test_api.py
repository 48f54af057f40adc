"""The API's doors: password, session, CSRF, sizes, strict input; and that keys stay where they belong."""

import json
import stat
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from starlette.datastructures import URL, Headers
from typer.testing import CliRunner

from host_tools.cli import device as device_group
from host_tools.server import auth
from host_tools.server.session_cookie import cookie_name
from tests.server.kit import Running, begin, event_body

app = typer.Typer()
device_group.register(app)


def _error(found: httpx.Response) -> tuple[int, str]:
    error = found.json()["error"]
    assert set(error) - {"reason", "values"} == {"code", "message", "hint"}
    return found.status_code, error["code"]


def test_everything_but_login_and_wall_needs_a_session(server: Running) -> None:
    client = httpx.Client(base_url=server.url)
    for path in ("/api/state", "/api/ranking", "/api/sheets/1/1", "/api/events"):
        assert _error(client.get(path)) == (401, "login")
    for path in ("/api/event", "/api/round/start", "/api/round/pair", "/api/tables/assign", "/api/calls/1/answer", "/api/logout"):
        assert _error(client.post(path, json={})) == (401, "login")
    for path in ("/", "/tournament", "/ranking", "/sheet/1/1"):
        found = client.get(path)
        assert (found.status_code, found.headers["location"]) == (303, "/login")
    assert client.get("/api/wall").status_code == client.get("/wall").status_code == client.get("/login").status_code == 200


def test_a_browser_gets_a_page_with_a_way_back_where_there_is_nothing(server: Running) -> None:
    client = server.organiser()
    for path in ("/sheet/9/1", "/sheet/a/b", "/nowhere"):
        found = client.get(path, headers={"Accept": "text/html,*/*"})
        assert found.status_code in (404, 422) and found.headers["content-type"].startswith("text/html")
        assert (
            "non c&#39;è" in found.text
            and '<a href="/">Torna alla Sala</a>' in found.text
            and "Content-Security-Policy" in found.headers
        )
        assert "error" in client.get(path).json()
    icon = httpx.get(server.url + "/favicon.ico", follow_redirects=True)
    assert icon.status_code == 200 and icon.headers["content-type"].startswith("image/svg")


def test_a_change_needs_the_token_and_the_own_origin(server: Running) -> None:
    client = server.organiser()
    good = client.headers.pop("X-CSRF-Token")
    assert _error(client.post("/api/event", json=event_body())) == (403, "csrf")
    assert _error(client.post("/api/event", json=event_body(), headers={"X-CSRF-Token": "à".encode()})) == (403, "csrf")
    evil = {"X-CSRF-Token": good, "Origin": "http://evil.example"}
    assert _error(client.post("/api/event", json=event_body(), headers=evil)) == (403, "origin")
    assert client.post("/api/event", json=event_body(), headers={"X-CSRF-Token": good, "Origin": server.url}).status_code == 200


def test_the_cookie_is_for_the_server_alone_and_logout_ends_it(server: Running) -> None:
    client = httpx.Client(base_url=server.url)
    found = client.post("/api/login", json={"user": auth.USER, "password": server.password})
    cookie = found.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    name, token = next(iter(client.cookies.items()))
    assert name == f"tavolo_session_{server.port}"
    assert client.get("/api/state").status_code == 200
    assert client.post("/api/logout", headers={"X-CSRF-Token": found.json()["csrf"]}).status_code == 200
    assert httpx.get(f"{server.url}/api/state", headers={"Cookie": f"{name}={token}"}).status_code == 401


def test_two_servers_on_one_computer_leave_each_other_their_sessions(server: Running, tmp_path: Path) -> None:
    other = Running(tmp_path / "other")
    try:
        client = server.organiser()
        client.base_url = httpx.URL(other.url)  # one browser: its cookies go to both, since they are of one host name
        login = client.post("/api/login", json={"user": auth.USER, "password": other.password})
        assert client.get("/api/state").status_code == 200
        assert client.get(f"{server.url}/api/state").status_code == 200
        assert client.post("/api/logout", headers={"X-CSRF-Token": login.json()["csrf"]}).status_code == 200
        assert client.get("/api/state").status_code == 401
        assert client.get(f"{server.url}/api/state").status_code == 200
    finally:
        other.stop()


@pytest.mark.parametrize(
    ("url", "host", "name"),
    [
        ("http://10.0.0.5:8000/", "10.0.0.5:8000", "tavolo_session_8000"),
        ("http://club.local/", "club.local", "tavolo_session_80"),
        ("https://[fe80::1]:8443/", "[fe80::1]:8443", "__Host-tavolo_session_8443"),
        ("https://club.local/", "club.local", "__Host-tavolo_session_443"),
        ("http://127.0.0.1:8000/", "club.local:444", "tavolo_session_444"),  # a proxy that passes the browser's Host on
        ("http://127.0.0.1:8000/", "club.local:99999", "tavolo_session_80"),
        ("http://127.0.0.1:8000/", "[", "tavolo_session_80"),
    ],
)
def test_a_sessions_cookie_is_named_by_the_port_that_the_browser_sees(url: str, host: str, name: str) -> None:
    assert cookie_name(URL(url), Headers({"host": host})) == name


def test_a_login_ends_the_session_before_it(server: Running) -> None:
    client = server.organiser()
    name, first = next(iter(client.cookies.items()))
    assert client.post("/api/login", json={"user": auth.USER, "password": server.password}).status_code == 200
    assert client.cookies[name] != first
    assert client.get("/api/state").status_code == 200
    assert httpx.get(f"{server.url}/api/state", headers={"Cookie": f"{name}={first}"}).status_code == 401


def test_guessing_is_slowed_down(server: Running) -> None:
    client = httpx.Client(base_url=server.url)
    tries = [client.post("/api/login", json={"user": auth.USER, "password": f"no{n}"}) for n in range(8)]
    assert [t.status_code for t in tries] == [401] * 6 + [429] * 2
    assert int(tries[-1].headers["retry-after"]) > 0
    right = client.post("/api/login", json={"user": auth.USER, "password": server.password})
    assert right.status_code == 429


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"deals": "4"}, "deals"),
        ({"deals": 0}, "deals"),
        ({"minutes": 4.5}, "minutes"),
        ({"profile": "poker"}, "profile"),
        ({"pairs": [["A", "B"]]}, "pairs"),
        ({"pairs": [["A", "B"], ["C"]]}, "pairs.1"),
        ({"pairs": [["A", "B"], ["", "C"]]}, "pairs.1"),
        ({"pairs": [["A", "B"], ["x" * 41, "C"]]}, "pairs.1.0"),
        ({"pairs": [["A", "B"], ["Ro\u0000ssi", "C"]]}, "pairs.1.0"),
        ({"pairs": [["A", "B"], ["\u202eissoR", "C"]]}, "pairs.1.0"),
        ({"name": "Torneo\u2028di sera"}, "name"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_bad_input_is_refused_with_the_field(server: Running, change: dict[str, Any], where: str) -> None:
    found = server.organiser().post("/api/event", json=event_body() | change)
    assert found.status_code == 422
    assert where in found.json()["error"]["message"]
    assert server.host.hall.event is None


def test_names_that_no_device_can_hold_and_scales_that_do_not_exist_are_refused(server: Running) -> None:
    client = server.organiser()
    long = event_body() | {"pairs": [["é" * 30, "B"], ["C", "D"]]}
    assert _error(client.post("/api/event", json=long)) == (422, "plan")
    assert _error(client.post("/api/event", json=event_body(deals=5))) == (422, "no_scale")
    assert _error(client.post("/api/event", json=event_body(scale="mine"))) == (422, "no_scale")
    assert client.post("/api/event", json=event_body(deals=5, scale="house_5_deals")).status_code == 200


def test_too_large_broken_or_lengthless_bodies_are_refused(server: Running) -> None:
    client = server.organiser()
    assert _error(client.post("/api/event", content=b"x" * 200_000)) == (413, "too_large")
    assert _error(client.post("/api/event", content=b"{", headers={"Content-Type": "application/json"})) == (422, "bad_input")
    assert _error(client.post("/api/event", content=iter([b"{}"]))) == (411, "length")


def test_wrong_order_is_refused_with_a_reason(server: Running) -> None:
    client = server.organiser()
    assert _error(client.post("/api/round/pair", json={"method": "danish"})) == (409, "no_event")
    assert _error(client.post("/api/round/start")) == (409, "no_event")
    client.post("/api/event", json=event_body())
    assert _error(client.post("/api/round/publish")) == (409, "no_draft")
    assert _error(client.post("/api/round/start")) == (409, "no_round")
    begin(client)
    assert _error(client.post("/api/event", json=event_body())) == (409, "round_open")
    assert _error(client.post("/api/calls/9/answer", json={"state": "seen"})) == (404, "no_table")
    assert _error(client.post("/api/tables/assign", json={"table": 1, "device": "00c0ffee"})) == (404, "no_device")
    assert _error(client.post("/api/tables/1/locate")) == (409, "offline")
    assert _error(client.get("/sheet/9/1")) == (404, "no_sheet")


def test_pages_carry_the_headers_that_keep_other_sites_out(server: Running) -> None:
    found = server.organiser().get("/")
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert found.headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in found.text
    assert "style=" not in found.text


def test_the_wall_hides_the_clock_as_the_rules_want(server: Running) -> None:
    client = server.organiser()
    begin(client, policy="hidden")
    client.post("/api/round/start")
    assert client.get("/api/wall").json()["round"]["clock"] == {"state": "running", "hidden": True}
    client.post("/api/event", json=event_body(policy="visible", replace=True))
    client.post("/api/round/pair", json={"method": "danish"})
    client.post("/api/round/publish")
    client.post("/api/round/start")
    assert client.get("/api/wall").json()["round"]["clock"]["deadline_ms"] > 0


def test_events_tell_changes_only(server: Running) -> None:
    client = server.organiser()
    begin(client)
    table = server.device()
    with client.stream("GET", "/api/events") as stream:
        lines = (line for line in stream.iter_lines() if line.startswith(("event:", "data:")))
        assert next(lines) == "event: state"
        assert len(json.loads(next(lines)[5:])["state"]["tables"]) == 2
        table.open().ready()
        end = time.monotonic() + 8
        while time.monotonic() < end:
            name, data = next(lines), json.loads(next(lines)[5:])
            if name == "event: change" and [t["table"] for t in data.get("tables", [])] == [1]:
                return
            table.send({"t": "beat"} | dict.fromkeys(("ph", "dn", "un", "bat", "rssi", "mem", "q", "up"), 0))
    raise AssertionError("no change of table 1 alone")


def test_device_keys_are_in_narrow_files_and_nowhere_else(server: Running) -> None:
    out = CliRunner().invoke(app, ["device", "add", "Uno", "--data", str(server.folder), "--host", "10.0.0.1:8770", "--json"])
    assert out.exit_code == 0, out.output
    made = json.loads(out.stdout)
    settings = json.loads(Path(made["settings"]).read_text())
    assert settings["hosts"] == [["10.0.0.1", 8770]]
    assert len(settings["key"]) == 64
    assert settings["key"] not in out.output
    for path in (server.folder / "keys.json", Path(made["settings"])):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "Uno" in CliRunner().invoke(app, ["device", "list", "--data", str(server.folder)]).stdout
    client = server.organiser()
    assert settings["key"] not in client.get("/api/state").text
    server.host.store.database.copy_to(server.folder / "tavolo.sqlite.copy")
    for path in server.folder.glob("tavolo.sqlite*"):
        assert settings["key"].encode() not in path.read_bytes()
        assert bytes.fromhex(settings["key"]) not in path.read_bytes()


@pytest.mark.parametrize("bad", ["localhost:1", "1.2.3:8770", "1.2.3.4:0", "1.2.3.4"])
def test_an_address_that_no_device_could_use_is_refused(tmp_path: Path, bad: str) -> None:
    out = CliRunner().invoke(app, ["device", "add", "--data", str(tmp_path), "--host", bad])
    assert out.exit_code == 2
    assert not (tmp_path / "keys.json").exists()
