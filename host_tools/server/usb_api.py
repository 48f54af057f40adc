"""What comes from a table by another way than the radio (docs/usb.md): copied logs, the code and the QR that its screen shows."""

import base64
import binascii
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from host_tools.server import models, picture, results_in, sheet_code
from host_tools.server.api import Change, Reader, TheHost
from host_tools.server.catch_up import catch_up
from host_tools.server.commands import Refused
from host_tools.server.host import Host
from host_tools.server.results_in import Shown
from host_tools.server.sheet_code import CodeError
from host_tools.usb import log_file
from host_tools.usb.merge import merge

router = APIRouter(prefix="/api")
_MOST_PART = 80  # bytes of a QR that can be one of ours


@router.post("/logs")
async def logs(request: Request, who: Change, host: TheHost) -> dict[str, Any]:
    """Body: a log file, or a part of one with a head of its own. Any record may come any number of times."""
    try:
        found = log_file.parse(await request.body())
    except log_file.FileError as fault:
        raise Refused("bad_log", str(fault), "send a file that `tavolo usb read` wrote", 422) from fault
    merged = await merge(host, found.rows, who.user, found.device)
    if merged.learned:
        await catch_up(host)
    return merged.figures() | {"records": merged.each()}


class CodeIn(models.Strict):
    """A typed code: three lines of eleven characters; spaces and dashes do not count."""

    code: Annotated[str, Field(max_length=200)]


class PartIn(models.Strict):
    """What another program read in the QR: hexadecimal, base64, or its characters."""

    text: Annotated[str, Field(min_length=1, max_length=400)]


class ResultIn(models.Strict):
    """A yes to what a code, or the bytes of a QR in base64, said. `swapped`: the pairs sat the other way round."""

    code: Annotated[str, Field(max_length=200)] = ""
    part: Annotated[str, Field(max_length=200)] = ""
    swapped: bool = False


async def _refused(host: Host, who: str, fault: CodeError, code: str = "bad_code") -> Refused:
    await host.audit(who, "code_refused", why=str(fault))
    return Refused(code, str(fault), "look at the table's screen again", 422)


@router.post("/code")
async def code(who: Change, host: TheHost, body: CodeIn) -> dict[str, Any]:
    """What was signed at a table, from the code that its screen shows. Changes nothing but the audit log."""
    try:
        shown = results_in.of_code(host, body.code)
        view = results_in.preview(host, shown)
    except CodeError as fault:
        raise await _refused(host, who.user, fault) from fault
    await host.audit(who.user, "code_read", new=_text(shown))
    return view


@router.get("/code/line")
async def code_line(who: Reader, text: Annotated[str, Field(max_length=60)], number: int = 1) -> dict[str, str]:
    """What is wrong with one line of a code while it is typed, or ""."""
    return {"wrong": sheet_code.check_line(text, number)}


@router.post("/qr")
async def qr(request: Request, who: Change, host: TheHost) -> dict[str, Any]:
    """Body: a photograph of a table's screen (JPEG, PNG, WebP, 1 MB). What its QR says; changes nothing but the audit log."""
    gate: picture.Gate = request.app.state.pictures
    try:
        found = await gate.codes_in(await request.body())
    except picture.TooManyPictures as wait:
        raise Refused("too_many", "too many pictures at once", f"wait {wait.wait_s} s", 429) from wait
    except picture.PictureError as fault:
        raise Refused("bad_picture", str(fault), "nearer, straight, without a reflection", 422) from fault
    return await _first(host, who.user, found)


@router.post("/qr/text")
async def qr_text(who: Change, host: TheHost, body: PartIn) -> dict[str, Any]:
    """As /qr, for what another scanner read."""
    return await _first(host, who.user, _readings(body.text))


def _readings(text: str) -> list[bytes]:
    """What bytes a scanner may have meant by its text."""
    plain, out = text.strip(), []
    for read in (bytes.fromhex, _base64):
        try:
            out.append(read(plain))
        except ValueError:
            continue
    for how in ("latin-1", "utf-8", "cp437"):
        try:
            out.append(text.encode(how))
        except UnicodeEncodeError:
            continue
    return [data for data in out if len(data) <= _MOST_PART]


def _base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as fault:
        raise ValueError from fault


async def _first(host: Host, who: str, found: list[bytes]) -> dict[str, Any]:
    """The first that is genuine."""
    fault = CodeError("no QR of ours can be read in it")
    for data in found:
        try:
            shown = results_in.of_parts(host, data)
            view = results_in.preview(host, shown)
        except CodeError as wrong:
            fault = wrong
            continue
        await host.audit(who, "qr_read", new=_text(shown))
        return view | {"part": base64.b64encode(data).decode()}
    raise await _refused(host, who, fault, "bad_picture")


def _text(shown: Shown) -> str:
    return f"round {shown.place.number} table {shown.place.table} device {shown.device}: {shown.signed}"


@router.post("/results")
async def results(who: Change, host: TheHost, body: ResultIn) -> dict[str, Any]:
    """The arbiter's yes: what the code or QR says is kept, once. It is checked anew, whatever was shown before."""
    try:
        shown = results_in.of_parts(host, _base64(body.part)) if body.part else results_in.of_code(host, body.code)
        return await results_in.take(host, shown, body.swapped, who.user)
    except CodeError as fault:
        raise await _refused(host, who.user, fault) from fault
    except ValueError as fault:
        raise Refused("bad_input", "part: not base64", "", 422) from fault
