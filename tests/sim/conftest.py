"""Images and tables that this folder's tests share. An image is built once per test process."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.image import build
from host_tools.image.flash import make_flash
from host_tools.simulator.table import SimTable
from tests.sim.tournaments import table_image

MAINS = Path(__file__).parent / "mains"


@pytest.fixture(scope="session")
def sim_image() -> build.Image:
    """The simulated table's image."""
    return table_image()


@pytest.fixture
def tree_with(sim_image: build.Image, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of the image whose main.py is one of `mains/`: the board's side without the application."""

    def make(main: str) -> Path:
        tree = tmp_path / f"tree-{main}"
        shutil.copytree(sim_image.path, tree)
        shutil.copyfile(MAINS / f"{main}.py", tree / "main.py")
        return tree

    return make


@pytest.fixture
def table_of(tmp_path: Path) -> Iterator[Callable[..., SimTable]]:
    """Makes simulated tables from a tree, not yet started, and ends them after the test."""
    made: list[SimTable] = []

    def make(tree: Path | None, settings: dict[str, Any] | None = None, **how: Any) -> SimTable:
        flash = tmp_path / f"{len(made)}.flash"
        make_flash(flash, tree, {"device": f"{len(made) + 1:08x}", "key": "00" * 32, **(settings or {})})
        made.append(SimTable(str(len(made) + 1), flash, **how))
        return made[-1]

    yield make
    for table in made:
        table.kill()
