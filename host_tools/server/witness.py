"""A device that wrote at a table meanwhile, and cannot prove any more that it had it: the table's own device can.

After a restore from an old copy, a device proves with what it has of this host that it had a table which the database does
not know it had (learn.py). Where it has lost that, the device that has the table says in its hello who else wrote there. What
it says only opens the table to that device: each record still needs that device's own tag, and says itself where it belongs.
"""

from collections.abc import Iterable

from host_tools.server import relearn
from host_tools.server.host import Host


async def believe(host: Host, device: str, round_id: str, table: int, others: Iterable[str]) -> bool:
    """`device` says that `others` wrote at `table` in this round too. Believed of one that had the table itself, about devices
    whose key is here. Returns whether it was news."""
    hall = host.hall
    if (round_id, table) not in hall.tables or (device, table) not in hall.ever:
        return False
    names = host.keys.names()
    fresh = sorted({other for other in others if other in names and (other, table) not in hall.ever})
    if fresh:
        places = [(other, table) for other in fresh]
        await host.store.submit(lambda c: relearn.had_tables(c, places), lambda _: hall.ever.update(places))
        await host.audit("tavolo", "wrote_there", new=f"table {table}: {' '.join(fresh)}", why=f"says {device}, which had it")
    return bool(fresh)
