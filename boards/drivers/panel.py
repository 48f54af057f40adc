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

    `ok`: it answered so far; when it has not, call `restart` now and then.
    It is also the bus that the library writes to (`try_lock`, `unlock`, `writeto`).
    """

    def __init__(self, i2c, addr: int = 0x3C, sh1106: bool = False, flip: bool = False) -> None:
        self._wire = i2c.writeto
        self._sh1106 = sh1106
        self._flip = flip
        self._command = bytearray(4 if sh1106 else 7)
        data = memoryview(bytearray(_MOST + 1))
        data[0] = 0x40
        self._data = data
        # what is sent, by a quarter of its pixel bytes: a slice made at each sending would be garbage
        self._parts = [data[: 4 * n + 1] for n in range(_MOST // 4 + 1)]
        self._left = self._right = self._shift = 0
        self._contrast = 255
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
        """Send all of `buf`. No answer is noted, not raised: a missing panel stops nothing else. After it nothing is sent:
        each try could cost the bus's whole time limit. `start` and `end` are the library's, and never cut anything off."""
        if self.ok:
            try:
                self._wire(addr, buf)
            except OSError:
                self.ok = False

    def restart(self, lit: bool = False) -> None:
        """Initialise the panel anew; the whole picture is sent again by the following `show` calls.

        It stays dark, as its memory holds noise, until that picture is all there. `lit`: it is thought to be well, and
        is made sure of; its light then goes out for 3 ms only.
        """
        self._stale = -1  # nothing is shown now
        self._shadow[:] = self._pixels  # the library clears the picture, and shows it
        self.ok = True
        self.init_display()
        self._pixels[:] = self._shadow
        if not lit:
            self.poweroff()
        super().contrast(self._contrast)
        if self._sh1106:
            # The library's 0xAD means another thing here, and switched the panel's supply off.
            self.write_cmd(0xAD)
            self.write_cmd(0x8B)
        if self._flip:
            self.rotate(False)
        self._stale = 0xFF  # bit n: what the panel has in page n is not known

    def contrast(self, contrast: int) -> None:
        """Brightness, 0 to 255; kept over `restart`."""
        self._contrast = contrast
        super().contrast(contrast)

    def shift(self, columns: int) -> None:
        """Show the picture 0 or 1 columns to the right, so that no pixel's edge is always the same one. The following
        `show` calls send it; the rightmost column is then not seen."""
        self._shift = columns
        if self._stale >= 0:
            self._stale = 0xFF

    def show(self) -> bool:
        """Send the topmost changed window, at most 160 bytes, in two transactions. True: sent, call again.

        Allocates nothing.
        """
        if not self.ok or self._stale < 0:
            return False
        new, old = self._new, self._old
        top = 0
        while new[top] == old[top] and not self._stale >> top & 1:
            top += 1
            if top == _PAGES:
                return False
        self._span(top)
        left = self._left
        right = self._right
        bottom = top
        while bottom < _PAGES - 1 and not self._sh1106 and new[bottom + 1] != old[bottom + 1]:
            self._span(bottom + 1)
            apart = (right - left + 1) * (bottom + 1 - top) + self._right - self._left + 1 + _WINDOW_COST
            low = min(left, self._left)
            high = max(right, self._right)
            size = (high - low + 4 & -4) * (bottom + 2 - top)
            if size > _MOST or size > apart:
                break
            left = low
            right = high
            bottom += 1
        self._send(top, bottom, left, right - left + 4 & -4)
        return True

    def _span(self, page: int) -> None:
        """Into _left and _right: the columns of a page between which something has changed."""
        left = 0
        right = _WIDTH - 1
        if not self._stale >> page & 1:
            new = self._new[page]
            old = self._old[page]
            while new[left] == old[left]:
                left += 1
            while new[right] == old[right]:
                right -= 1
        self._left = left
        self._right = right

    def _send(self, top: int, bottom: int, left: int, width: int) -> None:
        """`width`: a multiple of 4, so that there is a part of that size; it may reach over what has changed."""
        shift = self._shift
        left = min(left + shift, _WIDTH - width)
        command = self._command
        if self._sh1106:
            command[1] = 0xB0 | top
            command[2] = left + 2 & 15
            command[3] = 0x10 | left + 2 >> 4
        else:
            command[1] = 0x21
            command[2] = left
            command[3] = left + width - 1
            command[4] = 0x22
            command[5] = top
            command[6] = bottom
        self.writeto(self.addr, command)
        data = self._data
        at = 0
        for page in range(top, bottom + 1):
            new = self._new[page]
            old = self._old[page]
            for x in range(left - shift, left - shift + width):
                at += 1
                data[at] = 0
                if x >= 0:
                    data[at] = old[x] = new[x]
            old[_WIDTH - 1] = new[_WIDTH - 1]  # while it is shifted, this one is never sent
        self.writeto(self.addr, self._parts[at >> 2])
        if self._stale:
            self._stale &= ~((2 << bottom) - (1 << top))
            if not self._stale:
                self.poweron()
