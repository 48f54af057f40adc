"""The table's connection to the host: sealed messages only. How it comes about is in connect.py.

`poll` is the one entry and never waits. What comes in goes to `on_message(dict)` from within `poll`.
"""

from micropython import const

from tavolo.modules import forget
from tavolo.services import numbers as n
from tavolo.services import websocket
from tavolo.wire import messages, seal

_BEAT_MS = const(5000)
_SILENT_MS = const(12000)  # nothing heard for so long: the host is gone, whatever the socket says


class Link:
    """`port` gives net, random, flash_root (the last good address is kept there); `settings` device, key, hosts (the
    last good one first); `on_message(dict)`; `beat()` -> the beat message.

    `state` (numbers.py), `sessions` (rises with each proven connection: what was in flight starts anew), `why` (text
    of the last end or refusal), `refused` (messages passed over as unknown or broken). `app`: whom the hello asks where
    this table is; None: nowhere.
    """

    def __init__(self, port, settings, version: str, on_message, beat) -> None:
        self.net = port.net
        self.random = port.random
        self.root = port.flash_root.rstrip("/")
        self.settings = settings
        self.version = version
        self._on_message = on_message
        self._beat = beat
        self.ws = websocket.WebSocket(port.random)  # its buffers come first
        self._connector = self.app = None
        self.state = n.OFF
        self.sessions = self.refused = self.fails = 0
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
        return self.ws.send(n.WS_BINARY, self._seal.seal(messages.to_bytes(message)))

    def poll(self, now: int) -> None:
        """Go on: `now` in ms. Call it every 10 ms or so."""
        self.net.poll()
        if self.state != n.LINKED:
            self._connect(now)
            return
        ws = self.ws
        frame = ws.poll(now)
        if frame is not None:
            self._take(frame)
        elif ws.state and (now - ws.heard_ms > _SILENT_MS or not self.net.up()):
            ws.close(1001, "host or network is silent")
        elif now >= self._beat_ms and self.send(self._beat()):
            self._beat_ms = now + _BEAT_MS
        if not ws.state:
            self.state = n.OFF
            self.why = ws.why

    def _connect(self, now: int) -> None:
        if not self._connector:
            from tavolo.services import connect

            self._connector = connect.Connector(self, now)
        self._connector.poll(now)  # type: ignore[attr-defined]

    def begin(self, sealer, now: int) -> None:
        """The connector's last word: from here on, sealed messages."""
        self._seal = sealer
        self.state = n.LINKED
        self.sessions += 1
        self.since_ms = now
        self._beat_ms = 0
        self._connector = None
        forget("tavolo.services.connect")

    def _take(self, frame: bytes) -> None:
        try:
            if self.ws.opcode != n.WS_BINARY:
                raise seal.SealError("frame is not sealed")
            message = messages.decode(self._seal.open(frame), seal.TO_DEVICE)
        except seal.SealError as e:
            self.ws.close(4400, str(e))
        except messages.MessageError as e:
            self.refused += 1  # genuine, but from a newer host
            self.why = str(e)
        else:
            self._on_message(message)
