"""Orders that make papers and files: seating, slips, score sheets, ranking, entries, rulings, results (docs/archive.md)."""

import base64
import json
from typing import Annotated, Any, Literal

from pydantic import Field

from host_tools.prints.making import Made, Wanted, make
from host_tools.server.host import Host
from host_tools.server.models import Strict
from host_tools.server.orders.registry import order

Round = Annotated[int, Field(ge=1, le=100)]


class PrintIn(Strict):
    """`round`: none: the newest; of a ranking: as it was after that round."""

    format: Literal["html", "csv", "xlsx", "json"] = "html"
    round: Round | None = None


class SeatingIn(PrintIn):
    """`by`: in order of tables, or of names."""

    by: Literal["table", "name"] = "table"


class SheetsIn(PrintIn):
    """`filled`: as they were played, with the versions before; else to be written on. CSV, Excel and JSON have each deal."""

    filled: bool = False


class RankingIn(PrintIn):
    """`group`: of one group (girone); `rounds`: with each round's VP."""

    group: Annotated[int, Field(ge=1, le=99)] | None = None
    rounds: bool = False


def _answer(made: Made) -> dict[str, Any]:
    found: dict[str, Any] = {"name": made.name, "kind": made.kind}
    if made.name.endswith(".json"):
        return found | {"data": json.loads(made.data)}
    if made.name.endswith(".xlsx"):
        return found | {"base64": base64.b64encode(made.data).decode()}
    return found | {"text": made.data.decode()}


@order("print.seating", SeatingIn, changes=False)
async def seating(host: Host, body: SeatingIn, who: str) -> dict[str, Any]:
    """Who sits where, in order of tables or of names."""
    return _answer(make(host, Wanted("seating", body.format, body.round, body.by)))


@order("print.slips", PrintIn, changes=False)
async def slips(host: Host, body: PrintIn, who: str) -> dict[str, Any]:
    """Slips to cut, one for each line of each table."""
    return _answer(make(host, Wanted("slips", body.format, body.round)))


@order("print.sheets", SheetsIn, changes=False)
async def sheets(host: Host, body: SheetsIn, who: str) -> dict[str, Any]:
    """Score sheets, one page for each table, empty or filled."""
    return _answer(make(host, Wanted("sheets", body.format, body.round, filled=body.filled)))


@order("print.ranking", RankingIn, changes=False)
async def ranking(host: Host, body: RankingIn, who: str) -> dict[str, Any]:
    """The ranking with why each is above the next, provisional or final."""
    return _answer(make(host, Wanted("ranking", body.format, body.round, group=body.group, rounds=body.rounds)))


@order("print.entries", PrintIn, changes=False)
async def entries(host: Host, body: PrintIn, who: str) -> dict[str, Any]:
    """Who is entered, with clubs and cards."""
    return _answer(make(host, Wanted("entries", body.format)))


@order("print.rulings", PrintIn, changes=False)
async def rulings(host: Host, body: PrintIn, who: str) -> dict[str, Any]:
    """What the arbiter laid down."""
    return _answer(make(host, Wanted("rulings", body.format)))


@order("print.results", PrintIn, changes=False)
async def results(host: Host, body: PrintIn, who: str) -> dict[str, Any]:
    """Each deal of a round, and what the sheets come to."""
    return _answer(make(host, Wanted("results", body.format, body.round)))
