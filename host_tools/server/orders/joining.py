"""The order by which a late pair completes a table of the round that is being played."""

from typing import Annotated, Any

from pydantic import Field

from host_tools.engine.profile_rules import rules_of
from host_tools.server import joining
from host_tools.server.host import Host
from host_tools.server.models import Name, Strict, Why
from host_tools.server.orders.registry import order
from host_tools.server.orders.rounds import round_view
from host_tools.server.round_making import the_book


class JoinIn(Strict):
    """`table`: a free one; none: the lowest."""

    number: Annotated[int, Field(ge=1)]
    table: Annotated[int, Field(ge=1, le=999)] | None = None
    why: Why
    article: Name = ""


@order("entry.join", JoinIn)
async def join(host: Host, body: JoinIn, who: str) -> dict[str, Any]:
    """A late pair meets the one that rests in round 1, which is being played."""
    article = body.article or rules_of(the_book(host).state).article("late_entry")
    table = await joining.join(host, body.number, body.table, body.why, article, who)
    return round_view(host, 1) | {"table": table}
