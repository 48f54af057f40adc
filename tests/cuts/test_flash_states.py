"""The table with a flash that is full, damaged, another version's or not there: mpy/flash_states.py, each function one test."""

import ast
import functools

import cuts_runs
import pytest

SCRIPT = "flash_states.py"
SOURCE = (cuts_runs.ROOT / "tests/cuts/mpy" / SCRIPT).read_text()
CASES = [node.name for node in ast.parse(SOURCE).body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def said() -> str:
    return cuts_runs.say(SCRIPT)


@pytest.mark.parametrize("name", CASES)
def test_table_with_such_a_flash(name: str) -> None:
    assert f"PASS {name}" in said().splitlines(), said()
