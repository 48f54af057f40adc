"""Orders that only ask: what events there are, how the one that is played stands."""

from typing import Any

from host_tools.server import tournament
from host_tools.server.host import Host
from host_tools.server.models import Strict
from host_tools.server.orders.registry import order


class NothingIn(Strict):
    """No fields."""


@order("event.list", NothingIn, changes=False)
async def list_events(host: Host, body: NothingIn, who: str) -> dict[str, Any]:
    """All events of this database, the newest first."""
    found = await host.store.read(tournament.list_events)
    return {"events": found}
