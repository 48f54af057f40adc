"""The server and the office of a test, on a file or on PostgreSQL (databases.py)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cluster import Cluster
from tests.server.databases import cluster, database, pytest_generate_tests
from tests.server.desk import Office
from tests.server.kit import Running

__all__ = ["cluster", "database", "pytest_generate_tests"]


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    """The URL of an empty database."""
    return cluster.fresh()


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
