"""Habits of the house that a machine can check."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [p for top in ("firmware", "boards", "host_tools", "bench") for p in sorted((ROOT / top).rglob("*.py"))]
GENERATED = {"vp_tables.py"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_file_is_one_idea_with_a_docstring_and_swallows_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    if path.name != "__init__.py" and path.name not in GENERATED:
        assert ast.get_docstring(tree), "the module does not say what it owns"
    assert text.count("\n") <= 330 or path.name in GENERATED
    assert not re.search(r"^\s*except\s*:", text, re.M)
    assert not re.search(r"except Exception:\s*\n\s*pass\b", text)
    assert not re.search(r"\b(TO" r"DO|FIX" r"ME)\b", text)


def test_no_function_is_longer_than_sixty_lines() -> None:
    long = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno is not None:
                body = node.end_lineno - node.body[0].lineno + 1
                if body > 60:
                    long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {body}")
    assert long == []
