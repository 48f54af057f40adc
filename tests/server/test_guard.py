"""What a clever guest on the Wi-Fi, or a page of another site, tries at the host's web door (docs/security.md)."""

import asyncio
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher, Type, extract_parameters
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import select
from starlette.datastructures import Headers
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from host_tools.server import api, archive_upload, auth, guard, schema, usb_api
from host_tools.server.auth import Auth, TooManyTries
from host_tools.server.database import chosen
from host_tools.server.hub import Hub
from host_tools.server.origin import own_host, own_origin
from host_tools.server.store import Store
from tavolo.wire import messages
from tests.server.kit import Running, event_body

SENT = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "cache-control")


def _raw(server: Running, request: bytes) -> bytes:
    """What comes back for bytes as they are, until the first pause."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(5)
        line.sendall(request)
        return line.recv(65536)


# -- names and origins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("192.168.1.10:8770", True),
        ("[fe80::1]:8770", True),
        ("localhost:8770", True),
        ("sala:8770", True),
        ("Tavolo.LOCAL:8770", True),
        ("pc.home.arpa.", True),
        (socket.gethostname(), True),
        (None, True),
        ("evil.example:8770", False),
        ("192.168.1.10.evil.example", False),
        ("tavolo.local.evil.example", False),
        ("evil.example:8770#.local", False),
        ("evil.example/.local", False),
        ("", False),
        ("[", False),
        ("a\x00b.example", False),
    ],
)
def test_only_names_that_no_foreign_site_can_own_are_answered(host: str | None, good: bool) -> None:
    assert own_host(host) is good


@pytest.mark.parametrize(
    ("origin", "good"),
    [
        (None, True),
        ("http://10.0.0.1:8770", True),
        ("https://10.0.0.1:8770", True),
        ("http://10.0.0.1", False),
        ("http://10.0.0.1:8771", False),
        ("http://10.0.0.1:8770.evil.example", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("http://[", False),
    ],
)
def test_only_our_own_pages_are_of_our_origin(origin: str | None, good: bool) -> None:
    headers = {"host": "10.0.0.1:8770"} | ({"origin": origin} if origin is not None else {})
    assert own_origin(Headers(headers)) is good


def test_a_foreign_name_for_our_address_opens_neither_pages_nor_the_tables_endpoint(server: Running) -> None:
    for path in ("/api/wall", "/login", "/api/login"):
        found = httpx.request("POST" if path == "/api/login" else "GET", server.url + path, headers={"Host": "evil.example"})
        assert (found.status_code, found.json()["error"]["code"]) == (421, "host")
    rebound = {"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}
    handshake = b"GET /table HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" % (
        rebound["Host"].encode(),
        rebound["Origin"].encode(),
    )
    handshake += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    assert b" 403 " in _raw(server, handshake).splitlines()[0]


@pytest.mark.parametrize("origin", ["null", "http://[", "http://evil.example"])
def test_a_broken_or_foreign_origin_is_a_refusal_and_no_fault(server: Running, origin: str) -> None:
    client = server.organiser()
    found = client.post("/api/event", json=event_body(), headers={"Origin": origin})
    assert (found.status_code, found.json()["error"]["code"]) == (403, "origin")
    found = client.post("/api/login", json={"user": auth.USER, "password": server.password}, headers={"Origin": origin})
    assert (found.status_code, "set-cookie" in found.headers) == (403, False)
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}{messages.PATH}", origin=origin).__enter__()  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


# -- requests ---------------------------------------------------------------------------------------------------------


def test_two_lengths_that_contradict_each_other_do_not_get_a_long_body_in(server: Running) -> None:
    body = b'{"user":"' + b"x" * 300_000 + b'","password":"y"}'
    head = b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body)
    assert _raw(server, head + both + body[:1000]).startswith(b"HTTP/1.1 411")
    assert _raw(server, head + b"Content-Length: 99999999999999999999\r\n\r\n").startswith(b"HTTP/1.1 413")
    assert _raw(server, head + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello").startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/login"),
        ("GET", "/nothing"),
        ("GET", "/api/state"),
        ("GET", "/"),
        ("DELETE", "/api/state"),
        ("TRACE", "/"),
        ("GET", "/wall"),
        ("POST", "/api/login"),
        ("GET", "/static/..%2f..%2fauth.py"),
    ],
)
def test_every_answer_carries_the_headers(server: Running, method: str, path: str) -> None:
    found = httpx.request(method, server.url + path)
    for name in SENT:
        if name != "cache-control" or not path.startswith("/static/"):
            assert name in found.headers, name
    assert "access-control-allow-origin" not in found.headers
    assert found.status_code != 500


def test_a_fault_of_ours_tells_nothing_and_carries_the_headers(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret of the inside")

    monkeypatch.setattr(api.views, "wall_view", broken)
    found = httpx.get(f"{server.url}/api/wall")
    assert (found.status_code, found.json()["error"]["code"]) == (500, "fault")
    assert "secret" not in found.text
    assert "content-security-policy" in found.headers


@pytest.mark.parametrize(
    "path", ["/static/..%2fauth.py", "/static/%2e%2e/keys.py", "/static/%00", "/keys.json", "/docs", "/openapi.json"]
)
def test_nothing_but_pages_and_assets_is_served(server: Running, path: str) -> None:
    assert httpx.get(server.url + path).status_code == 404


def test_no_change_is_made_by_get(server: Running) -> None:
    doors = api.router.routes + usb_api.router.routes + archive_upload.router.routes
    routes = [route for route in doors if getattr(route, "methods", None)]
    assert len(routes) > 15
    for route in routes:
        methods = route.methods  # type: ignore[attr-defined]
        names = {dependant.call for dependant in route.dependant.dependencies}  # type: ignore[attr-defined]
        changes = route.path not in ("/api/state", "/api/ranking", "/api/wall", "/api/sheets/{number}/{table}")  # type: ignore[attr-defined]
        if methods == {"GET"}:
            assert guard.need_change not in names
        elif route.path != "/api/login" and changes:  # type: ignore[attr-defined]
            assert guard.need_change in names, route.path  # type: ignore[attr-defined]


# -- passwords and sessions -------------------------------------------------------------------------------------------


def test_passwords_are_kept_as_argon2id_with_a_cost_that_hurts_a_guesser(tmp_path: Path) -> None:
    store = Store(tmp_path / "tavolo.sqlite")
    store.create()
    password = store.run(auth.ensure_account)  # as `tavolo serve` does; the server of the other tests hashes quickly
    row = store.read_now(lambda c: c.execute(select(schema.account)).first())
    found = extract_parameters(row.hash)
    assert found.type is Type.ID
    assert found.memory_cost >= 19 * 1024  # OWASP's least: 19 MiB and 2 passes
    assert found.time_cost >= 2
    nobody = extract_parameters(auth._dummy)  # a name that nobody has takes as long to refuse
    assert (nobody.type, nobody.memory_cost, nobody.time_cost) == (found.type, found.memory_cost, found.time_cost)
    with pytest.raises(VerifyMismatchError):
        PasswordHasher().verify(auth._dummy, "")
    assert password and password not in row.hash
    assert PasswordHasher().verify(row.hash, password)
    assert len({auth.new_password() for _ in range(50)}) == 50


def test_hashing_does_not_stop_the_loop_that_carries_the_tables(server: Running) -> None:
    table = server.device().open().ready()
    client = httpx.Client(base_url=server.url, timeout=30)
    tries = [
        threading.Thread(target=client.post, args=("/api/login",), kwargs={"json": {"user": "x", "password": "y"}})
        for _ in range(5)
    ]
    slow = []
    original, seen = Auth._verify, []

    def verify(hash_: str, password: str) -> bool:
        seen.append(threading.current_thread() is server._thread)
        time.sleep(0.3)
        return original(hash_, password)

    Auth._verify = staticmethod(verify)  # type: ignore[method-assign, assignment]
    try:
        for one in tries:
            one.start()
        for _ in range(10):
            begun = time.monotonic()
            table.got.clear()
            table.send({"t": "time", "a": 1})
            table.until(lambda: any(m["t"] == "time" for m in table.got), "time answer")
            slow.append(time.monotonic() - begun)
        for one in tries:
            one.join()
    finally:
        Auth._verify = staticmethod(original)  # type: ignore[method-assign, assignment]
    assert seen == [False] * 5
    assert sorted(slow)[5] < 0.25, slow


def test_a_session_ends_after_its_time_and_a_new_password_ends_all(server: Running) -> None:
    now = [1_000_000.0]
    door = Auth(server.host.store, lambda: now[0])

    async def run() -> None:
        store = Store(chosen(server.folder))
        store.start()
        door._store = store
        found = await door.login(auth.USER, server.password, "10.0.0.5")
        assert found is not None
        token = found[0]
        assert await door.session(token)
        assert await Auth(store, lambda: now[0]).session(token), "kept over a restart"
        now[0] += auth.SESSION_S + 1
        assert await door.session(token) is None
        assert await door.session(token) is None
        now[0] -= auth.SESSION_S
        store.run(auth.reset_password)
        assert await Auth(store, lambda: now[0]).session(token) is None
        for wrong in (None, "", "x" * 5000, token[:-1], "'--"):
            assert await door.session(wrong) is None
        await store.stop()

    asyncio.run(run())


def test_a_guest_with_many_addresses_does_not_lock_out_the_arbiter(server: Running) -> None:
    now = [1_000_000.0]

    async def run() -> None:
        store = Store(chosen(server.folder))
        store.start()
        door = Auth(store, lambda: now[0])
        door._verify = lambda hash_, password: password == server.password  # type: ignore[method-assign, assignment]
        assert await door.login(auth.USER, server.password, "10.0.0.5")
        for guest in range(10):
            for _ in range(6):
                assert await door.login(auth.USER, "guess", f"10.0.1.{guest}") is None
        with pytest.raises(TooManyTries):
            await door.login(auth.USER, server.password, "10.0.2.1")
        assert await door.login(auth.USER, server.password, "10.0.0.5")  # known
        assert await door.login(auth.USER, server.password, "127.0.0.1")  # the computer itself
        for _ in range(6):
            await door.login(auth.USER, "guess", "10.0.0.5")
        with pytest.raises(TooManyTries) as slowed:
            await door.login(auth.USER, server.password, "10.0.0.5")
        assert 0 < slowed.value.wait_s <= 61
        now[0] += 61
        assert await door.login(auth.USER, server.password, "10.0.2.1")
        for address in range(500):
            now[0] += 2
            await door.login(auth.USER, server.password, f"10.1.{address // 250}.{address % 250}")
        assert len(door._trusted) <= 50
        assert len(door._failed) <= 60
        await store.stop()

    asyncio.run(run())


# -- the wall and the network -----------------------------------------------------------------------------------------


def test_walls_do_not_take_the_arbiters_place() -> None:
    hub = Hub(100)
    taken = 0
    while not hub.full(20):
        hub.watch()
        taken += 1
    assert taken == 80
    assert not hub.full()


def test_the_wall_is_read_only_and_shows_no_more_than_a_wall(server: Running) -> None:
    server.device("secret name")
    wall = httpx.get(f"{server.url}/api/wall").text
    assert "secret name" not in wall
    assert httpx.post(f"{server.url}/api/wall", json={}).status_code == 405


def test_it_listens_on_this_computer_alone_unless_told(tmp_path: Path) -> None:
    import inspect

    import typer

    from host_tools.cli import serve

    assert inspect.signature(serve.serve).parameters["bind"].default == "127.0.0.1"
    app = typer.Typer()
    serve.register(app)
    said = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}).output
    assert "127.0.0.1" in said
    listener = serve._listen("127.0.0.1", 0)
    try:
        assert listener.getsockname()[0] == "127.0.0.1"
    finally:
        listener.close()
