"""Puts numbers in place of the names of the inlined modules (docs/decisions/0002-inlined-names.md)."""

import ast
import io
import re
import tokenize
from pathlib import Path

# How an inlined module must be imported, so that its names can be found: module -> the one alias used everywhere.
ALIASES = {"tavolo.domain.kinds": "k", "tavolo.ui.intents": "i", "tavolo.ui.texts.keys": "t", "tavolo.services.numbers": "n"}
_IMPORT = re.compile(r"^from (tavolo\S*) import (\w+) as (\w)$")


class InlineError(ValueError):
    """A name that its module does not have, or an import in another form."""


def numbers(path: Path) -> dict[str, int]:
    """The `NAME = number` lines of an inlined module. Raises InlineError for anything else in it."""
    found: dict[str, int] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            raise InlineError(f"{path.name}:{node.lineno}: only NAME = number lines may stand here")
        found[node.targets[0].id] = int(ast.literal_eval(node.value))
    return found


def inline(source: str, tables: dict[str, dict[str, int]], name: str = "") -> str:
    """`source` with `k.NAME` and the like replaced by numbers and the imports gone; lines keep their numbers.

    `tables`: alias -> names. Raises InlineError naming the place.
    """
    used = set()
    lines = source.split("\n")
    for at, line in enumerate(lines):
        match = _IMPORT.match(line.strip())
        if match and f"{match[1]}.{match[2]}" in ALIASES:
            if ALIASES[f"{match[1]}.{match[2]}"] != match[3]:
                raise InlineError(f"{name}:{at + 1}: import {match[2]} as {ALIASES[match[1] + '.' + match[2]]}")
            used.add(match[3])
            lines[at] = line[: len(line) - len(line.lstrip())] + "pass" if line.startswith(" ") else ""
    text = "\n".join(lines)
    edits: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type != tokenize.NL]
    for before, first, dot, attribute in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if first.string in used and before.string != "." and dot.string == "." and attribute.type == tokenize.NAME:
            if attribute.string not in tables[first.string]:
                raise InlineError(f"{name}:{first.start[0]}: {first.string}.{attribute.string} is not defined")
            edits.append((first.start, attribute.end, str(tables[first.string][attribute.string])))
    out = text.split("\n")
    for (row, start), (_, end), number in reversed(edits):
        out[row - 1] = out[row - 1][:start] + number + out[row - 1][end:]
    return "\n".join(out)
