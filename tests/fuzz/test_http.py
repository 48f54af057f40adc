"""The HTTP API against anything: with a login, without, with half of one. No fault, nothing stored unasked, bounded memory."""

import logging
import os
from collections import Counter
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from host_tools.server import api, archive_upload, decisions_api, schema, usb_api
from tests.fuzz import mutations, usb_doors
from tests.server.kit import Running, begin, event_body

EXAMPLES = int(os.environ.get("TAVOLO_FUZZ_EXAMPLES", "120"))
STILL = {"deadline": None, "suppress_health_check": list(HealthCheck), "phases": (Phase.explicit, Phase.generate, Phase.shrink)}
ROUTES = sorted(
    (method, route.path)
    for route in api.router.routes + usb_api.router.routes + decisions_api.router.routes + archive_upload.router.routes
    if isinstance(route, APIRoute) and route.path not in ("/api/login", "/api/logout")
    for method in route.methods
)
_WHY = {"why": "x", "article": "art. 1"}
_LINE = {"clean": 1, "dirty": 0, "closed": False, "pile": "played", "negative": 5, "positive": 105, "arbiter": 0}
BODIES = [
    mutations.as_json(body)
    for body in (
        event_body(pairs=2),
        {"method": "mitchell"},
        {"minutes": 5},
        {"force": True, "reason": "x"},
        {"state": "seen"},
        {"table": 1, "device": "00c0ffee"},
        {"deal": 1, "reason": 1, "why": "x"},
        {"code": "234567892AC 23456789ABC 23456789ACE"},
        {"text": "00ff"},
        {"part": "AAAA", "swapped": True},
        _WHY | {"deal": 1, "seen": []},
        _WHY | {"deal": 1, "seen": [], "ns": _LINE, "ew": _LINE | {"closed": True}, "reason": 1},
        _WHY | {"deal": 1, "seen": ["0" * 24], "ref": "0" * 24},
        _WHY | {"ref": "0" * 24, "copied": True},
        _WHY | {"name": "00c0ffee/00c0ffee/1", "take": 1},
    )
]
LOGS = usb_doors.SEEDS["copied_log"]
PART = st.sampled_from(["1", "0", "-1", "999", "1e3", "9" * 4000, "a", "%00", "..", "%2e%2e", "é", "1/../2", " 1", "١"])
KINDS = st.sampled_from(["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "é"])


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request with one or more things wrong, or nothing."""
    method, path = draw(st.sampled_from(ROUTES))
    while "{" in path:
        path = path[: path.index("{")] + draw(PART) + path[path.index("}") + 1 :]
    body = draw(st.sampled_from(BODIES) | mutations.anything(BODIES) | mutations.anything(LOGS) | st.just(b"x" * 200_000))
    method = draw(st.sampled_from([method] * 6 + ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW"]))
    headers = {"Content-Type": draw(KINDS).encode()}
    if draw(st.integers(0, 4)) == 0:
        headers["Origin"] = draw(st.sampled_from([b"null", b"http://[", b"http://evil.example", b"\xff", b""]))
    if draw(st.integers(0, 4)) == 0:
        headers["Host"] = draw(st.sampled_from([b"evil.example", b"[", b"a b", b"\xe9", b"localhost"]))
    if draw(st.integers(0, 4)) == 0:
        headers["X-CSRF-Token"] = draw(st.sampled_from([b"", b"x", b"\xe0", b"0" * 5000]))
    return {"method": method, "url": path, "headers": headers, "content": None if method == "GET" else body}


def _ask(client: httpx.Client, request: dict[str, Any]) -> httpx.Response | None:
    try:
        found = client.request(**request)
    except httpx.InvalidURL:
        return None
    except httpx.TransportError as fault:  # a body that was refused unread: the connection ends
        assert len(request["content"] or b"") > 100_000, fault
        return None
    assert found.status_code < 500 or found.json()["error"]["code"] in ("full", "store"), (request, found.text[:300])
    if found.status_code >= 400 and request["method"] != "HEAD" and found.headers["content-type"].startswith("application/json"):
        assert set(found.json()["error"]) - {"reason", "values"} == {"code", "message", "hint"}, found.text
        assert len(found.text) < 8000
    if not found.text.startswith("Invalid HTTP request"):  # the parser's own word, before anything of ours is reached
        assert "content-security-policy" in found.headers, (request, found.status_code)
    return found


def _rows(server: Running) -> list[int]:
    tables = [schema.event, schema.act, schema.person, schema.record, schema.assignment, schema.account]
    return server.host.store.read_now(lambda c: [c.execute(select(func.count()).select_from(t)).scalar() for t in tables])  # type: ignore[no-any-return]


def test_a_stranger_changes_nothing_and_meets_no_fault(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    client = httpx.Client(base_url=server.url, timeout=20)
    before, tried = _rows(server), 0

    @settings(max_examples=EXAMPLES, **STILL)  # type: ignore[arg-type]
    @given(request=requests(), cookie=st.sampled_from([b"", b"x", b"\xff\xfe", b"'--", b"0" * 3000]))
    def run(request: dict[str, Any], cookie: bytes) -> None:
        nonlocal tried
        tried += 1
        found = _ask(client, request | {"headers": request["headers"] | {"Cookie": b"tavolo_session_%d=" % server.port + cookie}})
        if found is not None and found.status_code == 200:
            assert request["method"] in ("GET", "HEAD")
            assert request["url"].startswith("/api/wall")

    with caplog.at_level(logging.ERROR):
        run()
    print(f"{tried} requests of a stranger")
    assert _rows(server) == before
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


def test_whatever_an_organiser_sends_is_done_or_refused(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    client = server.organiser()
    begin(client, pairs=4)
    answers: Counter[int] = Counter()

    @settings(max_examples=EXAMPLES, **STILL)  # type: ignore[arg-type]
    @example(request={"method": "GET", "url": "/api/state"})
    @example(request={"method": "POST", "url": "/api/round/start"})
    @given(request=requests())
    def run(request: dict[str, Any]) -> None:
        found = _ask(client, request)
        answers[found.status_code if found is not None else 0] += 1

    with caplog.at_level(logging.ERROR):
        run()
    print(f"{answers.total()} requests of an organiser, {answers[200]} of them done")
    assert answers[200] >= 2, "the organiser is heard: the two good ones were done"
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]
    assert client.get("/api/state").status_code == 200
    assert client.get("/").status_code == 200


def test_logins_of_any_kind_leave_bounded_memory(server: Running) -> None:
    client = httpx.Client(base_url=server.url, timeout=20)
    door = client.base_url
    seen: set[int] = set()

    @settings(max_examples=min(EXAMPLES, 200), **STILL)  # type: ignore[arg-type]
    @given(body=mutations.anything([mutations.as_json({"user": "organiser", "password": "x"})]))
    def run(body: bytes) -> None:
        found = _ask(
            client, {"method": "POST", "url": "/api/login", "headers": {"Content-Type": b"application/json"}, "content": body}
        )
        if found is not None:
            seen.add(found.status_code)
            assert "set-cookie" not in found.headers

    run()
    assert door
    assert seen <= {400, 401, 411, 413, 422, 429}
