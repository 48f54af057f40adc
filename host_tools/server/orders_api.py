"""The organiser's orders over HTTP (docs/api.md): `POST /api/do/NAME`, by a page that is logged in or by the command line.

The command line on the server's own computer proves itself by a token that is made at each start and lies in the data
directory, readable by its owner alone: who can read that can read the database, too.
"""

import hmac
import secrets
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request

from host_tools.server.api import TheHost
from host_tools.server.auth import Session
from host_tools.server.commands import Refused
from host_tools.server.guard import need_change, need_session
from host_tools.server.keys import write_private
from host_tools.server.orders.registry import carry_out, every
from host_tools.server.origin import is_own_address

router = APIRouter(prefix="/api")
TOKEN_FILE = "desk.token"
DESK = "organiser"  # as whom the command line acts: its owner is the organiser, who has the files


def new_token(folder: Path) -> str:
    """Make the token of this start and keep it beside the database, for its owner's eyes."""
    token = secrets.token_urlsafe(32)
    write_private(folder / TOKEN_FILE, token)
    return token


async def _who(request: Request) -> Session:
    """The session of a page, or of the command line on this computer."""
    said = request.headers.get("authorization", "")
    if not said:
        return await (need_session if _only_asks(request) else need_change)(request)
    token: str = request.app.state.desk_token
    here = request.client is not None and is_own_address(request.client.host)
    right = hmac.compare_digest(said.encode(), f"Bearer {token}".encode())
    if not token or not here or not right or "origin" in request.headers:
        raise Refused("desk", "the command line's token is wrong or old", "run the command as the server's own user", 403)
    return Session(DESK, "")


def _only_asks(request: Request) -> bool:
    found = every().get(str(request.path_params.get("name", "")))
    return found is not None and not found.changes


@router.post("/do/{name}")
async def do(
    request: Request, who: Annotated[Session, Depends(_who)], host: TheHost, name: str, body: Annotated[Any, Body()]
) -> Any:
    """Carry out one order."""
    return await carry_out(host, name, body, who.user)
