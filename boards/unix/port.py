"""The contracts of hal.py on a PC: hardware at the far end of descriptor 3 (docs/boards.md, The simulated board).

Frames both ways: type u8, length u16 little-endian, payload. To us: K key levels, B battery mV, N network up.
From us: I bus write (address, bytes), T tone Hz u16, L LED, W watchdog fed, X reset, F text.
"""

import os
import select
import socket
import sys
import time

from boards.drivers.panel import Panel

_HEAD = 3
_EINPROGRESS = 115


class Wire:
    """Descriptor 3. `send(kind, payload)`; `poll()` takes what has come."""

    def __init__(self) -> None:
        self._file = open(3, "r+b")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._out = bytearray(_HEAD + 1100)
        self._mv = memoryview(self._out)
        self._in = bytearray(64)
        self._in_mv = memoryview(self._in)
        self._got = 0
        self.keys = 0
        self.battery_mv = 0
        self.net_up = True

    def send(self, kind: int, payload: bytes, first: int = -1) -> None:
        """One frame; `first`, when given, is a byte before the payload."""
        at = _HEAD
        if first >= 0:
            self._out[at] = first
            at += 1
        size = at - _HEAD + len(payload)
        self._out[0] = kind
        self._out[1] = size & 255
        self._out[2] = size >> 8
        self._mv[at : at + len(payload)] = payload
        self._file.write(self._mv[: _HEAD + size])

    def poll(self) -> None:
        """Read frames without waiting. Ends the process when the other side is gone."""
        for _, events in self._poll.ipoll(0):
            if events & select.POLLIN:
                # one byte at a time up to a whole frame: frames are tiny and rare, and keys must come in order
                got = self._file.readinto(self._in_mv[self._got :], 1 if self._got < _HEAD else self._missing())
                if not got:
                    sys.exit(0)
                self._got += got
            elif events:
                sys.exit(0)
        if self._got >= _HEAD and not self._missing():
            self._take()
            self._got = 0

    def _missing(self) -> int:
        return _HEAD + min(self._in[1] | self._in[2] << 8, 32) - self._got

    def _take(self) -> None:
        kind = self._in[0]
        if kind == 75:  # K
            self.keys = self._in[3]
        elif kind == 66:  # B
            self.battery_mv = self._in[3] | self._in[4] << 8
        elif kind == 78:  # N
            self.net_up = self._in[3] != 0
        else:
            raise ValueError("unknown frame from the hardware: %d" % kind)


class I2C:
    """machine.I2C's one call that the panel needs."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def writeto(self, addr: int, buf: bytes) -> int:
        """Send bytes to a device on the bus."""
        self._wire.send(73, buf, addr)
        return len(buf)


class Clock:
    """Milliseconds since start. Ticks wrap; the sum of their differences does not."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._sum = 0

    def ms(self) -> int:
        """Call it at least once in six days (2^29 ms)."""
        now = time.ticks_ms()
        self._sum += time.ticks_diff(now, self._last)
        self._last = now
        return self._sum

    def us(self) -> int:
        """Raw microseconds, for differences of short spans by time.ticks_diff."""
        return time.ticks_us()


class Keys:
    """Levels of the six keys."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def read(self) -> int:
        """Mask of keys down, undebounced."""
        self._wire.poll()
        return self._wire.keys


class Buzzer:
    """A tone, or none."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def tone(self, hz: int) -> None:
        """Sound at `hz` until told otherwise."""
        self._wire.send(84, bytes((hz & 255, hz >> 8)))

    def off(self) -> None:
        """Silence."""
        self._wire.send(84, b"\0\0")


class Led:
    """On or off."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def set(self, on: bool) -> None:
        """Light it or not."""
        self._wire.send(76, b"\1" if on else b"\0")


class Watchdog:
    """The far end sees each feeding."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def feed(self) -> None:
        """Still alive."""
        self._wire.send(87, b"")


class Net:
    """Sockets of this PC; the far end can take the network away."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def poll(self) -> None:
        """Nothing to drive here."""

    def up(self) -> bool:
        """Whether there is a network."""
        return self._wire.net_up

    def gateway(self) -> "str | None":
        """No gateway on a loopback."""
        return None

    def rssi(self) -> int:
        """0: unknown."""
        return 0

    def connect(self, host: str, port: int) -> socket.socket:
        """A non-blocking socket on its way to the host. Raises OSError."""
        sock = socket.socket()
        sock.setblocking(False)
        try:
            sock.connect(socket.getaddrinfo(host, port)[0][-1])
        except OSError as e:
            if e.errno != _EINPROGRESS:
                sock.close()
                raise
        return sock


class Port:
    """All of a simulated table's hardware."""

    def __init__(self, board: dict, settings: object) -> None:
        wire = Wire()
        self._wire = wire
        self.board = board
        self.clock = Clock()
        self.keys = Keys(wire)
        self.buzzer = Buzzer(wire)
        self.led = Led(wire)
        self.watchdog = Watchdog(wire)
        self.net = Net(wire)
        self.flash_root = "/flash"
        self.asset_root = os.getcwd()
        self.panel = Panel(I2C(wire), board["panel"]["addr"], settings.panel == "sh1106", settings.flip)

    def battery_mv(self) -> int:
        """Millivolts, 0 where nothing measures them."""
        return self._wire.battery_mv

    def random(self, size: int) -> bytes:
        """Bytes that nobody can guess."""
        return os.urandom(size)

    def reset(self) -> None:
        """Ask the far end to start us again."""
        self._wire.send(88, b"")
        sys.exit(3)
