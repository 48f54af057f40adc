"""Events through the orders at random; TAVOLO_ORDER_WALKS=200 for many more, TAVOLO_ORDER_SEED=7 to begin at another seed."""

import os
from pathlib import Path

import pytest

from tests.orders_random.deeds import Organiser
from tests.orders_random.walk import told_of

FIRST, WALKS = int(os.environ.get("TAVOLO_ORDER_SEED", "1")), int(os.environ.get("TAVOLO_ORDER_WALKS", "2"))
STEPS = 9 if WALKS <= 2 else 60


@pytest.mark.parametrize("seed", range(FIRST, FIRST + WALKS))
def test_whatever_is_ordered_the_event_stays_whole(tmp_path: Path, seed: int) -> None:
    walk = Organiser(tmp_path / "one", seed)
    try:
        walk.begin()
        for at in range(STEPS):
            walk.step()
            if WALKS > 2 or at % 3 == 2:
                walk.check()
        walk.again()
        walk.elsewhere(tmp_path / "other")
    except Exception as fault:
        raise AssertionError(f"seed {seed}, after:\n{told_of(walk)}") from fault
    finally:
        walk.office.close()
    assert sum(how == "done" for _, _, how in walk.done) > STEPS // 2, told_of(walk)
