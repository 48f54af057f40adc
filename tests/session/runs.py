"""Starts a script of mpy/ on the real MicroPython and gives back what it printed."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
INTERPRETER = Path(sys.executable).parent / "micropython"
PATHS = (ROOT / "firmware", ROOT, HERE / "mpy", ROOT / "tests/services/mpy", ".frozen", sysconfig.get_path("purelib"))


def run(script: str, *args: str, heap: str = "3M", timeout: float = 600) -> str:
    """What `mpy/SCRIPT` prints, given the firmware's folder and `args`. Raises AssertionError when it ends in any other way."""
    command = [str(INTERPRETER), "-X", f"heapsize={heap}", str(HERE / "mpy" / script), str(ROOT / "firmware"), *args]
    environment = {**os.environ, "MICROPYPATH": ":".join(map(str, PATHS))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode:
        raise AssertionError(f"{script} {args}: exit code {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout
