"""Runs this folder's scripts on the real MicroPython and reads what they print."""

import ast
import functools
import os
import subprocess
import sys
from pathlib import Path

from host_tools.gallery.render import GalleryError, Shot, render

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPTS = HERE / "mpy"
INTERPRETER = Path(sys.executable).parent / "micropython"


def run(script: str, heap: str = "400K") -> str:
    """What a script of `mpy/` prints. Raises AssertionError with all of it when it fails.

    The heap has to hold the sources while they are compiled; what a board's holds is measured in tests/unit/test_still.py.
    """
    command = [str(INTERPRETER), "-X", f"heapsize={heap}", str(SCRIPTS / script), str(ROOT / "firmware/assets")]
    environment = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:{SCRIPTS}:.frozen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode or "Traceback" in done.stdout:
        text = "\n".join(line for line in done.stdout.splitlines() if not line.startswith("PIC "))
        raise AssertionError(f"{script}: exit code {done.returncode}\n{text}\n{done.stderr}")
    return done.stdout


@functools.cache
def pictures() -> dict[str, bytes]:
    """{name: 1,024 bytes of the panel} of every screen that the scripts named *pictures*.py show."""
    found = {}
    for line in "".join(run(path.name) for path in sorted(SCRIPTS.glob("*pictures*.py"))).splitlines():
        word, _, rest = line.partition(" ")
        if word == "PIC":
            name, _, data = rest.partition(" ")
            assert name not in found, f"two pictures are called {name}"
            found[name] = bytes.fromhex(data)
    return found


def shots() -> dict[str, dict[str, Shot]]:
    """{language: {name: picture through the real driver}} of the same screens. Raises GalleryError, soon when again."""
    found = _shots()
    if isinstance(found, GalleryError):
        raise found
    return found


@functools.cache
def _shots() -> dict[str, dict[str, Shot]] | GalleryError:
    try:
        return render()
    except GalleryError as failed:  # a cache keeps no exceptions, and each of hundreds of tests would play all scenes anew
        return failed


def picture_names() -> list[str]:
    """Names of the committed pictures."""
    return sorted(path.stem for path in (ROOT / "tests/golden").glob("*.png"))


def functions(script: str) -> list[str]:
    """Names of the test functions in a script, by reading its source."""
    tree = ast.parse((SCRIPTS / script).read_text())
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
