"""Puts numbers in place of the names of the inlined modules (docs/decisions/0002-inlined-names.md).

Works on the syntax tree, so that strings and comments are safe, and changes the text in place, so that lines keep
their numbers.
"""

import ast
from pathlib import Path

from host_tools.image.edits import Edit, edited
from host_tools.image.syntax import nodes

# How an inlined module must be imported, so that its names can be found: module -> the one alias used everywhere.
ALIASES = {"tavolo.domain.kinds": "k", "tavolo.ui.intents": "i", "tavolo.ui.texts.keys": "t", "tavolo.services.numbers": "n"}

Tables = dict[str, dict[str, int]]


class InlineError(ValueError):
    """A name that its module does not have, an import in another form, an alias used for something else."""


def numbers(path: Path) -> dict[str, int]:
    """The `NAME = number` lines of an inlined module. Raises InlineError for anything else in it."""
    found: dict[str, int] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # the docstring
        try:
            assert isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
            value = ast.literal_eval(node.value)
        except (AssertionError, ValueError):
            raise InlineError(f"{path.name}:{node.lineno}: only NAME = number lines may stand here") from None
        if type(value) is not int or node.targets[0].id in found:
            raise InlineError(f"{path.name}:{node.lineno}: {node.targets[0].id} must be a whole number, given once")
        found[node.targets[0].id] = value
    return found


def inline(source: str, tables: Tables, name: str = "") -> str:
    """`source` with `k.NAME` and the like replaced by numbers and the imports gone.

    `tables`: alias -> names. `name` is for messages. Raises InlineError naming the place, SyntaxError.
    """
    tree = nodes(source)
    edits: list[Edit] = []
    used = set()
    for node in tree:
        alias = _inlined_import(node, name)
        if alias:
            used.add(alias)
            assert isinstance(node, ast.ImportFrom) and node.end_lineno and node.end_col_offset
            edits.append((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, "pass"))
    seen = set()
    for node in tree:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in used:
            seen.add(id(node.value))
            edits.append(_number(node, tables, name))
    for node in tree:
        other = isinstance(node, ast.Name) and node.id in used and id(node) not in seen
        if other or (isinstance(node, ast.arg) and node.arg in used):
            word = node.id if isinstance(node, ast.Name) else node.arg  # type: ignore[attr-defined]
            raise InlineError(f"{name}:{node.lineno}: {word} is the name of an inlined module here, take another")  # type: ignore[attr-defined]
    return edited(source, edits)


def _inlined_import(node: ast.AST, name: str) -> str | None:
    """The alias that this statement imports; None when it imports nothing inlined."""
    if isinstance(node, ast.Import):
        for part in node.names:
            if part.name in ALIASES:
                raise InlineError(f"{name}:{node.lineno}: {_should_be(part.name)}")
    if not isinstance(node, ast.ImportFrom):
        return None
    for part in node.names:
        module = f"{node.module}.{part.name}"
        if module in ALIASES:
            if part.asname != ALIASES[module] or len(node.names) != 1:
                raise InlineError(f"{name}:{node.lineno}: {_should_be(module)}")
            return part.asname
    if node.module in ALIASES:
        raise InlineError(f"{name}:{node.lineno}: {_should_be(node.module)}")
    return None


def _should_be(module: str) -> str:
    package, _, last = module.rpartition(".")
    return f"write: from {package} import {last} as {ALIASES[module]}"


def _number(node: ast.Attribute, tables: Tables, name: str) -> Edit:
    assert isinstance(node.value, ast.Name) and node.end_lineno and node.end_col_offset
    table = tables[node.value.id]
    if not isinstance(node.ctx, ast.Load):
        raise InlineError(f"{name}:{node.lineno}: {node.value.id}.{node.attr} is a number and cannot be set")
    if node.attr not in table:
        raise InlineError(f"{name}:{node.lineno}: {node.value.id}.{node.attr} is not defined")
    number = table[node.attr]
    text = str(number) if number >= 0 else f"({number})"
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text
