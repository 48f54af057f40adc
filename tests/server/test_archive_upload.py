"""The door by which a page sends an archive: for those who logged in alone, with a limit, and nothing stays behind."""

import json
from http.client import HTTPConnection

import httpx

from host_tools.archive.form import LIMIT_BYTES
from tests.server.desk import do, event, pairs
from tests.server.kit import Running


def test_an_archive_is_for_those_who_logged_in_and_leaves_no_file(server: Running) -> None:
    client, incoming = server.organiser(), server.folder / "incoming"
    event(client, pairs(4))
    archive = json.dumps(do(client, "archive.export")["archive"]).encode()
    assert httpx.post(server.url + "/api/archive", content=archive).status_code == 401
    token = client.headers.pop("X-CSRF-Token")
    assert client.post("/api/archive", content=archive).json()["error"]["code"] == "csrf"
    assert not incoming.exists(), "nothing of it was read"
    client.headers["X-CSRF-Token"] = token
    line = HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.putrequest("POST", "/api/archive")
    line.putheader("Content-Length", str(LIMIT_BYTES + 1))
    line.endheaders()
    assert line.getresponse().status == 413
    line.close()
    assert client.post("/api/archive", content=archive[:-9]).json()["error"]["code"] == "archive"
    looked = client.post("/api/archive?look=1&more=1", content=archive).json()
    assert (looked["name"], looked["same"], looked["kept"]) == ("Prova", True, False)
    assert client.post("/api/archive", content=archive).json()["kept"]
    assert list(incoming.iterdir()) == []
