"""A WebSocket client (RFC 6455) that never waits: one `poll` makes at most one read of 256 bytes and hands out one frame.

Small on purpose: text and binary frames that fit the buffer, ping, pong, close. Fragmented, compressed, masked or too
long frames end the connection. Buffers are made once.
"""

import binascii
import hashlib
import select

from micropython import const

from tavolo.services import numbers as n

_ROOM = const(1100)  # longest frame, either way; a sealed message is at most 1,021 bytes
_OPCODES = b"\1\2\x08\x09\x0a"  # no continuation: fragments are refused
_READ = const(256)
_CONNECT_MS = const(4000)
_UPGRADE_MS = const(6000)
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 section 1.3


class WebSocket:
    """`connect(host, port)` -> non-blocking socket, `random(n)` -> bytes.

    `state`; after the end `code` (close code, HTTP status, or 0) and `why` (text); `opcode` of the last frame handed
    out; `heard_ms`: when bytes last came.
    """

    def __init__(self, connect: object, random: object) -> None:
        self._connect = connect
        self._random = random
        self._rx = bytearray(_ROOM)
        self._tx = bytearray(_ROOM + 64)  # a pong fits beside a whole message
        self._rx_view = memoryview(self._rx)
        self._tx_view = memoryview(self._tx)
        self._sock = None
        self.state = n.WS_CLOSED
        self.code = 0
        self.why = ""
        self.opcode = 0
        self.heard_ms = 0

    def open(self, host: str, port: int, path: str, now: int) -> None:
        """Begin to connect; `poll` goes on from there. A failure shows as state CLOSED."""
        self._got = self._used = self._put = self._gone = 0
        self.code = 0
        self.why = ""
        key = binascii.b2a_base64(self._random(16)).strip()
        self._accept = binascii.b2a_base64(hashlib.sha1(key + _GUID).digest()).strip()
        self._queue(
            b"GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (path.encode(), host.encode(), port, key)
        )
        self._deadline = now + _CONNECT_MS
        try:
            self._sock = self._connect(host, port)
        except OSError as e:
            self._end(0, "connect: %s" % e)
            return
        self._ready = select.poll()
        self._ready.register(self._sock, select.POLLOUT)
        self.state = n.WS_CONNECTING

    def _end(self, code: int, why: str) -> None:
        self.state = n.WS_CLOSED
        self.code = code
        self.why = why
        sock = self._sock
        self._sock = None
        if sock:
            sock.close()

    def close(self, code: int, why: str = "") -> None:
        """Say good-bye with a close code if that can be sent at once, and let go."""
        if self.state == n.WS_OPEN:
            self._frame(n.WS_CLOSE, code.to_bytes(2, "big"))
            self._flush()
        if self.state:
            self._end(code, why)

    def _queue(self, data: bytes) -> bool:
        end = self._put + len(data)
        if end > len(self._tx):
            return False
        self._tx[self._put : end] = data
        self._put = end
        return True

    def send(self, opcode: int, payload: bytes) -> bool:
        """Queue a frame and send what the socket takes. False: not open, or the last one has not left yet: try later.

        The longest payload is 1,150 bytes.
        """
        if self.state != n.WS_OPEN or self._put or not self._frame(opcode, payload):
            return False
        self._flush()
        return True

    def busy(self) -> bool:
        """The last frame has not left yet."""
        return self._put > 0

    def _frame(self, opcode: int, payload: bytes) -> bool:
        size = len(payload)
        head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else bytes((0x80 | opcode, 0xFE, size >> 8, size & 255))
        mask = self._random(4)
        # one XOR of two big integers: a loop over the bytes takes four times as long
        pad = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        return self._queue(head + mask + (int.from_bytes(payload, "big") ^ pad).to_bytes(size, "big"))

    def _flush(self) -> None:
        while self._gone < self._put:
            try:
                sent = self._sock.write(self._tx_view[self._gone : self._put])
            except OSError as e:
                self._end(0, "send: %s" % e)
                return
            if not sent:
                return
            self._gone += sent
        self._gone = self._put = 0

    def poll(self, now: int) -> "bytes | None":
        """Go on; returns the payload of a whole text or binary frame, else None. Call it every 10 ms or so."""
        if self.state == n.WS_CONNECTING:
            for _ in self._ready.ipoll(0):
                self.state = n.WS_UPGRADING  # or failed: then the write says why
                self._deadline = now + _UPGRADE_MS
        if 0 < self.state < n.WS_OPEN and now >= self._deadline:
            self._end(0, "no answer in time")
        if self.state < n.WS_UPGRADING:
            return None
        self._flush()
        if self.state == n.WS_OPEN and self._got:
            payload = self._take()
            if payload is not None or not self.state:
                return payload
        if self.state:
            self._read(now)
        if self.state == n.WS_UPGRADING and self._got:
            self._upgrade()
        return self._take() if self.state == n.WS_OPEN and self._got else None

    def _read(self, now: int) -> None:
        try:
            got = self._sock.readinto(self._rx_view[self._got :], _READ)
        except OSError as e:
            self._end(0, "receive: %s" % e)
            return
        if got == 0:
            self._end(0, "closed by the other side")
        elif got:
            self._got += got
            self.heard_ms = now

    def _upgrade(self) -> None:
        end = self._rx.find(b"\r\n\r\n", 0, self._got)
        if end < 0:
            if self._got == _ROOM:
                self._end(0, "answer too long")
            return
        lines = bytes(self._rx_view[:end]).split(b"\r\n")
        status = lines[0][9:12]
        if not lines[0].startswith(b"HTTP/1.1 ") or not status.isdigit():
            self._end(0, "not a web server")
        elif status != b"101":
            self._end(int(status), "refused")
        else:
            for line in lines:
                if line[:21].lower() == b"sec-websocket-accept:" and line[21:].strip() == self._accept:
                    self._drop(end + 4)
                    self.state = n.WS_OPEN
                    return
            self._end(0, "wrong accept key")

    def _drop(self, size: int) -> None:
        rest = self._got - size
        self._rx[:rest] = self._rx_view[size : self._got]
        self._got = rest

    def _take(self) -> "bytes | None":
        """Take one whole frame off the buffer, if there is one."""
        rx = self._rx
        head = 2
        if self._got < 2:
            return None
        size = rx[1]
        if size == 126:
            head = 4
            if self._got < 4:
                return None
            size = rx[2] << 8 | rx[3]
        opcode = rx[0] & 15
        if rx[1] == 127 or size > _ROOM - head:  # 127 announces a 64-bit length
            self.close(1009, "frame too long")
        elif rx[1] > 127 or rx[0] & 0xF0 != 0x80 or opcode not in _OPCODES or (opcode > 7 and size > 125):
            self.close(1002, "bad frame")
        elif self._got >= head + size:
            payload = bytes(self._rx_view[head : head + size])
            self._drop(head + size)
            return self._handle(opcode, payload)
        return None

    def _handle(self, opcode: int, payload: bytes) -> "bytes | None":
        if opcode < 8:
            self.opcode = opcode
            return payload
        if opcode == n.WS_PING:
            self._frame(n.WS_PONG, payload)  # no room for it: the other side pings without reading, and may miss a pong
            self._flush()
        elif opcode == n.WS_CLOSE:
            self.close(int.from_bytes(payload[:2], "big") or 1000, "closed by the host")
        return None
