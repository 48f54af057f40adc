"""Gives parameters one-letter names in the image (docs/decisions/0005-short-parameters.md).

A compiled function keeps the names of its parameters as text, for calls by keyword. Where no call names a parameter, that
text is only in the way: without it the resident modules are a fortieth smaller. Names of functions, attributes and modules
stay, so that a traceback reads as before. Lines keep their numbers.

Modules also get short names for what is private to them, the same few everywhere: each module carries its own names' texts,
and all names that were ever seen stay in a table of the interpreter, which doubles at 1,270 of them.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable
from string import ascii_letters

from host_tools.image.edits import Edit, edited
from host_tools.image.syntax import nodes


def keywords(texts: Iterable[str]) -> set[str]:
    """Names that some call gives by keyword: those parameters stay."""
    return {node.arg for text in texts for node in nodes(text) if isinstance(node, ast.keyword) and node.arg is not None}


def shorten(source: str, kept: set[str]) -> str:
    """`source` with every parameter that is not in `kept` renamed. Raises SyntaxError."""
    edits: list[Edit] = []
    for body in [node.body for node in nodes(source) if isinstance(node, ast.Module | ast.ClassDef)]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                edits += _function(node, kept)
    return edited(source, edits)


def own_names(modules: dict[str, str], others: str) -> dict[str, dict[str, str]]:
    """Module -> its private names that nobody else has -> short ones, the same few in each module.

    `modules`: those whose names may change; `others`: the text of all the rest. Only functions, methods and attributes of
    `self` are renamed: an attribute of some other object may meet another module's there. So may one of a base class, so that
    no class here may have its base in another of these modules (tests/unit/test_shorten.py).
    """
    words = {name: list(dict.fromkeys(_PRIVATE.findall(text))) for name, text in modules.items()}
    users = Counter(word for found in [*words.values(), set(_PRIVATE.findall(others))] for word in found)
    short = [name for name in [f"_{letter}" for letter in ascii_letters] if name not in users]
    out = {}
    for name, text in modules.items():
        kept = _not_only_self(text)
        mine = [word for word in words[name] if users[word] == 1 and word not in kept]
        out[name] = dict(zip(mine, short, strict=False))
    return out


_PRIVATE = re.compile(r"\b_[a-z]\w*")


def _not_only_self(text: str) -> set[str]:
    """Private names that stand for something else than a function here or an attribute of `self`, or stand in a string."""
    found: set[str] = set()
    defined: set[str] = set()
    names: set[str] = set()
    for node in nodes(text):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_PRIVATE.findall(node.value))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.arg | ast.keyword):
            found.add(node.arg or "")
        elif isinstance(node, ast.alias):
            found.update((node.name, node.asname or ""))
    return found | (names - defined)


def rename(source: str, names: dict[str, str]) -> str:
    """`source` with its own private names (`own_names`) replaced. Raises SyntaxError."""
    edits: list[Edit] = []
    for node in nodes(source):
        if isinstance(node, ast.Attribute) and node.attr in names:
            assert node.end_lineno and node.end_col_offset
            start = node.end_col_offset - len(node.attr)
            edits.append((node.end_lineno, start, node.end_lineno, node.end_col_offset, names[node.attr]))
        elif isinstance(node, ast.Name) and node.id in names:
            edits.append((node.lineno, node.col_offset, node.lineno, node.col_offset + len(node.id), names[node.id]))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in names:
            start = node.col_offset + len("async def " if isinstance(node, ast.AsyncFunctionDef) else "def ")
            edits.append((node.lineno, start, node.lineno, start + len(node.name), names[node.name]))
    return edited(source, edits)


def _function(function: ast.FunctionDef | ast.AsyncFunctionDef, kept: set[str]) -> list[Edit]:
    """One function with all that is in it: each name means the same everywhere inside, or stays."""
    outside = [*function.decorator_list, *function.args.defaults, *[d for d in function.args.kw_defaults if d]]
    apart = {id(node) for part in outside for node in ast.walk(part)}  # evaluated where the function is defined
    inside = [node for node in ast.walk(function) if id(node) not in apart]
    bound = _bound_as_text(inside[1:])  # the first is the function itself, whose name belongs outside
    taken = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} | bound
    wanted = dict.fromkeys(node.arg for node in inside if isinstance(node, ast.arg))
    free = [letter for letter in ascii_letters if letter not in taken and letter not in wanted]
    names = dict(zip([name for name in wanted if name not in kept | bound], free, strict=False))
    edits = []
    for node in inside:
        name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else ""
        if name in names:
            assert isinstance(node, ast.arg | ast.Name)
            # an ast.arg ends after its annotation, so the name's own end is counted
            end = node.col_offset + len(name.encode())
            edits.append((node.lineno, node.col_offset, node.lineno, end, names[name]))
    return edits


def _bound_as_text(inside: list[ast.AST]) -> set[str]:
    """Names that stand in the tree as plain text, where no edit would reach them."""
    found: set[str] = set()
    for node in inside:
        if isinstance(node, ast.Global | ast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
    return found
