"""The glyph reader against pictures that are put together here from the same font files, glyph by glyph."""

import pytest

from host_tools.simulator.reader import ASSETS, Glyphs, large_text, read_lines, read_runs, underline_x

SIZES = {(12, 24): "value.fnt", (6, 12): "text.fnt", (8, 16): "total.fnt"}


class Paper:
    """A picture of 128x64 pixels to print on."""

    def __init__(self) -> None:
        self.lit: set[tuple[int, int]] = set()

    def text(self, x: int, y: int, text: str, font: str = "text.fnt", inverse: bool = False) -> "Paper":
        """Print; in inverse print the cells are filled first."""
        glyphs = Glyphs.load(ASSETS / font)
        keys = {char: key for key, char in glyphs.table.items()}
        for char in text:
            key = keys.get(char, 0)
            for column in range(glyphs.width):
                bits = key >> glyphs.height * (glyphs.width - 1 - column)
                for row in range(glyphs.height):
                    self.dot(x + column, y + row, bool(bits >> row & 1) != inverse)
            x += glyphs.width
        return self

    def fill(self, x: int, y: int, width: int, height: int) -> "Paper":
        """A bright block."""
        for column in range(x, x + width):
            for row in range(y, y + height):
                self.dot(column, row, True)
        return self

    def dot(self, x: int, y: int, on: bool) -> None:
        """One pixel."""
        (self.lit.add if on else self.lit.discard)((x, y))

    def frame(self) -> bytes:
        """As the panel holds it."""
        pages = [[sum(((x, 8 * page + row) in self.lit) << row for row in range(8)) for x in range(128)] for page in range(8)]
        return bytes(byte for page in pages for byte in page)


def test_words_accents_and_several_sizes() -> None:
    frame = (
        Paper().text(0, 0, "TAV 12").text(90, 0, "2/4").text(34, 25, "045", "value.fnt").text(1, 50, "Chi dà le carte?").frame()
    )
    assert read_lines(frame) == ["TAV 12  2/4", "045", "Chi dà le carte?"]
    assert large_text(frame) == "045"


def test_inverse_band() -> None:
    frame = Paper().fill(0, 0, 128, 12).text(1, 0, "NORD-SUD", inverse=True).text(80, 0, "mano", inverse=True).frame()
    assert read_lines(frame) == ["NORD-SUD  mano"]
    assert all(run.inverse for run in read_runs(frame))


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("y", [0, 13, 23, 37])
def test_each_font_at_any_height(size: tuple[int, int], y: int) -> None:
    run = read_runs(Paper().text(20, y, "1905", SIZES[size]).frame())[0]
    assert (run.x, run.y, run.width, run.height, run.text) == (20, y, *size, "1905")


def test_lines_one_row_closer_than_a_cell() -> None:
    paper = Paper()
    for n, word in enumerate(("tenete", "onori", "carte")):
        paper.text(0, 12 + 11 * n, word).text(64, 12 + 11 * n, str(100 * n + 15))
    assert read_lines(paper.frame()) == ["tenete  15", "onori  115", "carte  215"]


def test_what_is_no_glyph_is_passed_over() -> None:
    paper = Paper().text(0, 0, "TAV 3").fill(100, 3, 5, 9).fill(110, 2, 3, 3)  # signs at the band's right end
    paper.text(34, 25, "7", "value.fnt").fill(34, 49, 12, 2)
    frame = paper.frame()
    assert read_lines(frame)[0] == "TAV 3"
    assert large_text(frame) == "7"
    assert underline_x(frame) == 34


def test_no_underline_and_an_empty_panel() -> None:
    assert underline_x(Paper().text(0, 0, "TAV 3").frame()) == -1
    assert read_lines(bytes(1024)) == []


def test_a_negative_number_keeps_its_sign() -> None:
    assert read_lines(Paper().text(40, 40, "-230", "total.fnt").frame()) == ["-230"]


def test_a_file_that_is_no_font_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "x.fnt").write_bytes(b"PSF....")
    with pytest.raises(ValueError, match="not a font"):
        Glyphs.load(tmp_path / "x.fnt")
