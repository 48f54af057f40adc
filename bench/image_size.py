"""Bytes of the images: our own modules by level, libraries, assets, all."""

from pathlib import Path

from bench.figures import Figure, at_most, plain
from host_tools.image import build as image_build

BOARDS = ("unix/sim_table", "esp32/devkit38")
# Issue 2: 30 KB of resident .mpy of our own. The build's own limit is another and stands in image/build.py.
RESIDENT_TARGET = 30 * 1024
LARGEST_SHOWN = 6


def measure(work: Path) -> list[Figure]:
    """Build each board's image and add up its files."""
    figures = []
    for board in BOARDS:
        image = image_build.build(board, work / board.replace("/", "-"), limit=1 << 20)
        sums = {level: sum(n for of, n in image.sizes.values() if of == level) for level in ("resident", "on_demand", "library")}
        files = image.manifest["files"]
        assets = sum(row["bytes"] for name, row in files.items() if name.startswith("assets/"))
        figures += [
            at_most(f"{board}: resident .mpy of our own", sums["resident"], "bytes", RESIDENT_TARGET),
            plain(f"{board}: .mpy on demand", sums["on_demand"], "bytes"),
            plain(f"{board}: libraries' .mpy", sums["library"], "bytes"),
            plain(f"{board}: assets", assets, "bytes"),
            plain(f"{board}: all files", sum(row["bytes"] for row in files.values()), "bytes"),
        ]
    rows = sorted(((size, name) for name, (level, size) in image.sizes.items() if level == "resident"), reverse=True)
    return figures + [plain(f"  resident {name}", size, "bytes") for size, name in rows[:LARGEST_SHOWN]]
