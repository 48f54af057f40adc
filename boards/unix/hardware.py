"""The simulated chip: what machine and network are on an ESP32, at the far end of descriptor 3. Not in the image: like
them it belongs to the ROM. docs/boards.md, The simulated board, has the frames.

Frames both ways: type u8, length u16 little-endian, payload. To us: K key levels, B battery mV, N network up.
From us: I bus write (address, bytes), T tone Hz u16, L LED, W watchdog fed, M bytes to keep over a reset, X reset; with
TAVOLO_STAMPS before each I an S: the computer's monotonic clock in us, u64 little-endian, for benches.
"""

import errno
import os
import select
import socket
import sys
import time

from micropython import const

_HEAD = const(3)
_MOST_IN = const(32)
_MOST_OUT = const(1100)
_SEEN = const(4)  # samples of a key level before the next one is taken: what a release needs, so that no press is lost
_ENETUNREACH = const(101)
_BATTERY_DIVIDER = const(2)


class Wire:
    """Descriptor 3. `send(kind, payload)`; `poll()` takes what has come; `rest(ms)` sleeps until something does.

    While a key is down or a level is new the timer of `every` ticks; else its samples would all be alike, and this process
    sleeps until a frame or something for `watched`, the open socket, comes: a table that idles costs a PC next to nothing.
    """

    def __init__(self) -> None:
        self._file = open(3, "r+b")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._out = bytearray(_HEAD + _MOST_OUT)
        self._mv = memoryview(self._out)
        self._in = bytearray(_MOST_IN)
        self._samples = _SEEN
        self._call = None
        self._period_ms = 0
        self._sampled = time.ticks_ms()  # type: ignore[attr-defined]
        self._poll_sock = select.poll()
        self._poll_both = select.poll()
        self._poll_both.register(self._file, select.POLLIN)
        self._watched = None
        self.keys = 0
        self.battery_mv = 0
        self.net_up = True

    def send(self, kind: int, payload: bytes, first: int = -1) -> None:
        """One frame; `first`, when given, is a byte before the payload. No payload is longer than 1,100 bytes."""
        at = _HEAD
        if first >= 0:
            self._out[at] = first
            at += 1
        end = at + len(payload)
        self._out[0] = kind
        self._out[1] = (end - _HEAD) & 255
        self._out[2] = (end - _HEAD) >> 8
        self._mv[at:end] = payload
        try:
            self._file.write(self._mv[:end])
        except OSError:
            sys.exit(0)  # the hardware is gone, and with it the reason to run

    def every(self, period_ms: int, call) -> None:
        """The chip's timer: it ticks while `rest` sleeps."""
        self._period_ms = period_ms
        self._call = call

    def watch(self, sock) -> None:
        """From now on what comes on `sock` ends a rest, and on none before it."""
        for poll in (self._poll_sock, self._poll_both):
            if self._watched:
                poll.unregister(self._watched)
            if sock:
                poll.register(sock, select.POLLIN)
        self._watched = sock

    def rest(self, ms: int) -> bool:
        """Sleep for at most `ms`. True: something came, or the timer ticked."""
        ticking = self.keys or self._samples < _SEEN
        poll = self._poll_both
        if ticking:  # the next frame waits for its tick
            poll = self._poll_sock
            ms = min(ms, max(0, self._next_tick_ms()))
        came = tick = False
        for source, events in poll.ipoll(ms):  # type: ignore[attr-defined]
            came = True
            if source is self._file:
                tick = True
            elif events != select.POLLIN:
                self.watch(None)  # broken or closed: it would come for ever
                break
        if tick or (ticking and self._next_tick_ms() <= 0):
            self._sampled = time.ticks_ms()  # type: ignore[attr-defined]
            self._call(None)  # type: ignore[misc]
            return True
        return came

    def _next_tick_ms(self) -> int:
        return self._period_ms - time.ticks_diff(time.ticks_ms(), self._sampled)  # type: ignore[attr-defined]

    def poll(self) -> None:
        """Take at most one frame, without waiting. Ends the process when the other side is gone.

        A key level stays for as many samples as a debounced release takes, however late this process comes to look.
        """
        if self._samples < _SEEN:
            self._samples += 1
            return
        for _ in self._poll.ipoll(0):  # type: ignore[attr-defined]
            self._read(_HEAD)
            kind, size = self._in[0], self._in[1] | self._in[2] << 8
            if size > _MOST_IN:
                raise ValueError("frame of %d bytes from the hardware: the most is %d" % (size, _MOST_IN))
            self._read(size)
            self._take(kind)

    def _read(self, size: int) -> None:
        """Frames are written whole, so that their rest is there when their first byte is."""
        got = 0
        while got < size:
            more = self._file.read(size - got)
            if not more:
                sys.exit(0)
            self._in[got : got + len(more)] = more
            got += len(more)

    def _take(self, kind: int) -> None:
        data = self._in
        if kind == 75:  # K
            self.keys = data[0]
            self._samples = 1
        elif kind == 66:  # B
            self.battery_mv = data[0] | data[1] << 8
        elif kind == 78:  # N
            self.net_up = data[0] != 0
        else:
            raise ValueError("unknown frame from the hardware: %d" % kind)

    def reset(self) -> None:
        """machine.reset: ask the far end to start us again."""
        self.send(88, b"")
        sys.exit(3)


class I2C:
    """machine.I2C's one call that the panel needs."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._stamped = bool(os.getenv("TAVOLO_STAMPS"))

    def writeto(self, addr: int, buf: bytes) -> int:
        """Send bytes to a device on the bus."""
        if self._stamped:
            self._wire.send(83, time.ticks_us().to_bytes(8, "little"))  # type: ignore[attr-defined]
        self._wire.send(73, buf, addr)
        return len(buf)


class KeyPin:
    """An input pin with a pull-up and a key to ground; `bit` is its place in K frames."""

    IRQ_FALLING = 2

    def __init__(self, wire: Wire, bit: int) -> None:
        self._wire = wire
        self._bit = bit

    def irq(self, handler, trigger: int) -> None:
        """Never: a level stays until it has been sampled often enough."""

    def value(self) -> int:
        """0 while the key is down. The first key's pin takes what has come."""
        if not self._bit:
            self._wire.poll()
        return 0 if self._wire.keys >> self._bit & 1 else 1


class LedPin:
    """An output pin."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def value(self, level: int) -> None:
        """Set it."""
        self._wire.send(76, b"\1" if level else b"\0")


class Pwm:
    """machine.PWM: what is heard, sent when the duty is set."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._hz = 0

    def freq(self, hz: int) -> None:
        """Pitch."""
        self._hz = hz

    def duty_u16(self, duty: int) -> None:
        """0 is silence."""
        hz = self._hz if duty else 0
        self._wire.send(84, bytes((hz & 255, hz >> 8)))


class Adc:
    """machine.ADC behind a divider by two."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def read_uv(self) -> int:
        """Microvolts."""
        return self._wire.battery_mv * 1000 // _BATTERY_DIVIDER


class Wdt:
    """machine.WDT: the far end sees each feeding."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def feed(self) -> None:
        """Still alive."""
        self._wire.send(87, b"")


class Rtc:
    """machine.RTC: its memory survives a reset, not a loss of power."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def memory(self, data: "bytes | None" = None) -> "bytes | None":
        """Read it, or write at most 256 bytes."""
        if data is None:
            return bytes.fromhex(os.getenv("TAVOLO_KEPT") or "")
        self._wire.send(77, data)
        return None

    def ms(self) -> int:
        """The far end's monotonic clock, which is that of the computer both run on; 62 bits of it do not wrap."""
        return time.ticks_ms()  # type: ignore[attr-defined,no-any-return]


class Net:
    """hal.Net on the sockets of this PC; the far end can take the network away, and then all of them die."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._open = []

    def poll(self) -> None:
        """Without a network no socket stays."""
        if self._open and not self._wire.net_up:
            self._wire.watch(None)
            while self._open:
                self._open.pop().close()

    def up(self) -> bool:
        """Whether there is a network."""
        return self._wire.net_up

    def gateway(self) -> "str | None":
        """No gateway on a loopback."""
        return None

    def rssi(self) -> int:
        """0: unknown."""
        return 0

    def connect(self, host: str, port: int) -> object:
        """A non-blocking socket on its way to the host. Raises OSError."""
        if not self._wire.net_up:
            raise OSError(_ENETUNREACH)
        sock = socket.socket()
        sock.setblocking(False)
        try:
            sock.connect(socket.getaddrinfo(host, port)[0][-1])
        except OSError as e:
            if e.errno != errno.EINPROGRESS:
                sock.close()
                raise
        self._open = [sock]  # one connection at a time: an older one has been closed by its owner
        self._wire.watch(sock)
        return sock
