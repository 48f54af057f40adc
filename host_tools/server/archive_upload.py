"""An archived event that a page sends as a file: too large for a JSON body, so it is laid into the folder `incoming` piece by
piece, read by the order `archive.import`, and gone afterwards, whatever came of it: names that were erased may be in it."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.requests import ClientDisconnect

from host_tools.server.api import Change, TheHost
from host_tools.server.orders.out import INCOMING
from host_tools.server.orders.registry import carry_out
from host_tools.server.refusal import Refused

router = APIRouter(prefix="/api")
_PIECE = 1 << 20  # bytes that are written at once
_PATIENCE_S = 300.0  # a large archive over a club's Wi-Fi takes a minute


@router.post("/archive")
async def bring_in(
    request: Request, who: Change, host: TheHost, more: Annotated[bool, Query()] = False, look: Annotated[bool, Query()] = False
) -> dict[str, Any]:
    """Body: an archive's file, up to 100 MB (guard.py). `more`, `look` and the answer: as `archive.import` has them.

    Raises Refused: `archive_busy` while another one is read, `archive` for what does not come whole, and what the order refuses.
    """
    reading: asyncio.Lock = request.app.state.archives
    if reading.locked():
        raise Refused("archive_busy", "another archive is being read", "wait until it is done, then send this one again", 429)
    async with reading, _laid_in(request, host.folder / INCOMING) as name:
        return await carry_out(host, "archive.import", {"file": name, "more": more, "look": look}, who.user)


@contextlib.asynccontextmanager
async def _laid_in(request: Request, folder: Path) -> AsyncIterator[str]:
    """The body as a file in `folder`, for its owner's eyes; its name."""
    path = folder / f"{secrets.token_hex(8)}.json"
    try:
        try:
            await asyncio.to_thread(_make, path)
            async with asyncio.timeout(_PATIENCE_S):
                async for piece in _pieces(request):
                    await asyncio.to_thread(_append, path, piece)
        except (TimeoutError, ClientDisconnect) as fault:
            raise Refused("archive", "the file has not come whole", "nothing was kept; send it again", 422) from fault
        except OSError as fault:
            raise Refused("store", f"the archive cannot be laid down: {fault.strerror}", "make room on the disk", 503) from fault
        yield path.name
    finally:
        path.unlink(missing_ok=True)


def _make(path: Path) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.touch(mode=0o600)


def _append(path: Path, piece: bytes) -> None:
    with path.open("ab") as file:
        file.write(piece)


async def _pieces(request: Request) -> AsyncIterator[bytes]:
    """The body in pieces that are worth a write each."""
    held = bytearray()
    async for part in request.stream():
        held += part
        if len(held) >= _PIECE:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)
