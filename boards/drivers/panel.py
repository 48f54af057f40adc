"""The OLED: Adafruit's SSD1306 driver, plus sending only what changed, and panels that are absent or an SH1106.

Takes an I2C bus with `writeto(addr, buf)` and knows no board. Data sheets: SSD1306 rev 1.1, 8.1.5 (I2C) and 10.1.3
(addressing); SH1106 v2.3, commands 1, 2, 8 and 11 (its RAM is 132 columns wide, a 128-column panel begins at 2).
"""

import sys

import adafruit_ssd1306
from micropython import const

# The SPI half of the library is never used: dropping it gives 3 KB of RAM back.
del sys.modules["adafruit_bus_device.spi_device"], sys.modules["adafruit_bus_device"].spi_device
del adafruit_ssd1306.spi_device, adafruit_ssd1306.SSD1306_SPI

_WIDTH = const(128)
_HEIGHT = const(64)
_PAGES = const(8)
_MOST = const(160)  # bytes of one window: 3.8 ms on a 400 kHz bus, so that a full redraw never blocks the loop
_WINDOW_COST = const(10)  # bytes that one more window costs by itself


class Panel(adafruit_ssd1306.SSD1306_I2C):
    """128x64. Draw into it (it is the FrameBuffer), then call `show` until it returns False.

    `ok`: it answered so far; when it has not, call `restart` now and then. `contrast(0..255)` is the library's.
    It is also the bus that the library writes to (`try_lock`, `unlock`, `writeto`).
    """

    def __init__(self, i2c, addr: int = 0x3C, sh1106: bool = False, flip: bool = False) -> None:
        self._wire = i2c.writeto
        self._sh1106 = sh1106
        self._flip = flip
        self._command = bytearray(7)
        self._data = bytearray(_MOST + 1)
        self._data[0] = 0x40
        self.ok = False  # nothing to send to until `restart`
        super().__init__(_WIDTH, _HEIGHT, self, addr=addr)
        pixels = memoryview(self.buffer)[1:]
        shadow = memoryview(bytearray(_WIDTH * _PAGES))  # what the panel shows
        self._pixels = pixels
        self._shadow = shadow
        self._new = [pixels[n : n + _WIDTH] for n in range(0, _WIDTH * _PAGES, _WIDTH)]
        self._old = [shadow[n : n + _WIDTH] for n in range(0, _WIDTH * _PAGES, _WIDTH)]
        self.restart()

    def try_lock(self) -> bool:
        """One owner, one task: always free."""
        return True

    unlock = try_lock  # nothing was locked

    def writeto(self, addr: int, buf, *, start: int = 0, end: int = 0) -> None:
        """Send. No answer is noted, not raised: a missing panel stops nothing else. After it nothing is sent: each
        try could cost the bus's whole time limit. `start` is never used."""
        if self.ok:
            try:
                self._wire(addr, buf if end == len(buf) else memoryview(buf)[:end])
            except OSError:
                self.ok = False

    def restart(self) -> None:
        """Initialise the panel anew; the whole picture is sent again by the following `show` calls.

        It stays dark, as its memory holds noise, until that picture is all there.
        """
        self._stale = -1  # nothing is shown now
        self._shadow[:] = self._pixels  # the library clears the picture, and shows it
        self.ok = True
        self.init_display()
        self._pixels[:] = self._shadow
        self.poweroff()
        if self._sh1106:
            # The library's 0xAD means another thing here, and switched the panel's supply off.
            self.write_cmd(0xAD)
            self.write_cmd(0x8B)
        if self._flip:
            self.rotate(False)
        self._stale = 0xFF  # bit n: what the panel has in page n is not known

    def show(self) -> bool:
        """Send the topmost changed window, at most 160 bytes, in two transactions. True: sent, call again.

        Allocates only while sending.
        """
        if not self.ok or self._stale < 0:
            return False
        new, old = self._new, self._old
        top = 0
        while new[top] == old[top] and not self._stale >> top & 1:
            top += 1
            if top == _PAGES:
                return False
        left, right = self._span(top)
        bottom = top
        while bottom < _PAGES - 1 and not self._sh1106 and new[bottom + 1] != old[bottom + 1]:
            low, high = self._span(bottom + 1)
            apart = (right - left + 1) * (bottom + 1 - top) + high - low + 1 + _WINDOW_COST
            low, high = min(left, low), max(right, high)
            size = (high - low + 1) * (bottom + 2 - top)
            if size > _MOST or size > apart:
                break
            left, right = low, high
            bottom += 1
        self._send(top, bottom, left, right + 1)
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

    def _send(self, top: int, bottom: int, left: int, end: int) -> None:
        command = self._command
        size = 4
        if self._sh1106:
            command[1] = 0xB0 | top
            command[2] = left + 2 & 15
            command[3] = 0x10 | left + 2 >> 4
        else:
            command[1] = 0x21
            command[2] = left
            command[3] = end - 1
            command[4] = 0x22
            command[5] = top
            command[6] = bottom
            size = 7
        self.writeto(self.addr, command, end=size)
        at = 1
        for page in range(top, bottom + 1):
            self._data[at : at + end - left] = self._new[page][left:end]
            at += end - left
        self.writeto(self.addr, self._data, end=at)
        if self.ok:
            for page in range(top, bottom + 1):
                self._old[page][left:end] = self._new[page][left:end]
            if self._stale:
                self._stale &= ~((2 << bottom) - (1 << top))
                if not self._stale:
                    self.poweron()
