"""What tests/leaks.py sees."""

import time

import pytest

from host_tools.server import clocks
from tests.leaks import Kept


def test_a_stopped_clock_and_another_function_of_ours_are_seen_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept()
    monkeypatch.setattr(time, "monotonic", lambda: 1.0)
    monkeypatch.setattr(clocks, "_wall_ms", lambda: 1)
    assert sorted(kept.changed()) == ["host_tools.server.clocks._wall_ms", "time.monotonic"]
    monkeypatch.undo()
    assert kept.changed() == []


def test_another_folder_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    kept = Kept()
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert kept.changed() == ["the working directory"]
