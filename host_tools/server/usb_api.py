"""POST /api/logs: copied logs of tables (docs/usb.md), merged into the event that this server holds."""

from typing import Any

from fastapi import APIRouter, Request

from host_tools.server.api import Change, TheHost
from host_tools.server.commands import Refused
from host_tools.usb import log_file
from host_tools.usb.merge import merge

router = APIRouter(prefix="/api")


@router.post("/logs")
async def logs(request: Request, who: Change, host: TheHost) -> dict[str, Any]:
    """Body: a log file, or a part of one with a head of its own. Any record may come any number of times."""
    try:
        found = log_file.parse(await request.body())
    except log_file.FileError as fault:
        raise Refused("bad_log", str(fault), "send a file that `tavolo usb read` wrote", 422) from fault
    return (await merge(host, found.rows, who.user)).figures()
