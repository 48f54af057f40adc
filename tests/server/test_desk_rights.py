"""What the command line makes is the owner's alone, whatever rights the folder had before."""

from pathlib import Path

import pytest

from host_tools.cli.desk import ask


@pytest.mark.sqlite
def test_the_database_of_an_open_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    ask(folder, "event.list", {})
    made = {path.name: path.stat().st_mode & 0o077 for path in folder.iterdir()}
    assert "tavolo.sqlite" in made and set(made.values()) == {0}, made
