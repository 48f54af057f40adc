"""Orders that take back: first what would change, then the same by `seen`."""

from typing import Annotated, Any, Literal

from pydantic import Field

from host_tools.server import undoing
from host_tools.server.host import Host
from host_tools.server.models import Strict, Why
from host_tools.server.orders.registry import order
from host_tools.server.round_making import the_book

What = Literal["publish", "close", "round", "entry", "ruling", "act", "last"]


class LookIn(Strict):
    """What is to be taken back. `number`: of the round (none: the newest), the entry, or the act. `rulings`: of a round, those
    about it, too."""

    what: What
    number: Annotated[int, Field(ge=1)] | None = None
    rulings: bool = False


class UndoIn(LookIn):
    """`seen`: the number of acts that the preview told."""

    seen: Annotated[int, Field(ge=0)]
    why: Why


@order("undo.preview", LookIn, changes=False)
async def look(host: Host, body: LookIn, who: str) -> dict[str, Any]:
    """What taking it back would change: seats, rests, rounds, rulings, each one's points and rank."""
    acts = the_book(host).acts
    found = undoing.wanted(acts, body.what, body.number, body.rulings)
    _, shown = undoing.with_drops(host, found.drafts("-"))
    return shown.as_dict() | {"acts": list(found.acts)}


@order("undo.do", UndoIn)
async def undo(host: Host, body: UndoIn, who: str) -> dict[str, Any]:
    """Take it back; it stays in the history as undone, and can be undone again."""
    found = await undoing.undo(host, (body.what, body.number, body.rulings), body.seen, body.why, who)
    return found.as_dict() | {"acts": the_book(host).state.acts}
