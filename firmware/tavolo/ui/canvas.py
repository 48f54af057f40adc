"""Draws text and a few shapes into the panel's frame buffer, with fonts of our own (equal pixels on every interpreter).

A glyph takes two native copies: font strip -> small scratch -> frame. Nothing is allocated while drawing.
"""

import framebuf
from micropython import const

WIDTH = const(128)
_INK = const(1)

# Line symbols, 8x12: N-S up-down arrow, E-W left-right arrow; the same as on the keys.
_ARROWS = b"\x10\x38\x7c\x10\x10\x10\x10\x10\x10\x7c\x38\x10\x00\x00\x00\x00\x24\x66\xff\x66\x24\x00\x00\x00"
# Icons in 12 rows: no link, linked, kept here, on the PC, battery nearly empty
_ICONS = (
    b"\x00\x00\x81\x42\x24\x18\x18\x24\x42\x81\x00\x00"
    b"\x00\x00\x3c\x42\x99\x24\x42\x18\x18\x00\x00\x00"
    b"\x00\x00\x7e\x66\x66\x7e\x42\x5a\x5a\x7e\x00\x00"
    b"\x00\x00\xff\x81\x85\x8b\xd1\xa1\x81\xff\x00\x00"
    b"\x18\x7e\x42\x42\x42\x42\x42\x42\x42\x7e\x7e\x00"
)


class Font:
    """A font in RAM; assets.py reads it from its file."""

    def __init__(self, width: int, height: int, ranges: list, data: bytearray) -> None:
        self.width = width
        self.height = height
        self._ranges = ranges  # (first code point, end, what to add for the place in the strip)
        stride = (width + 7) // 8 * 8
        self.strip = framebuf.FrameBuffer(data, stride, len(data) * 8 // stride, framebuf.MONO_HLSB)
        self.scratch = framebuf.FrameBuffer(bytearray(stride // 8 * height), width, height, framebuf.MONO_HLSB, stride)

    def row(self, code: int) -> int:
        """Where a character's glyph begins in the strip; for one that the font lacks the capital, or a question mark.
        Names come in Latin-1 (domain/plan_writer.py)."""
        for first, end, offset in self._ranges:
            if first <= code < end:
                return (code + offset) * self.height
        if 97 <= code <= 122:
            return self.row(code - 32)
        return self.row(63) if code != 63 else 0


class Canvas:
    """`frame` is the panel, `folder` where fonts and texts are. Fonts: text 6x12, total 8x16, value 12x24, clock 24x40."""

    def __init__(self, frame, folder: str) -> None:
        from tavolo.ui.assets import load_font  # needed once: start.py drops it

        self.frame = frame
        self.folder = folder
        self.small = load_font(folder + "/text.fnt")
        self.total = load_font(folder + "/total.fnt")
        self.big = load_font(folder + "/value.fnt")
        self.clock = load_font(folder + "/clock.fnt")
        self._arrows = framebuf.FrameBuffer(bytearray(_ARROWS), 8, 24, framebuf.MONO_HLSB)
        self._icons = framebuf.FrameBuffer(bytearray(_ICONS), 8, 60, framebuf.MONO_HLSB)
        self._symbol = framebuf.FrameBuffer(bytearray(12), 8, 12, framebuf.MONO_HLSB)
        self._swap = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, framebuf.MONO_HLSB)

    def clear(self) -> None:
        """All dark."""
        self.frame.fill(0)

    def text(self, x: int, y: int, text: str, font: "Font | None" = None, inverse: bool = False) -> None:
        """Text from (x, y), dark on light where `inverse`."""
        font = font or self.small
        frame = self.frame  # one by one: assigning four at once would make a tuple
        scratch = font.scratch
        strip = font.strip
        width = font.width
        for char in text:
            scratch.blit(strip, 0, -font.row(ord(char)))
            if inverse:
                frame.blit(scratch, x, y, -1, self._swap)
            else:
                frame.blit(scratch, x, y)
            x += width

    def digits(self, x: int, y: int, number: int, count: int, font) -> None:
        """The last `count` digits of a number from x on. Takes no memory, as its text would."""
        x += count * font.width
        while count:
            count -= 1
            x -= font.width
            font.scratch.blit(font.strip, 0, -font.row(48 + number % 10))
            self.frame.blit(font.scratch, x, y)
            number //= 10

    def right(self, x: int, y: int, text: str, font: "Font | None" = None, inverse: bool = False) -> None:
        """Text that ends before x. Large letters keep off the last column, which is not always seen (Panel.shift)."""
        if font is self.big and x == WIDTH:
            x -= 1
        self.text(x - len(text) * (font or self.small).width, y, text, font, inverse)

    def center(self, y: int, text: str, font: "Font | None" = None) -> None:
        """Text in the middle."""
        self.text((WIDTH - len(text) * (font or self.small).width) // 2, y, text, font)

    def bar(self, left: str, right: str = "", inverse: bool = False) -> None:
        """The top band: who must act or where we are, and a running figure."""
        if inverse:
            self.frame.fill_rect(0, 0, WIDTH, 12, _INK)
        self.text(1, 0, left, None, inverse)
        self.right(WIDTH - 1, 0, right, None, inverse)

    def arrow(self, x: int, y: int, line: int, inverse: bool = False) -> None:
        """A line's symbol, 8x12."""
        self._symbol.blit(self._arrows, 0, -12 * line)
        if inverse:
            self.frame.blit(self._symbol, x, y, -1, self._swap)
        else:
            self.frame.blit(self._symbol, x, y)

    def icon(self, x: int, y: int, number: int) -> None:
        """0 no link, 1 linked, 2 kept here, 3 on the PC, 4 battery nearly empty; 8x12."""
        self._symbol.blit(self._icons, 0, -12 * number)
        self.frame.blit(self._symbol, x, y)

    def fill(self, x: int, y: int, width: int, height: int, ink: int = 1) -> None:
        """A filled box."""
        self.frame.fill_rect(x, y, width, height, ink)
