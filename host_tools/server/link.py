"""One table's connection: hello, proof, then sealed messages both ways, with a bounded queue outwards.

It knows frames and messages; what they mean to the tournament is the Host's affair (host.py).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tavolo.domain.record import Record
from tavolo.wire import messages, seal

BAD = 4400
UNKNOWN = 4401
REPLACED = 4409
TOO_LONG = 1009
AGAIN = 1013  # come back later: the table did not read what we sent
HELLO_S = 5.0
MAX_FRAME = 1100
QUEUE = 64
AT_HEAD = 10  # event, round, table
AT_AUTHOR = 12  # device, log, highest seq
AT_MOST = AT_HEAD + 6 * AT_AUTHOR
_CLOSE_S = 2.0


class LinkEnd(Exception):
    """The connection ends: WebSocket close code and a reason for people."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def _frame(socket: WebSocket, limit: int) -> bytes | str:
    got = await socket.receive()
    if got["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(got.get("code", 1006))
    text, data = got.get("text"), got.get("bytes")
    size = len(text.encode()) if text is not None else len(data or b"")
    if size > limit:
        raise LinkEnd(TOO_LONG, f"frame of {size} bytes, at most {limit}")
    return text if text is not None else data or b""


async def _hello_message(socket: WebSocket, name: str) -> dict[str, Any]:
    frame = await _frame(socket, messages.MAX_HELLO)
    if not isinstance(frame, str):
        raise LinkEnd(BAD, f"binary frame where {name} was due")
    try:
        found: dict[str, Any] = messages.decode(frame.encode(), messages.TO_HOST)
    except messages.MessageError as fault:
        raise LinkEnd(BAD, str(fault)) from fault
    if found["t"] != name:
        raise LinkEnd(BAD, f"{found['t']} where {name} was due")
    return found


async def hello(socket: WebSocket, key_of: Callable[[str], bytes | None], nonce: bytes) -> tuple[dict[str, Any], seal.Sealer]:
    """Do the hello on an accepted socket within 5 s: (the table's hello with its proof's "at" as bytes, the connection's
    sealer). Raises LinkEnd."""
    try:
        async with asyncio.timeout(HELLO_S):
            first = await _hello_message(socket, "hello")
            if first["v"] != messages.VERSION:
                raise LinkEnd(BAD, f"protocol version {first['v']}, this host speaks {messages.VERSION}")
            key = key_of(first["dev"])
            if key is None:
                raise LinkEnd(UNKNOWN, "unknown device: add it with `tavolo device add`")
            device, theirs = bytes.fromhex(first["dev"]), bytes.fromhex(first["nd"])
            session = seal.session_key(key, device, theirs, nonce)
            welcome = {"t": "welcome", "v": messages.VERSION, "nh": nonce.hex()}
            welcome["proof"] = seal.proof(session, b"host", theirs).hex()
            await socket.send_text(messages.encode(welcome, messages.TO_DEVICE).decode())
            second = await _hello_message(socket, "proof")
    except TimeoutError:
        raise LinkEnd(BAD, "no hello within 5 s") from None
    at = where(second.get("at", ""))
    if not seal.same(bytes.fromhex(second["proof"]), seal.proof(session, b"device", nonce + at)):
        raise LinkEnd(UNKNOWN, "wrong proof: the device has another key")
    return first | {"at": at}, seal.Sealer(session, seal.TO_DEVICE)


def where(text: str) -> bytes:
    """The bytes of a proof's field "at", or b"" for a table that is nowhere. Raises LinkEnd."""
    if len(text) % 2 or len(text) > 2 * AT_MOST or not messages.is_hex(text, len(text)):
        raise LinkEnd(BAD, "proof: field at is no hexadecimal")
    at = bytes.fromhex(text)
    if at and (len(at) < AT_HEAD or (len(at) - AT_HEAD) % AT_AUTHOR):
        raise LinkEnd(BAD, "proof: field at is cut off")
    return at


class TableLink:
    """`device` id in hexadecimal; `key`: with which it proved itself; `seen` log -> highest seq received here;
    `pending`: host records not yet answered;
    `learning`: what the host is learning back from this table (learn.py), which gets its snapshot afterwards; `asking`: the
    same, of a table that has its snapshot already; `settled`: there is nothing more to learn that its place hangs on."""

    def __init__(self, socket: WebSocket, device: str, sealer: seal.Sealer) -> None:
        self.socket = socket
        self.device = device
        self.key: bytes | None = None
        self.seen: dict[str, int] = {}
        self.pending: list[Record] = []
        self.learning: Any = None
        self.asking: Any = None
        self.settled = False
        self._sealer = sealer
        self._out: deque[dict[str, Any] | Callable[[], dict[str, Any]]] = deque()
        self._room = QUEUE
        self._wake = asyncio.Event()
        self._end: asyncio.Future[LinkEnd] = asyncio.get_running_loop().create_future()
        self.commits: asyncio.Queue[tuple[asyncio.Future[Any], str]] = asyncio.Queue(16)

    def send(self, message: dict[str, Any] | Callable[[], dict[str, Any]]) -> None:
        """Queue a message, or a function that makes it when its turn comes. A table that does not read is cut off."""
        if len(self._out) >= self._room:
            self.end(AGAIN, "the table does not read")
            return
        self._out.append(message)
        self._wake.set()

    def send_snapshot(self, found: list[dict[str, Any]], commands: list[Record]) -> None:
        """Queue a snapshot whole, however long; the room for further messages stays the same. `commands` await answers."""
        self._room = len(self._out) + len(found) + QUEUE
        self.pending = list(commands)
        self._out.extend(found)
        self._wake.set()

    def end(self, code: int, reason: str) -> None:
        """Close this connection soon; safe to call from anywhere on the loop, also twice."""
        if not self._end.done():
            self._end.set_result(LinkEnd(code, reason))

    def answered(self, seq: int) -> Record | None:
        """The oldest pending record with this number, now answered; None for an answer to nothing."""
        for at, rec in enumerate(self.pending):
            if rec.seq == seq:
                return self.pending.pop(at)
        return None

    async def run(self, take: Callable[["TableLink", dict[str, Any]], Any]) -> LinkEnd:
        """Serve until one side ends it. `take(link, message)` is awaited for each genuine message."""
        tasks = [asyncio.create_task(job) for job in (self._read(take), self._write(), self._acknowledge())]
        waiting: list[asyncio.Future[Any]] = [*tasks, self._end]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        reason = LinkEnd(1001, "the table went away")
        if self._end in done:
            reason = self._end.result()
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, LinkEnd):
                reason = result
            elif isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError | OSError):
                reason = LinkEnd(1011, f"fault in the host: {result!r}")
        return reason

    async def _read(self, take: Callable[["TableLink", dict[str, Any]], Any]) -> None:
        while True:
            frame = await _frame(self.socket, MAX_FRAME)
            if isinstance(frame, str):
                raise LinkEnd(BAD, "text frame after the hello")
            try:
                found = messages.decode(self._sealer.open(frame), messages.TO_HOST)
            except (seal.SealError, messages.MessageError) as fault:
                raise LinkEnd(BAD, str(fault)) from fault
            await take(self, found)

    async def _write(self) -> None:
        while True:
            while self._out:
                item = self._out.popleft()
                self._room = max(QUEUE, self._room - 1)
                message = item() if callable(item) else item
                await self.socket.send_bytes(self._sealer.seal(messages.encode(message, messages.TO_DEVICE)))
            self._wake.clear()
            await self._wake.wait()

    async def _acknowledge(self) -> None:
        while True:
            future, log = await self.commits.get()
            arrived = await future
            self.send({"t": "ack", "l": log, "u": arrived.upto})


async def close(socket: WebSocket, end: LinkEnd) -> None:
    """Close politely, but never wait for a peer that does not read."""
    try:
        async with asyncio.timeout(_CLOSE_S):
            await socket.close(end.code, end.reason.encode()[:120].decode(errors="ignore"))
    except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        return  # gone already, which is what we wanted
