"""Several simulated tables at once: each its own device, read by one thread."""

import threading
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.simulator.fleet import Fleet

pytestmark = pytest.mark.sim


def test_tables_of_a_fleet_are_devices_of_their_own_and_keep_their_flash(sim_image: build.Image, tmp_path: Path) -> None:
    made: list[int] = []

    def settings(n: int) -> dict[str, str]:
        made.append(n)
        return {"device": f"{n:08x}", "key": f"{n:064x}"}

    threads = threading.active_count()
    with Fleet(4, sim_image.path, tmp_path, settings) as fleet:
        for n, table in enumerate(fleet, 1):
            assert table.wait_text(f"{n:08x}"), (table.text(), list(table.output))
        assert threading.active_count() == threads + 1
        assert len(set(fleet.frames())) == 4
        assert fleet.troubles() == {}
        killed = fleet.tables[2]
        killed.kill()
        assert [table.alive for table in fleet] == [True, True, False, True]
        killed.start()
        assert killed.wait_text("00000003")
    assert not any(table.alive for table in fleet)
    again = Fleet(4, sim_image.path, tmp_path, settings)
    assert made == [1, 2, 3, 4] and len(again.tables) == 4  # their flash images were there


def test_a_fleet_without_tables_is_refused(sim_image: build.Image, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Fleet(0, sim_image.path, tmp_path, lambda n: {})
