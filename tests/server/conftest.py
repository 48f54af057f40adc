"""The server fixture."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.stop()
