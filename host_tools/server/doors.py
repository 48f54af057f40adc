"""The server's listening sockets and what stands behind them: uvicorn's own protocol, with a limit for who says nothing.

A guest who opens connections and sends nothing would use up the process's file handles: each must have sent a whole
request's head within `FIRST_S`, and one address may hold `MOST_EACH` connections at a time (tables behind a router of
their own share one; the computer itself is not counted).
"""

import asyncio
import ssl
from collections import Counter
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from host_tools.server.knocks import KNOCKS
from host_tools.server.origin import is_own_address

FIRST_S = 10.0
MOST_EACH = 400


class Door(H11Protocol):
    """A connection of pages or tables until it becomes a WebSocket."""

    open_from: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let in, unless its address holds too many already, or was refused too often (knocks.py)."""
        super().connection_made(transport)
        self._from = self.client[0] if self.client and not is_own_address(self.client[0]) else ""
        self._late = asyncio.get_running_loop().call_later(FIRST_S, self._too_late)
        if self._from:
            self.open_from[self._from] += 1
            if self.open_from[self._from] > MOST_EACH or KNOCKS.tires(self._from):
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on the WebSocket's own limits hold: 5 s for the hello, one connection a device."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def _let_go(self) -> None:
        self._late.cancel()
        if self._from:
            self.open_from[self._from] -= 1
            if self.open_from[self._from] <= 0:
                del self.open_from[self._from]
            self._from = ""

    def _too_late(self) -> None:
        if self.cycle is None:
            self.transport.abort()


async def add_https(server: uvicorn.Server, listener: Any, context: ssl.SSLContext) -> None:
    """Let a started `server` listen on one more socket, over TLS: the same application, ended with the rest."""
    config = server.config

    def connection() -> asyncio.Protocol:
        return config.http_protocol_class(config=config, server_state=server.server_state, app_state=server.lifespan.state)  # type: ignore[call-arg]

    loop = asyncio.get_running_loop()
    made = await loop.create_server(connection, sock=listener, ssl=context, ssl_handshake_timeout=FIRST_S)
    server.servers.append(made)
