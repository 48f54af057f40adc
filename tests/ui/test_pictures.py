"""Every screen against its committed picture, and against what an eye reads on it.

TAVOLO_GOLDEN=record writes tests/golden anew: look at the pictures (python tests/ui/look.py FOLDER) before committing.
TAVOLO_GOLDEN=record:play,turn writes only those whose names begin so.
"""

import json
import os
from pathlib import Path

import pytest
from on_device import ROOT, picture_names, pictures
from PIL import Image, ImageChops

from host_tools.simulator.reader import read_lines
from host_tools.simulator.ssd1306 import pixels

GOLDEN = ROOT / "tests/golden"
TEXTS = GOLDEN / "texts.json"


def image(frame: bytes) -> Image.Image:
    """128x64, one bit a pixel."""
    out = Image.new("1", (128, 64))
    out.putdata([255 * bit for bit in pixels(frame)])
    return out


def keep_difference(name: str, got: Image.Image) -> Path:
    """Wanted, got and what differs, one above the other, in build/golden. Returns the picture's path."""
    with Image.open(GOLDEN / f"{name}.png") as file:
        wanted = file.convert("1")
    page = Image.new("1", (128, 3 * 66), 255)
    for n, part in enumerate((wanted, got, ImageChops.logical_xor(wanted, got))):
        page.paste(part, (0, 66 * n))
    path = ROOT / f"build/golden/{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.resize((128 * 4, 3 * 66 * 4)).save(path)
    return path


def record(prefixes: tuple[str, ...]) -> None:
    """Write the pictures whose names begin with one of `prefixes`, and their texts; drop those of screens that are gone."""
    shown = {name: frame for name, frame in pictures().items() if name.startswith(prefixes)}
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    for old in picture_names():
        if old.startswith(prefixes):
            (GOLDEN / f"{old}.png").unlink()
            texts.pop(old, None)
    for name, frame in shown.items():
        image(frame).save(GOLDEN / f"{name}.png", optimize=True)
        texts[name] = read_lines(frame)
    texts = dict(sorted(texts.items()))
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(lines, ensure_ascii=False)}" for name, lines in texts.items())
    TEXTS.write_text("{\n" + rows + "\n}\n", encoding="utf-8")


if os.environ.get("TAVOLO_GOLDEN", "").startswith("record"):
    record(tuple(os.environ["TAVOLO_GOLDEN"].partition(":")[2].split(",")))


def test_there_is_a_committed_picture_of_every_screen() -> None:
    assert picture_names() == sorted(pictures())


@pytest.mark.parametrize("name", picture_names())
def test_screen_is_as_it_was_looked_at(name: str) -> None:
    with Image.open(GOLDEN / f"{name}.png") as wanted:
        got = image(pictures()[name])
        differing = sum(a != b for a, b in zip(got.tobytes(), wanted.convert("1").tobytes(), strict=True))
    if differing:
        kept = keep_difference(name, got)
        pytest.fail(f"{name}: {differing} groups of eight pixels differ, see {kept}")


@pytest.mark.parametrize("name", picture_names())
def test_screen_reads_as_it_should(name: str) -> None:
    lines = json.loads(TEXTS.read_text(encoding="utf-8"))[name]
    assert read_lines(pictures()[name]) == lines
    assert "??" not in "".join(lines), "a font lacks letters"
