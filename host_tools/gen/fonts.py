"""Makes the device's fonts from free ones: Spleen (text, values) and a rasterised Bebas Neue (clock digits).

A .fnt file: "TF1", width u8, height u8, number of ranges u8, per range first code point u16 and count u16 (big-endian),
then the glyphs in that order, each `height` rows of ceil(width/8) bytes, leftmost pixel in bit 7 (MONO_HLSB).
Run: python -m host_tools.gen.fonts [--check]. Licences: firmware/assets/LICENSES.md.
"""

import gzip
import struct
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from host_tools.gen.output import write_or_compare

ASSETS = Path(__file__).parents[2] / "firmware/assets"
SPLEEN = Path("/usr/share/consolefonts")
BEBAS = Path("/usr/share/fonts/opentype/bebas-neue/BebasNeue-Regular.otf")
LATIN = [(0x20, 95), (0xA0, 96)]
# name -> (Spleen size, ranges): text with all of Latin-1, values with what large words need, totals with signs and digits
TEXT_FONTS = {
    "text.fnt": ("6x12", LATIN),
    "total.fnt": ("8x16", [(0x2B, 15)]),
    "code.fnt": ("8x16", [(0x32, 8), (0x41, 25)]),
    "value.fnt": ("12x24", [(0x20, 1), (0x2B, 48), (0xC7, 3)]),
}
# our own arrows for the keys UP and DOWN, in place of two signs that no text needs
ARROWS = {
    ord("^"): (0x20, 0x70, 0xF8, 0x20, 0x20, 0x20, 0x20),
    ord("|"): (0x20, 0x20, 0x20, 0x20, 0xF8, 0x70, 0x20),
    ord("~"): (0x08, 0x18, 0x18, 0xB0, 0xF0, 0x60, 0x40),  # a tick
}
# the font's own V has a flat end two pixels high and is read as a U
V_ROWS = bytes((0, *[0x88] * 5, *[0x50] * 2, 0x20, 0, 0, 0))
CLOCK_SIZE = (24, 40)
CLOCK_CHARS = "+,-./0123456789:"  # one range; only digits, colon and signs have pixels


def read_psf2(data: bytes) -> tuple[int, int, dict[int, bytes]]:
    """A console font -> (width, height, {code point: rows}). Raises ValueError for another format."""
    magic, _, head, flags, count, size, height, width = struct.unpack_from("<8I", data)
    if magic != 0x864AB572 or not flags & 1:
        raise ValueError("not a PSF2 font with a Unicode table")
    glyphs: dict[int, bytes] = {}
    table = data[head + count * size :].split(b"\xff")
    for index in range(count):
        rows = data[head + index * size : head + (index + 1) * size]
        for char in table[index].split(b"\xfe")[0].decode("utf-8"):
            glyphs[ord(char)] = rows
    return width, height, glyphs


def read_psf1(data: bytes) -> tuple[int, int, dict[int, bytes]]:
    """As read_psf2, for the older format that Spleen's 8x16 comes in."""
    if data[:2] != b"\x36\x04" or not data[2] & 2:
        raise ValueError("not a PSF1 font with a Unicode table")
    count, size = 512 if data[2] & 1 else 256, data[3]
    glyphs: dict[int, bytes] = {}
    index = 0
    for (code,) in struct.iter_unpack("<H", data[4 + count * size :]):
        if code == 0xFFFF:
            index += 1
        elif code != 0xFFFE:
            glyphs.setdefault(code, data[4 + index * size : 4 + (index + 1) * size])
    return 8, size, glyphs


def font_file(width: int, height: int, ranges: list[tuple[int, int]], glyphs: dict[int, bytes]) -> bytes:
    """The bytes of a .fnt file; a glyph that the source lacks stays blank."""
    blank = bytes(height * ((width + 7) // 8))
    out = b"TF1" + bytes((width, height, len(ranges)))
    for first, count in ranges:
        out += struct.pack(">HH", first, count)
    for first, count in ranges:
        out += b"".join(glyphs.get(code, blank) for code in range(first, first + count))
    return out


def bolder(rows: bytes, width: int) -> bytes:
    """Strokes one pixel wider to the right: thin lines are hard on old eyes."""
    size = (width + 7) // 8
    out = b""
    for at in range(0, len(rows), size):
        row = int.from_bytes(rows[at : at + size], "big")
        keep = (1 << 8 * size) - (1 << 8 * size - width)
        out += ((row | row >> 1) & keep).to_bytes(size, "big")
    return out


def clock_glyphs() -> dict[int, bytes]:
    """Digits as tall as five pages of the panel, drawn once from the outline font."""
    width, height = CLOCK_SIZE
    font = ImageFont.truetype(str(BEBAS), 57)
    glyphs = {}
    for char in "+-0123456789:":
        image = Image.new("1", CLOCK_SIZE)
        left, top, right, bottom = font.getbbox(char)
        y = (height - (bottom - top)) // 2 - top
        ImageDraw.Draw(image).text(((width - (right - left)) // 2 - left, y), char, fill=1, font=font)
        glyphs[ord(char)] = image.tobytes()
    return glyphs


def make() -> dict[str, bytes]:
    """All font files, by name."""
    files = {}
    for name, (size, ranges) in TEXT_FONTS.items():
        data = gzip.decompress((SPLEEN / f"spleen-{size}.psfu.gz").read_bytes())
        width, height, glyphs = read_psf1(data) if data[:2] == b"\x36\x04" else read_psf2(data)
        if name == "text.fnt":
            glyphs.update({code: bytes((0, 0, *rows, 0, 0, 0)) for code, rows in ARROWS.items()})
            glyphs[ord("V")] = V_ROWS
        if name == "value.fnt":
            glyphs = {code: bolder(rows, width) for code, rows in glyphs.items()}
        files[name] = font_file(width, height, ranges, glyphs)
    first = ord(CLOCK_CHARS[0])
    files["clock.fnt"] = font_file(*CLOCK_SIZE, [(first, len(CLOCK_CHARS))], clock_glyphs())
    return files


def main(check: bool) -> int:
    """Write the files, or with `check` compare them. Returns the exit code."""
    files = {ASSETS / name: data for name, data in make().items()}
    return write_or_compare(files, check, "the fonts", "host_tools.gen.fonts")


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
