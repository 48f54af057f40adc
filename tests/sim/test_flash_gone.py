"""A board whose flash does not mount: with the program in ROMFS it runs and says so; either way the flash is left as it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.image.flash import make_romfs
from host_tools.simulator.table import SimTable

pytestmark = pytest.mark.sim
BLOCK = 4096


def spoil(table: SimTable) -> bytes:
    """Overwrite both copies of the root directory's block."""
    data = bytearray(table.flash.read_bytes())
    for at in (0, BLOCK):
        data[at : at + 64] = b"\x55" * 64
    table.flash.write_bytes(data)
    return bytes(data)


def test_program_in_romfs_runs_and_says_that_the_flash_is_not_read(
    sim_image: build.Image, table_of: Callable[..., SimTable], tmp_path: Path
) -> None:
    make_romfs(sim_image.path, tmp_path / "rom.img")
    table = table_of(None, romfs=tmp_path / "rom.img")
    before = spoil(table)
    table.start()
    assert table.wait_text("memoria illeggibile"), (table.text(), list(table.output))
    for key in ("OK", "BACK", "NS", "EW", "UP"):
        table.press(key)
    assert table.wait_until(lambda: table.feedings > 1) and table.alive
    assert any("flash does not mount" in line for line in list(table.output))
    table.kill()
    assert table.flash.read_bytes() == before


def test_program_in_that_flash_does_not_start_and_nothing_is_formatted(
    sim_image: build.Image, table_of: Callable[..., SimTable]
) -> None:
    table = table_of(sim_image.path)
    before = spoil(table)
    table.start()
    assert table.wait_until(lambda: not table.alive)
    assert any("OSError" in line for line in list(table.output)), list(table.output)
    assert table.flash.read_bytes() == before
