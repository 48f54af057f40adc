"""One server for all examples of a module: a fuzzer's thousand inputs meet the same process, as a guest's would."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("data")
    running = Running(folder)
    yield running
    running.stop()
