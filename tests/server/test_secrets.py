"""Nothing secret lies about: after a played round the keys' bytes are looked for wherever a round leaves anything."""

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from host_tools.image.build import build
from host_tools.server import keybox
from host_tools.server.database import chosen, open_database
from host_tools.server.keys import Keys
from tavolo.wire import seal
from tests.server.fake_table import FakeTable
from tests.server.kit import begin

ROOT = Path(__file__).parents[2]
DEALS = [([1, 0, 0, 1, 0, 5, 300, 0], [0, 0, 0, 0, 0, 50, 100, 0]), ([0, 1, 0, 0, 0, 5, 200, 0], [2, 0, 0, 1, 0, 0, 500, 0])]
PAGES = ("/", "/tournament", "/ranking", "/rulings", "/history", "/wall", "/login", "/sheet/1/1")
ANSWERS = ("/api/state", "/api/ranking", "/api/page/ranking", "/api/wall", "/api/sheets/1/1")


def forms(secret: bytes) -> list[bytes]:
    """How bytes may lie about: raw, in hexadecimal of either kind, in base64 at each of its three phases, as Python or JSON
    write them."""
    found = [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode()]
    for phase in range(3):
        # only the characters that no neighbour changes
        whole = base64.b64encode(bytes(phase) + secret)
        found.append(whole[4 if phase else 0 : len(whole) // 4 * 4 - 4])
    found.append(found[-1].replace(b"+", b"-").replace(b"/", b"_"))
    return [form for form in found if len(form) >= 16]


def where(secrets: dict[str, bytes], places: dict[str, bytes]) -> list[str]:
    """Names of what was found, and where."""
    return [
        f"{name} in {place}"
        for name, secret in secrets.items()
        for place, data in places.items()
        for f in forms(secret)
        if f in data
    ]


def test_the_search_finds_what_is_hidden() -> None:
    secret = bytes(range(7, 39))
    for data in (
        b"x" + secret,
        b'{"a":"' + secret.hex().encode(),
        base64.b64encode(b"1" + secret + b"2"),
        base64.b64encode(b"12" + secret),
        base64.b64encode(b"123" + secret + b"4"),
        str([secret]).encode(),
    ):
        assert where({"key": secret}, {"here": data}), data
    assert not where({"key": secret}, {"here": bytes(200) + secret[:15]})


@pytest.fixture
def places(tmp_path: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """(secrets, all that a round has left anywhere)."""
    folder = tmp_path / "data"
    keys = Keys(folder)
    devices = [keys.add(f"T{n}", [("127.0.0.1", 1)])[0] for n in (1, 2)]
    command = [sys.executable, "-m", "host_tools.cli.main", "serve", "--data", str(folder), "--port", "0"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT}", "PYTHONUNBUFFERED": "1"}
    said = tmp_path / "said"
    with (
        said.open("wb") as out,
        subprocess.Popen([*command, "--json-ready"], stdout=subprocess.PIPE, stderr=out, env=environment) as server,
    ):
        assert server.stdout is not None
        ready = json.loads(server.stdout.readline())
        try:
            left = _round(ready, keys, devices)
        finally:
            server.terminate()
            left_said = server.stdout.read()
            server.wait(20)
    left |= {"stdout": left_said, "stderr": said.read_bytes()}
    if not isinstance(where_it_is := chosen(folder), Path):
        open_database(where_it_is).copy_to(folder / "all.sqlite")
    kept = {path for path in folder.rglob("*") if path.is_file() and path.name != "keys.json" and path.parent.name != "devices"}
    assert any(path.suffix == ".sqlite" for path in kept)
    left |= {path.name: path.read_bytes() for path in kept}
    secrets = {}
    for device in devices:
        key = keys.key(device) or b""
        secrets |= {
            f"key {device}": key,
            f"record key {device}": seal.record_key(key),
            f"pin key {device}": seal.hmac(key, b"pin"),
        }
    secrets |= {"own key": keys.own(), "own record key": seal.hmac(keys.own(), b"own")}
    secrets["password"] = ready["password"].encode()
    secrets["cookie"] = left.pop("cookie")
    left["export"] = keybox.lock(keys.rows(), "quattro assi sul tavolo").encode()
    return secrets, left


def _round(ready: dict[str, str], keys: Keys, devices: list[str]) -> dict[str, bytes]:
    """A round of two tables, signed and closed; what pages and answers said, and what the tables were sent."""
    client = httpx.Client(base_url=ready["url"], timeout=20)
    login = client.post("/api/login", json={"user": ready["user"], "password": ready["password"]})
    client.headers["X-CSRF-Token"] = login.json()["csrf"]
    begin(client, pairs=4)
    tables = [FakeTable(int(ready["port"]), device, keys.key(device) or b"").open().ready() for device in devices]
    for table in tables:
        table.until(lambda table=table: table.sheet.plan, "plan")
        table.sit()
    client.post("/api/round/start")
    for table in tables:
        table.until(lambda table=table: table.sheet.clock.state == 1, "START")
        table.play(DEALS)
    assert client.post("/api/round/close", json={}).status_code == 200
    assert client.get("/api/ranking").json()["ranking"][0]["vp"] > 0
    left = {path: client.get(path).content for path in PAGES + ANSWERS}
    left["frames"] = repr([table.got for table in tables]).encode()
    with client.stream("GET", "/api/events") as stream:
        left["events"] = next(stream.iter_bytes())
    left["cookie"] = next(iter(client.cookies.values())).encode()
    for table in tables:
        table.close()
    return left


def test_after_a_round_no_secret_is_in_database_log_page_answer_frame_or_export(
    places: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    secrets, left = places
    assert len(left) > 14
    assert sum(map(len, left.values())) > 50_000
    assert where(secrets, left) == []
    # the event's PIN is for the arbiter: it is in no page that is open to all, and on no line in clear
    assert b'"pin"' not in left["/api/wall"] + left["/wall"]
    assert b"Traceback" not in left["stderr"]


def test_no_key_is_in_the_repository_or_in_an_image(tmp_path: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    files = [ROOT / name.decode() for name in listed if name]
    assert len(files) > 300
    names = [path.name for path in files]
    assert not [name for name in names if name == "keys.json" or name.endswith((".settings.json", ".sqlite", ".box", ".pem"))]
    field = re.compile(rb"""["']key["']\s*:\s*["']([0-9a-f]{64})["']""")
    found = []
    for path in [path for path in files if path.is_file()]:
        for key in field.findall(path.read_bytes()):
            if len(set(key)) > 4:  # "00..", "abab.." are nobody's
                found.append(f"{path.relative_to(ROOT)}: {key[:8].decode()}..")
    assert found == []
    tree = build("unix/sim_table", tmp_path / "tree").path
    whole = b"".join(path.read_bytes() for path in sorted(tree.rglob("*")) if path.is_file() and path.name != "manifest.json")
    assert not re.findall(rb"[0-9a-f]{64}", whole)
    assert not list(tree.rglob("settings.json"))
