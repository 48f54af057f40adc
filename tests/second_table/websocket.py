"""A WebSocket client (RFC 6455) on asyncio streams: as much of it as a table needs, and nothing from outside Python."""

import asyncio
import base64
import hashlib
import os
import struct

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_LONGEST = 4096


class Closed(Exception):
    """The connection is over. `code`: the other side's close code, 1006 where none came, or an HTTP status; `reason`."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class WebSocket:
    """One open connection. Made by `connect`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, host: str, port: int, path: str) -> "WebSocket":
        """Open `ws://host:port/path`. Raises OSError, Closed."""
        socket = cls(*await asyncio.open_connection(host, port))
        try:
            await socket._upgrade(f"{host}:{port}", path)
        except BaseException:
            socket.cut()
            raise
        return socket

    async def _upgrade(self, host: str, path: str) -> None:
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key.decode()}", "Sec-WebSocket-Version: 13", "", ""]
        self._writer.write("\r\n".join(lines).encode())
        try:
            answer = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as short:
            raise Closed(1006, "no HTTP answer") from short
        if answer[0][:13] != "HTTP/1.1 101 ":
            raise Closed(int(answer[0][9:12]) if answer[0][9:12].isdigit() else 1006, answer[0])
        fields = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in answer[1:])}
        if fields.get("sec-websocket-accept") != base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode():
            raise Closed(1006, "wrong accept")

    def send(self, data: bytes | str) -> None:
        """One message, text for str, binary for bytes; it waits in memory while the network is full. Raises Closed."""
        self._frame(_TEXT if isinstance(data, str) else _BINARY, data.encode() if isinstance(data, str) else data)

    def _frame(self, kind: int, body: bytes) -> None:
        if self._writer.is_closing():
            raise Closed(1006, "closed here")
        size, mask = len(body), os.urandom(4)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        masked = int.from_bytes(body, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        self._writer.write(head + mask + masked.to_bytes(size, "big"))

    async def receive(self) -> bytes | str:
        """The next message; pings are answered on the way. Raises Closed."""
        whole, first = b"", 0
        while True:
            final, kind, body = await self._read()
            if kind == _PING:
                self._frame(_PONG, body)
            elif kind == _CLOSE:
                raise Closed(int.from_bytes(body[:2], "big") or 1005, body[2:].decode("utf-8", "replace"))
            elif kind != _PONG:
                first, whole = first or kind, whole + body
                if final:
                    return whole.decode() if first == _TEXT else whole

    async def _read(self) -> tuple[bool, int, bytes]:
        try:
            one, two = await self._reader.readexactly(2)
            size = int.from_bytes(await self._reader.readexactly(2), "big") if two == 126 else two
            if one & 0x70 or two > 126 or size > _LONGEST:
                raise Closed(1002, "not a frame of a server's, or too long")
            return bool(one & 0x80), one & 0x0F, await self._reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError) as gone:
            raise Closed(1006, str(gone)) from gone

    def cut(self) -> None:
        """End it at once, as a pulled plug does: no close frame, nothing flushed."""
        self._writer.transport.abort()
