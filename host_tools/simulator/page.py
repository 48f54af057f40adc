"""The simulated tables' page: every panel live, keys to press with mouse or keyboard. Loopback only."""

import asyncio
import base64
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse

from host_tools.simulator.table import KEYS, SimTable

STATIC = Path(__file__).parent / "static"
_FRAME_S = 0.08
_HOSTS = ("127.0.0.1", "localhost")
_MOST_BYTES = 256  # of one act of the page's


def make_page(tables: Sequence[SimTable]) -> FastAPI:
    """The page's app: `/` and one WebSocket that sends changed panels and takes keys."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    @app.get("/")
    async def index() -> FileResponse:
        return FileResponse(STATIC / "tables.html")

    @app.get("/tables.js")
    async def script() -> FileResponse:
        return FileResponse(STATIC / "tables.js", media_type="text/javascript")

    @app.websocket("/live")
    async def live(ws: WebSocket) -> None:
        origin = ws.headers.get("origin", "")
        if origin and urlsplit(origin).hostname not in _HOSTS:
            await ws.close(4403)
            return
        await ws.accept()
        sender = asyncio.create_task(_send(ws, tables))
        down: set[tuple[int, str]] = set()
        try:
            while True:
                _take(await ws.receive_json(), tables, down)
        except (WebSocketDisconnect, ValueError, KeyError):
            pass  # the page was closed, or what came is no JSON in a text frame: not our page
        finally:
            sender.cancel()
            for n, key in down:  # a page that is gone holds no key
                tables[n].key(key, False)

    return app


async def _send(ws: WebSocket, tables: Sequence[SimTable]) -> None:
    shown: dict[int, tuple[Any, ...]] = {}
    while True:
        for n, table in enumerate(tables):
            tone = table.tones[-1][1] if table.tones else 0
            state = (table.frame, table.led, tone, table.alive)
            if shown.get(n) != state:
                shown[n] = state
                frame = base64.b64encode(state[0]).decode()
                await ws.send_json({"n": n, "name": table.name, "frame": frame, "led": state[1], "tone": tone, "alive": state[3]})
        await asyncio.sleep(_FRAME_S)


def _take(message: Any, tables: Sequence[SimTable], down: set[tuple[int, str]]) -> None:
    """One act of the page's: a key down or up, or the power switch. Anything else is passed over. `down`: keys it holds."""
    if not isinstance(message, dict) or not isinstance(message.get("n"), int) or not 0 <= message["n"] < len(tables):
        return
    table = tables[message["n"]]
    if isinstance(message.get("key"), str) and message["key"] in KEYS:
        held = message.get("down") is True
        (down.add if held else down.discard)((message["n"], message["key"]))
        table.key(message["key"], held)
    elif message.get("power") is True:
        threading.Thread(target=table.restart, daemon=True).start()
    elif message.get("power") is False:
        threading.Thread(target=table.kill, daemon=True).start()


class Page:
    """The page, served by a thread of its own."""

    def __init__(self, tables: Sequence[SimTable], port: int) -> None:
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", port))
        self.port = int(self._listener.getsockname()[1])
        self._server = uvicorn.Server(
            uvicorn.Config(make_page(tables), log_level="warning", timeout_graceful_shutdown=1, ws_max_size=_MOST_BYTES)
        )
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it."""
        self._server.should_exit = True
        self._thread.join(3)
        self._listener.close()


def serve_page(tables: Sequence[SimTable], port: int) -> Page:
    """Serve the page on 127.0.0.1. Raises OSError when the port is taken; 0 takes a free one."""
    return Page(tables, port)
