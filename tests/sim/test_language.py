"""Language, silence and help on the built image: from the menu, at once, and still so after the power was gone."""

from collections.abc import Callable

import pytest

from host_tools.image.build import Image
from host_tools.simulator.reader import read_lines
from host_tools.simulator.table import SimTable

pytestmark = pytest.mark.sim
PATIENCE_S = 60


def until(table: SimTable, words: str) -> None:
    """Wait until `words` can be read on the panel."""
    assert table.wait_until(lambda: words in "\n".join(read_lines(table.frame)), PATIENCE_S), read_lines(table.frame)


def choose(table: SimTable, marked: str) -> None:
    """Open the menu and go down to the line in the middle, which is the marked one; OK."""
    table.press("OK", 1200)
    until(table, "MENU")
    for _ in range(12):
        lines = read_lines(table.frame)
        rows = lines[1:-1]
        if marked in (rows[1] if len(rows) == 3 else rows[0 if lines[0].split()[-1][0] == "1" else 1]):
            break
        before = table.frame
        table.press("DOWN")
        assert table.wait_until(lambda: table.frame != before, PATIENCE_S)  # noqa: B023  called here only
    table.press("OK")


def test_language_and_help_on_a_whole_device(sim_image: Image, table_of: Callable[..., SimTable]) -> None:
    table = table_of(sim_image.path)
    table.start()
    until(table, "In attesa del turno")
    choose(table, "Lingua")
    until(table, "ITALIANO")
    table.press("DOWN")
    until(table, "ENGLISH")
    table.press("OK")
    until(table, "Waiting for a round")
    table.start()  # power off and on
    until(table, "Waiting for a round")
    choose(table, "Help")
    until(table, "it comes by itself")
    table.press("DOWN")
    until(table, "From every screen")
    table.press("BACK")
    until(table, "Waiting for a round")
    choose(table, "Language")
    until(table, "ENGLISH")
    table.press("DOWN")
    until(table, "FRANÇAIS")
    table.press("OK")
    until(table, "En attente du tour")
    assert table.faults == []
    assert not [line for line in table.output if "Traceback" in line or "Error" in line], list(table.output)
