"""Liveness of the pages: server-sent events with what changed, gathered for a moment, never the whole hall each time."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request
from sse_starlette.sse import EventSourceResponse

from host_tools.server import open_points, ranking_views, views
from host_tools.server.api import Reader, TheHost
from host_tools.server.commands import Refused
from host_tools.server.host import Host
from host_tools.server.hub import Key
from tavolo.domain import sheet_review

router = APIRouter(prefix="/api")
_GATHER_S = 0.15
_ARBITERS = 20  # places that no wall takes
_QUIET_S = 5.0  # without changes the clock is sent, so that a page knows that it is connected


def _message(name: str, data: Any) -> dict[str, str]:
    return {"event": name, "data": json.dumps(data, separators=(",", ":"))}


def changes(host: Host, keys: set[Key]) -> dict[str, Any]:
    """What a page must draw anew for these keys."""
    view: dict[str, Any] = {"now_ms": host.clock.now()}
    if "round" in keys or "devices" in keys:
        return view | {"state": views.state_view(host), "ranking": ranking_views.ranking_view(host.hall)}
    tables = [host.hall.table(number) for number in sorted(key for key in keys if isinstance(key, int))]
    found = [table for table in tables if table]
    view["tables"] = [views.table_view(host, table) for table in found]
    view |= ranking_views.standing_view(host.hall) | {"copied": open_points.copied_view(host.hall)}
    if any(sheet_review.counted(table.sheet) for table in found):
        view["ranking"] = ranking_views.ranking_view(host.hall)
    return view


def _room(host: Host, spare: int = 0) -> None:
    """Refuse before the answer has begun. Whoever may open the wall must not keep the arbiter's page out."""
    if host.hub.full(spare):
        raise Refused("full", "too many pages are watching", "close some", 503)


async def _stream(request: Request, first: Callable[[], Any], later: Callable[[set[Key]], Any]) -> AsyncIterator[dict[str, str]]:
    host: Host = request.app.state.host
    watcher = host.hub.watch()
    try:
        yield _message("state", first())
        while not await request.is_disconnected():
            keys = await watcher.wait(_QUIET_S)
            if not keys:
                yield _message("time", {"now_ms": host.clock.now()})
                continue
            await asyncio.sleep(_GATHER_S)
            keys |= await watcher.wait(0)
            yield _message("change", later(keys))
    finally:
        host.hub.leave(watcher)


@router.get("/events")
async def events(request: Request, who: Reader, host: TheHost) -> EventSourceResponse:
    """The hall for the arbiter's pages: `state` once, then `change` with changed tables, `time` when quiet."""
    _room(host)

    def first() -> dict[str, Any]:
        return {"state": views.state_view(host), "ranking": ranking_views.ranking_view(host.hall)}

    return EventSourceResponse(_stream(request, first, lambda keys: changes(host, keys)), ping=15)


@router.get("/wall/events")
async def wall_events(request: Request, host: TheHost) -> EventSourceResponse:
    """The wall: the whole small view whenever something changed."""
    _room(host, _ARBITERS)
    return EventSourceResponse(_stream(request, lambda: views.wall_view(host), lambda _: views.wall_view(host)), ping=15)
