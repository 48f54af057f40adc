"""A second of coverage-guided fuzzing for each parser; `make fuzz` goes on for longer. Prints how many inputs were tried."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import doors

SECONDS = os.environ.get("TAVOLO_FUZZ_SECONDS", "1")
ROOT = Path(__file__).parents[2]


def fuzz(name: str, folder: Path, seconds: str = SECONDS) -> tuple[int, str]:
    """(exit code, what was said) of a run."""
    path = os.pathsep.join((str(ROOT / "firmware"), str(ROOT)))
    command = [sys.executable, "-m", "tests.fuzz.guided", name, seconds, str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def all_said(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where every door, fuzzed in a fork of one process, has said what it has to say."""
    pytest.importorskip("atheris", reason="atheris has no wheel for this computer")
    folder = tmp_path_factory.mktemp("fuzz")
    fuzz(",".join(doors.DOORS), folder)
    return folder


@pytest.mark.parametrize("name", list(doors.DOORS))
def test_no_input_gets_more_than_the_declared_error_out_of_a_parser(name: str, all_said: Path) -> None:
    said = (all_said / name / "said").read_text(encoding="utf-8", errors="replace")
    code = int(said.split()[-1])
    tried = re.search(r"number_of_executed_units: (\d+)", said)
    assert code == 0, said[-4000:]
    assert tried, said[-2000:]
    assert int(tried[1]) > 200, said[-2000:]
    print(f"{name}: {tried[1]} inputs in {SECONDS} s")


def test_the_fuzzer_finds_what_is_there_to_be_found(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris has no wheel for this computer")
    code, said = fuzz("planted", tmp_path, "60")
    assert code != 0
    assert "found me" in said
