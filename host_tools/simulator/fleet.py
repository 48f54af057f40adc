"""Many simulated tables from one image: made, started, looked at and switched off together."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host_tools.image.flash import make_flashes
from host_tools.simulator.forker import Forker
from host_tools.simulator.pump import Pump
from host_tools.simulator.table import SimTable

_AT_ONCE = 16
_BEGIN_S = 10  # then the next one starts all the same


class Fleet:
    """`tables[n - 1]` is table n. Its flash image file is `folder/table-n.flash`, kept from one start to the next.

    `tree`: an image's tree, or None with `romfs`, its ROMFS image; `settings(n)`: what table n's settings.json holds.
    `stamped`: as SimTable's. A context manager: all tables are off after it. Their processes are forks of one (forker.py):
    hundreds start in a second. Raises FlashError.
    """

    def __init__(
        self,
        count: int,
        tree: Path | None,
        folder: Path,
        settings: Callable[[int], dict[str, Any]],
        stamped: bool = False,
        romfs: Path | None = None,
    ) -> None:
        if count < 1:
            raise ValueError(f"a fleet of {count} tables: at least 1 is needed")
        folder.mkdir(parents=True, exist_ok=True)
        pump = Pump()
        self._forker = Forker()
        self.tables: list[SimTable] = []
        flashes = [folder / f"table-{n}.flash" for n in range(1, count + 1)]
        fresh = {flash.name: settings(n) for n, flash in enumerate(flashes, 1) if not flash.exists()}
        if fresh:
            make_flashes(folder, tree, fresh)
        for n, flash in enumerate(flashes, 1):
            self.tables.append(SimTable(str(n), flash, romfs, pump=pump, starter=self._forker.spawn, stamped=stamped))

    def __iter__(self) -> Iterator[SimTable]:
        return iter(self.tables)

    def __enter__(self) -> "Fleet":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._forker.close()

    def start(self) -> None:
        """Power on for all, a few at a time: hundreds that begin at once leave no turn to what starts them."""
        for n, table in enumerate(self.tables):
            table.start()
            if n >= _AT_ONCE:
                self.tables[n - _AT_ONCE].wait_until(self.tables[n - _AT_ONCE].began, _BEGIN_S)

    def kill(self) -> None:
        """Power off for all; `start` is possible again."""
        for table in self.tables:
            table.kill()

    def frames(self) -> list[bytes]:
        """All pictures now, table by table."""
        return [table.frame for table in self.tables]

    def troubles(self) -> dict[str, list[str]]:
        """Tables at which something happened that should not have, with what."""
        return {table.name: table.troubles() for table in self.tables if table.troubles()}
