"""A second table: hello, seals, snapshot, records with tags, delivery, clock, beats and answers, from docs/protocol.md alone.

`Table` may be used by tests and benches; `on_ack(seq)` and `on_record(record)` are called as things happen.
"""

import asyncio
import base64
import hmac
import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

from . import records as r
from .websocket import Closed, WebSocket

_TOP = 1 << 30
_WINDOW = 4
_BEAT_S, _SILENT_S, _HELLO_S = 5.0, 12.0, 5.0
SEATING, WAITING, DEALING, PLAY, COUNT, SHEET, SIGNED = range(7)


class Broken(Exception):
    """The other side does not keep to the protocol."""


def keyed(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.digest(key, data, "sha256")


def own_ms() -> int:
    """This table's own milliseconds; they wrap at 2^30."""
    return int(time.monotonic() * 1000) % _TOP


def _place(snap: dict[str, Any]) -> r.Place:
    return bytes.fromhex(snap["event"]), bytes.fromhex(snap["round"]), snap["table"]


class Seals:
    """The sealed frames of one connection, both ways."""

    def __init__(self, session: bytes) -> None:
        self._key = session
        self._sent = self._seen = 0

    def close(self, message: dict[str, Any]) -> bytes:
        """A message as a frame to the host."""
        self._sent += 1
        body = b"\1" + self._sent.to_bytes(4, "big") + json.dumps(message, separators=(",", ":")).encode()
        return keyed(self._key, body)[:16] + body

    def open(self, frame: bytes) -> dict[str, Any]:
        """The message in a frame from the host. Raises Broken."""
        body, counter = frame[16:], int.from_bytes(frame[17:21], "big")
        genuine = hmac.compare_digest(frame[:16], keyed(self._key, body)[:16])
        if not genuine or body[:1] != b"\2" or counter <= self._seen:
            raise Broken("a frame that is forged, reflected or old")
        self._seen = counter
        message: dict[str, Any] = json.loads(body[5:])
        return message


class Table:
    """One device. `run` keeps it linked until it is cancelled; `play` is its players."""

    def __init__(self, host: str, port: int, device: bytes, key: bytes) -> None:
        self.address = (host, port)
        self.device = device
        self.log = os.urandom(4)
        self.mine: list[r.Record] = []  # what this table has written: seq 1 first
        self.place: r.Place = (bytes(4), bytes(4), 0)
        self.acked = self._sent = 0
        self.phase, self.deal = SEATING, 0
        self.linked = False
        self.links = 0  # snapshots so far
        self.ends: list[Exception] = []  # why connections ended
        self.on_ack: Callable[[int], None] = lambda seq: None
        self.on_record: Callable[[r.Record], None] = lambda record: None
        self._claimed: asyncio.Future[str] | None = None  # the answer to a claim
        self.socket: WebSocket | None = None
        self._key = key
        self._given: dict[bytes, r.Record] = {}  # by others, for this place
        self._heard: list[r.Record] = []  # the journal of what others wrote, in the order in which it came
        self._answered = False  # a question for the time, on this connection
        self._snap: dict[str, Any] | None = None  # the snapshot that is being received, and its records
        self._coming: list[r.Record] = []
        self._clock: list[tuple[int, int]] = []  # the last exchanges: round trip, event ms less own ms
        self._changed = asyncio.Event()
        self._since = time.monotonic()

    async def run(self) -> None:
        """Connect, and again whenever the connection ends, until cancelled."""
        pause = 0.2
        while True:
            try:
                await self._connection()
            except (OSError, Closed, Broken, TimeoutError, ValueError, KeyError) as end:
                self.ends.append(end)
                refused = isinstance(end, Closed) and end.code in (4400, 4401)
                pause = 10.0 if refused else 0.2 if self.linked else min(pause * 2, 2.0)
            self._set(linked=False)
            await asyncio.sleep(random.uniform(pause / 4, pause))

    async def _connection(self) -> None:
        beats = None
        try:
            async with asyncio.timeout(_HELLO_S):
                self.socket = await WebSocket.connect(*self.address, "/table")
                self._seals = await self._hello(self.socket)
            beats = asyncio.create_task(self._beats())
            while True:
                async with asyncio.timeout(_SILENT_S):
                    frame = await self.socket.receive()
                self._take(self._seals.open(frame if isinstance(frame, bytes) else b""))
        finally:
            if beats:
                beats.cancel()
            if self.socket:
                self.socket.cut()

    async def _hello(self, socket: WebSocket) -> Seals:
        mine = os.urandom(16)
        socket.send(json.dumps({"t": "hello", "v": 1, "dev": self.device.hex(), "nd": mine.hex(), "fw": "second"}))
        welcome = json.loads(await socket.receive())
        theirs = bytes.fromhex(welcome["nh"])
        session = keyed(self._key, b"sess" + self.device + mine + theirs)
        if welcome["t"] != "welcome" or not hmac.compare_digest(welcome["proof"], keyed(session, b"host" + mine)[:16].hex()):
            raise Broken("this host does not know our key")
        at = self._whereabouts()
        proof = {"t": "proof", "proof": keyed(session, b"device" + theirs + at)[:16].hex()}
        socket.send(json.dumps(proof | ({"at": at.hex()} if at else {})))
        self._answered = False
        return Seals(session)

    def _whereabouts(self) -> bytes:
        """Place, and the newest record of each of six other authors in it; nothing for a table that is nowhere."""
        heads: dict[bytes, int] = {}
        for record in self._given.values():
            author = record.device + record.log
            heads[author] = max(record.seq, heads.get(author, 0))
        event, round_id, table = self.place
        last = b"".join(author + seq.to_bytes(4, "big") for author, seq in list(heads.items())[-6:])
        return event + round_id + table.to_bytes(2, "big") + last if table and any(event) else b""

    def tell(self, **message: Any) -> None:
        """Seal and send one message. When the connection is over, `run` sees it, and what counts is sent again."""
        assert self.socket is not None
        try:
            self.socket.send(self._seals.close(message))
        except Closed as gone:
            self.ends.append(gone)

    async def _beats(self) -> None:
        while True:
            self.beat()
            await asyncio.sleep(_BEAT_S)

    def beat(self) -> None:
        """Say how it goes, and ask the time."""
        quality, up = min(self._clock)[0] // 2 + 1 if self._clock else 0, int(time.monotonic() - self._since)
        state = {"ph": self.phase, "dn": self.deal, "un": len(self.mine) - self.acked, "bat": 0, "rssi": 0, "mem": 1 << 20}
        self.tell(t="beat", **state, q=quality, up=up)
        mine = {"e": self.event_ms()} if self._clock and not self._answered else {}
        self.tell(t="time", a=own_ms(), **mine)

    def event_ms(self) -> int:
        """The event's clock, from the quickest of the last exchanges; own ms while there was none."""
        return (own_ms() + (min(self._clock)[1] if self._clock else 0)) % _TOP

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "snap":
            self._snap, self._coming = message, []
        elif kind == "rec":
            self._record(r.unpack(base64.b64decode(message["r"])))
        elif kind == "snapend":
            self._settle()
        elif kind == "ack" and message["l"] == self.log.hex():
            self._sent = message["u"] if message["u"] < self.acked else self._sent
            self.acked = message["u"]
            self.on_ack(self.acked)
            self._set()
            self._send_waiting()
        elif kind == "time":
            trip = (own_ms() - message["a"]) % _TOP - (message["c"] - message["b"])
            self._clock = [*self._clock[-7:], (max(trip, 0), message["b"] - message["a"] - trip // 2)]
            self._answered = True
        elif kind == "claim" and self._claimed:
            self._claimed.set_result(message["why"])
        elif kind == "want":
            asked = (bytes.fromhex(message["d"]), bytes.fromhex(message["e"]))
            wanted = [n for n, record in enumerate(self._heard) if n >= message["n"] and (record.device, record.event) == asked]
            found = base64.b64encode(self._heard[wanted[0]].data).decode() if wanted else ""
            self.tell(t="had", r=found, n=wanted[0] + 1 if wanted else 0)

    def _settle(self) -> None:
        """The snapshot is whole: from now on it is what this table knows."""
        if self._snap is None or len(self._coming) != self._snap["n"]:
            raise Broken("records of the snapshot are missing")
        self.place = _place(self._snap)
        self.acked = self._sent = dict(map(tuple, self._snap["have"])).get(self.log.hex(), 0)
        self._given = {record.id: record for record in self._coming}
        self._snap = None
        self.links += 1
        self._set(linked=True)
        self._send_waiting()

    def _record(self, record: r.Record) -> None:
        place = _place(self._snap) if self._snap else self.place
        parts = zip(("wrong_event", "wrong_round", "wrong_table"), record.place, place, strict=True)
        why = next((name for name, has, due in parts if has != due), "")
        self.tell(t="ans", s=record.seq, ok=not why, why=why)
        if not why and record not in self._heard:
            self._heard.append(record)
        if self._snap:
            self._coming.append(record)
        elif not why:
            self._given[record.id] = record
            self.on_record(record)
            self._set()

    async def claim(self, table: int, pin: int) -> str:
        """Ask to be `table` from now on, with the event's PIN: why not, or nothing when it is so."""
        salt, self._claimed = os.urandom(4), asyncio.get_running_loop().create_future()
        mask = keyed(keyed(self._key, b"pin"), salt)
        masked = bytes(part ^ over for part, over in zip(pin.to_bytes(3, "big"), mask, strict=False))
        self.tell(t="claim", table=table, pin=(salt + masked).hex())
        async with asyncio.timeout(20):
            return await self._claimed

    def _set(self, linked: bool | None = None) -> None:
        self.linked = self.linked if linked is None else linked
        self._changed.set()
        self._changed = asyncio.Event()

    def say(self, kind: int, payload: bytes) -> r.Record:
        """Write a record, and send it when its turn comes."""
        author = (self.device, self.log, len(self.mine) + 1)
        record = r.pack(kind, payload, author, self.event_ms(), self.place, 0 if self._clock else 1)
        self.mine.append(record)
        self._send_waiting()
        return record

    def _send_waiting(self) -> None:
        upto = min(len(self.mine), self.acked + _WINDOW)
        if not self.linked or upto <= self._sent:
            return
        waiting, self._sent = self.mine[self._sent : upto], upto
        for record in self.in_order(waiting):
            tag = keyed(keyed(self._key, b"rec"), record.data)[:16]
            self.tell(t="rec", r=base64.b64encode(record.data).decode(), g=tag.hex())

    def in_order(self, waiting: list[r.Record]) -> list[r.Record]:
        """The records that go out now, in their order. A test's table may double and shuffle them."""
        return waiting

    async def until(self, good: Callable[[], bool], patience_s: float = 60) -> None:
        """Wait until it is so. Raises TimeoutError."""
        async with asyncio.timeout(patience_s):
            while not good():
                await self._changed.wait()

    async def delivered(self, patience_s: float = 60) -> None:
        """Wait until the host has all of the log."""
        await self.until(lambda: self.acked >= len(self.mine), patience_s)

    def sheet(self) -> r.Sheet:
        """The round's sheet as of now: the host's records, other devices' and own ones, of this place."""
        everything = [*self._given.values(), *self.mine]
        return r.Sheet(record for record in everything if record.place == self.place)

    async def play(self, number: int, deals_of: Callable[[int, int], list[dict[str, Any]]]) -> bytes:
        """Play round `number` with the deals of `deals_of(round, table)` until the host has the signature: its payload."""
        await self.until(lambda: (plan := self.sheet().plan) is not None and plan.number == number)
        self.phase = WAITING
        for line in (0, 1):
            self.say(r.PRESENCE, bytes([line, 1]))
        self.say(r.SEATS, bytes([0, 1]))
        await self.until(lambda: self.sheet().start >= 0)
        for n, deal in enumerate(deals_of(number, self.place[2]), 1):
            for self.phase in (DEALING, PLAY, COUNT):
                self.deal = n
                self.say(r.PHASE, bytes([n, self.phase]))
            self.say(r.DEAL, bytes([n, 0, 0]) + r.entry(deal["ns"]) + r.entry(deal["ew"]))
            await self.delivered()
        signature = self.sheet().signature()
        self.say(r.SIGN, signature)
        self.phase = SIGNED
        await self.delivered()
        return signature
