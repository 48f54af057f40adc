"""Public whole numbers are put in place in the image, and nothing else changes."""

import ast
import sys
import types

import pytest

import tavolo.wire
from host_tools.image.constants import put_in_place
from host_tools.image.sources import sources

SEAL = """from micropython import const
TAG = const(16)
HEAD = TAG + 5
NAMES = ("a", "b")
LATER = 1
LATER = 2
_OWN = 3


def size(n):
    return HEAD + _OWN * n
"""
USER = """from tavolo.wire import seal
from tavolo.wire.seal import HEAD, NAMES, TAG as short


def all_of_it():
    from tavolo.wire import seal as again

    return seal.HEAD, HEAD, short, again.TAG - 1, NAMES, seal.NAMES, seal.LATER, "seal.HEAD", seal.size(2)
"""


def _run(modules: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> object:
    micropython = types.ModuleType("micropython")
    micropython.const = lambda value: value  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    made = {}
    for path in modules:
        name = path.removesuffix(".py").replace("/", ".")
        made[path] = types.ModuleType(name)
        monkeypatch.setitem(sys.modules, name, made[path])
    monkeypatch.setattr(tavolo.wire, "seal", made["tavolo/wire/seal.py"], raising=False)
    for path, text in modules.items():
        exec(compile(text, path, "exec"), made[path].__dict__)
    return made["tavolo/wire/user.py"].all_of_it()


def test_the_numbers_are_there_and_their_names_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"tavolo/wire/seal.py": SEAL, "tavolo/wire/user.py": USER}
    after = put_in_place(before)
    wanted = (21, 21, 16, 15, ("a", "b"), ("a", "b"), 2, "seal.HEAD", 27)
    assert _run(before, monkeypatch) == wanted
    assert _run(after, monkeypatch) == wanted
    assert [text.count("\n") for text in after.values()] == [text.count("\n") for text in before.values()]
    words = {node.id for text in after.values() for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    assert words & {"TAG", "HEAD", "short", "NAMES", "LATER"} == {"NAMES", "LATER"}, "no number, or set twice: it stays"


@pytest.mark.parametrize("board", ["esp32/devkit38", "unix/sim_table"])
def test_no_module_of_an_image_asks_for_a_number_that_is_gone(board: str) -> None:
    ours = [source for source in sources(board) if source.level != "library"]
    defined: dict[str, set[str]] = {}
    for source in ours:
        names = [node.targets for node in ast.parse(source.text).body if isinstance(node, ast.Assign)]
        found = {target.id for targets in names for target in targets if isinstance(target, ast.Name)}
        defined[source.name.removesuffix(".py").replace("/", ".")] = found
    asked = 0
    for source in ours:
        tree = ast.parse(source.text)
        came = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        modules = {part.asname or part.name: f"{node.module}.{part.name}" for node in came for part in node.names}
        for node in came:
            for part in node.names:
                if part.name.isupper() and node.module in defined:
                    asked += 1
                    assert part.name in defined[node.module], f"{source.name}:{node.lineno}"
        for node in [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.isupper()]:
            whose = modules.get(node.value.id) if isinstance(node.value, ast.Name) else None
            if whose in defined:
                asked += 1
                assert node.attr in defined[whose], f"{source.name}:{node.lineno}"
    assert asked, "texts and tuples are still asked for"
