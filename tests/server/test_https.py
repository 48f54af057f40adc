"""HTTPS for the pages, and the limits of a connection that says nothing."""

import asyncio
import contextlib
import datetime
import json
import os
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import connect

from host_tools.server import doors, tls
from host_tools.server.app import make_app
from host_tools.server.host import Host
from tavolo.wire import messages

ROOT = Path(__file__).parents[2]


def _free_port() -> int:
    """One that the system hands to nobody who asks for any: it must still be free when the server has started."""
    for port in range(20_000 + os.getpid() % 1_000, 32_000):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port from 20,000 to 32,000 is free")


# -- the certificate --------------------------------------------------------------------------------------------------


def test_the_own_certificate_is_private_and_kept_while_it_fits(tmp_path: Path) -> None:
    path = tls.own_certificate(tmp_path, ["10.0.0.1"])
    mark = tls.fingerprint(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(mark) == 95
    assert tls.fingerprint(tls.own_certificate(tmp_path, ["10.0.0.1"])) == mark
    assert tls.fingerprint(tls.own_certificate(tmp_path, [])) == mark
    other = tls.fingerprint(tls.own_certificate(tmp_path, ["10.0.0.2"]))
    assert other != mark
    path.write_text(tls._make(["10.0.0.2"], datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=390)))
    old = tls.fingerprint(path)
    assert tls.fingerprint(tls.own_certificate(tmp_path, ["10.0.0.2"])) != old
    path.write_text("rubbish")
    assert tls.context(tls.own_certificate(tmp_path, [])).minimum_version == ssl.TLSVersion.TLSv1_2


def test_a_file_that_is_no_certificate_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.pem").write_text("rubbish")
    for door in (tls.context, tls.fingerprint):
        with pytest.raises(tls.TlsError, match=r"x\.pem"):
            door(tmp_path / "x.pem")
    with pytest.raises(tls.TlsError):
        tls.context(tmp_path / "missing.pem")


# -- the pages --------------------------------------------------------------------------------------------------------


def test_pages_and_tables_over_tls_with_a_cookie_that_never_leaves_it(tmp_path: Path) -> None:
    pem, port = tls.own_certificate(tmp_path, []), _free_port()
    data = tmp_path / "data"
    command = [sys.executable, "-m", "host_tools.cli.main", "serve", "--data", str(data), "--port", "0", "--json-ready"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT}"}
    more = ["--https-port", str(port), "--certificate", str(pem)]
    with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            ready = json.loads(server.stdout.readline())
            assert ready["https_port"] == port
            trust = ssl.create_default_context(cafile=str(pem))
            client = httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=trust, timeout=20)
            login = client.post("/api/login", json={"user": ready["user"], "password": ready["password"]})
            said = login.headers["set-cookie"]
            assert said.startswith(f"__Host-tavolo_session_{port}=") and {"Secure", "Path=/"} <= set(said.split("; "))
            assert "domain" not in said.lower()
            assert client.get("/api/state").status_code == 200
            changed = client.post(
                "/api/round/pair",
                json={"method": "danish"},
                headers={"X-CSRF-Token": login.json()["csrf"], "Origin": f"https://127.0.0.1:{port}"},
            )
            assert changed.json()["error"]["code"] == "no_event"  # through all checks
            address = f"wss://127.0.0.1:{port}{messages.PATH}"
            with connect(address, ssl=trust, compression=None, open_timeout=40) as line:
                line.send("{}")
                with contextlib.suppress(Exception):
                    line.recv(5)
                assert line.close_code == 4400
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
            with pytest.deprecated_call():
                old.maximum_version = ssl.TLSVersion.TLSv1_1
            with pytest.raises((ssl.SSLError, OSError)), socket.create_connection(("127.0.0.1", port)) as plain:
                old.wrap_socket(plain)
        finally:
            server.terminate()
            server.wait(20)
    for path in [data, *data.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.fixture
def app(tmp_path: Path) -> Any:
    host = Host(tmp_path)
    host.open()
    made = make_app(host)
    made.state.https_port = 8773
    return made


def _ask(app: Any, peer: str, method: str, path: str, scheme: str = "http") -> httpx.Response:
    async def run() -> httpx.Response:
        door = httpx.ASGITransport(app, client=(peer, 5000))
        async with httpx.AsyncClient(transport=door, base_url=f"{scheme}://10.0.0.1:8770") as client:
            return await client.request(method, path)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("peer", "method", "path", "status"),
    [
        ("10.0.0.9", "GET", "/", 307),
        ("10.0.0.9", "GET", "/login", 307),
        ("10.0.0.9", "GET", "/api/state", 403),
        ("10.0.0.9", "POST", "/api/login", 403),
        ("10.0.0.9", "HEAD", "/login", 403),
        ("10.0.0.9", "GET", "/wallet", 307),
        ("10.0.0.9", "GET", "/wall", 200),
        ("10.0.0.9", "GET", "/api/wall", 200),
        ("10.0.0.9", "GET", "/static/base.css", 200),
        ("127.0.0.1", "GET", "/login", 200),
        ("::1", "GET", "/login", 200),
        ("::ffff:127.0.0.1", "GET", "/login", 200),
        ("?", "GET", "/login", 307),
    ],
)
def test_over_plain_http_others_than_this_computer_get_the_wall_alone(
    app: Any, peer: str, method: str, path: str, status: int
) -> None:
    found = _ask(app, peer, method, path)
    assert found.status_code == status
    if status == 307:
        assert found.headers["location"] == f"https://10.0.0.1:8773{path}"
    if status == 403 and method != "HEAD":
        assert found.json()["error"]["code"] == "https"
    assert _ask(app, peer, "GET", "/login", "https").status_code == 200


# -- silent connections -----------------------------------------------------------------------------------------------


async def _hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(doors, "FIRST_S", 1.0)
    monkeypatch.setattr(doors, "MOST_EACH", 20)
    doors.Door.open_from.clear()
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(_hello, http=doors.Door, lifespan="off", log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(10)


def _ended(line: socket.socket) -> bool:
    line.settimeout(4)
    try:
        return line.recv(100) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_who_says_nothing_or_half_a_request_is_let_go(port: int) -> None:
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    for line in silent[:25]:
        line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX")
    begun = time.monotonic()
    assert all(_ended(line) for line in silent)
    assert time.monotonic() - begun < 8
    assert httpx.get(f"http://127.0.0.1:{port}/").text == "ok"


def test_one_address_cannot_hold_all_connections(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "FIRST_S", 30.0)
    monkeypatch.setattr(doors, "is_own_address", lambda address: False)
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
    assert sum(_ended(line) for line in lines[20:]) == 10
    assert doors.Door.open_from["127.0.0.1"] == 20
    for line in lines:
        line.close()
    end = time.monotonic() + 5
    while doors.Door.open_from and time.monotonic() < end:
        time.sleep(0.05)
    assert not doors.Door.open_from
    assert httpx.get(f"http://127.0.0.1:{port}/").text == "ok"
