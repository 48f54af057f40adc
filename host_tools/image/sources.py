"""What goes into a board's image: our modules by the manifest, the board's side, the libraries from their packages."""

import ast
import importlib.metadata
import pprint
import runpy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools import __version__
from host_tools.image.constants import put_in_place
from host_tools.image.inline import ALIASES, Tables, inline, numbers
from host_tools.image.shorten import keywords, own_names, rename, shorten

ROOT = Path(__file__).parents[2]
LEVELS = ("resident", "on_demand", "host_only", "inlined")
# Third-party modules in every image, unchanged, from their installed packages.
LIBRARIES = {
    "adafruit-circuitpython-ssd1306": ["adafruit_ssd1306.py"],
    "adafruit-circuitpython-busdevice": [
        "adafruit_bus_device/__init__.py",
        "adafruit_bus_device/i2c_device.py",
        "adafruit_bus_device/spi_device.py",
    ],
}
# Modules whose private names stay: others build on their classes, or a probe looks into them (bench/probe).
SPOKEN = ("tavolo/app.py", "tavolo/ui/navigator.py", "tavolo/ui/screens/base.py")


class ImageError(Exception):
    """The image cannot be built; the text says what to do."""


@dataclass(frozen=True)
class Source:
    """One module to compile: its name in the image (`tavolo/app.py`), its level, its final text."""

    name: str
    level: str
    text: str


def board_names() -> list[str]:
    """All boards there are: platform/name."""
    found = []
    for path in sorted((ROOT / "boards").glob("*/*.py")):
        if "\nBOARD = {" in path.read_text(encoding="utf-8"):
            found.append(f"{path.parent.name}/{path.stem}")
    return found


def board_data(board: str) -> dict[str, Any]:
    """A board's BOARD dict. Raises ImageError: no such board, or its file holds more than one literal dict."""
    if board not in board_names():
        raise ImageError(f"unknown board {board!r}; there are: {', '.join(board_names())}")
    tree = ast.parse((ROOT / f"boards/{board}.py").read_text(encoding="utf-8"))
    assigns = [node for node in tree.body if not isinstance(node, ast.Expr)]
    if len(assigns) != 1 or not isinstance(assigns[0], ast.Assign):
        raise ImageError(f"boards/{board}.py: a board is one BOARD = {{...}} and nothing else")
    try:
        return dict(ast.literal_eval(assigns[0].value))
    except ValueError as error:
        raise ImageError(f"boards/{board}.py: BOARD must be literal data: {error}") from error


def manifest_levels() -> dict[str, str]:
    """Path below firmware/ -> level. Raises ImageError when the manifest and the tree differ."""
    levels: dict[str, str] = runpy.run_path(str(ROOT / "firmware/manifest.py"))["MODULES"]
    here = {p.relative_to(ROOT / "firmware").as_posix() for p in (ROOT / "firmware/tavolo").rglob("*.py")}
    if here - set(levels):
        raise ImageError(f"firmware/manifest.py does not list: {', '.join(sorted(here - set(levels)))}")
    if set(levels) - here:
        raise ImageError(f"firmware/manifest.py lists what is not there: {', '.join(sorted(set(levels) - here))}")
    odd = sorted(name for name, level in levels.items() if level not in LEVELS)
    if odd:
        raise ImageError(f"firmware/manifest.py: unknown level of {', '.join(odd)}")
    return levels


def tables() -> Tables:
    """Alias -> names and numbers of the inlined modules."""
    return {alias: numbers(ROOT / "firmware" / (module.replace(".", "/") + ".py")) for module, alias in ALIASES.items()}


def _board_modules(platform: str) -> list[Path]:
    """The platform's port and what it imports of boards/, directly or through others."""
    found: list[Path] = []
    todo = [ROOT / f"boards/{platform}/port.py"]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.append(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "boards.drivers":
                todo += [ROOT / f"boards/drivers/{part.name}.py" for part in node.names]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("boards."):
                todo.append(ROOT / ((node.module or "").replace(".", "/") + ".py"))
    return sorted(found)


def library_text(package: str, name: str) -> str:
    """One of LIBRARIES' modules as its package has it. Raises ImageError where that is not installed."""
    try:
        path = Path(str(importlib.metadata.distribution(package).locate_file(name)))
    except importlib.metadata.PackageNotFoundError as missing:
        raise ImageError(f"{package} is not installed: pip install 'tavolo[firmware]'") from missing
    return path.read_text(encoding="utf-8")


def _is_empty(text: str) -> bool:
    """Only a docstring at most: MicroPython needs no __init__ in a package, and each file costs bytes."""
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in ast.parse(text).body)


def sources(board: str) -> list[Source]:
    """Everything to compile for `board`, by name. Raises ImageError or InlineError."""
    data = {**board_data(board), "version": __version__}
    data.pop("reasons", None)  # for people and tests; a device has no use for them
    found = [Source("board.py", "on_demand", f"BOARD = {pprint.pformat(data, sort_dicts=True)}\n")]
    names = tables()
    ours = {name: level for name, level in manifest_levels().items() if level in ("resident", "on_demand")}
    files = [(name, level, ROOT / "firmware" / name) for name, level in ours.items()]
    for path in _board_modules(board.split("/")[0]):
        # the port makes the drivers' objects at start, then main.py forgets it, as it does the board's data
        files.append((path.relative_to(ROOT).as_posix(), "on_demand" if path.name == "port.py" else "resident", path))
    for name, level, path in files:
        text = path.read_text(encoding="utf-8")
        if not (path.name == "__init__.py" and _is_empty(text)):
            found.append(Source(name, level, inline(text, names, name)))
    placed = put_in_place({source.name: source.text for source in found})
    found = [Source(source.name, source.level, placed[source.name]) for source in found]
    libraries = _libraries()
    kept = keywords([source.text for source in found + libraries] + [(ROOT / "firmware/main.py").read_text(encoding="utf-8")])
    own = {source.name: source.text for source in found if source.name not in SPOKEN}
    names_of = own_names(own, "\n".join(source.text for source in found + libraries if source.name not in own))
    ours_now = []
    for source in found:
        text = rename(shorten(source.text, kept), names_of.get(source.name, {}))
        ours_now.append(Source(source.name, source.level, text))
    return sorted(ours_now + libraries, key=lambda source: source.name)


def _libraries() -> list[Source]:
    """The third-party modules, unchanged."""
    found = []
    for package, modules in LIBRARIES.items():
        for name in modules:
            text = library_text(package, name)
            if not (name.endswith("__init__.py") and _is_empty(text)):
                found.append(Source(name, "library", text))
    return found
