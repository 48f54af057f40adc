"""Hardware for a table in virtual time, at the line where a board's port begins: pins, a bus with a panel on it, a clock, a
way to the host. Strict: what no chip would take raises AssertionError.
"""

import io
import sys

_PAGES_BYTES = 1024
_POLL = 3
_CLOSE = 4
_NO_DEVICE = 19
_UNREACHABLE = 101
MOST_ON_BUS = 170  # a window of 160 bytes and its head


class World:
    """`now`: ms since the test began; goes on through resets."""

    def __init__(self):
        self.now = 0


class Clock:
    """hal.Clock: since this start."""

    def __init__(self, world):
        self._world = world
        self._born = world.now

    def ms(self):
        return self._world.now - self._born

    def us(self):
        return (self._world.now - self._born) * 1000 & 0x3FFFFFFF


class Dice:
    """A small generator of pseudo-random numbers, the same on every machine."""

    def __init__(self, seed):
        self._state = seed & 0x7FFFFFFF

    def below(self, limit):
        """0 .. limit-1."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit

    def data(self, size):
        """`size` bytes."""
        return bytes([self.below(256) for _ in range(size)])


class KeyPin:
    """A pin with a pull-up and a key to ground; `set(down)` is the finger."""

    IRQ_FALLING = 2

    def __init__(self):
        self.down = False
        self._handler = None

    def irq(self, handler, trigger):
        assert trigger == self.IRQ_FALLING
        self._handler = handler

    def set(self, down):
        fell = down and not self.down
        self.down = down
        if fell and self._handler:
            self._handler(self)

    def value(self):
        return 0 if self.down else 1


class Bus:
    """An I2C bus with an SSD1306 on it. `glass`: what the panel's memory holds, 1,024 bytes; `dead`: nobody answers."""

    def __init__(self):
        self.glass = bytearray(_PAGES_BYTES)
        self.dead = False
        self.bytes = 0
        self._window = [0, 127, 0, 7]
        self._x = self._page = 0

    def writeto(self, addr, buf):
        assert addr == 0x3C and 1 < len(buf) <= MOST_ON_BUS, (addr, len(buf))
        if self.dead:
            raise OSError(_NO_DEVICE)
        self.bytes += 1 + len(buf)
        if buf[0] == 0x40:
            self._data(bytes(buf[1:]))
        elif len(buf) == 7 and buf[1] == 0x21 and buf[4] == 0x22:
            left, right, top, bottom = buf[2], buf[3], buf[5], buf[6]
            assert left <= right < 128 and top <= bottom < 8, bytes(buf)
            self._window = [left, right, top, bottom]
            self._x, self._page = left, top
        else:
            assert buf[0] in (0, 0x80), bytes(buf)
        return len(buf)

    def _data(self, data):
        left, right, top, bottom = self._window
        while data:
            size = min(len(data), right + 1 - self._x)
            at = self._page * 128 + self._x
            self.glass[at : at + size] = data[:size]
            data = data[size:]
            self._x += size
            if self._x > right:
                self._x = left
                self._page = self._page + 1 if self._page < bottom else top


class Level:
    """An output pin: the LED."""

    def value(self, level):
        assert level in (0, 1, True, False), level


class Pwm:
    """The buzzer's timer; `heard`: the tone that sounds, 0 = silence."""

    def __init__(self):
        self._hz = self.heard = 0

    def freq(self, hz):
        assert 40 <= hz <= 8000, hz
        self._hz = hz

    def duty_u16(self, duty):
        assert 0 <= duty < 65536, duty
        self.heard = self._hz if duty else 0


class Dog:
    """The watchdog."""

    def feed(self):
        pass


class Sock(io.IOBase):
    """One end of a connection to `far`, an object with `take(bytes)`. What comes from there is put into `inbox`."""

    def __init__(self, far):
        self.far = far
        self.inbox = b""
        self.open = True

    def write(self, data):
        if not self.open:
            raise OSError(104)
        self.far.take(bytes(data))
        return len(data)

    def readinto(self, buf, size):
        if self.inbox:
            got = min(size, len(buf), len(self.inbox))
            buf[:got] = self.inbox[:got]
            self.inbox = self.inbox[got:]
            return got
        return None if self.open else 0

    def ioctl(self, request, arg):
        return arg & 5 if request == _POLL else 0

    def close(self):
        self.open = False
        self.far.gone()


class Network:
    """hal.Net but for its sockets: a network that is simply there."""

    def poll(self):
        pass

    def up(self):
        return True

    def gateway(self):
        return None

    def rssi(self):
        return -60


class Net(Network):
    """Sockets that end at the hall's host."""

    def __init__(self, hall):
        self._hall = hall

    def up(self):
        return self._hall.net_up

    def connect(self, host, port):
        assert (host, port) == ("10.0.0.1", 8770), (host, port)
        if not self._hall.net_up:
            raise OSError(_UNREACHABLE)
        return self._hall.accept()


class Deaf:
    """The socket module, where there is nothing to hear: no beacon."""

    AF_INET = SOCK_DGRAM = 2

    class socket:  # noqa: N801 - the name that the module has
        def __init__(self, *how):
            pass

        def setsockopt(self, *what):
            pass

        def bind(self, address):
            raise OSError(98)  # somebody else listens there

        def close(self):
            pass

    @staticmethod
    def getaddrinfo(host, port):
        return [(0, 0, 0, "", (host, port))]


def deafen():
    """No real network from here on."""
    sys.modules["socket"] = Deaf
