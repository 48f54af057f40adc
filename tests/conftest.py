"""What every test shares: paths, and the rule that CI skips nothing but tests/device."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
for entry in (ROOT, ROOT / "firmware"):
    if str(entry) not in sys.path:
        sys.path.insert(0, str(entry))

from tests.leaks import Kept  # noqa: E402
from tests.order import group_of, in_order  # noqa: E402

_kept = pytest.StashKey[Kept]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--device", default=None, help="serial port of a real board, for tests/device")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]):  # type: ignore[no-untyped-def]
    """For workers that share the tests (`make test-only`): what stays together, and what begins."""
    grouped = getattr(config.option, "loadgroup", False)
    if grouped:
        for item in items:
            item.add_marker(pytest.mark.xdist_group(group_of(item.nodeid)))
        items[:] = in_order(items)
    yield
    if grouped and items and "@" not in items[0].nodeid:
        raise pytest.UsageError("this pytest and pytest-xdist keep no groups together: see pyproject.toml for versions that do")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before a file's first test."""
    if _kept not in item.session.stash:
        item.session.stash[_kept] = Kept()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None):  # type: ignore[no-untyped-def]
    """After a file's last test nothing that belongs to all is another than before it."""
    yield
    if nextitem is None or nextitem.path != item.path:
        changed = item.session.stash[_kept].changed()
        del item.session.stash[_kept]
        assert not changed, f"{item.path.name} leaves behind: {', '.join(changed)}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    """With TAVOLO_NO_SKIPS set, a skipped test is a failed one, so that CI cannot quietly run less."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("TAVOLO_NO_SKIPS") and "device" not in item.keywords:
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
