"""Every command of docs/organiser.md is run in order, with no server; what it prints is what the page shows."""

from pathlib import Path

import pytest

from tests.cli.walk import Walk, plain, steps

PAGE = Path(__file__).parents[2] / "docs" / "organiser.md"


def test_each_command_of_the_page_prints_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAVOLO_DATA", "TAVOLO_USER"):
        monkeypatch.delenv(name, raising=False)
    walk, count = Walk(tmp_path), 0
    for step in steps(PAGE.read_text(encoding="utf-8")):
        came = walk.run(step)
        if not step.name:
            assert plain(came) == plain(step.lines), f"docs/organiser.md, line {step.at}: {step.command}"
            walk.learn(step.lines, came)
            count += 1
    assert count >= 40
