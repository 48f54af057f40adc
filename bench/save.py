"""What saving costs, and a start, by layout: operations counted on a LittleFS in RAM, time estimated for an ESP32's flash."""

import os
import subprocess
from pathlib import Path

from bench.figures import Figure, at_most, plain
from host_tools.image import build as image_build
from host_tools.image.flash import interpreter

# A sector's erase, a program of up to 128 bytes, reading 1 KB through LittleFS's cache, in ms: an ESP32 with a usual NOR chip
ERASE_MS, PROGRAM_MS, READ_MS = 30.0, 0.5, 0.1
SLOWER = 25  # an ESP32 against the interpreter here (PRODUCT 7)
HERE = Path(__file__).parent
NAMES = {
    "draft": "a half-typed deal (a field left)",
    "mark": "the minute's mark",
    "segment20": "a record, segments of 20: the layout",
    "segment5": "a record, segments of 5",
    "segment60": "a record, segments of 60",
    "file61": "a record, a file each of 61 bytes",
    "fold61": "  folding 20 of them into one, when idle",
    "file140": "a record, a file each of 140 bytes",
}


def _model(erases: int, programs: int, read: int) -> float:
    return erases * ERASE_MS + programs * PROGRAM_MS + read / 1024 * READ_MS


def measure(work: Path) -> list[Figure]:
    """Counts are exact; ms are a model. Raises RuntimeError when the script failed."""
    tree = image_build.build("unix/sim_table", work / "image", limit=1 << 20).path
    command = [*interpreter(), "-X", "heapsize=4M", str(HERE / "mpy/save.py")]
    environment = {**os.environ, "MICROPYPATH": f"{tree}:.frozen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode or not done.stdout.endswith("DONE\n"):
        raise RuntimeError(f"{done.stdout[-1000:]}{done.stderr[-1000:]}")
    saves: dict[str, list[tuple[int, int, int]]] = {}
    figures = []
    for line in done.stdout.splitlines():
        word, name, *rest = line.split() if " " in line else [line, ""]
        if word == "SAVE":
            erases, programs, read = map(int, rest)
            saves.setdefault(name, []).append((erases, programs, read))
        elif word == "OPEN":
            which, us, read = rest[0].replace("-", " "), int(rest[1]), int(rest[2])
            model = us * SLOWER / 1000
            figures.append(at_most(f"{which} with {name} segments, {read // 1024} KB read, model x {SLOWER}", model, "ms", 3000))
    return [figure for name in NAMES for figure in _figures(name, saves[name])] + _round(saves["round"][0]) + figures


def _figures(name: str, saves: list[tuple[int, int, int]]) -> list[Figure]:
    times = [_model(*save) for save in saves]
    mean = sum(erases for erases, _, _ in saves) / len(saves)
    title = f"{NAMES[name]}, {mean:.2f} erases"
    worst = f"{NAMES[name].split(':')[0].strip()}: worst"
    return [plain(title, sum(times) / len(times), "ms"), plain(f"  {worst}", max(times), "ms")]


def _round(counted: tuple[int, int, int]) -> list[Figure]:
    erases, programs, _ = counted
    return [plain("a round of four deals: erases", erases, ""), plain("  programs", programs, "")]
