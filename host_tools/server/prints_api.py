"""Prints for the browser: `GET /print/WHAT` is a page that prints itself well, or a file to be kept (docs/archive.md)."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from host_tools.prints.making import Wanted, make, style
from host_tools.server.api import Reader, TheHost

router = APIRouter()
What = Literal["seating", "slips", "sheets", "ranking", "entries", "rulings", "results"]
Round = Annotated[int | None, Query(ge=1, le=100)]
Group = Annotated[int | None, Query(ge=1, le=99)]


@router.get("/print/style.css")
async def style_sheet() -> Response:
    """The style of all prints."""
    return Response(style(), media_type="text/css")


@router.get("/print/{what}")
async def printed(
    who: Reader,
    host: TheHost,
    what: What,
    format: Literal["html", "csv", "xlsx", "json"] = "html",
    round: Round = None,
    by: Literal["table", "name"] = "table",
    group: Group = None,
    rounds: bool = False,
    filled: bool = False,
) -> Response:
    """A print; all but the page is a download."""
    made = make(host, Wanted(what, format, round, by, group, rounds, filled), linked=True)
    kept = {} if format == "html" else {"Content-Disposition": f'attachment; filename="{made.name}"'}
    return Response(made.data, media_type=made.kind, headers=kept)
