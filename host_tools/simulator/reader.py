"""Reads a decoded panel by its glyphs, as an eye does: the firmware's state is not asked.

Every place is compared with every glyph of the device's fonts, upright and inverse. Of readings that overlap the one with
more ink wins, so a stroke of a large digit is not taken for a small dash.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

WIDTH, HEIGHT = 128, 64
ASSETS = Path(__file__).parents[2] / "firmware/assets"
FONTS = ("clock.fnt", "value.fnt", "total.fnt", "code.fnt", "text.fnt")
_SPACES = 3  # blank cells within a line of text; more of them part two texts


@dataclass(frozen=True)
class Run:
    """A text found: left, top, size of a cell, the text, how much ink, and whether it stands dark on light."""

    x: int
    y: int
    width: int
    height: int
    text: str
    ink: int
    inverse: bool

    def overlaps(self, other: "Run") -> bool:
        """Whether the cells of both overlap; lines may stand one row closer than a cell is high."""
        return (
            self.x < other.x + other.width * len(other.text)
            and other.x < self.x + self.width * len(self.text)
            and self.y < other.y + other.height - 1
            and other.y < self.y + self.height - 1
        )


@dataclass(frozen=True)
class Glyphs:
    """One font: cell size and {columns of a glyph as one number: character}, blanks left out."""

    width: int
    height: int
    table: dict[int, str]
    first: frozenset[int]

    @staticmethod
    def load(path: Path) -> "Glyphs":
        """Read a .fnt file (host_tools/gen/fonts.py)."""
        data = path.read_bytes()
        if data[:3] != b"TF1":
            raise ValueError(f"{path} is not a font")
        width, height, ranges = data[3], data[4], data[5]
        codes: list[int] = []
        for n in range(ranges):
            first, count = int.from_bytes(data[6 + 4 * n : 8 + 4 * n], "big"), int.from_bytes(data[8 + 4 * n : 10 + 4 * n], "big")
            codes += range(first, first + count)
        stride = (width + 7) // 8
        table: dict[int, str] = {}
        at = 6 + 4 * ranges
        for code in codes:
            rows = [int.from_bytes(data[at + stride * r : at + stride * (r + 1)], "big") for r in range(height)]
            at += stride * height
            key = 0
            for x in range(width):
                key = key << height | sum((row >> (8 * stride - 1 - x) & 1) << y for y, row in enumerate(rows))
            if key:
                table.setdefault(key, chr(code))
        return Glyphs(width, height, table, frozenset(key >> height * (width - 1) for key in table))


@lru_cache(maxsize=1)
def _fonts() -> tuple[Glyphs, ...]:
    found: dict[tuple[int, int], Glyphs] = {}
    for font in [Glyphs.load(ASSETS / name) for name in FONTS]:
        size = font.width, font.height
        old = found.get(size)  # one size, two files: their characters together
        found[size] = Glyphs(*size, {**font.table, **old.table}, font.first | old.first) if old else font
    return tuple(found.values())


def _columns(frame: bytes) -> list[int]:
    """The picture as 128 numbers, bit y = row y."""
    return [sum(frame[page * WIDTH + x] << 8 * page for page in range(8)) for x in range(WIDTH)]


def _runs(columns: list[int], font: Glyphs, y: int, inverse: bool) -> list[Run]:
    mask = (1 << font.height) - 1
    lit = mask if inverse else 0
    if inverse and not any(column >> y & mask + 1 >> 1 for column in columns):
        lit >>= 1  # a bar may end a row early, where no letter has ink
    # one column more: the device may show its picture one to the right (services/care.py), and a cell's last is blank
    strip = (*((column >> y & mask) ^ lit for column in columns), 0)
    return [Run(x, y, font.width, font.height, text, ink, inverse) for x, text, ink in _strip_texts(strip, font.height)]


@lru_cache(maxsize=30000)
def _strip_texts(strip: tuple[int, ...], font_height: int) -> tuple[tuple[int, str, int], ...]:
    """(x, text, ink) of the texts in one band as high as a font; most bands of a new frame were seen before."""
    font = next(f for f in _fonts() if f.height == font_height)
    if not any(strip):
        return ()
    width, height, table = font.width, font.height, font.table
    found: list[tuple[int, str, int]] = []
    x = 0
    while x <= len(strip) - width:
        if strip[x] not in font.first:
            x += 1
            continue
        start, text, ink, blanks = x, "", 0, 0
        while x <= len(strip) - width:
            key = 0
            for column in strip[x : x + width]:
                key = key << height | column
            if key:
                char = table.get(key)
                if char is None or (x == WIDTH + 1 - width and 0 < strip[x] == strip[x - 1]):  # the end of a rule
                    break
                text += " " * blanks + char
                ink += key.bit_count()
                blanks = 0
            else:
                blanks += 1
                if blanks > _SPACES or not text:
                    break
            x += width
        if text:
            found.append((start, text, ink))
            x = start + width * len(text)
        else:
            x = start + 1
    return tuple(found)


@lru_cache(maxsize=256)
def read_runs(frame: bytes) -> tuple[Run, ...]:
    """All texts on a frame of 1,024 bytes, from top to bottom, left to right."""
    columns = _columns(frame)
    candidates: list[Run] = []
    for font in _fonts():
        for y in range(HEIGHT - font.height + 1):
            candidates += _runs(columns, font, y, False)
        if font.height == 12:
            for y in range(HEIGHT - font.height + 1):
                candidates += [run for run in _runs(columns, font, y, True) if run.ink > 10]
    candidates.sort(key=lambda run: (-run.ink, -run.height, run.y, run.x))
    taken: list[Run] = []
    for run in candidates:
        if not any(run.overlaps(other) for other in taken):
            taken.append(run)
    return tuple(sorted(taken, key=lambda run: (run.y, run.x)))


def read_lines(frame: bytes) -> list[str]:
    """The texts as lines: what starts at the same height is one line, parted by two spaces."""
    lines: dict[int, list[str]] = {}
    for run in read_runs(frame):
        lines.setdefault(run.y, []).append(run.text)
    return ["  ".join(texts) for _, texts in sorted(lines.items())]


def underline_x(frame: bytes, y: int = 49, least: int = 10) -> int:
    """Left end of the short bar under the digit that is being typed, -1 where there is none."""
    row = [frame[(y >> 3) * WIDTH + x] >> (y & 7) & 1 for x in range(WIDTH)]
    text = "".join(map(str, row))
    return text.find("1" * least) if text.count("1") < 40 else -1


def large_text(frame: bytes) -> str:
    """The value: what stands in the 12x24 font, or ''."""
    return " ".join(run.text for run in read_runs(frame) if run.height == 24)
