"""A table written on tavolo.wire and tavolo.domain, in CPython: what a board does on the wire, without a board."""

import os
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.domain.record import Record, pack, unpack
from tavolo.domain.sheet import Sheet
from tavolo.wire import messages, seal

WAIT_S = 5.0


class FakeTable:
    """`device` hex id, `key` 32 bytes, `port` of the server. Keeps its own log, like a journal."""

    def __init__(self, port: int, device: str, key: bytes) -> None:
        self.port, self.device, self.key = port, device, key
        self.log = os.urandom(4)
        self.mine: list[tuple[bytes, bytes]] = []
        self.acked = 0
        self.place: tuple[bytes, bytes, int] = (bytes(4), bytes(4), 0)
        self.sheet = Sheet()
        self.got: list[dict[str, Any]] = []
        self.snapshots = 0
        self.refuse = ""
        self.others: list[bytes] = []  # records of other authors, as they came
        self.written: list[bytes] = []  # all records, as a journal has them
        self.told: tuple[bytes, bytes] | None = None  # instead of `at`: what it proves, and what is sent
        self.clock: Callable[[], int] = lambda: 1000  # event ms of its records
        self.gave_all = 0  # how often a restored host has asked it for all of its records
        self.give: Callable[[int], bytes] = lambda place: self.others[place]  # what it answers to `want`

    # -- the link -----------------------------------------------------------------------------------------------------

    def open(self, **more: Any) -> "FakeTable":
        """Connect and prove; sealed from here on."""
        self.socket = connect(f"ws://127.0.0.1:{self.port}{messages.PATH}", compression=None, **more).__enter__()
        nonce = os.urandom(16)
        hello = {"t": "hello", "v": 1, "dev": self.device, "nd": nonce.hex(), "fw": "test"}
        self.socket.send(messages.encode(hello, messages.TO_HOST).decode())
        welcome = messages.decode(self.socket.recv(WAIT_S).encode(), messages.TO_DEVICE)
        theirs = bytes.fromhex(welcome["nh"])
        session = seal.session_key(self.key, bytes.fromhex(self.device), nonce, theirs)
        assert seal.same(bytes.fromhex(welcome["proof"]), seal.proof(session, b"host", nonce))
        at, sent = self.told or (self.at(), self.at())
        proof = {"t": "proof", "proof": seal.proof(session, b"device", theirs + at).hex()}
        if sent:
            proof["at"] = sent.hex()
        self.socket.send(messages.encode(proof, messages.TO_HOST).decode())
        self.sealer = seal.Sealer(session, seal.TO_HOST)
        return self

    def at(self) -> bytes:
        """Where it is, and the newest records of others that it has."""
        event, round_id, table = self.place
        heads = [(who, seq) for who, seq in self.sheet.heads.items() if who[:4].hex() != self.device][:6]
        if not table:
            return b""
        return event + round_id + table.to_bytes(2, "big") + b"".join(who + seq.to_bytes(4, "big") for who, seq in heads)

    def send(self, message: dict[str, Any]) -> bytes:
        """Seal and send; returns the frame."""
        frame = self.sealer.seal(messages.encode(message, messages.TO_HOST))
        self.socket.send(frame)
        return frame

    def close(self) -> None:
        """Leave in good order."""
        self.socket.close()

    def closed_with(self) -> tuple[int, str]:
        """Read until the host closes: (code, reason)."""
        try:
            while True:
                self.socket.recv(WAIT_S)
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, end.rcvd.reason

    def until(self, happened: Callable[[], Any], what: str = "") -> Any:
        """Take messages until `happened()` is true."""
        end = time.monotonic() + WAIT_S
        while not happened():
            assert time.monotonic() < end, f"did not happen: {what}"
            try:
                self._take(messages.decode(self.sealer.open(self.socket.recv(0.2)), messages.TO_DEVICE))
            except TimeoutError:
                continue
        return happened()

    def ready(self) -> "FakeTable":
        """Take the snapshot."""
        before = self.snapshots
        self.until(lambda: self.snapshots > before, "snapshot")
        return self

    def _take(self, message: dict[str, Any]) -> None:
        self.got.append(message)
        kind = message["t"]
        if kind == "snap":
            place = (bytes.fromhex(message["event"]), bytes.fromhex(message["round"]), message["table"])
            if place != self.place:
                self.place, self.sheet = place, Sheet()
                for rec in [unpack(data) for data in self.written]:
                    if (rec.event, rec.round, rec.table) == place:
                        self.sheet.apply(rec)
            self.acked = dict(message["have"]).get(self.log.hex(), 0)
            for data, tag in self.mine[self.acked :]:
                self.send({"t": "rec", "r": messages.to_text(data), "g": tag.hex()})
        elif kind == "snapend":
            self.snapshots += 1
        elif kind == "rec":
            rec = unpack(messages.from_text(message["r"]))
            if not self.refuse and self.sheet.apply(rec):
                self.others.append(messages.from_text(message["r"]))
                self.written.append(self.others[-1])
            self.send({"t": "ans", "s": rec.seq, "ok": not self.refuse, "why": self.refuse})
        elif kind == "want":
            asked = (bytes.fromhex(message["d"]), bytes.fromhex(message["e"]))
            more = [n for n, data in enumerate(self.others) if (data[4:8], data[20:24]) == asked and n >= message["n"]]
            self.gave_all += not more
            self.send({"t": "had", "r": messages.to_text(self.give(more[0])) if more else "", "n": more[0] + 1 if more else 0})
        elif kind == "ack":
            assert message["l"] == self.log.hex()
            self.acked = message["u"]

    # -- the log ------------------------------------------------------------------------------------------------------

    def record(self, kind: int, payload: bytes, seq: int = 0, device: bytes = b"") -> Record:
        """A record placed at this table; not yet in the log."""
        rec = Record(kind, device or bytes.fromhex(self.device), self.log, seq or len(self.mine) + 1, self.clock(), payload)
        return rec.place(*self.place)

    def tagged(self, rec: Record) -> tuple[bytes, bytes]:
        """(bytes, tag)."""
        data = pack(rec)
        return data, seal.record_tag(seal.record_key(self.key), data)

    def send_record(self, data: bytes, tag: bytes) -> None:
        """Send record bytes as they are."""
        self.send({"t": "rec", "r": messages.to_text(data), "g": tag.hex()})

    def say(self, kind: int, payload: bytes) -> Record:
        """Author a record: journal, fold, send."""
        rec = self.record(kind, payload)
        self.note(rec)
        self.send_record(*self.mine[-1])
        return rec

    def note(self, rec: Record) -> None:
        """Journal and fold a record of its own; it is sent when there is a connection."""
        self.mine.append(self.tagged(rec))
        self.written.append(self.mine[-1][0])
        self.sheet.apply(rec)

    def delivered(self) -> None:
        """Wait until the host has acknowledged all."""
        self.until(lambda: self.acked == len(self.mine), "acknowledgement")

    # -- a round ------------------------------------------------------------------------------------------------------

    def sit(self) -> None:
        """Both lines are here; keeper South, dealer North."""
        self.say(k.PRESENCE, facts.numbers_payload(k.NS, k.HERE))
        self.say(k.PRESENCE, facts.numbers_payload(k.EW, k.HERE))
        self.say(k.SEATS, facts.numbers_payload(k.SOUTH, k.NORTH))
        self.delivered()

    def play(self, deals: list[tuple[list[int], list[int]]]) -> None:
        """Record the deals and sign."""
        for number, (ns, ew) in enumerate(deals, 1):
            self.say(k.PHASE, facts.numbers_payload(number, k.COUNT))
            self.say(k.DEAL, fact_writer.deal_payload(number, ns, ew))
        mp_ns, mp_ew, _, vp_ns, vp_ew = self.sheet.result()
        self.say(k.SIGN, fact_writer.sign_payload(len(deals), mp_ns, mp_ew, vp_ns, vp_ew))
        self.delivered()
