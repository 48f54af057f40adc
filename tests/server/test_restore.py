"""The database comes back from an old copy: what the host said since is learned back from the tables, and nothing is forged."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from host_tools.server import schema
from tavolo.domain import kinds as k
from tavolo.domain.sheet import Sheet
from tests.server.fake_table import FakeTable
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
        with schema_copy(self.server) as source:
            source.exec_driver_sql(f"VACUUM INTO '{to}'")
        return to

    def restore(self, copy: Path | None) -> None:
        """Stop, put the copy in the place of the database, start. None: start on what is there."""
        password = self.server.password
        self.server.stop()
        for table in self.tables:
            table.close()
        if copy:
            for path in self.folder.glob("tavolo.sqlite*"):
                path.unlink()
            shutil.copyfile(copy, self.folder / "tavolo.sqlite")
        self.server = Running(self.folder)
        self.server.password = password
        self.client = self.server.organiser()
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


def schema_copy(server: Running) -> Any:
    """A connection that is in no transaction."""
    return server.host.store._readers.connect().execution_options(isolation_level="AUTOCOMMIT")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path)
    yield found
    found.server.stop()


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


def test_a_round_that_the_copy_does_not_know_comes_back_whole_and_the_ranking_is_what_it_was(club: Club) -> None:
    first_round(club, 3, 7)
    copy = club.copy()
    next_round(club)
    club.post("round/add", minutes=5)
    for table in club.tables:
        until(table, lambda s: s.clock.length_ms == 30 * 60_000, "five minutes")
        play(table, True)
    club.post("tables/1/override", deal=1, reason=2, why="as played")
    club.tables[0].until(lambda: 1 in club.tables[0].sheet.override_deals, "ruling")
    ranking, before = club.ranking(), club.state()
    club.restore(copy)
    assert club.state()["round"]["number"] == 1
    for table in club.tables:
        place = table.place
        table.open().ready().delivered()
        assert table.place == place, "thrown into another round"
    after = club.state()
    assert club.ranking() == ranking
    for field in ("id", "number", "method", "seats", "bye", "state"):
        assert after["round"][field] == before["round"][field], field
    assert after["round"]["clock"]["length_ms"] == 30 * 60_000
    assert [t["overrides"] for t in after["tables"]] == [[1], [], []]
    assert [t["device"]["id"] for t in after["tables"]] == [t["device"]["id"] for t in before["tables"]]
    assert [t["clock"] for t in after["tables"]] == [t["clock"] for t in before["tables"]]
    assert after["learned"]["records"] == 3 * 3 + 1 and after["learned"]["held"] == [] and after["foreign"] == 0
    # what is kept is kept: another start, on what is there now, gives the same
    club.restore(None)
    assert club.ranking() == ranking
    club.tables[0].open().ready()
    assert "want" not in [m["t"] for m in club.tables[0].got[-4:]]
    club.post("round/pair", method="danish")
    assert club.state()["draft"]["number"] == 3
