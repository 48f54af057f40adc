"""A device file tells no size and has no end: it is refused, not read for ever."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.cli.main import whole


@pytest.mark.parametrize("command", [["entry", "import"], ["event", "restore"], ["verify"]])
def test_a_file_without_end_is_refused(tmp_path: Path, command: list[str]) -> None:
    found = CliRunner().invoke(whole(), [*command, "/dev/zero", "--data", str(tmp_path)])
    assert found.exit_code == 2 and "/dev/zero" in found.output, found.output
    assert not any(path.is_file() for path in tmp_path.rglob("*")), "nothing is left of it"
