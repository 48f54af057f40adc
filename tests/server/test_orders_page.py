"""docs/api.md names every order, and none that there is not."""

import re
from pathlib import Path

from host_tools.server.orders.registry import every

ROOT = Path(__file__).parents[2]


def test_every_order_has_its_row_with_a_mark_where_it_changes_something() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    section = page.split("## Orders\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    told = {name: bool(mark) for row in rows for name, mark in re.findall(r"`([a-z_.]+)`( \*)?", row)}
    assert told == {name: order.changes for name, order in every().items()}
    assert all(order.about for order in every().values())
