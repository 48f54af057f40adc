"""The recipes of docs/journal.md for reading a log by hand, run as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import cuts_runs

from host_tools.image.flash import make_flash

ROOT = cuts_runs.ROOT
RECIPES = re.findall(r'^    python -c "\n(.*?)^    " (\S+)$', (ROOT / "docs/journal.md").read_text(), re.M | re.S)
# the firmware's own journal writes, on the PC's file system
WRITE = """
import sys
from tavolo.services import journal
book = journal.Journal(sys.argv[1], b"\\xa1\\xb2\\xc3\\xd4", lambda size: b"\\7" * size)
book.open()
for n in range(23):
    book.append(10, bytes((n, 3)), 1000, b"evnt", b"rnd1", 12)
"""


def recipe(number: int, folder: Path) -> str:
    """What a recipe prints, run in a folder."""
    code, argument = RECIPES[number]
    lines = "".join(line.removeprefix("    ") for line in code.splitlines(keepends=True))
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'firmware'}:{ROOT}"}
    command = [sys.executable, "-c", lines, argument]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def write(folder: Path) -> None:
    micropython = str(Path(sys.executable).parent / "micropython")
    environment = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"}
    script = folder / "write.py"
    script.write_text(WRITE)
    subprocess.run([micropython, str(script), str(folder)], env=environment, check=True)


def test_a_copied_log_is_read_by_hand_damage_and_all(tmp_path: Path) -> None:
    write(tmp_path)
    first = next((tmp_path / "log").glob("00001-*.seg"))
    data = bytearray(first.read_bytes())
    data[38 * 4 + 33] ^= 1
    first.write_bytes(data)
    said = recipe(0, tmp_path).splitlines()
    whole = [line.split() for line in said if "kind" in line]
    assert [int(words[3]) for words in whole] == [n for n in range(1, 24) if n != 5]
    assert whole[-1][:3] == ["00002-21.seg", "a1b2c3d4", "07070707"] and whole[-1][4:] == ["kind", "10", "table", "12", "1603"]
    assert sum("no record" in line for line in said) == 38


def test_the_log_is_had_from_the_picture_of_a_flash(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.mkdir()
    write(board)
    held = {path.name: path.read_bytes() for path in (board / "log").iterdir()}
    make_flash(tmp_path / "flash.img", board, {})
    recipe(1, tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / "log").iterdir()} == held
