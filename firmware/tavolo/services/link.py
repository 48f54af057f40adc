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
_BACKOFF_STEPS = const(3)  # up to 2 s
_REFUSED_MS = const(10000)
_VERSION = const(1)  # as in wire/messages.py, like the two directions
_TO_HOST = const(1)
_TO_DEVICE = const(2)


class Link:
    """`port` gives net, random, flash_root (the last good address is kept there); `settings` device, key, hosts (the
    last good one first);
    `on_message(dict)`; `beat()` -> the beat message.

    `state` (numbers.py), `sessions` (rises with each proven connection: what was in flight starts anew), `why` (text
    of the last end or refusal), `refused` (messages passed over as unknown or broken), `hint`: None or (address, port)
    of a beacon, set from outside.
    """

    def __init__(self, port: object, settings: object, version: str, on_message: object, beat: object) -> None:
        self._net = port.net
        self._random = port.random
        self._settings = settings
        self._path = port.flash_root.rstrip("/") + "/host"
        self._version = version
        self._on_message = on_message
        self._beat = beat
        self._ws = websocket.WebSocket(port.net.connect, port.random)
        self._tries = self._fails = self._next_ms = self._beat_ms = 0
        self.hint = None
        self.state = n.OFF
        self.sessions = self.refused = 0
        self.why = ""

    def linked(self) -> bool:
        """The host has proved itself, and we to it."""
        return self.state == n.LINKED

    def beat_now(self) -> None:
        """Let the next poll send a beat: the phase has changed."""
        self._beat_ms = 0

    def send(self, message: dict) -> bool:
        """Seal and queue. False: not linked, or no room yet; try again later. Raises MessageError (not one of ours)."""
        if self.state != n.LINKED:
            return False
        return self._ws.send(n.WS_BINARY, self._seal.seal(messages.encode(message, _TO_HOST)))

    def poll(self, now: int) -> None:
        """Go on: `now` in ms. Call it every 10 ms or so."""
        self._net.poll()
        up = self._net.up()
        ws = self._ws
        if self.state == n.OFF:
            if up and now >= self._next_ms:
                self._dial(now)
            return
        frame = ws.poll(now)
        if self.state == n.CONNECTING:
            if ws.state == n.WS_OPEN:
                self._hello(now)
        elif frame is not None:
            self._take(frame, now)
        elif ws.state and (not up or now - ws.heard_ms > (_SILENT_MS if self.state == n.LINKED else _HELLO_MS)):
            ws.close(1001, "host or network is silent")
        elif now >= self._beat_ms and self.state == n.LINKED and self.send(self._beat()):
            self._beat_ms = now + _BEAT_MS
        if not ws.state:
            self._lost(now)

    def _dial(self, now: int) -> None:
        """Where to look: the last good address, the provisioned ones, the gateway, where a beacon points."""
        hosts = list(self._settings.hosts)
        gateway = self._net.gateway()
        if gateway:
            hosts.append((gateway, messages.PORT))
        if self.hint:
            hosts.append(self.hint)
        if hosts:
            self._host = hosts[self._tries % len(hosts)]
            self.state = n.CONNECTING
            self._ws.open(self._host[0], self._host[1], messages.PATH, now)

    def _lost(self, now: int) -> None:
        ws = self._ws
        self.why = ws.why
        self._tries += 1
        if self.state == n.LINKED:
            self._tries = 0  # the address was good, and is the first now
            if now - self._since_ms > _STEADY_MS:
                self._fails = 0
        self.state = n.OFF
        # a host that has refused would not change its mind at once
        wait = _REFUSED_MS if ws.code // 100 in (4, 44) else _BACKOFF_MS << self._fails
        if self._fails < _BACKOFF_STEPS:
            self._fails += 1
        self._next_ms = now + wait // 2 + wait * self._random(1)[0] // 512

    def _say(self, message: dict) -> None:
        self._ws.send(n.WS_TEXT, messages.encode(message, _TO_HOST))

    def _hello(self, now: int) -> None:
        self.state = n.HELLO
        self._nonce = self._random(16)
        device = self._settings.device.hex()
        self._say({"t": "hello", "v": _VERSION, "fw": self._version, "dev": device, "nd": self._nonce.hex()})

    def _take(self, frame: bytes, now: int) -> None:
        sealed = self.state == n.LINKED
        try:
            if sealed != (self._ws.opcode == n.WS_BINARY):
                raise seal.SealError("frame of the wrong kind")
            message = messages.decode(self._seal.open(frame) if sealed else frame, _TO_DEVICE)
            if not sealed:
                self._prove(message, now)
        except (seal.SealError, messages.MessageError) as e:
            self.why = str(e)
            if sealed and isinstance(e, messages.MessageError):
                self.refused += 1  # genuine, but from a newer host, or no room for it
            else:
                self._ws.close(4400, self.why)
            return
        if sealed:
            self._on_message(message)

    def _prove(self, welcome: dict, now: int) -> None:
        if welcome["t"] != "welcome" or welcome["v"] != _VERSION:
            raise seal.SealError("no welcome from the host")
        settings = self._settings
        nonce = binascii.unhexlify(welcome["nh"])
        session = seal.session_key(settings.key, settings.device, self._nonce, nonce)
        if not seal.same(seal.proof(session, b"host", self._nonce), binascii.unhexlify(welcome["proof"])):
            self._ws.close(4401, "host does not know our key")
            return
        self._say({"t": "proof", "proof": seal.proof(session, b"device", nonce).hex()})
        self._seal = seal.Sealer(session, _TO_HOST)
        self.state = n.LINKED
        self.sessions += 1
        self._since_ms = now
        self._beat_ms = 0
        host = self._host
        if settings.hosts[:1] != [host]:
            settings.hosts = [host] + [other for other in settings.hosts if other != host]
            files.keep(self._path, ("%s %d" % host).encode())
