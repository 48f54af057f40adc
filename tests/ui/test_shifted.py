"""Each minute the panel shows its picture one column to the right (services/care.py): nothing that is read is lost by it."""

import json

import pytest
from on_device import ROOT, picture_names
from PIL import Image

from host_tools.simulator.reader import read_lines

TEXTS = json.loads((ROOT / "tests/golden/texts.json").read_text(encoding="utf-8"))


def frame(name: str, shift: int) -> bytes:
    """A committed picture as the panel's bytes, moved to the right."""
    out = bytearray(1024)
    with Image.open(ROOT / f"tests/golden/{name}.png") as image:
        for n, pixel in enumerate(image.convert("L").tobytes()):
            x, y = n % 128 + shift, n // 128
            if pixel and x < 128:
                out[(y >> 3) * 128 + x] |= 1 << (y & 7)
    return bytes(out)


@pytest.mark.parametrize("name", picture_names())
def test_moved_by_a_column_a_screen_reads_the_same(name: str) -> None:
    assert read_lines(frame(name, 1)) == TEXTS[name]
