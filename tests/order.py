"""The order of the tests for workers that share them: a file stays together, long ones come first.

Whole-table tests mostly wait, the others need the processor: both kinds go side by side from the beginning to the end, so
that more workers than cores keep all cores busy. Nothing here changes what is tested.
"""

from collections.abc import Iterator

import pytest

# what one file's tests share (pictures, images, a script's output) is made once; these files share it with one another
TOGETHER = {f"tests/ui/test_{name}.py": "tests/ui" for name in ("gallery", "names", "pictures", "quick_card", "shifted", "texts")}
# tests that share nothing and are long: each by itself
APART = ("tests/soak/test_soak.py", "tests/session/test_monkey.py", "tests/sim/test_time_out.py", "tests/sim/test_demo.py")
WAITING = ("tests/sim/", "tests/second_table/")
# about how many seconds, of whom it is more than a few; a wrong figure costs a little time and nothing else
SECONDS = {
    "tests/archive": 7,
    "tests/checker": 10,
    "tests/cli/test_commands.py": 15,
    "tests/cli/test_organiser_page.py": 15,
    "tests/cuts/test_cuts.py": 55,
    "tests/fuzz/test_guided.py": 90,
    "tests/fuzz": 30,
    "tests/prints/test_paper.py": 6,
    "tests/second_table/test_tournament.py": 20,
    "tests/server/test_copies_made.py": 10,
    "tests/server/test_copies_restored.py": 40,
    "tests/server/test_guard.py": 12,
    "tests/server/test_key_files.py": 12,
    "tests/server/test_orders_entries.py": 10,
    "tests/server/test_orders_killed.py": 20,
    "tests/server/test_orders_rounds.py": 15,
    "tests/server/test_orders_rulings.py": 10,
    "tests/server/test_orders_sheets.py": 10,
    "tests/server/test_orders_sheets_live.py": 5,
    "tests/server/test_orders_undo.py": 15,
    "tests/server/test_postgresql.py": 20,
    "tests/server/test_restore.py": 15,
    "tests/server/test_seals.py": 15,
    "tests/server/test_secrets.py": 15,
    "tests/server/test_slow_clients.py": 20,
    "tests/server/test_storm.py": 1,  # longer, but its 250 tables need both cores: last of all, when others are over
    "tests/services/test_on_micropython.py": 20,
    "tests/session/test_monkey.py": 15,
    "tests/session/test_session.py": 15,
    "tests/sim/test_alone.py": 60,
    "tests/sim/test_copied_sheet.py": 40,
    "tests/sim/test_demo.py": 35,
    "tests/sim/test_demo_table.py": 20,
    "tests/sim/test_image.py": 40,
    "tests/sim/test_restore_table.py": 40,
    "tests/sim/test_takeover.py": 70,
    "tests/sim/test_time_out.py": 40,
    "tests/sim/test_usb.py": 30,
    "tests/sim": 10,
    "tests/soak/test_soak.py": 30,
    "tests/both/test_both.py": 35,
    "tests/ui/test_hands.py": 60,
    "tests/ui": 60,
    "tests/unit/test_shorten.py": 20,
    "tests/unit/test_still.py": 40,
    "tests/verify/test_verify_faults.py": 5,
}


def group_of(nodeid: str) -> str:
    """The tests with this name run one after the other in one worker."""
    path = nodeid.partition("::")[0]
    return nodeid.replace("@", " ") if path in APART else TOGETHER.get(path, path)


def seconds_of(group: str) -> int:
    """About how long a group takes."""
    path = group.partition("::")[0]
    return SECONDS.get(path) or SECONDS.get(path.rpartition("/")[0]) or 2


def spread(groups: list[str]) -> Iterator[tuple[float, str]]:
    """Each group, long ones first, with the share of the whole time that is over when it begins."""
    done, whole = 0, sum(map(seconds_of, groups))
    for group in sorted(groups, key=lambda group: (-seconds_of(group), group)):
        yield done / whole, group
        done += seconds_of(group)


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """The same tests: those that wait and those that do not, side by side."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(group_of(item.nodeid), []).append(item)
    waiting = [group for group in groups if group.startswith(WAITING)]
    busy = [group for group in groups if not group.startswith(WAITING)]
    return [item for _, group in sorted([*spread(waiting), *spread(busy)]) for item in groups[group]]
