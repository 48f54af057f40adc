"""On which database a test runs: the file in each data directory, or on PostgreSQL a database for each of them.

`TAVOLO_TEST_DATABASE=postgresql` (`make test-postgresql`) runs all tests of the folders whose conftest has these fixtures on
PostgreSQL; those of AGAIN run on both in any case.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from host_tools.server.database import FILE, VARIABLE
from tests.server.cluster import HOW, Cluster, find, the_cluster

AGAIN: dict[str, tuple[str, ...]] = {  # file: tests, or all of them
    "test_store.py": (),
    "test_round.py": (),
    "test_at_once.py": (),
    "test_conflicts.py": ("test_of_two_versions", "test_of_two_arbiters"),
    "test_copies_made.py": ("test_a_copy_is_made", "test_a_server_goes_on"),
    "test_copies_restored.py": (),
    "test_restore.py": ("test_a_round_that_the_copy", "test_what_came_after"),
    "test_orders_entries.py": (),
    "test_orders_joining.py": (),
    "test_orders_killed.py": (),
    "test_orders_rounds.py": (),
    "test_orders_rulings.py": (),
    "test_orders_sheets.py": (),
    "test_orders_sheets_at_once.py": (),
    "test_orders_undo.py": (),
    "test_orders_verified.py": (),
    "test_archive.py": (),
    "test_random_orders.py": (),
}
ALL = os.environ.get("TAVOLO_TEST_DATABASE") == "postgresql"
_FIRST = "tavolo"


class _Names:
    """Of the databases of the test that runs: `of` a data directory; `on` PostgreSQL."""

    def __init__(self) -> None:
        self.on = False
        self.of: dict[Path, str] = {}

    def new(self, folder: Path) -> str:
        """A name that no other data directory of this test has."""
        self.of[folder] = f"{_FIRST}_{len(self.of) + 1}" if self.of else _FIRST
        return self.of[folder]


_names = _Names()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    some = AGAIN.get(Path(metafunc.module.__file__).name)
    again = some is not None and (not some or metafunc.function.__name__.startswith(some))
    if "database" in metafunc.fixturenames and (ALL or again):
        only = metafunc.definition.get_closest_marker("sqlite")
        which = ["sqlite"] if only else ["postgresql"] if ALL else ["sqlite", "postgresql"]
        metafunc.parametrize("database", which, indirect=True)


@pytest.fixture(scope="session")
def cluster() -> Cluster:
    """A PostgreSQL server of this process."""
    if not find("initdb"):
        pytest.skip(HOW)
    return the_cluster()


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where a Host of this test has its database: "sqlite" or "postgresql", by the environment, which its processes inherit."""
    which = str(getattr(request, "param", "sqlite"))
    if which == "postgresql":
        monkeypatch.setenv(VARIABLE, request.getfixturevalue("cluster").prepared(_FIRST))
    else:
        monkeypatch.delenv(VARIABLE, raising=False)
    _names.on = which == "postgresql"
    yield which
    _names.on = False
    _names.of.clear()


def url_of(folder: Path) -> str | None:
    """The URL of the database that a data directory of this test has: the first that asks has the environment's, any other one
    of its own. None on files."""
    if not _names.on:
        return None
    if folder not in _names.of:
        name = _names.new(folder)
        if name != _FIRST:  # that is made already
            the_cluster().prepared(name)
    return the_cluster().url(_names.of[folder])


def copied(folder: Path, to: Path) -> None:
    """Make `to` a data directory that has all that `folder` has, its database, too; nobody uses either. What was there goes."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to)
    if url_of(folder) is not None:
        the_cluster().fresh(_names.of.get(to) or _names.new(to), template=_names.of[folder])


def lost(folder: Path) -> None:
    """A data directory's database is lost with all that was in it; nobody uses it."""
    if url_of(folder) is not None:
        the_cluster().prepared(_names.of[folder])
    for path in folder.glob(f"{FILE}*"):
        path.unlink()


@contextmanager
def standing_at(folder: Path) -> Iterator[None]:
    """Inside, a command with `--data folder` opens the database that this directory has, as by TAVOLO_DATABASE."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, url_of(folder) or "")
        yield
