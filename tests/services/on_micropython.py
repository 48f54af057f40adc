"""Runs a script on the real MicroPython (unix build) and reads what its tests said; used by this folder's tests only."""

import ast
import functools
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRIPTS = HERE / "mpy"
INTERPRETER = Path(sys.executable).parent / "micropython"


def command(script: str, *args: str, heap: str = "200K") -> list[str]:
    """The command line for a script of `mpy/`."""
    return [str(INTERPRETER), "-X", f"heapsize={heap}", str(SCRIPTS / script), *args]


def environment() -> dict[str, str]:
    """Ours plus the module path, so that scripts import the firmware's sources as they stand."""
    return {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:{SCRIPTS}:{ROOT}:.frozen"}


def functions(script: str) -> list[str]:
    """Names of the test functions in a script, in order, by reading its source."""
    tree = ast.parse((SCRIPTS / script).read_text())
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def results(script: str, folder: str) -> tuple[dict[str, str], str]:
    """Run a script once, giving it an empty directory; ({test: "PASS" or "FAIL"}, all that it printed)."""
    first = (SCRIPTS / script).read_text().split("\n", 1)[0]
    heap = first.removeprefix("# heap: ") if first.startswith("# heap: ") else "200K"
    own = Path(folder) / script.removesuffix(".py")  # scripts name their folders as they like
    own.mkdir()
    done = subprocess.run(
        command(script, str(own), heap=heap), env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    said = {}
    for line in done.stdout.splitlines():
        verdict, _, name = line.partition(" ")
        if verdict in ("PASS", "FAIL"):
            said[name] = verdict
    return said, f"{done.stdout}\n{done.stderr}\nexit code {done.returncode}"
