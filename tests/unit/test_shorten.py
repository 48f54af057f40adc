"""Parameters get one-letter names in the image, and nothing else changes."""

import ast

import pytest

from host_tools.image.shorten import keywords, own_names, rename, shorten
from host_tools.image.sources import SPOKEN, sources

SOURCE = '''"""Says so."""
first = 7


def take(first, second=first, *rest, limit=3, **more):
    """first and second"""
    total = first + second + limit + len(rest) + len(more)
    return [second for second in range(total)], lambda first: first * second, f"{first} of {second}"


class Box:
    def __init__(self, size: "int", a=0):
        self.size, self.a = size, a

    def grow(self, by):
        def inner(step, by=by):
            nonlocal_free = step + by
            return nonlocal_free

        try:
            return inner(by) + self.size
        except ValueError as error:
            raise error
'''


def run(text: str) -> list[object]:
    space: dict[str, object] = {}
    exec(compile(text, "module", "exec"), space)
    take, box = space["take"], space["Box"]
    made, function, said = take(2, 3, 9, limit=5, other=1)  # type: ignore[operator]
    return [made, function(4), said, take(1, limit=4)[0], box(6).grow(2), box(6, 1).a]  # type: ignore[operator]


def test_shortened_code_does_the_same() -> None:
    short = shorten(SOURCE, {"limit"})
    assert run(short) == run(SOURCE)
    assert short.count("\n") == SOURCE.count("\n")
    arguments = {node.arg for node in ast.walk(ast.parse(short)) if isinstance(node, ast.arg)}
    assert {name for name in arguments if len(name) > 1} == {"limit"}
    names = {node.attr for node in ast.walk(ast.parse(short)) if isinstance(node, ast.Attribute)}
    assert names == {"size", "a"}, "attributes stay"


def test_a_name_that_is_bound_as_text_stays() -> None:
    text = "def f(error, n):\n    try:\n        return n()\n    except OSError as error:\n        return error\n"
    assert shorten(text, set()).splitlines()[0] == "def f(error, a):"


def test_parameters_that_calls_name_are_found() -> None:
    assert keywords(["f(1, until=2)", "class A(B, metaclass=C): pass\ng(**more)"]) == {"until", "metaclass"}


@pytest.mark.parametrize("board", ["esp32/devkit38", "unix/sim_table"])
def test_only_parameters_named_in_a_call_keep_their_names(board: str) -> None:
    found = sources(board)
    kept = keywords([source.text for source in found])
    ours = [source for source in found if source.level != "library"]
    long = {node.arg for s in ours for node in ast.walk(ast.parse(s.text)) if isinstance(node, ast.arg) and len(node.arg) > 1}
    assert "start" in long, "Adafruit's driver calls our bus by keyword"
    assert long - kept <= {"error", "e"}


RARE = """
_LIMIT = 3


def _twice(number):
    return 2 * number


class Screen:
    def __init__(self, other):
        self._left = other._right
        self._shared = "_said"
        self._said = 1

    def grow(self):
        return self._more(_twice(self._left))

    async def _later(self):
        self._left += _twice(_LIMIT)

    def late(self):
        try:
            self._later().send(None)
        except StopIteration:
            return self._left

    def _more(self, by):
        self._left += by + _LIMIT
        return self._left
"""


def test_what_is_private_to_a_rare_module_gets_a_short_name() -> None:
    names = own_names({"rare": RARE, "too": "def _two(): pass\n"}, "self._shared = 1")
    assert sorted(names["rare"]) == ["_later", "_left", "_more", "_twice"], "not a constant, another's, a shared or a spoken name"
    assert list(names["too"].values()) == list(names["rare"].values())[:1], "the same few in each module"
    short = rename(RARE, names["rare"])
    assert short.count("\n") == RARE.count("\n")

    class Other:
        _right = 5

    for text in (RARE, short):
        space: dict[str, object] = {}
        exec(compile(text, "module", "exec"), space)
        screen = space["Screen"](Other)  # type: ignore[operator]
        assert (screen.grow(), screen.late()) == (18, 24)


@pytest.mark.parametrize("board", ["esp32/devkit38", "unix/sim_table"])
def test_no_renamed_class_has_its_base_in_another_renamed_module(board: str) -> None:
    ours = [source for source in sources(board) if source.level != "library" and source.name not in SPOKEN]
    renamed = {source.name: ast.parse(source.text) for source in ours}
    modules = {name.removesuffix(".py").replace("/", ".") for name in renamed}
    for name, tree in renamed.items():
        bases = {ast.unparse(base) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases}
        came = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in modules]
        taken = {alias.asname or alias.name for node in came for alias in node.names}
        assert not bases & taken, f"{name}: private names of both could meet in one object"
