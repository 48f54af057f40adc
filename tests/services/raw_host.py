"""A host written byte by byte, so that tests can do what no decent server would; seals by the project's own wire code."""

import base64
import hashlib
import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from on_micropython import command, environment

from tavolo.wire import messages, seal

KEY = bytes(range(32))
DEVICE = bytes.fromhex("a1b2c3d4")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Gone(Exception):
    """The table has closed the connection; `code` is what it said in its close frame, or 0."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


def frame(payload: bytes, opcode: int = 2, fin: int = 0x80) -> bytes:
    """A server's frame, not masked."""
    size = len(payload)
    head = bytes((fin | opcode, size)) if size < 126 else struct.pack(">BBH", fin | opcode, 126, size)
    return head + payload


class Connection:
    """One connection from the table. `step` methods raise Gone when it ends."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.sock.settimeout(8)
        self.sealer: seal.Sealer | None = None

    def read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                more = self.sock.recv(size - len(data))
            except ConnectionError:
                raise Gone from None
            if not more:
                raise Gone
            data += more
        return data

    def request(self) -> bytes:
        """The upgrade request up to its empty line; returns the key's accept value."""
        data = b""
        while not data.endswith(b"\r\n\r\n"):
            data += self.read(1)
        lines = data.decode().split("\r\n")
        assert lines[0] == "GET /table HTTP/1.1"
        fields = {name.lower(): value for name, value in (line.split(": ") for line in lines[1:-2])}
        assert fields["upgrade"] == "websocket"
        assert fields["sec-websocket-version"] == "13"
        assert len(base64.b64decode(fields["sec-websocket-key"])) == 16
        return base64.b64encode(hashlib.sha1(fields["sec-websocket-key"].encode() + GUID).digest())

    def upgrade(self) -> None:
        accept = self.request()
        self.sock.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nCONNECTION: Upgrade\r\n"
            b"sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )

    def receive(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame; a close frame raises Gone with its code."""
        first, second = self.read(2)
        assert first & 0xF0 == 0x80
        assert second & 0x80, "a client must mask"
        size = second & 127
        if size == 126:
            size = struct.unpack(">H", self.read(2))[0]
        mask = self.read(4)
        payload = bytes(byte ^ mask[at & 3] for at, byte in enumerate(self.read(size)))
        if first & 15 == 8:
            raise Gone(struct.unpack(">H", payload[:2])[0])
        return first & 15, payload

    def hello(self) -> dict:
        opcode, payload = self.receive()
        assert opcode == 1
        return messages.decode(payload, messages.TO_HOST)

    def welcome(self, hello: dict, key: bytes = KEY) -> None:
        nonce_host = os.urandom(16)
        nonce_device = bytes.fromhex(hello["nd"])
        session = seal.session_key(key, DEVICE, nonce_device, nonce_host)
        proof = seal.proof(session, b"host", nonce_device)
        answer = {"t": "welcome", "v": 1, "nh": nonce_host.hex(), "proof": proof.hex()}
        self.sock.sendall(frame(messages.encode(answer, messages.TO_DEVICE), 1))
        opcode, payload = self.receive()
        assert opcode == 1
        theirs = messages.decode(payload, messages.TO_HOST)
        assert theirs == {"t": "proof", "proof": seal.proof(session, b"device", nonce_host).hex()}
        self.sealer = seal.Sealer(session, seal.TO_DEVICE)

    def link(self) -> None:
        """All the way to a proven connection."""
        self.upgrade()
        self.welcome(self.hello())

    def sealed(self, message: dict) -> bytes:
        assert self.sealer
        return self.sealer.seal(messages.encode(message, messages.TO_DEVICE))

    def send(self, message: dict) -> None:
        try:
            self.sock.sendall(frame(self.sealed(message)))
        except ConnectionError:
            raise Gone from None

    def next(self) -> dict:
        """The next sealed message of the table."""
        assert self.sealer
        opcode, payload = self.receive()
        assert opcode == 2
        return messages.decode(self.sealer.open(payload), messages.TO_HOST)

    def wait(self, kind: str) -> dict:
        while True:
            message = self.next()
            if message["t"] == kind:
                return message

    def gone(self) -> int:
        """Read until the table closes; its close code."""
        try:
            while True:
                self.receive()
        except Gone as end:
            return end.code

    def snap(self, have: list | None = None) -> None:
        self.send({"t": "snap", "table": 3, "event": "00" * 4, "round": "00" * 4, "n": 0, "have": have or []})
        self.send({"t": "snapend"})


class Run:
    """A table's process and the listening socket it connects to."""

    def __init__(self, folder: Path, speed: int, records: int, mode: str, port: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(8)
        if mode == "flood":
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # soon full
        args = [str(port or self.listener.getsockname()[1]), str(folder), str(speed), str(records), mode]
        # a file and not a pipe: a table that says much must not wait for its reader
        self._output = folder.with_suffix(".said")
        with self._output.open("w") as said:
            self.process = subprocess.Popen(
                command("link_driver.py", *args), env=environment(), stdout=said, stderr=subprocess.STDOUT
            )

    def accept(self) -> Connection:
        return Connection(self.listener.accept()[0])

    def finish(self) -> list[str]:
        """Let the table come once more, tell it to end, and return all it said."""
        last = self.accept()
        last.link()
        last.send({"t": "locate"})
        last.gone()
        return self.said()

    def said(self) -> list[str]:
        self.process.wait(10)
        return self._output.read_text().splitlines()

    def wait_for(self, text: str) -> None:
        """Until the table has printed `text`."""
        while text not in self._output.read_text():
            assert self.process.poll() is None, self._output.read_text()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listener.close()


@contextmanager
def table(folder: Path, speed: int = 1, records: int = 0, mode: str = "", port: int = 0) -> Iterator[Run]:
    """A running table, ended in any case; `port`: connect to somebody else's server instead of ours."""
    run = Run(folder, speed, records, mode, port)
    try:
        yield run
    finally:
        run.end()
