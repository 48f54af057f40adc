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

    def open(self, host: str, port: int, path: str, now: int) -> None:
        """Begin to connect; `poll` goes on from there. A failure shows as state CLOSED."""
        self._got = self._put = self._gone = self.heard_ms = 0
        key = binascii.b2a_base64(self._random(16)).strip()
        self._accept = binascii.b2a_base64(hashlib.sha1(key + _GUID).digest()).strip()
        self._queue(
            b"GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (path.encode(), host.encode(), port, key)
        )
        self._goal = (host, port)
        self._deadline = now + _CONNECT_MS
        self.state = n.WS_CONNECTING

    def close(self, code: int, why: str) -> None:
        """Say good-bye with a close code (0: say nothing) if that can be sent at once, and let go."""
        if code and self.state == n.WS_OPEN:
            self._frame(n.WS_CLOSE, code.to_bytes(2, "big"))
            try:
                self._flush()
            except OSError:
                code = 0  # the other side is gone and will not hear it
        self.state = n.WS_CLOSED
        self.code = code
        self.why = why
        if self._sock:
            self._sock.close()
            self._sock = None

    def _queue(self, data: bytes) -> bool:
        end = self._put + len(data)
        if end > len(self._tx):
            return False
        self._tx[self._put : end] = data
        self._put = end
        return True

    def send(self, opcode: int, payload: bytes) -> bool:
        """Queue a frame; the next poll sends it. False: not open, or no room yet (1,164 bytes in all): try later."""
        return self.state == n.WS_OPEN and self._frame(opcode, payload)

    def _frame(self, opcode: int, payload: bytes) -> bool:
        size = len(payload)
        head = bytes((128 | opcode, 128 | size)) if size < 126 else bytes((128 | opcode, 254, size >> 8, size & 255))
        mask = self._random(4)
        # one XOR of two big integers: a loop over the bytes takes four times as long
        pad = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        return self._queue(head + mask + (int.from_bytes(payload, "big") ^ pad).to_bytes(size, "big"))

    def _flush(self) -> None:
        while self._gone < self._put:
            sent = self._sock.write(self._tx_view[self._gone : self._put])
            if not sent:
                return
            self._gone += sent
        self._gone = self._put = 0

    def poll(self, now: int) -> "bytes | None":
        """Go on; returns the payload of a whole text or binary frame, else None. Call it every 10 ms or so."""
        try:
            return self._poll(now)
        except OSError as e:
            self.close(0, str(e))
            return None

    def _poll(self, now: int) -> "bytes | None":
        if not self.state:
            return None
        if self.state < n.WS_OPEN and now >= self._deadline:
            raise OSError("no answer in time")
        if self.state == n.WS_CONNECTING:
            if not self._sock:
                self._sock = self._connect(*self._goal)
                self._ready = select.poll()
                self._ready.register(self._sock, select.POLLOUT)
            if not self._ready.poll(0):
                return None
            self.state = n.WS_UPGRADING  # or it has failed: then the write says why
            self._deadline = now + _UPGRADE_MS
        self._flush()
        payload = None
        if self.state == n.WS_OPEN:
            payload = self._take()
        if payload is None and self.state:
            got = self._sock.readinto(self._rx_view[self._got :], _READ)
            if got == 0:
                raise OSError("closed by the other side")
            if got:
                self._got += got
                self.heard_ms = now
                if self.state == n.WS_UPGRADING:
                    self._upgrade()
                if self.state == n.WS_OPEN:
                    payload = self._take()
        return payload

    def _upgrade(self) -> None:
        end = self._rx.find(b"\r\n\r\n", 0, self._got) + 4
        if end < 4:
            if self._got == _ROOM:
                raise OSError("answer too long")
            return
        head = bytes(self._rx_view[:end])
        if head[:12] != b"HTTP/1.1 101":
            self.close(int(head[9:12]) if head[9:12].isdigit() else 0, "refused: %s" % head[:24])
        elif self._accept not in head:  # nobody can know this value who has not read our request as we meant it
            raise OSError("wrong accept key")
        else:
            self._drop(end)
            self.state = n.WS_OPEN

    def _drop(self, size: int) -> None:
        rest = self._got - size
        self._rx[:rest] = self._rx_view[size : self._got]
        self._got = rest

    def _take(self) -> "bytes | None":
        """Take one whole frame off the buffer, if there is one."""
        rx = self._rx
        size = rx[1]
        head = 2
        if size == 126:
            head = 4
            size = rx[2] << 8 | rx[3]
        if self._got < head:
            return None
        opcode = rx[0] & 15
        if rx[1] == 127 or size > _ROOM - head:  # 127 announces a 64-bit length
            self.close(1009, "frame too long")
        elif rx[1] > 127 or rx[0] & 0xF0 != 0x80 or opcode not in _OPCODES or (opcode > 7 and size > 125):
            self.close(1002, "bad frame")
        elif self._got >= head + size:
            payload = bytes(self._rx_view[head : head + size])
            self._drop(head + size)
            if opcode < n.WS_CLOSE:
                self.opcode = opcode
                return payload
            if opcode == n.WS_PING:
                self._frame(n.WS_PONG, payload)  # without room: the other side pings, does not read, and gets none
            elif opcode == n.WS_CLOSE:
                self.close(int.from_bytes(payload[:2], "big") or 1000, "closed by the host")
        return None
