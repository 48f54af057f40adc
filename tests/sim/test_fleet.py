"""Several simulated tables at once: each its own device, read by one thread."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from host_tools.image import build
from host_tools.image.flash import make_flashes
from host_tools.simulator.fleet import Fleet
from host_tools.simulator.forker import Forker
from host_tools.simulator.reader import read_lines
from host_tools.simulator.serial_line import SerialLine
from host_tools.simulator.ssd1306 import Ssd1306
from host_tools.simulator.table import SimTable

pytestmark = pytest.mark.sim


def test_tables_of_a_fleet_are_devices_of_their_own_and_keep_their_flash(sim_image: build.Image, tmp_path: Path) -> None:
    made: list[int] = []

    def settings(n: int) -> dict[str, str]:
        made.append(n)
        return {"device": f"{n:08x}", "key": f"{n:064x}"}

    threads = threading.active_count()
    began = time.monotonic_ns() // 1000
    with Fleet(4, sim_image.path, tmp_path, settings, stamped=True) as fleet:
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
        # each write to the panel's bus bears the time at which the device made it, by this computer's clock
        stamps = [stamp for stamp, _ in fleet.tables[0].log]
        assert len(stamps) > 8 and stamps == sorted(stamps)
        assert began < stamps[0] and stamps[-1] < time.monotonic_ns() // 1000
        panel = Ssd1306()
        for _, payload in list(fleet.tables[0].log):
            panel.write(payload[0], payload[1:])
        assert "00000001" in "".join(read_lines(panel.frame))
    assert not any(table.alive for table in fleet)
    again = Fleet(4, sim_image.path, tmp_path, settings)
    assert made == [1, 2, 3, 4] and len(again.tables) == 4  # their flash images were there


def test_a_fleet_without_tables_is_refused(sim_image: build.Image, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Fleet(0, sim_image.path, tmp_path, lambda n: {})


def test_what_starts_the_tables_outlives_a_table_and_may_end_before_it(sim_image: build.Image, tmp_path: Path) -> None:
    make_flashes(tmp_path, sim_image.path, {"one.flash": {"device": "00000010", "key": "00" * 32}})
    forker = Forker()
    table = SimTable("one", tmp_path / "one.flash", starter=forker.spawn)
    try:
        table.start()
        first = table.pid
        assert table.wait_text("00000010"), list(table.output)
        os.kill(first, signal.SIGKILL)  # not by us: its end is seen all the same
        assert table.wait_until(lambda: not table.alive)
        table.start()
        assert table.pid != first and table.wait_text("00000010")
        forker.close()
        assert table.alive
        table.kill()
        assert not table.alive
        table.start()  # begins anew
        assert table.wait_text("00000010")
    finally:
        table.kill()
        forker.close()


def test_a_fork_has_no_serial_line(sim_image: build.Image, tmp_path: Path) -> None:
    line = SerialLine()
    with pytest.raises(ValueError, match="serial"):
        Forker().spawn(tmp_path / "none", serial=line.chip)
    line.close()
