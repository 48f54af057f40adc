"""An open WebSocket (RFC 6455), seen from the client, that never waits: one `poll` makes at most one read of 256 bytes
and hands out one frame. How it gets open is in connect.py.

Small on purpose: text and binary frames that fit the buffer, ping, pong, close. Fragmented, compressed, masked or too
long frames end the connection. Buffers are made once.
"""

from micropython import const

from tavolo.services import numbers as n

_ROOM = const(1100)  # longest frame, either way; a sealed message is at most 1,021 bytes
_OPCODES = b"\1\2\x08\x09\x0a"  # no continuation: fragments are refused
_READ = const(256)


class WebSocket:
    """`random(n)` -> bytes, for the masks. `sock`: a non-blocking socket.

    `state`; after the end `code` (close code, HTTP status, or 0) and `why` (text); `opcode` of the last frame handed
    out; `heard_ms`: when bytes last came; `rx` holds the first `got` bytes that came and were not taken yet.
    """

    def __init__(self, random) -> None:
        self._random = random
        self.rx = bytearray(_ROOM)
        self._tx = bytearray(_ROOM + 64)  # a pong fits beside a whole message
        self._rx_view = memoryview(self.rx)
        self._tx_view = memoryview(self._tx)
        self.sock = None
        self.state = n.WS_CLOSED
        self.clear()

    def clear(self) -> None:
        """Forget what was to be sent or had come, before a new connection."""
        self.got = self._put = self._gone = self.code = 0

    def close(self, code: int, why: str) -> None:
        """Say good-bye with a close code (0: say nothing) if that can be sent at once, and let go."""
        if code and self.state == n.WS_OPEN:
            self._frame(n.WS_CLOSE, code.to_bytes(2, "big"))
            try:
                self.flush()
            except OSError:
                code = 0  # the other side is gone and will not hear it
        self.state = n.WS_CLOSED
        self.code = code
        self.why = why
        if self.sock:
            self.sock.close()
            self.sock = None

    def queue(self, data: bytes) -> bool:
        """Bytes to be sent by the next polls. False: no room yet."""
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
        return self.queue(head + mask + (int.from_bytes(payload, "big") ^ pad).to_bytes(size, "big"))

    def flush(self) -> None:
        """Send what the socket takes. Raises OSError."""
        while self._gone < self._put:
            sent = self.sock.write(self._tx_view[self._gone : self._put])  # type: ignore[attr-defined]
            if not sent:
                return
            self._gone += sent
        self._gone = self._put = 0

    def read(self, now: int) -> None:
        """One read of what has come. Raises OSError, also when the other side has closed."""
        got = self.sock.readinto(self._rx_view[self.got :], _READ)  # type: ignore[attr-defined]
        if got == 0:
            raise OSError("closed by the other side")
        if got:
            self.got += got
            self.heard_ms = now

    def poll(self, now: int) -> "bytes | None":
        """While open: the payload of a whole text or binary frame, else None. Call it every 10 ms or so."""
        payload = None
        try:
            self.flush()
            payload = self._take()
            if payload is None and self.state:
                self.read(now)
                payload = self._take()
        except OSError as e:
            self.close(0, str(e))
        return payload

    def drop(self, size: int) -> None:
        """The first `size` bytes of what came have been used."""
        rest = self.got - size
        self.rx[:rest] = self._rx_view[size : self.got]
        self.got = rest

    def _take(self) -> "bytes | None":
        """Take one whole frame off the buffer, if there is one."""
        rx = self.rx
        size = rx[1]
        head = 2
        if size == 126:
            head = 4
            size = rx[2] << 8 | rx[3]
        if self.got < head:
            return None
        opcode = rx[0] & 15
        if rx[1] == 127 or size > _ROOM - head:  # 127 announces a 64-bit length
            self.close(1009, "frame too long")
        elif rx[1] > 127 or rx[0] & 0xF0 != 0x80 or opcode not in _OPCODES or (opcode > 7 and size > 125):
            self.close(1002, "bad frame")
        elif self.got >= head + size:
            payload = bytes(self._rx_view[head : head + size])
            self.drop(head + size)
            if opcode < n.WS_CLOSE:
                self.opcode = opcode
                return payload
            if opcode == n.WS_PING:
                self._frame(n.WS_PONG, payload)  # without room: the other side pings, does not read, and gets none
            elif opcode == n.WS_CLOSE:
                self.close(int.from_bytes(payload[:2], "big") or 1000, "closed by the host")
        return None
