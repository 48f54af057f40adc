"""The panel's controller, decoded from its bus: SSD1306 (data sheet rev 1.1), and the SH1106 that is sold as one.

Strict: a byte that the controller does not define raises, so that a wrong driver cannot pass.
"""

from PIL import Image

WIDTH, HEIGHT, PAGES = 128, 64, 8
# command -> number of argument bytes (data sheet, table 9-1, and the application note for the charge pump)
_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_PLAIN = {0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xA0, 0xA1, 0xC0, 0xC8, 0xE3}


class BusError(ValueError):
    """Bytes that the controller does not understand."""


class Ssd1306:
    """Feed it bus writes; read `frame` (1,024 bytes, page by page, bit 0 at the top) and the counters."""

    def __init__(self, address: int = 0x3C, sh1106: bool = False) -> None:
        self.address = address
        self.sh1106 = sh1106
        self.columns = 132 if sh1106 else 128
        self.ram = bytearray(self.columns * PAGES)
        self.on = False
        self.inverted = False
        self.contrast = 0x7F
        self.remapped = False
        self.flipped = False
        self.horizontal = False
        self.window = (0, 127, 0, 7)
        self.column = self.page = 0
        self.bytes_in = 0  # address bytes counted, as on the wire
        self.transactions = 0
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
            for byte in data[at + 1 : end]:
                self._data(byte) if is_data else self._command(byte)
            at = end

    def _data(self, byte: int) -> None:
        if self._pending:
            raise BusError("data in the middle of a command")
        if self.column < self.columns:
            self.ram[self.page * self.columns + self.column] = byte
        self.column += 1
        if self.horizontal and self.column > self.window[1]:
            self.column = self.window[0]
            self.page = self.page + 1 if self.page < self.window[3] else self.window[2]

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        first = self._pending[0]
        if len(self._pending) <= _ARGUMENTS.get(first, 0):
            return
        arguments, self._pending = self._pending[1:], []
        self._run(first, arguments)

    def _run(self, first: int, arguments: list[int]) -> None:
        if first == 0x20:
            self.horizontal = arguments[0] == 0
        elif first in (0x21, 0x22):
            self._set_window(first, *arguments)
        elif first == 0x81:
            self.contrast = arguments[0]
        elif first in (0xA0, 0xA1):
            self.remapped = first == 0xA1
        elif first in (0xC0, 0xC8):
            self.flipped = first == 0xC0
        elif first in (0xA6, 0xA7):
            self.inverted = first == 0xA7
        elif first in (0xAE, 0xAF):
            self.on = first == 0xAF
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 7
        elif first <= 0x0F:
            self.column = self.column & 0xF0 | first
        elif first <= 0x1F:
            self.column = self.column & 0x0F | (first & 15) << 4
        elif not (0x40 <= first <= 0x7F or first in _ARGUMENTS or first in _PLAIN):
            raise BusError(f"command {first:#x}")

    def _set_window(self, first: int, start: int, end: int) -> None:
        if self.sh1106:
            return  # an SH1106 has page addressing only and passes these over
        if start > end or end > (127 if first == 0x21 else 7):
            raise BusError(f"window {start}..{end}")
        left, right, top, bottom = self.window
        if first == 0x21:
            self.window, self.column = (start, end, top, bottom), start
        else:
            self.window, self.page = (left, right, start, end), start

    @property
    def frame(self) -> bytes:
        """What is seen, as 1,024 bytes: 8 pages of 128 columns, bit 0 at the top; all dark while off."""
        if not self.on:
            return bytes(WIDTH * PAGES)
        offset = 2 if self.sh1106 else 0
        rows = [bytes(self.ram[p * self.columns + offset : p * self.columns + offset + WIDTH]) for p in range(PAGES)]
        return b"".join(rows)

    def image(self, scale: int = 1) -> Image.Image:
        """The picture that a person sees, upright as mounted."""
        return frame_image(self.frame, scale, self.inverted)


def frame_image(frame: bytes, scale: int = 1, inverted: bool = False) -> Image.Image:
    """1,024 bytes of pages -> picture, amber on near-black."""
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata([(frame[(y >> 3) * WIDTH + x] >> (y & 7) & 1) ^ inverted for y in range(HEIGHT) for x in range(WIDTH)])
    colored = Image.new("RGB", image.size, (16, 12, 6))
    colored.paste((255, 190, 80), mask=image)
    return colored.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
