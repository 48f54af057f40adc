"""What every request passes: size limit, security headers, errors in one shape, and the checks of session and CSRF."""

import hmac
import logging
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from host_tools.archive.form import LIMIT_BYTES
from host_tools.server.auth import Auth, Session, TooManyTries
from host_tools.server.commands import Refused
from host_tools.server.keys import KeysError
from host_tools.server.origin import is_own_address, own_host, own_origin
from host_tools.server.session_cookie import cookie_name
from host_tools.server.store import StoreError

MAX_BODY = 128 * 1024
_FILE = 3 << 20  # a list of entries: 2 MB, as base64
_LARGER = {"/api/qr": 1 << 20, "/api/do/entry.preview": _FILE, "/api/do/entry.import": _FILE}  # the first: a photograph
_LARGER["/api/archive"] = LIMIT_BYTES  # goes to the disk piece by piece (archive_upload.py)
_LARGER["/api/do/sheet.enter_all"] = 1 << 20  # 250 tables of six deals are half of it
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OPEN = ("/wall", "/api/wall", "/api/wall/events", "/favicon.ico")  # what everybody may see, over plain HTTP too
_log = logging.getLogger("tavolo.server")
_NONE: Mapping[str, Any] = MappingProxyType({})


class NotLoggedIn(Exception):
    """The request needs a session that it does not have."""


def problem(
    status: int,
    code: str,
    message: str,
    hint: str = "",
    headers: dict[str, str] | None = None,
    details: Mapping[str, Any] = _NONE,
) -> JSONResponse:
    """An error in the one shape that all of the API uses; `details` are for pages (Refused.details)."""
    return JSONResponse({"error": {"code": code, "message": message, "hint": hint, **details}}, status, headers=headers)


async def need_session(request: Request) -> Session:
    """The session of a request. Raises NotLoggedIn."""
    auth: Auth = request.app.state.auth
    session = await auth.session(request.cookies.get(cookie_name(request.url, request.headers)))
    if session is None:
        raise NotLoggedIn
    return session


async def need_change(request: Request) -> Session:
    """The session of a request that changes something: own origin and the session's CSRF token."""
    check_origin(request)
    session = await need_session(request)
    if not hmac.compare_digest(request.headers.get("x-csrf-token", "").encode(), session.csrf.encode()):
        raise Refused("csrf", "the page's token is missing or old", "load the page again", 403)
    return session


def check_origin(request: Request) -> None:
    """Refuse a change that another site's page sends."""
    if not own_origin(request.headers):
        raise Refused("origin", "request from a foreign page", status=403)


def _validation(fault: RequestValidationError) -> Refused:
    first = fault.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
    return Refused("bad_input", f"{where}: {first['msg']}", "see docs/api.md for the fields", 422)


def _for_eyes(request: Request) -> bool:
    """A browser asks for a page."""
    path = request.url.path
    return (
        request.method == "GET"
        and not path.startswith(("/api/", "/static/"))
        and "text/html" in request.headers.get("accept", "")
    )


def _not_logged_in(request: Request) -> Response:
    if request.url.path.startswith("/api/"):
        return problem(401, "login", "not logged in", "POST /api/login first")
    return RedirectResponse("/login", 303)


def _refusal(request: Request) -> Response | None:
    """What is refused before anything of it is read, and why. None: go on."""
    if not own_host(request.headers.get("host")):
        return problem(421, "host", "unknown host name", "use the computer's address, or a name ending in .local")
    found = _by_https_alone(request)
    if found is not None or request.method in ("GET", "HEAD"):
        return found
    length = request.headers.get("content-length")
    # of two lengths that contradict each other the parser takes the chunks': no limit would hold
    if length is None or not (length.isascii() and length.isdigit()) or "transfer-encoding" in request.headers:
        return problem(411, "length", "request without a length")
    most = _LARGER.get(request.url.path, MAX_BODY)
    if int(length[:20]) > most:
        return problem(413, "too_large", f"more than {most} bytes")
    return None


def _by_https_alone(request: Request) -> Response | None:
    """Where HTTPS is served, whoever is not at this computer gets only the wall without it: a session could be overheard."""
    port: int = request.app.state.https_port
    path, peer = request.url.path, request.client.host if request.client else ""
    if not port or request.url.scheme == "https" or is_own_address(peer) or path in _OPEN or path.startswith("/static/"):
        return None
    name = request.url.hostname or ""
    there = f"https://{f'[{name}]' if ':' in name else name}:{port}"
    if request.method == "GET" and not path.startswith("/api/"):
        return RedirectResponse(there + path, 307)
    return problem(403, "https", "this is served over HTTPS alone", there)


def install(app: FastAPI, page: Callable[[Request, int, str, str], Response]) -> None:
    """Put the checks and error shapes into `app`; `page(request, status, code, message)` is an error for a person's eyes."""

    @app.middleware("http")
    async def headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = _refusal(request)
        if response is None:
            try:
                response = await call_next(request)
            except Exception:  # noqa: BLE001 -- a fault of ours: told in the one shape, with the headers, and written down
                _log.exception("%s %s", request.method, request.url.path)
                response = problem(500, "fault", "fault in the host", "see the server's window")
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if not request.url.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def handle(kind: type[Exception], answer: Callable[[Request, Any], Response]) -> None:
        async def run(request: Request, fault: Exception) -> Response:
            return answer(request, fault)

        app.add_exception_handler(kind, run)

    def told(request: Request, status: int, code: str, message: str, hint: str = "") -> Response:
        return refused(request, Refused(code, message, hint, status))

    def refused(request: Request, fault: Refused) -> Response:
        if _for_eyes(request):
            return page(request, fault.status, fault.code, fault.message)
        return problem(fault.status, fault.code, fault.message, fault.hint, details=fault.details())

    handle(Refused, refused)
    handle(NotLoggedIn, lambda request, _: _not_logged_in(request))
    handle(RequestValidationError, lambda request, f: refused(request, _validation(f)))
    handle(HTTPException, lambda request, f: told(request, f.status_code, "http", str(f.detail)))
    handle(StoreError, lambda request, f: told(request, 503, "store", str(f), "the change was not kept"))
    handle(KeysError, lambda request, f: told(request, 503, "keys", str(f), "nothing was changed"))
    wait = "too many wrong passwords"
    handle(TooManyTries, lambda _, f: problem(429, "too_many", wait, f"wait {f.wait_s} s", {"Retry-After": str(f.wait_s)}))
