"""What the arbiter decides about a sheet (docs/api.md): each request names what he saw, and why."""

from typing import Any

from fastapi import APIRouter

from host_tools.server import corrections, models
from host_tools.server.api import Change, Reader, TheHost
from host_tools.server.corrections import Word
from host_tools.server.host import Host
from host_tools.server.sheet_entry import Entered
from host_tools.server.sheet_view import sheet_view

router = APIRouter(prefix="/api")


def _word(who: Any, body: models.Decision) -> Word:
    return Word(who.user, body.why, body.article)


def _now(host: Host, number: int, table: int) -> dict[str, Any]:
    return {"sheet": sheet_view(host, number, table)}


@router.post("/sheets/{number}/{table}/choose")
async def choose(who: Change, host: TheHost, number: int, table: int, body: models.ChooseIn) -> dict[str, Any]:
    """Of two versions of a deal one counts, the other is void."""
    await corrections.choose(host, number, table, body.deal, body.seen, body.ref, _word(who, body))
    return _now(host, number, table)


@router.post("/sheets/{number}/{table}/enter")
async def enter(who: Change, host: TheHost, number: int, table: int, body: models.EnterIn) -> dict[str, Any]:
    """The arbiter's own version of a deal."""
    entered = Entered(body.deal, body.ns.entry(), body.ew.entry(), body.reason)
    await corrections.enter(host, number, table, body.seen, entered, _word(who, body))
    return _now(host, number, table)


@router.post("/sheets/{number}/{table}/void")
async def void(who: Change, host: TheHost, number: int, table: int, body: models.DealIn) -> dict[str, Any]:
    """A deal is void: dealt again under its number."""
    await corrections.void(host, number, table, body.deal, body.seen, _word(who, body))
    return _now(host, number, table)


@router.post("/sheets/{number}/{table}/result")
async def result(who: Change, host: TheHost, number: int, table: int, body: models.CopyIn) -> dict[str, Any]:
    """A copied result against the table's own records: which of the two counts."""
    await corrections.result(host, number, table, body.ref, body.copied, _word(who, body))
    return _now(host, number, table)


@router.get("/conflicts")
async def open_conflicts(who: Reader, host: TheHost) -> dict[str, Any]:
    """Records of one id with different bytes that nobody has decided, side by side."""
    return {"conflicts": await corrections.open_conflicts(host)}


@router.post("/conflicts/settle")
async def settle(who: Change, host: TheHost, body: models.SettleIn) -> dict[str, Any]:
    """Which of them counts."""
    await corrections.settle(host, body.name, body.take, _word(who, body))
    return {"ok": True}
