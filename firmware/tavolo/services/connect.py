"""From no connection to a proven one: where to look, connect, upgrade, hello. Loaded while there is no link, dropped
when there is one; link.py is what stays. Never waits."""

import binascii
import hashlib
import select

from micropython import const

from tavolo.modules import forget
from tavolo.services import beacon, files
from tavolo.services import numbers as n
from tavolo.wire import messages, seal

_CONNECT_MS = const(4000)
_UPGRADE_MS = const(6000)
_HELLO_MS = const(6000)
_STEADY_MS = const(5000)  # open for so long, a connection counts as good again
_BACKOFF_MS = const(250)
_BACKOFF_STEPS = const(3)  # up to 2 s
_REFUSED_MS = const(10000)
_MOST_AT = const(82)  # bytes: six authors; the hello's messages are short
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 section 1.3


def _at(app) -> bytes:
    """Where this table is and what it has of others' records there, for a host that was restored from an older copy:
    event, round, table u16, then for each other author device, log, highest seq u32. b"" while it is nowhere."""
    if app is None or not app.actions.table:
        return b""
    actions = app.actions
    out = actions.event + actions.round + actions.table.to_bytes(2, "big")
    for author, seq in app.model.sheet.heads.items():
        if author[:4] != app.link.settings.device and len(out) < _MOST_AT:
            out += author + seq.to_bytes(4, "big")
    return out


class Connector:
    """Works on `link` (link.py) and its WebSocket until the link's state is LINKED."""

    def __init__(self, link, now: int) -> None:
        self._link = link
        self._tries = 0  # which address comes next; the last good one is the first
        self._next_ms = now
        self._hint = None  # where a beacon pointed
        self._ear = beacon.Ear()
        if link.sessions:
            if now - link.since_ms > _STEADY_MS:
                link.fails = 0
            self._wait(now)

    def _wait(self, now: int) -> None:
        link = self._link
        # a host that has refused would not change its mind at once
        wait = _REFUSED_MS if link.ws.code // 100 in (4, 44) else _BACKOFF_MS << link.fails
        link.fails = min(link.fails + 1, _BACKOFF_STEPS)
        self._next_ms = now + wait // 2 + wait * link.random(1)[0] // 512

    def poll(self, now: int) -> None:
        """Go on: `now` in ms."""
        link = self._link
        ws = link.ws
        if link.state == n.OFF:
            if now >= self._next_ms and link.net.up():
                self._dial(now)
            return
        try:
            self._step(now)
        except OSError as e:
            ws.close(0, str(e))
        except (seal.SealError, messages.MessageError) as e:
            ws.close(4400, str(e))
        if not ws.state:
            link.state = n.OFF
            link.why = ws.why
            self._tries += 1
            self._wait(now)

    def _dial(self, now: int) -> None:
        """Where to look: the last good address, the provisioned ones, the gateway, where a beacon points."""
        link = self._link
        hosts = list(link.settings.hosts)
        gateway = link.net.gateway()
        if gateway:
            hosts.append((gateway, messages.PORT))
        hint = self._hint = self._ear.heard() or self._hint
        if hint:
            hosts.append(hint)
        if not hosts:
            self._next_ms = now + (_BACKOFF_MS << _BACKOFF_STEPS)
            return
        self._host = hosts[self._tries % len(hosts)]
        self._deadline = now + _CONNECT_MS
        link.state = n.CONNECTING
        link.ws.clear()
        link.ws.state = n.WS_CONNECTING

    def _step(self, now: int) -> None:
        ws = self._link.ws
        if now >= self._deadline:
            ws.close(1001, "no answer in time")
        elif ws.state == n.WS_OPEN:
            frame = ws.poll(now)
            if frame is not None:
                self._welcome(frame, now)
        elif ws.state == n.WS_UPGRADING:
            ws.flush()
            ws.read(now)
            self._upgrade(now)
        elif not ws.sock:
            ws.sock = self._link.net.connect(*self._host)
            self._ready = select.poll()
            self._ready.register(ws.sock, select.POLLOUT)
        elif self._ready.poll(0):
            ws.state = n.WS_UPGRADING  # or it has failed: then sending says why
            self._deadline = now + _UPGRADE_MS
            self._ask()

    def _ask(self) -> None:
        key = binascii.b2a_base64(self._link.random(16)).strip()
        self._accept = binascii.b2a_base64(hashlib.sha1(key + _GUID).digest()).strip()
        host, port = self._host
        self._link.ws.queue(
            b"GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (messages.PATH.encode(), host.encode(), port, key)
        )

    def _upgrade(self, now: int) -> None:
        link = self._link
        ws = link.ws
        end = ws.rx.find(b"\r\n\r\n", 0, ws.got) + 4
        if end < 4:
            if ws.got == len(ws.rx):
                raise OSError("answer too long")
            return
        head = bytes(ws.rx[:end])
        if head[:12] != b"HTTP/1.1 101":
            ws.close(int(head[9:12]) if head[9:12].isdigit() else 0, "refused: %s" % head[:24])  # type: ignore[str-bytes-safe]
            return
        if self._accept not in head:  # nobody can know this value who has not read our request as we meant it
            raise OSError("wrong accept key")
        ws.drop(end)
        ws.state = n.WS_OPEN
        link.state = n.HELLO
        self._deadline = now + _HELLO_MS
        self._nonce = link.random(16)
        hello = {"t": "hello", "v": messages.VERSION, "fw": link.version, "nd": self._nonce.hex()}
        hello["dev"] = link.settings.device.hex()
        ws.send(n.WS_TEXT, messages.to_bytes(hello))

    def _welcome(self, frame: bytes, now: int) -> None:
        link = self._link
        ws, settings = link.ws, link.settings
        welcome = messages.decode(frame, messages.TO_DEVICE)
        if ws.opcode != n.WS_TEXT or welcome["t"] != "welcome" or welcome["v"] != messages.VERSION:
            raise seal.SealError("no welcome from the host")
        nonce = binascii.unhexlify(welcome["nh"])
        session = seal.session_key(settings.key, settings.device, self._nonce, nonce)
        if not seal.same(seal.proof(session, b"host", self._nonce), binascii.unhexlify(welcome["proof"])):
            ws.close(4401, "host does not know our key")
            return
        at = _at(link.app)
        answer = {"t": "proof", "proof": seal.proof(session, b"device", nonce + at).hex()}
        if at:
            answer["at"] = at.hex()
        ws.send(n.WS_TEXT, messages.to_bytes(answer))
        host = self._host
        if settings.hosts[:1] != [host]:
            settings.hosts = [host] + [other for other in settings.hosts if other != host]
            files.keep(link.root + "/host", ("%s %d" % host).encode())
        self._ear.close()
        forget("tavolo.services.beacon")
        link.begin(seal.Sealer(session, seal.TO_HOST), now)
