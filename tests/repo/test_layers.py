"""Who may import whom (docs/architecture.md, Layers). Every import in the tree is parsed; a wrong arrow fails."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Package -> what of ours, and of others, it may import. Longest prefix wins.
LAYERS: dict[str, set[str]] = {
    "tavolo.domain": {"tavolo.domain", "struct", "binascii"},
    # in no image: only a host writes plans, and it makes names plain
    "tavolo.domain.plan_writer": {"tavolo.domain", "struct", "binascii", "unicodedata"},
    "tavolo.wire": {"tavolo.domain", "tavolo.wire", "struct", "binascii", "json", "hashlib"},
    "tavolo.services": {"tavolo.modules", "tavolo.domain", "tavolo.wire", "tavolo.services", "tavolo.hal", "*"},
    "tavolo.ui": {
        "array",
        "framebuf",
        "gc",
        "micropython",
        "struct",
        "sys",
        "tavolo.domain",
        "tavolo.hal",
        "tavolo.modules",
        "tavolo.ui",
        "time",
    },
    "tavolo.modules": {"sys"},
    "tavolo.hal": {"micropython"},
    "tavolo.app": {"tavolo", "*"},
    "boards": {"boards", "tavolo.hal", "*"},
    "host_tools.gallery.mpy": {"tavolo.ui", "boards.drivers", "*"},  # runs on MicroPython, as the device's own code
    # the tournament, pure: no web, no table link, no database; what of the standard library it may not know: ENGINE_BANS
    "host_tools.engine": {"host_tools.engine", "tavolo.domain", "rustworkx", *sys.stdlib_module_names},
    "host_tools.entries": {"host_tools.entries", "openpyxl", *sys.stdlib_module_names},
    # an event as one file: the database and the engine, no web
    "host_tools.archive": {"host_tools", "tavolo.domain", "sqlalchemy", *sys.stdlib_module_names},
    # papers of what the hall has: no database, no web
    "host_tools.prints": {"host_tools", "jinja2", "openpyxl", *sys.stdlib_module_names},
    # what an organiser does, behind any door: HTTP's is orders_api, the command line's is desk
    "host_tools.server.orders": {"host_tools", "tavolo.domain", "pydantic", "sqlalchemy", *sys.stdlib_module_names},
    "host_tools.verify": {"host_tools.verify", *sys.stdlib_module_names},  # shares nothing with what it checks
    "host_tools": {"host_tools", "tavolo.domain", "tavolo.wire", "*"},
}
OURS = ("tavolo", "boards", "host_tools", "tests", "bench")
# What pure code may not know of the standard library: network, database, files, clock, chance (datetime: types of cells).
ENGINE_BANS = {
    *("asyncio", "http", "ssl", "socket", "socketserver", "sqlite3", "subprocess", "threading", "urllib"),
    *("glob", "os", "pathlib", "random", "secrets", "shutil", "tempfile", "time"),
}
PURE = ("host_tools.engine", "host_tools.entries")


def imports_of(source: str, package: str) -> set[str]:
    """Full dotted names of everything that `source` imports; `package` resolves relative imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                base = ".".join(parents[: len(parents) - node.level + 1] + ([base] if base else []))
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return names


def wrong_arrows(module: str, source: str) -> list[str]:
    """Imports of `module` that its layer does not allow."""
    layer = max((name for name in LAYERS if module == name or module.startswith(name + ".")), key=len, default=None)
    if layer is None:
        return []
    allowed = LAYERS[layer]
    wrong = []
    for name in sorted(imports_of(source, module.rpartition(".")[0])):
        inside = any(name == a or name.startswith(a + ".") for a in allowed if a != "*")
        foreign = name.split(".")[0] not in OURS
        if layer in PURE and name.split(".")[0] in ENGINE_BANS or not inside and not (foreign and "*" in allowed):
            wrong.append(name)
    return wrong


def modules() -> list[tuple[str, Path]]:
    found = []
    for base, root in (("tavolo", ROOT / "firmware"), ("boards", ROOT), ("host_tools", ROOT)):
        for path in sorted((root / base).rglob("*.py")):
            found.append((".".join(path.relative_to(root).with_suffix("").parts), path))
    return found


@pytest.mark.parametrize(("module", "path"), modules(), ids=[name for name, _ in modules()])
def test_module_imports_only_what_its_layer_may(module: str, path: Path) -> None:
    assert wrong_arrows(module, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("tavolo.domain.deal", "import time"),
        ("tavolo.domain.deal", "from tavolo.wire import seal"),
        ("tavolo.wire.seal", "import asyncio"),
        ("tavolo.ui.screens.entry", "from tavolo.services import journal"),
        ("tavolo.services.link", "from tavolo.ui import canvas"),
        ("tavolo.services.link", "from tavolo.app import App"),
        ("boards.esp32.port", "from tavolo.domain import deal"),
        ("host_tools.server.app", "from tavolo.services import journal"),
        ("host_tools.engine.pairing", "import sqlalchemy"),
        ("host_tools.engine.pairing", "import networkx"),
        ("host_tools.engine.lot", "import random"),
        ("host_tools.engine.lot", "from time import time"),
        ("host_tools.engine.told", "from host_tools.server import records"),
        ("host_tools.entries.workbook", "from pathlib import Path"),
        ("host_tools.entries.workbook", "from host_tools.engine import acts"),
        ("host_tools.entries.names", "from tavolo.domain import scoring"),
        ("host_tools.archive.reading", "import fastapi"),
        ("host_tools.archive.reading", "from tavolo.wire import seal"),
        ("host_tools.prints.making", "import sqlalchemy"),
        ("host_tools.prints.making", "from tavolo.services import journal"),
        ("host_tools.server.orders.rounds", "from fastapi import Request"),
        ("host_tools.server.orders.rounds", "from tavolo.wire import seal"),
        ("host_tools.demo.recount", "from tavolo import app"),
        ("host_tools.verify.sheets", "from tavolo.domain import scoring"),
        ("host_tools.verify.sheets", "from host_tools.engine import ranking"),
        ("host_tools.verify.sheets", "import rustworkx"),
    ],
)
def test_a_planted_wrong_import_is_found(module: str, planted: str) -> None:
    assert wrong_arrows(module, planted) != []


def test_nothing_builds_on_the_command_line() -> None:
    """What a command and something else need is no command's: pages and orders work without it."""
    for module, path in modules():
        if not module.startswith("host_tools.cli"):
            names = imports_of(path.read_text(encoding="utf-8"), module.rpartition(".")[0])
            assert not {name for name in names if name.startswith("host_tools.cli")}, module


def test_the_recount_is_independent_of_the_product() -> None:
    source = (ROOT / "host_tools/demo/recount.py").read_text(encoding="utf-8")
    ours = {name for name in imports_of(source, "host_tools.demo") if name.split(".")[0] in OURS}
    assert ours == set()


def test_only_the_esp32_port_touches_the_chip() -> None:
    for module, path in modules():
        chip = {
            n for n in imports_of(path.read_text(encoding="utf-8"), module) if n.split(".")[0] in ("machine", "network", "esp32")
        }
        assert not chip or module == "boards.esp32.port", f"{module} imports {chip}"
