"""Station Wi-Fi as a state machine over a chip's WLAN object: one try after the other over the known networks, with
growing pauses, and never a wait."""

import errno
import socket

from micropython import const

_LOOK_MS = const(250)  # asking the driver costs time: four times a second is enough
_TRY_MS = const(12000)
_WAIT_MS = const(1000)
_WAIT_STEPS = const(4)  # 1, 2, 4, 8, 16 s


class Wifi:
    """`wlan` is active and makes no tries of its own; `busy` is its status while it tries; `networks`: (name, password)s.

    `up()`: connected, with an address.
    """

    def __init__(self, wlan, busy: int, ms, networks: list) -> None:
        self._wlan = wlan
        self._busy = busy
        self._ms = ms
        self._networks = networks
        self._tries = 0  # how long the next pause is, and which network comes next
        self._until_ms = 0  # when the try that is on ends; 0: none is
        self._next_ms = 0
        self._up = False

    def poll(self) -> None:
        """Go on with connecting."""
        now = self._ms()
        networks = self._networks
        if now < self._next_ms or not networks:
            return
        self._next_ms = now + _LOOK_MS
        wlan = self._wlan
        self._up = wlan.isconnected()
        if self._up:
            self._tries %= len(networks)  # the same one first when it is lost
            self._until_ms = 0
            return
        try:
            if not self._until_ms:
                self._until_ms = now + _TRY_MS
                wlan.connect(*networks[self._tries % len(networks)])
                return
            if now < self._until_ms and wlan.status() == self._busy:
                return
            wlan.disconnect()
        except OSError:
            pass  # the driver stands between two states: this try is over, the next one finds it at rest
        self._until_ms = 0
        self._next_ms = now + (_WAIT_MS << min(self._tries, _WAIT_STEPS))
        self._tries += 1

    def up(self) -> bool:
        """Connected, with an address."""
        return self._up

    def gateway(self) -> "str | None":
        """The router's address; often the host's, when the host is the hotspot."""
        return self._wlan.ifconfig()[2] if self._up else None

    def rssi(self) -> int:
        """Signal in dBm, 0 when not known."""
        try:
            return self._wlan.status("rssi") if self._up else 0
        except OSError:
            return 0  # it has just gone, and the next poll will see it

    def connect(self, host: str, port: int) -> object:
        """A non-blocking socket on its way to `host`, an address in numbers: a name would be looked up, which blocks.

        Raises OSError when the way is known to be closed.
        """
        sock = socket.socket()
        sock.setblocking(False)
        try:
            sock.connect(socket.getaddrinfo(host, port)[0][-1])
        except OSError as e:
            if e.errno != errno.EINPROGRESS:
                sock.close()
                raise
        return sock
