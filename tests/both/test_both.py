"""The same case scripts on CPython, on 64-bit and on 32-bit MicroPython, from source and compiled (README.md)."""

import functools
import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("tests_both_interpreters", HERE / "interpreters.py")
assert _spec and _spec.loader
interpreters = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(interpreters)

SCRIPTS = sorted(path.name for path in HERE.glob("cases_*.py"))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure packages compiled as for an image."""
    folder = tmp_path_factory.mktemp("compiled")
    interpreters.compile_tree(folder)
    return folder


@functools.cache
def counts(name: str, script: str, compiled: Path) -> tuple[int, int, str]:
    """(checks, failures, all that was printed); (-1, -1, ..) when the script did not come to its end."""
    printed = interpreters.run(name, script, compiled)
    last = re.search(r"^(\d+) checks, (\d+) failures\s*\Z", printed, re.M)
    return (int(last[1]), int(last[2]), printed) if last else (-1, -1, printed)


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("name", interpreters.NAMES)
def test_shared_code_is_the_same_everywhere(name: str, script: str, compiled: Path) -> None:
    checks, failures, printed = counts(name, script, compiled)
    assert failures == 0, printed
    expected = counts("cpython", script, compiled)[0]
    assert checks == expected > 0, f"{checks} checks here, {expected} on CPython\n{printed}"


def test_a_failing_check_is_seen(tmp_path: Path, compiled: Path) -> None:
    script = tmp_path / "cases_wrong.py"
    script.write_text("import tiny\ntiny.equal('right', 1, 1)\ntiny.equal('wrong', 1, 2)\ntiny.finish()\n")
    assert counts("cpython", str(script), compiled)[:2] == (2, 1)


def test_a_script_that_stops_halfway_is_seen(tmp_path: Path, compiled: Path) -> None:
    script = tmp_path / "cases_broken.py"
    script.write_text("import tiny\ntiny.equal('right', 1, 1)\nraise ValueError('stop')\n")
    assert counts("cpython", str(script), compiled)[:2] == (-1, -1)
