"""Station Wi-Fi as a state machine over a chip's WLAN object: one try after the other over the known networks, with
growing pauses, and never a wait."""

from micropython import const

from boards.drivers.dial import dial

_LOOK_MS = const(250)  # asking the driver costs time: four times a second is enough
_TRY_MS = const(12000)
_WAIT_MS = const(1000)
_WAIT_STEPS = const(4)  # 1, 2, 4, 8, 16 s
_ENETUNREACH = const(118)


class Wifi:
    """`wlan` is active and makes no tries of its own; `busy` is its status while it tries; `networks`: (name, password)s."""

    def __init__(self, wlan: object, busy: int, ms: object, networks: list) -> None:
        self._wlan = wlan
        self._busy = busy
        self._ms = ms
        self._networks = networks
        self._which = 0
        self._fails = 0
        self._trying = False
        self._up = False
        self._next_ms = 0
        self._until_ms = 0

    def poll(self) -> None:
        """Go on with connecting."""
        now = self._ms()
        if now < self._next_ms or not self._networks:
            return
        self._next_ms = now + _LOOK_MS
        self._up = up = self._wlan.isconnected()
        if up:
            self._fails = 0
            self._trying = False
        else:
            self._seek(now)

    def _seek(self, now: int) -> None:
        wlan = self._wlan
        try:
            if not self._trying:
                self._trying = True
                self._until_ms = now + _TRY_MS
                wlan.connect(*self._networks[self._which % len(self._networks)])
                return
            if now < self._until_ms and wlan.status() == self._busy:
                return
            wlan.disconnect()
        except OSError:
            pass  # the driver stands between two states: this try is over, the next one finds it at rest
        self._trying = False
        self._which += 1
        self._next_ms = now + (_WAIT_MS << self._fails)
        self._fails = min(self._fails + 1, _WAIT_STEPS)

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
        """A non-blocking socket on its way to the host. Raises OSError."""
        if not self._up:
            raise OSError(_ENETUNREACH)
        return dial(host, port)
