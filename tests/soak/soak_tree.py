"""Firmware and scripts, compiled once for all tables' processes of this run (runs.py, with the scripts of this folder)."""

import functools
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/session"))

import runs  # noqa: E402

INTERPRETER = runs.INTERPRETER


@functools.cache
def tree() -> Path:
    """The folder."""
    folder = runs.tree()
    for path in (HERE / "mpy").glob("*.py"):
        runs._compile(path, folder / path.with_suffix(".mpy").name)
    return folder
