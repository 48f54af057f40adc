"""What the host writes down about itself: the clock's mark each second, and lines of which nothing else depends."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from host_tools.server.store import StoreError, set_meta

if TYPE_CHECKING:
    from host_tools.server.host import Host

_EVERY_S = 1.0
_log = logging.getLogger("tavolo.server")


async def keep_marking(host: "Host", every_s: float = _EVERY_S) -> None:
    """Mark the event's time for ever. A disk that is full for a while makes gaps, and no end: they are logged at once, and
    written into the audit log when that is possible again."""
    missed, why = 0, ""
    while True:
        text = " ".join(str(number) for number in host.clock.mark())
        try:
            await host.store.submit(partial(set_meta, key="event_time", value=text))
            if missed:
                await host.audit("tavolo", "marks_missed", new=str(missed), why=why)
                missed = 0
        except StoreError as fault:
            if not missed:
                _log.error("the event's time cannot be kept: %s", fault)
            missed, why = missed + 1, str(fault)
        await asyncio.sleep(every_s)


async def note_if_possible(host: "Host", who: str, what: str, new: str, why: str) -> None:
    """A line of the audit log; into the server's own log when the database takes none, so that a connection's end stays one."""
    try:
        await host.audit(who, what, new=new, why=why)
    except StoreError as fault:
        _log.error("%s %s %s: %s (not in the audit log: %s)", who, what, new, why, fault)
