"""The whole App over resets: the round's clock is right after a reset, "about" after a loss of power, until a host is heard."""

import re

import runs


def test_the_round_clock_after_resets_and_a_loss_of_power() -> None:
    lines = [line.split(" ", 4) for line in runs.run("clock_table.py").splitlines()]
    stops = [(what, about) for what, about, *_ in lines]
    assert stops == [
        ("LINKED", "False"),
        ("ALONE", "False"),
        ("RESET", "False"),
        ("RESET", "False"),
        ("POWER", "True"),
        ("RESET", "True"),  # an estimate stays one
        ("LINKED", "False"),
    ]
    for what, about, off, left, panel in lines:
        minutes, seconds = re.findall(r"(\d\d):(\d\d)", panel)[-1]  # the newest that was drawn
        assert ("circa" in panel.split("|")) == (about == "True"), panel
        if about == "False":
            assert abs(int(off)) <= 50, (what, off)
            assert abs((int(minutes) * 60 + int(seconds)) * 1000 - int(left)) <= 1300, (panel, left)
        else:  # the mark is up to a minute old
            assert -61_000 <= int(off) <= 0, (what, off)
    offs = [int(off) for _, about, off, *_ in lines if about == "True"]
    assert abs(offs[1] - offs[0]) <= 50, "the reset made the estimate worse"
