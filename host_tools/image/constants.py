"""Puts a module's public whole numbers in place of their names, in the module and wherever else in the image they are used.

To MicroPython's compiler only `_NAME = const(1)` is a constant. A public one (`record.HEAD`) is a dictionary's slot, its
name's text in each module that uses it, and a look-up. After this step nothing in the image asks for it any more.
"""

import ast
from dataclasses import dataclass, field

from host_tools.image.edits import Edit, edited
from host_tools.image.syntax import nodes

_COUNT = {ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__, ast.LShift: int.__lshift__, ast.BitOr: int.__or__}


@dataclass
class _Found:
    """A module's constants, and where they are made."""

    numbers: dict[str, int] = field(default_factory=dict)
    made: list[ast.Assign] = field(default_factory=list)


def _value(node: ast.expr, known: dict[str, int]) -> int | None:
    """A whole number as it can be known without running anything; None for all else."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const" and len(node.args) == 1:
        return _value(node.args[0], known)
    if isinstance(node, ast.BinOp) and type(node.op) in _COUNT:
        left, right = _value(node.left, known), _value(node.right, known)
        return None if left is None or right is None else _COUNT[type(node.op)](left, right)
    return None


def _find(text: str) -> _Found:
    found = _Found()
    module, *inside = nodes(text)
    assert isinstance(module, ast.Module)
    set_names = [node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    for node in module.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, _value(node.value, found.numbers)
            if value is not None and name.isupper() and name[0] != "_" and set_names.count(name) == 1:
                found.numbers[name] = value
                found.made.append(node)
    return found


def put_in_place(modules: dict[str, str]) -> dict[str, str]:
    """`modules`: path in the image (`tavolo/wire/seal.py`) -> text. Returns them with numbers in place. Raises SyntaxError."""
    found = {name.removesuffix(".py").replace("/", "."): _find(text) for name, text in modules.items()}
    return {name: edited(text, _edits(name, text, found)) for name, text in modules.items()}


def _edits(name: str, text: str, found: dict[str, _Found]) -> list[Edit]:
    own = found[name.removesuffix(".py").replace("/", ".")]
    edits = [_edit(node, "pass") for node in own.made]
    names = dict(own.numbers)
    aliases: dict[str, dict[str, int]] = {}
    for node in nodes(text):
        if isinstance(node, ast.ImportFrom) and node.module:
            for part in node.names:
                other = found.get(f"{node.module}.{part.name}")
                if other:
                    aliases[part.asname or part.name] = other.numbers
            edits += _import(node, found, names)
    made = {id(part) for node in own.made for part in ast.walk(node)}
    for node in nodes(text):
        if id(node) in made:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            edits.append(_edit(node, f"({names[node.id]})"))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            number = aliases.get(node.value.id, {}).get(node.attr)
            if number is not None:
                edits.append(_edit(node, f"({number})"))
    return edits


def _import(node: ast.ImportFrom, found: dict[str, _Found], names: dict[str, int]) -> list[Edit]:
    """`from module import NAME`: what is a number is imported no more, and known by its name from here on."""
    other = found.get(node.module or "")
    if other is None:
        return []
    stay = []
    for part in node.names:
        if part.name in other.numbers:
            names[part.asname or part.name] = other.numbers[part.name]
        else:
            stay.append(f"{part.name} as {part.asname}" if part.asname else part.name)
    if len(stay) == len(node.names):
        return []
    return [_edit(node, f"from {node.module} import {', '.join(stay)}" if stay else "pass")]


def _edit(node: ast.stmt | ast.expr, text: str) -> Edit:
    assert node.end_lineno and node.end_col_offset
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text
