"""Orders by which the arbiter decides where records contradict each other, or a deal is void. The pages' routes
(decisions_api.py) call the same functions."""

from typing import Annotated, Any

from pydantic import StringConstraints

from host_tools.server import corrections
from host_tools.server.corrections import Word
from host_tools.server.host import Host
from host_tools.server.models import Name, Ref, SettleIn, Why
from host_tools.server.orders.asking import NothingIn
from host_tools.server.orders.registry import order
from host_tools.server.orders.sheets import Deal, PlaceIn, Seen, answer, dropped


class DecideIn(PlaceIn):
    """A decision of the arbiter's own, beside what the law knows. `seen`: ids of the deal's versions that the caller saw
    standing; without it whatever stands."""

    deal: Deal
    seen: Seen | None = None
    why: Why
    article: Name = ""


class ChooseIn(DecideIn):
    """`version`: the id of the one that counts, or its short one (`short` in `sheet.show`), which no version has any more when
    others stand by now."""

    version: Annotated[str, StringConstraints(pattern="^([0-9a-f]{24}|[0-9a-f]{4,12})$")]


class ResultIn(PlaceIn):
    """A copied result against the table's records: does it count? `ref`: its id as the caller saw it; without it whichever."""

    copied: bool
    ref: Ref | None = None
    why: Why
    article: Name = ""


@order("sheet.choose", ChooseIn)
async def choose(host: Host, body: ChooseIn, who: str) -> dict[str, Any]:
    """Of versions of a deal that contradict each other one counts, the others are void."""
    word, before = Word(who, body.why, body.article), host.hall.draft()
    await corrections.choose(host, body.round, body.table, body.deal, body.seen, body.version, word)
    return answer(host, body.round, body.table) | dropped(host, before)


@order("sheet.void", DecideIn)
async def void(host: Host, body: DecideIn, who: str) -> dict[str, Any]:
    """A deal is void: it is dealt again under its number."""
    before = host.hall.draft()
    await corrections.void(host, body.round, body.table, body.deal, body.seen, Word(who, body.why, body.article))
    return answer(host, body.round, body.table) | dropped(host, before)


@order("sheet.result", ResultIn)
async def result(host: Host, body: ResultIn, who: str) -> dict[str, Any]:
    """A copied result that the table's own records contradict: it counts, or they do."""
    before = host.hall.draft()
    await corrections.result(host, body.round, body.table, body.ref, body.copied, Word(who, body.why, body.article))
    return answer(host, body.round, body.table) | dropped(host, before)


@order("sheet.records", NothingIn, changes=False)
async def records(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """Records of one id with different bytes that nobody has decided, side by side."""
    return {"records": await corrections.open_conflicts(host)}


@order("sheet.settle", SettleIn)
async def settle(host: Host, body: SettleIn, who: str) -> dict[str, Any]:
    """Of records of one id the first one stays, or the deal of another one counts."""
    await corrections.settle(host, body.name, body.take, Word(who, body.why, body.article))
    return {"records": await corrections.open_conflicts(host)}
