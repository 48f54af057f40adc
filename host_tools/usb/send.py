"""Sends a copied log to a running server, a part at a time, as its API wants it."""

import json
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from host_tools.usb.merge import MergeError

_ROWS = 120  # even of the longest records this is less than a request's limit
_TIMEOUT_S = 20


def send(server: str, user: str, password: str, device: str, rows: list[Row]) -> dict[str, Any]:
    """Merge `rows`; the sums of the server's figures. `server`: its URL. Raises MergeError."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    login = _post(opener, server + "/api/login", json.dumps({"user": user, "password": password}).encode(), {})
    total: dict[str, Any] = {}
    for part in _parts(rows):
        found = _post(opener, server + "/api/logs", lines(device, part).encode(), {"X-CSRF-Token": login["csrf"]})
        for name, value in found.items():
            total[name] = total[name] + value if name in total else value
    return total


def _parts(rows: list[Row]) -> Iterator[list[Row]]:
    for at in range(0, len(rows), _ROWS):
        yield rows[at : at + _ROWS]


def _post(opener: OpenerDirector, url: str, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
    request = Request(url, body, {"Content-Type": "application/json", **headers}, method="POST")
    try:
        with opener.open(request, timeout=_TIMEOUT_S) as answer:
            found: dict[str, Any] = json.loads(answer.read())
            return found
    except HTTPError as fault:
        try:
            why = json.loads(fault.read())["error"]["message"]
        except (ValueError, KeyError, TypeError):
            why = str(fault)
        raise MergeError(f"the server refuses: {why}") from fault
    except (URLError, OSError, ValueError) as fault:
        raise MergeError(f"no server answers at {url}: {fault}") from fault
