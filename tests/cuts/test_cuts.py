"""The power is cut at every flash operation of whole scenes, in four ways; a share of them here, all with `make cuts`."""

import os
import time
from collections.abc import Callable

import cuts_runs
import pytest

# one cut in so many, again during one recovery in so many: the short scenes whole
SHARES = {
    "first boot": (1, 12),
    "a round with a correction": (5, 40),
    "signing": (1, 15),
    "taking over a table": (2, 40),
    "settings changed at the table": (1, 40),
    "settings written over USB": (1, 20),
    "clearing old events": (1, 30),
    "log nearly full": (60, 40),
}
# another share each time, so that all are met in time; set it to make a failing share again
FIRST = int(os.environ.get("TAVOLO_CUTS_FIRST") or time.time() // 60 % 840)


@pytest.mark.parametrize("scene", cuts_runs.SCENES)
def test_no_cut_of_power_loses_or_doubles_anything(scene: str, record_property: Callable[[str, object], None]) -> None:
    every, deep = SHARES[scene]
    got = cuts_runs.cut(scene, every=every, first=FIRST, deep=deep)
    said = f"{scene}: {got['made']} of {got['possible']} cuts, {got['again']} more during recoveries (TAVOLO_CUTS_FIRST={FIRST})"
    record_property("cuts", said)
    print(said)
    assert got["made"] >= got["possible"] // every and got["made"] >= 12
    assert got["starts"] == got["made"] + got["again"]


@pytest.mark.parametrize(
    ("harm", "scene", "words"),
    [
        ("early", "signing", "records confirmed"),
        ("twice", "taking over a table", "another place"),
        ("place", "a round with a correction", "draft"),
    ],
)
def test_the_comparison_sees_a_promise_broken(harm: str, scene: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        cuts_runs.cut(scene, every=3, deep=0, harm=harm)
