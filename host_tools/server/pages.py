"""The pages: templates with almost nothing in them; modules in static/ draw what the API and the events say."""

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates

from host_tools.server.api import Reader, TheHost
from host_tools.server.auth import USER, Session
from host_tools.server.commands import Refused

router = APIRouter()
_templates = Jinja2Templates(directory=Path(__file__).parent / "templates")


def _page(request: Request, name: str, session: Session | None = None, **more: Any) -> HTMLResponse:
    context = {"csrf": session.csrf if session else "", "user": session.user if session else "", "page": name, **more}
    return _templates.TemplateResponse(request, f"{name}.html", context)


def problem_page(request: Request, status: int, code: str, message: str) -> HTMLResponse:
    """What went wrong, for eyes, with a way back. `code` and `message` are those of the API's answer."""
    page = _page(request, "problem", code=code, message=message)
    page.status_code = status
    return page


@router.get("/favicon.ico")
async def icon() -> RedirectResponse:
    """The icon, where a browser asks for it without having seen a page."""
    return RedirectResponse("/static/icon.svg", 308)


@router.get("/login")
async def login(request: Request) -> HTMLResponse:
    """Log in."""
    return _page(request, "login", account=USER)


@router.get("/")
async def hall(request: Request, who: Reader) -> HTMLResponse:
    """The arbiter's page."""
    return _page(request, "hall", who)


@router.get("/tournament")
async def tournament(request: Request, who: Reader) -> HTMLResponse:
    """Event, pairing, publication."""
    return _page(request, "tournament", who)


@router.get("/ranking")
async def ranking(request: Request, who: Reader) -> HTMLResponse:
    """The ranking."""
    return _page(request, "ranking", who)


@router.get("/results")
async def results(request: Request, who: Reader) -> HTMLResponse:
    """Sheets that come by another way than the radio, and what waits for a decision."""
    return _page(request, "results", who)


@router.get("/rulings")
async def rulings(request: Request, who: Reader) -> HTMLResponse:
    """What the arbiter lays down beside the sheets."""
    return _page(request, "rulings", who)


@router.get("/history")
async def history(request: Request, who: Reader) -> HTMLResponse:
    """Who did what, when and why."""
    return _page(request, "history", who)


@router.get("/sheet/{number}/{table}")
async def sheet(request: Request, who: Reader, host: TheHost, number: int, table: int) -> HTMLResponse:
    """One sheet with all its versions."""
    if not any(info.number == number and table in info.seats for info in host.hall.rounds):
        raise Refused("no_sheet", f"no sheet of round {number}, table {table}", status=404)
    return _page(request, "sheet", who, number=number, table=table)


@router.get("/wall")
async def wall(request: Request) -> HTMLResponse:
    """The wall: clock, seating, ranking; without a login."""
    return _page(request, "wall")
