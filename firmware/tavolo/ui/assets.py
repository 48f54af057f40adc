"""Reads the image's data files: fonts and texts. Loaded at start, then dropped."""

from tavolo.ui.canvas import Font
from tavolo.ui.model import Texts


def _read(path: str) -> bytes:
    f = open(path, "rb")
    try:
        return f.read()
    finally:
        f.close()


def load_font(path: str) -> Font:
    """A .fnt file (host_tools/gen/fonts.py says what is in it). Raises OSError, ValueError (not a font)."""
    data = _read(path)
    if data[:3] != b"TF1":
        raise ValueError("not a font: " + path)
    width, height, count = data[3], data[4], data[5]
    ranges = []
    at = 0
    for n in range(6, 6 + 4 * count, 4):
        first = data[n] << 8 | data[n + 1]
        size = data[n + 2] << 8 | data[n + 3]
        ranges.append((first, first + size, at - first))
        at += size
    return Font(width, height, ranges, bytearray(data[6 + 4 * count :]))


def load_texts(path: str) -> Texts:
    """A language's file: one text a line, in the order of texts/keys.py. Raises OSError when it is not there."""
    lines = _read(path)
    return Texts(memoryview(lines), tuple([0] + [at + 1 for at in range(len(lines)) if lines[at] == 10]))
