"""A host in memory, at the far end of the table's real link: WebSocket, hello, seals, snapshot, acknowledgements.

It keeps what it was sent as a host does (one record per id, equal bytes or a conflict) and says what the test lets it say.
"""

import binascii
import hashlib
import struct

from parts import Sock

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.wire import messages, seal

DEVICE = b"\xa1\xb2\xc3\xd4"
KEY = bytes(range(32))
_HOST = b"HOST"
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10


class Hall:
    """`store`: record id -> bytes of all that the table sent; `said`: host records of all rounds; `answers`: the table's newest;
    `offset`: event ms minus the world's ms; `net_up`: False takes the network away."""

    def __init__(self, world, dice):
        self._world = world
        self._dice = dice
        self.event, self.round, self.table = b"EVNT", bytes(4), 0
        self.said = []
        self.store = {}
        self.answers = []
        self.beats = 0
        self.offset = 300000
        self.net_up = True
        self.deaf = False  # takes no bytes, like a host that hangs
        self.log = b"LOGH"
        self._seq = 0
        self._line = None

    # -- what the test lets it do -----------------------------------------------------------------------------------

    def now(self):
        """The event's clock, ms."""
        return self._world.now + self.offset

    def move(self, round_id, table):
        """Another round, or another table of it: the device gets a snapshot."""
        self.round, self.table = round_id, table
        if self._line:
            self._line.snapshot()

    def say(self, kind, payload, round_id=None, table=-1):
        """A record of the host for the round that is on; sent now, or with the next snapshot."""
        self._seq += 1
        rec = record.Record(kind, _HOST, self.log, self._seq, self.now() & 0x3FFFFFFF, payload)
        rec.place(self.event, round_id or self.round, self.table if table < 0 else table)
        self.said.append(rec)
        if self._line:
            self._line.send_record(rec)

    def locate(self):
        """Buzz."""
        if self._line:
            self._line.send({"t": "locate"})

    def repeat(self, back):
        """Send an older record once more."""
        if self._line and self.said:
            self._line.send_record(self.said[-1 - back % len(self.said)])

    def cut(self):
        """The connection ends without a word."""
        if self._line:
            self._line.sock.open = False
            self._line = None

    def network(self, up):
        """The network goes or comes back."""
        self.net_up = up
        if not up:
            self.cut()

    def forget(self, share):
        """The host is restored from an older copy: of each log it has only the first part, `share` in 256ths."""
        for log in {key[4:8] for key in self.store}:
            keep = self.upto(log) * share // 256
            for key in list(self.store):
                if key[4:8] == log and int.from_bytes(key[8:12], "big") > keep:
                    del self.store[key]
        self.cut()

    def linked(self):
        """The hello is done."""
        return self._line is not None and self._line.sealer is not None and self._line.proven

    # -- what it does by itself -------------------------------------------------------------------------------------

    def accept(self):
        """A table connects; an older connection is over."""
        self.cut()
        self._line = line = Line(self, self._dice)
        return line.sock

    def lost(self, line):
        """The table has hung up."""
        if self._line is line:
            self._line = None

    def upto(self, log):
        """All records of the log up to this seq are here."""
        seq = 0
        while DEVICE + log + struct.pack(">I", seq + 1) in self.store:
            seq += 1
        return seq

    def take_record(self, data, tag):
        """Store one record of the table; what it is acknowledged with."""
        assert tag == seal.record_tag(seal.record_key(KEY), data).hex(), "a record's tag is wrong"
        rec = record.unpack(data)
        assert rec.device == DEVICE, "not the table's own record"
        ref = rec.ref()
        old = self.store.get(ref)
        assert old is None or old == data, "two records have one id: %r" % ref
        self.store[ref] = data
        return {"t": "ack", "l": rec.log.hex(), "u": self.upto(rec.log)}


class Line:
    """One connection: the server's side of RFC 6455 and of docs/protocol.md, section 1."""

    def __init__(self, hall, dice):
        self._hall = hall
        self._dice = dice
        self._bytes = b""
        self._upgraded = False
        self.sealer = None
        self.proven = False
        self.sock = Sock(self)

    def gone(self):
        """The table has closed."""
        self._hall.lost(self)

    def take(self, data):
        """Bytes of the table."""
        if self._hall.deaf:
            return
        self._bytes += data
        if not self._upgraded:
            end = self._bytes.find(b"\r\n\r\n")
            if end < 0:
                return
            self._upgrade(self._bytes[:end])
            self._bytes = self._bytes[end + 4 :]
        while self._frame():
            pass

    def _upgrade(self, head):
        lines = head.split(b"\r\n")
        assert lines[0] == b"GET /table HTTP/1.1", lines[0]
        key = [line[19:] for line in lines if line.startswith(b"Sec-WebSocket-Key: ")][0]
        accept = binascii.b2a_base64(hashlib.sha1(key + _GUID).digest()).strip()
        self._out(b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        self._upgraded = True

    def _out(self, data):
        self.sock.inbox += data

    def _send(self, opcode, payload):
        size = len(payload)
        head = bytes((128 | opcode, size)) if size < 126 else bytes((128 | opcode, 126, size >> 8, size & 255))
        self._out(head + payload)

    def _frame(self):
        data = self._bytes
        if len(data) < 6:
            return False
        size, at = data[1] & 127, 2
        assert data[0] & 0x70 == 0 and data[0] & 0x80 and data[1] & 128, "not a whole masked frame"
        if size == 126:
            size, at = data[2] << 8 | data[3], 4
        assert size < 1100, size
        if len(data) < at + 4 + size:
            return False
        mask = data[at : at + 4]
        body = data[at + 4 : at + 4 + size]
        pad = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        self._bytes = data[at + 4 + size :]
        self._take(data[0] & 15, (int.from_bytes(body, "big") ^ pad).to_bytes(size, "big"))
        return True

    def _take(self, opcode, body):
        if opcode == _CLOSE:
            self.sock.open = False
            self.gone()
        elif opcode == _TEXT:
            self._hello(messages.decode(body, messages.TO_HOST))
        elif opcode == _BINARY:
            self._message(messages.decode(self.sealer.open(body), messages.TO_HOST))
        else:
            raise AssertionError("opcode %d" % opcode)

    def _hello(self, message):
        if message["t"] == "proof":
            at = binascii.unhexlify(message.get("at", ""))
            assert message["proof"] == seal.proof(self._session, b"device", self._nonce + at).hex()
            self.proven = True
            self.snapshot()
            return
        assert binascii.unhexlify(message["dev"]) == DEVICE and message["v"] == 1, message
        theirs = binascii.unhexlify(message["nd"])
        self._nonce = self._dice.data(16)
        self._session = seal.session_key(KEY, DEVICE, theirs, self._nonce)
        self.sealer = seal.Sealer(self._session, seal.TO_DEVICE)
        proof = seal.proof(self._session, b"host", theirs).hex()
        answer = {"t": "welcome", "v": 1, "nh": self._nonce.hex(), "proof": proof}
        self._send(_TEXT, messages.encode(answer, messages.TO_DEVICE))

    def send(self, message):
        """A sealed message."""
        if self.proven:
            self._send(_BINARY, self.sealer.seal(messages.encode(message, messages.TO_DEVICE)))

    def send_record(self, rec):
        """A record."""
        self.send({"t": "rec", "r": messages.to_text(record.pack(rec))})

    def snapshot(self):
        """Where the table is, and all that the host has said there."""
        hall = self._hall
        records = [rec for rec in hall.said if rec.round == hall.round and rec.table == hall.table]
        logs = {key[4:8] for key in hall.store}
        place = {"table": hall.table, "event": hall.event.hex(), "round": hall.round.hex(), "n": len(records)}
        place.update({"t": "snap", "have": [[log.hex(), hall.upto(log)] for log in logs]})
        self.send(place)
        for rec in records:
            self.send_record(rec)
        self.send({"t": "snapend"})

    def _message(self, message):
        kind = message["t"]
        hall = self._hall
        if kind == "rec":
            self.send(hall.take_record(messages.from_text(message["r"]), message["g"]))
        elif kind == "ans":
            hall.answers = hall.answers[-7:] + [(message["s"], message["ok"], message["why"])]
        elif kind == "time":
            now = hall.now() & 0x3FFFFFFF
            self.send({"t": "time", "a": message["a"], "b": now, "c": now})
        elif kind == "beat":
            assert k.SEATING <= message["ph"] <= k.SIGNED and message["un"] >= 0, message
            hall.beats += 1
            self.send({"t": "beat"})
