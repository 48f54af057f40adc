"""The HTTP API (docs/api.md): JSON in and out, each change checked, done and written to the audit log."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from host_tools.server import claims, commands, models, open_points, ranking_views, rulings, tournament, views
from host_tools.server.auth import SESSION_S, Auth, Session
from host_tools.server.catch_up import catch_up
from host_tools.server.commands import EventWish, Refused
from host_tools.server.guard import check_origin, need_change, need_session, problem
from host_tools.server.host import Host
from host_tools.server.session_cookie import cookie_name
from host_tools.server.sheet_view import sheet_view

router = APIRouter(prefix="/api")
Change = Annotated[Session, Depends(need_change)]
Reader = Annotated[Session, Depends(need_session)]


def get_host(request: Request) -> Host:
    """The one Host of this process."""
    host: Host = request.app.state.host
    return host


TheHost = Annotated[Host, Depends(get_host)]


def client_address(request: Request) -> str:
    """Who asks, as far as the network tells."""
    return request.client.host if request.client else "?"


@router.post("/login")
async def login(request: Request, body: models.Login) -> JSONResponse:
    """Log in; the answer carries the CSRF token that changes must send as X-CSRF-Token."""
    check_origin(request)
    auth: Auth = request.app.state.auth
    found = await auth.login(body.user, body.password, client_address(request))
    if found is None:
        return problem(401, "wrong_password", "user or password is wrong", "the password was shown at the first start")
    cookie = cookie_name(request.url, request.headers)
    if cookie in request.cookies:
        await auth.logout(request.cookies[cookie])  # one browser, one session: the one before ends
    response = JSONResponse({"user": found[1].user, "csrf": found[1].csrf})
    secure = request.url.scheme == "https"
    response.set_cookie(cookie, found[0], max_age=SESSION_S, httponly=True, samesite="lax", secure=secure, path="/")
    return response


@router.post("/logout")
async def logout(request: Request, who: Change) -> JSONResponse:
    """End this session."""
    auth: Auth = request.app.state.auth
    cookie = cookie_name(request.url, request.headers)
    await auth.logout(request.cookies[cookie])
    response = JSONResponse({"ok": True})
    # a browser passes over a cookie named `__Host-...` that is not Secure, and over its end, too
    response.delete_cookie(cookie, path="/", secure=request.url.scheme == "https", httponly=True, samesite="lax")
    return response


@router.get("/state")
async def state(who: Reader, host: TheHost) -> dict[str, Any]:
    """Everything the arbiter's page shows."""
    return views.state_view(host)


@router.get("/ranking")
async def ranking(who: Reader, host: TheHost) -> dict[str, Any]:
    """The ranking as of now: closed rounds, and signed sheets of the round that is on."""
    hall = host.hall
    scores = ranking_views.short_scores(hall)
    lines = [line | {"scores": scores.get(line["pair"], [])} for line in ranking_views.ranking_view(hall)]
    return {"ranking": lines, "copied": open_points.copied_view(hall), **ranking_views.standing_view(hall)}


@router.get("/wall")
async def wall(host: TheHost) -> dict[str, Any]:
    """What the wall shows; without a login."""
    return views.wall_view(host)


@router.get("/sheets/{number}/{table}")
async def sheet(who: Reader, host: TheHost, number: int, table: int) -> dict[str, Any]:
    """One sheet with every version of each deal."""
    found = sheet_view(host, number, table)
    if found is None:
        raise Refused("no_sheet", f"no sheet of round {number}, table {table}", status=404)
    return found


@router.post("/event")
async def event(who: Change, host: TheHost, body: models.EventIn) -> dict[str, Any]:
    """Make the event that is played from now on."""
    empty = [n for n, pair in enumerate(body.pairs, 1) if not pair[0]]
    if empty:
        raise Refused("bad_input", f"pairs.{empty[0] - 1}: the first name is missing", "", 422)
    pairs = [(first, second) for first, second in body.pairs]
    plain = (body.name, body.deals, body.minutes, body.rounds, models.PROFILES[body.profile], pairs)
    wish = EventWish(*plain, models.POLICIES[body.policy], body.last_minutes, body.warnings, body.scale, body.bye_vp, body.bye_mp)
    wish.language, wish.blind, wish.turn_clock = body.language, body.blind, body.turn_clock
    few, middle, many = body.turn_seconds
    wish.turn_s, wish.muted = (few, middle, many), models.muted_mask(body.muted)
    await commands.new_event(host, wish, who.user, body.replace)
    return {"event": views.event_view(host.hall)}


@router.post("/round/pair")
async def pair(who: Change, host: TheHost, body: models.PairIn) -> dict[str, Any]:
    """Pair the next round as a draft; closes the finished one."""
    info, found = await commands.pair(host, body.method, who.user)
    return {"round": views.round_view(host.hall, info), "notes": found.notes}


@router.post("/round/publish")
async def publish(who: Change, host: TheHost) -> dict[str, Any]:
    """Publish the draft: the tables get their plans."""
    return {"round": views.round_view(host.hall, await commands.publish(host, who.user))}


@router.post("/round/add")
async def add(who: Change, host: TheHost, body: models.AddIn) -> dict[str, Any]:
    """Add or cut minutes for all tables."""
    return {"round": views.round_view(host.hall, await commands.clock_command(host, "add", who.user, body.minutes))}


@router.post("/round/close")
async def close(who: Change, host: TheHost, body: models.CloseIn) -> dict[str, Any]:
    """Close the round: its results count."""
    return {"round": views.round_view(host.hall, await commands.close_round(host, who.user, body.force, body.reason))}


def _clock(name: str) -> None:
    async def run(who: Change, host: TheHost) -> dict[str, Any]:
        return {"round": views.round_view(host.hall, await commands.clock_command(host, name, who.user))}

    run.__doc__ = f"The arbiter's {name} for all tables of the round."
    router.post(f"/round/{name}", name=name)(run)


for _name in ("start", "pause", "resume", "timeout", "end"):
    _clock(_name)


@router.post("/tables/assign")
async def assign(who: Change, host: TheHost, body: models.AssignIn) -> dict[str, Any]:
    """Give a device a table."""
    names = host.keys.names()
    if body.device not in names:
        raise Refused("no_device", f"unknown device {body.device}", "add it with `tavolo device add`", 404)
    await host.store.submit(lambda c: tournament.add_devices(c, names))  # it may be so new that it was never heard of
    claims.forget(host, body.table)
    await host.assign(body.device, body.table, who.user)
    await catch_up(host)  # its table's device may never have come back since a restore
    return {"device": views.device_view(host.hall, body.device, names)}


def _buzz(host: Host, device: str | None, what: str) -> dict[str, Any]:
    live = host.hall.live.get(device) if device else None
    if live is None or live.link is None:
        raise Refused("offline", f"{what} is not on line")
    live.link.send({"t": "locate"})
    return {"ok": True}


@router.post("/tables/{table}/locate")
async def locate(who: Change, host: TheHost, table: int) -> dict[str, Any]:
    """Let the device of a table buzz."""
    return _buzz(host, host.hall.device_at(table), f"the device of table {table}")


@router.post("/devices/{device}/locate")
async def locate_device(who: Change, host: TheHost, device: str) -> dict[str, Any]:
    """Let a device buzz: the spare that somebody is to fetch."""
    return _buzz(host, device, f"device {device[:8]}")


@router.post("/tables/{table}/override")
async def override(who: Change, host: TheHost, table: int, body: models.OverrideIn) -> dict[str, Any]:
    """Approve hard findings of one deal."""
    await rulings.override(host, table, body.deal, body.reason, body.why, who.user)
    return {"ok": True}


@router.post("/tables/{table}/refuse")
async def refuse(who: Change, host: TheHost, table: int, body: models.RefuseIn) -> dict[str, Any]:
    """Answer no to a table that asks for a ruling."""
    await rulings.refuse(host, table, body.deal, who.user)
    return {"ok": True}


@router.post("/calls/{table}/answer")
async def answer(who: Change, host: TheHost, table: int, body: models.AnswerIn) -> dict[str, Any]:
    """Answer a table's call."""
    await rulings.answer_call(host, table, models.CALL_STATES[body.state], who.user)
    return {"ok": True}
