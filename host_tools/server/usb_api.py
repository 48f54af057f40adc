"""What comes from a table by another way than the radio (docs/usb.md): copied logs, and the code that its screen shows."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from host_tools.server import models, sheet_code
from host_tools.server.api import Change, Reader, TheHost
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


class CodeIn(models.Strict):
    """A typed code: three lines of eleven characters; spaces and dashes do not count."""

    code: Annotated[str, Field(max_length=200)]


@router.post("/code")
async def code(who: Change, host: TheHost, body: CodeIn) -> dict[str, Any]:
    """What was signed at a table, from the code that its screen shows. Changes nothing but the audit log."""
    try:
        found = sheet_code.read_code(body.code, sheet_code.book_of(host.hall, host.keys))
    except sheet_code.CodeError as fault:
        await host.audit(who.user, "code_refused", why=str(fault))
        raise Refused("bad_code", str(fault), "look at the table's screen again", 422) from fault
    place = found.place
    out = {"round": place.number, "table": place.table, "device": found.device, "deals": found.deals, "early": found.early}
    out |= {"mp": [found.mp_ns, found.mp_ew], "vp": [found.vp_ns, found.vp_ew]}
    await host.audit(who.user, "code_read", new=str(out))
    return out | {"corrected": found.corrected}


@router.get("/code/line")
async def code_line(who: Reader, text: Annotated[str, Field(max_length=60)], number: int = 1) -> dict[str, str]:
    """What is wrong with one line of a code while it is typed, or ""."""
    return {"wrong": sheet_code.check_line(text, number)}
