"""The OLED: Adafruit's SSD1306 driver, plus sending only what changed, and panels that are absent or an SH1106.

Takes a bus with `writeto(addr, buf)` and knows no board. Data sheets: SSD1306 rev 1.1, 8.1.5 (I2C) and 10.1.3
(addressing); SH1106 v2.3, commands 1, 2 and 11 (its RAM is 132 columns wide, a 128-column panel begins at 2).
"""

import adafruit_ssd1306
from micropython import const

_WIDTH = const(128)
_PAGES = const(8)
_MOST = const(160)  # bytes of one window: 3.8 ms on a 400 kHz bus, so that a full redraw never blocks the loop
_WINDOW_COST = const(10)  # bytes that one more window costs by itself


class Bus:
    """What Adafruit's drivers ask of an I2C bus, over MicroPython's. A panel that does not answer sets `failed`."""

    def __init__(self, i2c: object) -> None:
        self._writeto = i2c.writeto
        self.failed = False

    def try_lock(self) -> bool:
        """One owner, one task: always free."""
        return True

    def unlock(self) -> None:
        """Nothing was locked."""

    def writeto(self, addr: int, buf: bytes, *, start: int = 0, end: "int | None" = None) -> None:
        """Send; no answer is noted, not raised, so that a missing panel stops nothing else."""
        if start or (end is not None and end != len(buf)):
            buf = memoryview(buf)[start:end]
        try:
            self._writeto(addr, buf)
        except OSError:
            self.failed = True

    def readfrom_into(self, addr: int, buf: bytearray, *, start: int = 0, end: "int | None" = None) -> None:
        """Reading is only ever asked as a second probe for a device; the write has told already."""


class Panel(adafruit_ssd1306.SSD1306_I2C):
    """128x64. Draw into it (it is the FrameBuffer), then call `show` until it returns False."""

    def __init__(self, i2c: object, addr: int = 0x3C, sh1106: bool = False, flip: bool = False) -> None:
        self._bus = Bus(i2c)
        self._sh1106 = sh1106
        self._flip = flip
        self._shadow = None
        self._command = bytearray(7)
        self._data = bytearray(_MOST + 1)
        self._data[0] = 0x40
        super().__init__(_WIDTH, _PAGES * 8, self._bus, addr=addr)
        shadow = memoryview(bytearray(_WIDTH * _PAGES))
        pixels = memoryview(self.buffer)[1:]
        self._new = [pixels[n * _WIDTH : (n + 1) * _WIDTH] for n in range(_PAGES)]
        self._old = [shadow[n * _WIDTH : (n + 1) * _WIDTH] for n in range(_PAGES)]
        self._shadow = shadow
        self.restart()

    @property
    def ok(self) -> bool:
        """The panel answered so far."""
        return not self._bus.failed

    def restart(self) -> None:
        """Initialise the panel anew; the whole picture is sent again by the following `show` calls."""
        shadow = self._shadow
        self._shadow = None  # init_display clears the picture and calls show: not while restarting
        self._bus.failed = False
        kept = bytes(self.buffer)
        self.init_display()
        self.buffer[:] = kept
        if self._flip:
            self.rotate(False)
        self._shadow = shadow
        for n in range(len(shadow)):
            shadow[n] = self.buffer[n + 1] ^ 0xFF

    def show(self) -> bool:
        """Send the topmost changed window, at most 160 bytes. True: something was sent, call again."""
        if self._shadow is None:
            return False
        top = 0
        while top < _PAGES and self._new[top] == self._old[top]:
            top += 1
        if top == _PAGES or self._bus.failed:
            return False
        left, right = self._span(top)
        bottom = top
        while bottom + 1 < _PAGES and not self._sh1106 and self._new[bottom + 1] != self._old[bottom + 1]:
            next_left, next_right = self._span(bottom + 1)
            both_left, both_right = min(left, next_left), max(right, next_right)
            size = (both_right - both_left + 1) * (bottom + 2 - top)
            apart = (right - left + 1) * (bottom + 1 - top) + next_right - next_left + 1 + _WINDOW_COST
            if size > _MOST or size > apart:
                break
            left, right = both_left, both_right
            bottom += 1
        self._send(top, bottom, left, right)
        return True

    def _span(self, page: int) -> tuple:
        new, old = self._new[page], self._old[page]
        left = 0
        while new[left] == old[left]:
            left += 1
        right = _WIDTH - 1
        while new[right] == old[right]:
            right -= 1
        return left, right

    def _send(self, top: int, bottom: int, left: int, right: int) -> None:
        command = self._command
        command[0] = 0  # control byte: commands follow
        if self._sh1106:
            command[1] = 0xB0 | top
            command[2] = left + 2 & 15
            command[3] = 0x10 | left + 2 >> 4
            size = 4
        else:
            command[1] = 0x21
            command[2] = left
            command[3] = right
            command[4] = 0x22
            command[5] = top
            command[6] = bottom
            size = 7
        self._bus.writeto(self.addr, command, end=size)
        at = 1
        width = right - left + 1
        for page in range(top, bottom + 1):
            self._data[at : at + width] = self._new[page][left : right + 1]
            at += width
        self._bus.writeto(self.addr, self._data, end=at)
        if not self._bus.failed:
            for page in range(top, bottom + 1):
                self._old[page][left : right + 1] = self._new[page][left : right + 1]
