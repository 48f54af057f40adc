"""Runs all subjects, or those named on the command line; prints a table and writes build/bench.json.

The exit code is 0 whatever the figures are: a figure informs. An exception is a failure and is not caught.
"""

import importlib
import json
import shutil
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.figures import Figure

# Order of the report. A new subject: a module here with `measure(work: Path) -> list[Figure]`, and its name in this list.
SUBJECTS = (
    "presses",
    "image_size",
    "memory32",
    "table64",
    "restart",
    "power",
    "stall",
    "clock",
    "fanout",
    "save",
    "pairing",
    "entries",
    "verify",
    "ranking",
    "opening",
)
BUILD = Path(__file__).parents[1] / "build"
MARKS = {True: "[green]yes", False: "[red]NO", None: ""}


def show(figures: list[Figure], title: str) -> None:
    """One subject's figures as a table."""
    table = Table(title=title, title_justify="left")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("target", justify="right")
    table.add_column("ok")
    for figure in figures:
        value = "" if figure.value is None else f"{figure.value:,}"
        table.add_row(figure.name, value, figure.unit, figure.target, MARKS[figure.ok])
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def main(names: list[str]) -> None:
    """Measure and report. Raises SystemExit for a name that is no subject."""
    unknown = sorted(set(names) - set(SUBJECTS))
    if unknown:
        raise SystemExit(f"no subject {', '.join(unknown)}; there are: {', '.join(SUBJECTS)}")
    work = BUILD / "bench"
    shutil.rmtree(work, ignore_errors=True)
    everything: list[Figure] = []
    for name in names or SUBJECTS:
        folder = work / name
        folder.mkdir(parents=True)
        began = time.monotonic()
        figures = importlib.import_module(f"bench.{name}").measure(folder)
        show(figures, f"{name} ({time.monotonic() - began:.0f} s)")
        everything += figures
    out = BUILD / "bench.json"
    out.write_text(json.dumps([figure.as_json() for figure in everything], indent=1) + "\n", encoding="utf-8")
    missed = sum(figure.ok is False for figure in everything)
    print(f"{len(everything)} figures, {missed} beside their target; written to build/bench.json")


if __name__ == "__main__":
    main(sys.argv[1:])
