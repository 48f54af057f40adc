"""The OLED: Adafruit's SSD1306 driver, plus sending only what changed, and panels that are absent or an SH1106.

Takes an I2C bus with `writeto(addr, buf)` and knows no board. Data sheets: SSD1306 rev 1.1, 8.1.5 (I2C) and 10.1.3
(addressing); SH1106 v2.3, commands 1, 2, 8 and 11 (its RAM is 132 columns wide, a 128-column panel begins at 2).
"""

import sys

import adafruit_ssd1306
from micropython import const

# The SPI half of the library is never used: dropping it gives 3 KB of RAM back.
sys.modules.pop("adafruit_bus_device.spi_device", None)
del adafruit_ssd1306.spi_device, adafruit_ssd1306.SSD1306_SPI

_WIDTH = const(128)
_PAGES = const(8)
_MOST = const(160)  # bytes of one window: 3.8 ms on a 400 kHz bus, so that a full redraw never blocks the loop
_WINDOW_COST = const(10)  # bytes that one more window costs by itself


class _Bus:
    """What Adafruit's drivers ask of an I2C bus, over MicroPython's. A panel that does not answer sets `failed`."""

    def __init__(self, i2c: object) -> None:
        self._writeto = i2c.writeto  # type: ignore[attr-defined]
        self.failed = False

    def try_lock(self) -> bool:
        return True  # one owner, one task

    def unlock(self) -> None:
        pass

    def writeto(self, addr: int, buf: bytes, *, start: int = 0, end: "int | None" = None) -> None:
        """Send. No answer is noted, not raised: a missing panel stops nothing else. After it nothing is sent: each
        try could cost the bus's whole time limit."""
        if self.failed:
            return
        if start or (end is not None and end != len(buf)):
            buf = memoryview(buf)[start:end]
        try:
            self._writeto(addr, buf)
        except OSError:
            self.failed = True


class Panel(adafruit_ssd1306.SSD1306_I2C):
    """128x64. Draw into it (it is the FrameBuffer), then call `show` until it returns False.

    `ok`: it answered so far; when it has not, call `restart` now and then. `contrast(0..255)` is the library's.
    """

    def __init__(self, i2c: object, addr: int = 0x3C, sh1106: bool = False, flip: bool = False) -> None:
        self._bus = _Bus(i2c)
        self._sh1106 = sh1106
        self._flip = flip
        self._quiet = True  # the library's start clears and shows: nothing to show yet
        self._stale = 0  # bit n: what the panel has in page n is not known
        self._command = bytearray(7)
        self._data = bytearray(_MOST + 1)
        self._data[0] = 0x40
        super().__init__(_WIDTH, _PAGES * 8, self._bus, addr=addr)
        self._shadow = memoryview(bytearray(_WIDTH * _PAGES))
        self._pixels = memoryview(self.buffer)[1:]
        self._new = [self._pixels[n * _WIDTH : (n + 1) * _WIDTH] for n in range(_PAGES)]
        self._old = [self._shadow[n * _WIDTH : (n + 1) * _WIDTH] for n in range(_PAGES)]
        self._settle()

    @property
    def ok(self) -> bool:
        """The panel answered so far."""
        return not self._bus.failed

    def restart(self) -> None:
        """Initialise the panel anew; the whole picture is sent again by the following `show` calls."""
        self._bus.failed = False
        self._quiet = True
        self._shadow[:] = self._pixels  # the library clears the picture
        self.init_display()
        self._pixels[:] = self._shadow
        self._settle()

    def _settle(self) -> None:
        """After the library's start: what it does not know of our panel. Dark, as its memory holds noise, until the
        first picture is all there."""
        self.poweroff()
        if self._sh1106:
            # The library's 0xAD means another thing here, and switched the panel's supply off.
            self.write_cmd(0xAD)
            self.write_cmd(0x8B)
        if self._flip:
            self.rotate(False)
        self._stale = 0xFF
        self._quiet = False

    def show(self) -> bool:
        """Send the topmost changed window, at most 160 bytes, in two transactions. True: sent, call again.

        Allocates only while sending.
        """
        if self._quiet or self._bus.failed:
            return False
        new, old = self._new, self._old
        top = 0
        while new[top] == old[top] and not self._stale >> top & 1:
            top += 1
            if top == _PAGES:
                return False
        left, right = self._span(top)
        bottom = top
        while bottom + 1 < _PAGES and not self._sh1106 and new[bottom + 1] != old[bottom + 1]:
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
        right = _WIDTH - 1
        if not self._stale >> page & 1:
            while new[left] == old[left]:
                left += 1
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
        self._bus.writeto(self.addr, command, end=size)  # type: ignore[arg-type]
        at = 1
        width = right - left + 1
        right += 1
        for page in range(top, bottom + 1):
            self._data[at : at + width] = self._new[page][left:right]
            at += width
        self._bus.writeto(self.addr, self._data, end=at)  # type: ignore[arg-type]
        if self._bus.failed:
            return
        for page in range(top, bottom + 1):
            self._old[page][left:right] = self._new[page][left:right]
        if self._stale:
            self._stale &= ~((2 << bottom) - (1 << top))
            if not self._stale:
                self.poweron()
