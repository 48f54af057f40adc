"""The table's connection to the host: finds it, proves both sides by the device's key, then sealed messages only.

`poll` is the one entry and never waits. What comes in goes to `on_message(dict)` from within `poll`.
"""

import binascii

from micropython import const

from tavolo.services import files, websocket
from tavolo.services import numbers as n
from tavolo.wire import messages, seal

_BEAT_MS = const(5000)
_SILENT_MS = const(12000)  # nothing heard for so long: the host is gone, whatever the socket says
_HELLO_MS = const(6000)
_STEADY_MS = const(5000)  # open for so long, a connection counts as good again
_BACKOFF_MS = const(250)
_BACKOFF_TOP_MS = const(2000)
_REFUSED_MS = const(10000)


class Link:
    """`net`, `random(n)`: the port's; `root`: flash directory for the last good address; `beat()` -> the beat message.

    `state`, `sessions` (rises with each proven connection: what was in flight starts anew), `why` (text of the last
    end), `refused` (messages passed over as unknown or broken).
    """

    def __init__(
        self, net: object, random: object, settings: object, root: str, version: str, on_message: object, beat: object
    ) -> None:
        self._net = net
        self._random = random
        self._settings = settings
        self._path = root.rstrip("/") + "/host"
        self._good = files.address(self._path)
        self._version = version
        self._on_message = on_message
        self._beat = beat
        self._ws = websocket.WebSocket(net.connect, random)
        self._tries = 0  # which address comes next
        self._fails = 0
        self._next_ms = 0
        self._since_ms = 0
        self._beat_ms = 0
        self.hint = None  # (host, port) where a beacon points
        self.state = n.OFF
        self.sessions = 0
        self.refused = 0
        self.why = ""

    def linked(self) -> bool:
        """The host has proved itself, and we to it."""
        return self.state == n.LINKED

    def beat_now(self) -> None:
        """Let the next poll send a beat: the phase has changed."""
        self._beat_ms = 0

    def send(self, message: dict) -> bool:
        """Seal and send. False: not linked, or no room yet; try again later. Raises MessageError (not one of ours)."""
        if self.state != n.LINKED or self._ws.busy():
            return False
        return self._ws.send(n.WS_BINARY, self._seal.seal(messages.encode(message, messages.TO_HOST)))

    def poll(self, now: int) -> None:
        """Go on: `now` in ms. Call it every 10 ms or so."""
        self._net.poll()
        if self.state == n.OFF:
            if now >= self._next_ms and self._net.up():
                self._dial(now)
            return
        ws = self._ws
        if not self._net.up():
            ws.close(1001, "no network")
        frame = ws.poll(now)
        if self.state == n.CONNECTING and ws.state == n.WS_OPEN:
            self._hello(now)
        elif frame is not None:
            try:
                self._take(frame, now)
            except seal.SealError as e:
                ws.close(4400, str(e))
        if ws.state and self.state > n.CONNECTING:
            if now - ws.heard_ms > _SILENT_MS or (self.state == n.HELLO and now - self._since_ms > _HELLO_MS):
                ws.close(1001, "host is silent")
            elif self.state == n.LINKED and now >= self._beat_ms and self.send(self._beat()):
                self._beat_ms = now + _BEAT_MS
        if not ws.state:
            self._lost(now)

    def _hosts(self) -> list:
        """Where to look: last good address, the provisioned ones, the gateway, where a beacon points."""
        hosts = []
        for host in [self._good] + self._settings.hosts + [(self._net.gateway(), messages.PORT), self.hint]:
            if host and host[0] and host not in hosts:
                hosts.append(host)
        return hosts

    def _dial(self, now: int) -> None:
        hosts = self._hosts()
        if hosts:
            self._host = hosts[self._tries % len(hosts)]
            self.state = n.CONNECTING
            self._ws.open(self._host[0], self._host[1], messages.PATH, now)

    def _lost(self, now: int) -> None:
        was = self.state
        self.state = n.OFF
        self.why = self._ws.why
        if was == n.LINKED and now - self._since_ms > _STEADY_MS:
            self._fails = 0
        # after a good connection the good address, which is the first, comes first; else the next one
        self._tries = 0 if was == n.LINKED else self._tries + 1
        wait = min(_BACKOFF_MS << self._fails, _BACKOFF_TOP_MS)
        if self._ws.code // 100 in (4, 44):  # refused: asking at once again would not change its mind
            wait = _REFUSED_MS
        self._fails = min(self._fails + 1, 4)
        self._next_ms = now + wait // 2 + wait * self._random(1)[0] // 512

    def _hello(self, now: int) -> None:
        self.state = n.HELLO
        self._since_ms = now
        self._nonce = self._random(16)
        hello = {"t": "hello", "v": messages.VERSION, "fw": self._version}
        hello["dev"] = self._settings.device.hex()
        hello["nd"] = self._nonce.hex()
        self._ws.send(n.WS_TEXT, messages.encode(hello, messages.TO_HOST))

    def _take(self, frame: bytes, now: int) -> None:
        ws = self._ws
        sealed = self.state == n.LINKED
        if sealed != (ws.opcode == n.WS_BINARY):
            raise seal.SealError("frame of the wrong kind")
        try:
            message = messages.decode(self._seal.open(frame) if sealed else frame, messages.TO_DEVICE)
        except messages.MessageError as e:
            self.refused += 1
            self.why = str(e)
            if not sealed:
                ws.close(4400, self.why)
            return
        if sealed:
            self._on_message(message)
        elif message["t"] != "welcome" or message["v"] != messages.VERSION:
            ws.close(4400, "no welcome from the host")
        else:
            self._prove(message, now)

    def _prove(self, welcome: dict, now: int) -> None:
        settings = self._settings
        nonce = binascii.unhexlify(welcome["nh"])
        session = seal.session_key(settings.key, settings.device, self._nonce, nonce)
        if not seal.same(seal.proof(session, b"host", self._nonce), binascii.unhexlify(welcome["proof"])):
            self._ws.close(4401, "host does not know our key")
            return
        answer = {"t": "proof", "proof": seal.proof(session, b"device", nonce).hex()}
        self._ws.send(n.WS_TEXT, messages.encode(answer, messages.TO_HOST))
        self._seal = seal.Sealer(session, seal.TO_HOST)
        self.state = n.LINKED
        self.sessions += 1
        self._since_ms = now
        self._beat_ms = 0
        if self._host != self._good:
            self._good = self._host
            files.write(self._path, ("%s %d" % self._host).encode())
