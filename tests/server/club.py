"""A club's server that comes back with an old copy of its database, and the tables that played on meanwhile."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import select

from host_tools.server import restoring, schema
from host_tools.server.store import Store
from tavolo.domain import kinds as k
from tavolo.domain.sheet import Sheet
from tests.server.fake_table import WAIT_S, FakeTable
from tests.server.kit import Running, begin

WIN = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]  # 700
LOSE = [0, 0, 1, 0, k.PILE_NOT_TAKEN, 60, 120, 0]  # 60


class Club:
    """A server that can be stopped, its database copied, and started on the copy, and the tables that play on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Running(folder)
        self.client = self.server.organiser()
        self.tables: list[FakeTable] = []

    def add(self, count: int) -> list[FakeTable]:
        fresh = [self.server.device().open().ready() for _ in range(count)]
        self.tables += fresh
        return fresh

    def copy(self) -> Path:
        """The database as it is now, as a backup program makes it."""
        to = self.folder / "copy"
        to.unlink(missing_ok=True)
        self.server.host.store.database.copy_to(to)
        return to

    def empty(self) -> Path:
        """A database in which nothing has happened."""
        found = Store(self.folder / "empty")
        found.create()
        assert found.path is not None
        return found.path

    def restore(self, copy: Path | None) -> None:
        """Stop, put the copy in the place of the database (a file's by hand), start. None: start on what is there."""
        self.server.stop()
        for table in self.tables:
            table.close()
        if copy and self.server.host.store.path is None:
            restoring.restore(copy, self.folder, None, time.time)
        elif copy:
            for path in self.folder.glob("tavolo.sqlite*"):
                path.unlink()
            shutil.copyfile(copy, self.folder / "tavolo.sqlite")
        token = next(iter(self.client.cookies.values()))
        self.server = Running(self.folder)
        self.client.base_url = self.server.url  # the session is in the copy; its cookie is named by the port
        self.client.cookies.set(f"tavolo_session_{self.server.port}", token, "127.0.0.1")
        for table in self.tables:
            table.port = self.server.port

    def post(self, path: str, **body: Any) -> Any:
        found = self.client.post(f"/api/{path}", json=body or None)
        assert found.status_code == 200, found.text
        return found.json()

    def ranking(self) -> list[Any]:
        rows: list[Any] = self.client.get("/api/ranking").json()["ranking"]
        return rows

    def state(self) -> Any:
        return self.client.get("/api/state").json()

    def audit(self, what: str) -> list[str]:
        rows = self.server.host.store.read_now(lambda c: c.execute(select(schema.audit)).all())
        return [f"{row.new} {row.why}" for row in rows if row.what == what]

    def audited(self, what: str, count: int = 1) -> None:
        """Wait until the audit log has so many lines of this kind."""
        end = time.monotonic() + WAIT_S
        while len(self.audit(what)) < count:
            assert time.monotonic() < end, what
            time.sleep(0.02)


def until(table: FakeTable, test: Callable[[Sheet], Any], what: str) -> None:
    """Until the table's sheet is so."""
    table.until(lambda: test(table.sheet), what)


def play(table: FakeTable, win_ns: bool) -> None:
    table.play([(WIN, LOSE) if win_ns else (LOSE, WIN), (WIN, LOSE)])


def next_round(club: Club, method: str = "danish", number: int = 2) -> None:
    club.post("round/pair", method=method)
    club.post("round/publish")
    for table in club.tables:
        until(table, lambda s: s.plan and s.plan.number == number, "plan")
        table.sit()
    club.post("round/start")
    for table in club.tables:
        until(table, lambda s: s.clock.state == 1, "START")


def first_round(club: Club, tables: int, pairs: int) -> None:
    club.add(tables)
    begin(club.client, pairs=pairs)
    for table in club.tables:
        until(table, lambda s: s.plan, "plan")
        table.sit()
    club.post("round/start")
    for number, table in enumerate(club.tables):
        until(table, lambda s: s.clock.state == 1, "START")
        play(table, bool(number % 2))


def wanted(table: FakeTable) -> int:
    """How many questions of a restored host it has answered."""
    return sum(message["t"] == "want" for message in table.got)


def all_asked(table: FakeTable) -> None:
    """Connect, and give back all that the host asks for."""
    before = table.gave_all
    table.open().until(lambda: table.gave_all > before, "all asked")


def gone_round(club: Club, tables: int = 2, pairs: int = 4) -> Path:
    """A second round is being played, of which the copy knows nothing."""
    first_round(club, tables, pairs)
    copy = club.copy()
    next_round(club)
    return copy
