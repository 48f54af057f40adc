"""The server fixture, and on which database a test runs: the file in its folder, or PostgreSQL.

`TAVOLO_TEST_DATABASE=postgresql` (`make test-postgresql`) runs all of them on PostgreSQL; those of AGAIN run on both.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.server.database import VARIABLE
from tests.server.cluster import HOW, Cluster, find
from tests.server.desk import Office
from tests.server.kit import Running

AGAIN: dict[str, tuple[str, ...]] = {  # file: tests, or all of them
    "test_store.py": (),
    "test_round.py": (),
    "test_at_once.py": (),
    "test_conflicts.py": ("test_of_two_versions", "test_of_two_arbiters"),
    "test_copies_made.py": ("test_a_copy_is_made", "test_a_server_goes_on"),
    "test_copies_restored.py": (),
    "test_restore.py": ("test_a_round_that_the_copy", "test_what_came_after"),
}
ALL = os.environ.get("TAVOLO_TEST_DATABASE") == "postgresql"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sqlite: only a SQLite file can be so")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    some = AGAIN.get(Path(metafunc.module.__file__).name)
    again = some is not None and (not some or metafunc.function.__name__.startswith(some))
    if "database" in metafunc.fixturenames and (ALL or again):
        only = metafunc.definition.get_closest_marker("sqlite")
        which = ["sqlite"] if only else ["postgresql"] if ALL else ["sqlite", "postgresql"]
        metafunc.parametrize("database", which, indirect=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this process."""
    if not find("initdb"):
        pytest.skip(HOW)
    made = Cluster()
    yield made
    made.stop()


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    """The URL of an empty database."""
    return cluster.fresh()


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where a Host of this test has its database: "sqlite" or "postgresql", by the environment, which its processes inherit."""
    which = str(getattr(request, "param", "sqlite"))
    if which == "postgresql":
        monkeypatch.setenv(VARIABLE, request.getfixturevalue("cluster").prepared())
    else:
        monkeypatch.delenv(VARIABLE, raising=False)
    return which


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """A host without tables, and orders for it."""
    made = Office(tmp_path)
    yield made
    made.close()
