"""Starts a script of mpy/ on the real MicroPython and gives back what it printed."""

import atexit
import functools
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from host_tools.image.build import compiler

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
INTERPRETER = Path(sys.executable).parent / "micropython"
FOLDERS = (ROOT / "firmware", HERE / "mpy", ROOT / "tests/services/mpy", ROOT / "tests/cuts/mpy")


def _compile(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([compiler(), "-s", path.name, "-o", str(target), str(path)], check=True)


@functools.cache
def tree() -> Path:
    """Firmware, drivers and scripts, compiled as they stand: modules come and go often, and compiling them would take most of
    the time. Gone when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="session-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for base in FOLDERS:
        for path in base.rglob("*.py"):
            _compile(path, folder / path.relative_to(base).with_suffix(".mpy"))
    for path in (ROOT / "boards/drivers").glob("*.py"):
        _compile(path, folder / path.relative_to(ROOT).with_suffix(".mpy"))
    return folder


def run(script: str, *args: str, heap: str = "3M", timeout: float = 900) -> str:
    """What `mpy/SCRIPT` prints, given the firmware's folder and `args`. Raises AssertionError when it ends in any other way."""
    command = [str(INTERPRETER), "-X", f"heapsize={heap}", "-m", script.removesuffix(".py"), str(ROOT / "firmware"), *args]
    path = f"{tree()}:.frozen:{sysconfig.get_path('purelib')}"
    environment = {**os.environ, "MICROPYPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False, cwd=tree())
    if done.returncode:
        raise AssertionError(f"{script} {args}: exit code {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout
