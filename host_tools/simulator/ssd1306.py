"""The panel's controller, decoded from its bus: SSD1306 (data sheet rev 1.1), and the SH1106 (v2.3) that is sold as one.

Strict: a byte that the controller does not define, an order that it does not allow, and settings that a 128x64 module
does not have raise, so that a wrong driver cannot pass. Its memory holds noise after power-on, as the real one's does.
"""

import io

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
# command -> number of argument bytes (SSD1306: table 9-1, and the application note for the charge pump)
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
# what an SH1106 does not know and passes over; the byte that was meant as an argument is then a command of its own
_PASSED_OVER = (0x20, 0x8D)
_SH1106_ARGUMENTS = {code: n for code, n in _ARGUMENTS.items() if code not in (0x20, 0x21, 0x22, 0x8D)}
# settings that belong to a 128x64 module: command -> the arguments that make sense
_FIXED = {0xA8: (63,), 0xD3: (0,), 0xDA: (0x12,), 0x8D: (0x10, 0x14), 0xAD: (0x10, 0x30)}
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_HORIZONTAL, _PAGE = 0, 2


class BusError(ValueError):
    """Bytes that the controller does not understand."""


class Ssd1306:
    """Feed it bus writes; read `frame` (what is seen, 1,024 bytes, page by page, bit 0 at the top) and the counters.

    `bytes_in` counts bytes on the wire with the address, `transactions` the writes, `data_writes` those with pixels.
    """

    def __init__(self, address: int = 0x3C, sh1106: bool = False) -> None:
        self.address = address
        self.sh1106 = sh1106
        self.columns = 132 if sh1106 else 128
        # kept as it is mounted, upright: the column remap acts on what is written after it
        self.ram = bytearray((n * 37 ^ 0x5A) & 255 for n in range(self.columns * PAGES))
        self.on = False
        self.all_lit = False
        self.inverted = False
        self.supply = True
        self.contrast = 0x7F
        self.remapped = False
        self.scan_up = False
        self.mode = _PAGE
        self.window = (0, 127, 0, 7)
        self.column = self.page = 0
        self.bytes_in = 0
        self.transactions = 0
        self.data_writes = 0
        self._pending: list[int] = []

    def write(self, address: int, data: bytes) -> None:
        """One bus transaction. Raises BusError."""
        if address != self.address:
            raise BusError(f"no device at address {address:#x}")
        self.bytes_in += 1 + len(data)
        self.transactions += 1
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                raise BusError(f"control byte {control:#x}")
            single, is_data = bool(control & 0x80), bool(control & 0x40)
            end = at + 2 if single else len(data)
            if end > len(data):
                raise BusError("control byte without what it announces")
            if is_data:
                self._data(data[at + 1 : end])
            else:
                for byte in data[at + 1 : end]:
                    self._command(byte)
            at = end

    def _data(self, data: bytes) -> None:
        if self._pending:
            raise BusError("data in the middle of a command")
        self.data_writes += 1
        left, right, top, bottom = self.window
        for byte in data:
            if self.column >= self.columns:
                raise BusError("data beyond the last column")
            x = self.column if self.remapped else self.columns - 1 - self.column
            self.ram[self.page * self.columns + x] = byte
            self.column += 1
            if self.mode == _HORIZONTAL and self.column > right:
                self.column = left
                self.page = self.page + 1 if self.page < bottom else top

    def _command(self, byte: int) -> None:
        if self.sh1106 and not self._pending and byte in _PASSED_OVER:
            return
        self._pending.append(byte)
        first = self._pending[0]
        known = _SH1106_ARGUMENTS if self.sh1106 else _ARGUMENTS
        if len(self._pending) > known.get(first, 0):
            arguments, self._pending = self._pending[1:], []
            if first in known:
                self._set(first, arguments)
            else:
                self._run(first)

    def _set(self, first: int, arguments: list[int]) -> None:
        """A command with arguments."""
        value = arguments[0]
        if first == 0x81:
            self.contrast = value
        elif first == 0xAD and self.sh1106:
            self.supply = value == 0x8B
        elif first in _FIXED and value not in _FIXED[first]:
            raise BusError(f"command {first:#x} {value:#x} does not fit a 128x64 module")
        elif first == 0x8D:
            self.supply = value == 0x14
        elif first == 0x20:
            if value & 3 not in (_HORIZONTAL, _PAGE):
                raise BusError(f"addressing mode {value & 3} is not one that a driver of ours uses")
            self.mode = value & 3
        elif first in (0x21, 0x22):
            self._set_window(first, value, arguments[1])

    def _set_window(self, first: int, start: int, end: int) -> None:
        if start > end or end > (127 if first == 0x21 else 7) or self.mode != _HORIZONTAL:
            raise BusError(f"window {start}..{end} of command {first:#x}")
        left, right, top, bottom = self.window
        if first == 0x21:
            self.window, self.column = (start, end, top, bottom), start
        else:
            self.window, self.page = (left, right, start, end), start

    def _run(self, first: int) -> None:
        """A command of one byte."""
        if first in (0xA0, 0xA1):
            self.remapped = first == 0xA1
        elif first in (0xC0, 0xC8):
            self.scan_up = first == 0xC0
        elif first in (0xA4, 0xA5):
            self.all_lit = first == 0xA5
        elif first in (0xA6, 0xA7):
            self.inverted = first == 0xA7
        elif first in (0xAE, 0xAF):
            self.on = first == 0xAF
        elif first <= 0x1F or 0xB0 <= first <= 0xB7:
            self._page_address(first)
        elif first not in (0x40, 0xE3):  # start line 0, no operation
            raise BusError(f"command {first:#x}")

    def _page_address(self, first: int) -> None:
        if self.mode != _PAGE:
            raise BusError(f"command {first:#x} outside page addressing")
        if first >= 0xB0:
            self.page = first & 7
        elif first <= 0x0F:
            self.column = self.column & 0xF0 | first
        else:
            self.column = self.column & 0x0F | (first & 15) << 4

    @property
    def frame(self) -> bytes:
        """What is seen, upright as mounted: 8 pages of 128 columns, bit 0 at the top; dark while off or unsupplied."""
        if not self.on or not self.supply:
            return bytes(WIDTH * PAGES)
        if self.all_lit:
            return b"\xff" * (WIDTH * PAGES)
        offset = (self.columns - WIDTH) // 2
        rows = [bytes(self.ram[p * self.columns + offset : p * self.columns + offset + WIDTH]) for p in range(PAGES)]
        if self.scan_up:
            rows = [row.translate(_REVERSED) for row in reversed(rows)]
        frame = b"".join(rows)
        return bytes(byte ^ 0xFF for byte in frame) if self.inverted else frame

    def image(self, scale: int = 1) -> Image.Image:
        """The picture that a person sees."""
        return frame_image(self.frame, scale)


def pixels(frame: bytes) -> bytes:
    """1,024 bytes of pages -> 8,192 bytes, one per pixel (0 or 1), row by row."""
    return bytes(frame[(y >> 3) * WIDTH + x] >> (y & 7) & 1 for y in range(HEIGHT) for x in range(WIDTH))


def frame_image(frame: bytes, scale: int = 1, white: bool = False) -> Image.Image:
    """1,024 bytes of pages -> picture, amber (or white) on near-black."""
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata(list(pixels(frame)))
    colored = Image.new("RGB", image.size, (8, 8, 8) if white else (16, 12, 6))
    colored.paste((235, 240, 245) if white else (255, 190, 80), mask=image)
    return colored.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)


def png(frame: bytes, scale: int = 4, white: bool = False) -> bytes:
    """The picture as the bytes of a PNG file."""
    out = io.BytesIO()
    frame_image(frame, scale, white).save(out, "PNG", optimize=True)
    return out.getvalue()
