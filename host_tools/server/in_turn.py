"""Commands and decisions come one at a time: of two at once the second looks at what the first has made of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from host_tools.server.host import Host


@asynccontextmanager
async def in_turn(host: Host) -> AsyncIterator[None]:
    """Nobody else commands or decides meanwhile, and the clock is sure. Not to be entered twice by the same command.

    The clock comes first: while it settles tables come back, and may change what the command is about (relearn.py). Records of
    tables still come in between; where that matters the transaction looks again."""
    await host.settle_clock()
    async with host.hall.deciding:
        yield
