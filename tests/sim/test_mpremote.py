"""The commands of docs/boards.md, run by the real mpremote against the REPL of the real MicroPython."""

import contextlib
import os
import pty
import re
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.image.flash import files_in, interpreter

pytestmark = pytest.mark.sim
ROOT = Path(__file__).parents[2]
BOARD_SIDE = """
import sys, vfs, os
sys.path.insert(0, {boards!r})
from blockdev import FlashFile
device = FlashFile({flash!r})
vfs.VfsLfs2.mkfs(device)
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(device), "/")
os.chdir("/")
"""


def carry(source: int, target: int) -> None:
    """From one end of the serial line to the other, until it is closed."""
    with contextlib.suppress(OSError):
        while data := os.read(source, 4096):
            os.write(target, data)


@pytest.fixture
def repl(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A serial port at which MicroPython's REPL answers, and the flash image file it has mounted at /."""
    flash = tmp_path / "board.flash"
    flash.write_bytes(b"\xff" * 4096 * 256)
    script = BOARD_SIDE.format(boards=str(ROOT / "boards/unix"), flash=str(flash))
    chip_end, chip = pty.openpty()
    port_end, port = pty.openpty()
    for line in (chip, port):
        tty.setraw(line)
    with subprocess.Popen([*interpreter(), "-i", "-c", script], stdin=chip, stdout=chip, stderr=chip) as process:
        for pair in ((chip_end, port_end), (port_end, chip_end)):
            threading.Thread(target=carry, args=pair, daemon=True).start()
        yield os.ttyname(port), flash
        process.kill()
    for line in (chip, port):
        os.close(line)


def documented(start: str) -> list[str]:
    """The words after `mpremote connect PORT` of the first command of docs/boards.md that begins with `start`."""
    text = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
    found = re.search(rf"^ *mpremote connect PORT ({re.escape(start)}.*)$", text, re.M)
    assert found, f"docs/boards.md has no command with {start}"
    return found[1].split()


def test_the_documented_commands_bring_image_and_settings_onto_a_board(repl: tuple[str, Path], tmp_path: Path) -> None:
    port, flash = repl
    tree = build.build("esp32/devkit38", tmp_path / "tree").path
    settings = tmp_path / "ID.settings.json"
    settings.write_text('{"device": "0000000a"}')
    copy_settings = [
        str(settings) if "settings.json" in word and word[0] != ":" else word for word in documented("cp tavolo-data")
    ]
    for words in (documented("cp -r"), copy_settings):
        # resume: a soft reset ends MicroPython's unix build
        command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *words]
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    wanted = {path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert files_in(flash) == {**wanted, "settings.json": settings.read_bytes()}
