"""The panel's driver, run by MicroPython from an image, against the decoder of what it sends: every picture is the one that
was drawn, on both controllers, either way up, shifted or not, after a loss of state; and sending takes no memory."""

import subprocess
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.image.flash import interpreter
from host_tools.simulator.ssd1306 import Ssd1306, pixels

FAKES = Path(__file__).parents[1] / "device_fakes"
pytestmark = pytest.mark.sim


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What panel_device.py printed, line by line, in words."""
    tree = build.build("esp32/devkit38", tmp_path_factory.mktemp("panel") / "tree", limit=99000).path
    script = f"import sys; sys.path[:] = [{str(FAKES)!r}, {str(tree)!r}, '.frozen']\n"
    script += (FAKES / "panel_device.py").read_text(encoding="utf-8")
    command = [*interpreter(), "-X", "heapsize=200K", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines and lines[-1] == ["DONE"], done.stdout[-2000:] + done.stderr
    return lines


def turned(frame: bytes) -> bytes:
    """Upside down, as pixels."""
    return pixels(frame)[::-1]


@pytest.mark.parametrize("sh1106", [0, 1], ids=["ssd1306", "sh1106"])
@pytest.mark.parametrize("flip", [0, 1], ids=["upright", "flipped"])
def test_what_is_seen_is_what_was_drawn(said: list[list[str]], sh1106: int, flip: int) -> None:
    begins = said.index(["NEW", str(sh1106), str(flip)])
    panel = Ssd1306(sh1106=bool(sh1106))
    seen = 0
    for word, *rest in said[begins + 1 :]:
        if word in ("NEW", "DONE"):
            break
        if word == "LOST":
            panel = Ssd1306(sh1106=bool(sh1106))
        elif word == "SENT":
            for data in rest:
                panel.write(0x3C, bytes.fromhex(data))
        else:
            wanted = bytes.fromhex(rest[0])
            assert pixels(panel.frame) == (turned(wanted) if flip else pixels(wanted))
            assert panel.on and panel.supply
            seen += 1
    assert seen == 61
    assert panel.contrast == 59, "the contrast is kept when the panel is initialised anew"


def test_a_small_change_sends_little(said: list[list[str]]) -> None:
    """Against a frame of 1,037 bytes; a box of at most 40 x 30 pixels is at most 40 x 5 bytes and their commands."""
    sizes = [sum(len(data) // 2 + 1 for data in rest) for word, *rest in said if word == "SENT" and rest]
    assert sorted(sizes)[len(sizes) // 2] < 1037 // 2
