"""A monkey's keys, with commands, resets, power cuts and clock changes at random: nothing breaks or is lost, BACK leads home.

More of it: `make monkey`, or python -m tests.session.monkey --events 200000.
"""

from collections.abc import Callable

import monkey
import pytest

SEEDS = range(101, 105)
EVENTS = 500  # each


@pytest.mark.parametrize("seed", SEEDS)
def test_monkey_breaks_nothing(seed: int, record_property: Callable[[str, object], None]) -> None:
    sequence = monkey.events(seed, EVENTS)
    outcome = monkey.play(seed, sequence)
    if outcome.failed_at >= 0:
        pytest.fail(monkey.report(seed, sequence, outcome))
    record_property("monkey_events", EVENTS)
    record_property("monkey_counts", outcome.text.strip().splitlines()[-1])
    print(f"monkey: seed {seed}, {EVENTS} events: {outcome.text.strip().splitlines()[-1]}")


def test_events_are_the_same_for_a_seed_and_of_every_kind() -> None:
    one = monkey.events(7, 3000)
    assert one == monkey.events(7, 3000) and one != monkey.events(8, 3000)
    words = {event[0] for event in one}
    assert words == {
        "key",
        "burst",
        "chord",
        "slide",
        "down",
        "hand",
        "menu",
        "host",
        "home",
        "reset",
        "cut",
        "net",
        "clock",
        "bus",
        "stall",
        "wait",
    }
    assert {event[1] for event in one if event[0] == "host"} == set(range(16))


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        ("sheet", "sheet is not the fold"),
        ("recorded", "said to be recorded"),
        ("stack", "overlays"),
        ("raise", "harmed"),
        ("stuck", "do not lead home"),
        ("draft", "what was entered is gone"),
        ("log", "log"),
        ("leak", "memory: "),
    ],
)
def test_monkey_sees_each_kind_of_harm(harm: str, says: str) -> None:
    """Every check can fail: one harm is done on purpose (mpy/harms.py), and the run ends at it with the right words."""
    quiet: list[monkey.Event] = [("host", 0, 5, 1), ("hand", 6, 1, 0), ("host", 2, 44, 0), ("hand", 9, 1, 0)]
    done: monkey.Event = ("harm", monkey.HARMS.index(harm), 0, 0)
    twice: list[monkey.Event] = [("home", 0, 0, 0), done, ("home", 0, 0, 0)] if harm == "leak" else []
    outcome = monkey.play(1, [*quiet, *twice, done, ("reset", 0, 0, 0), ("home", 0, 0, 0)])
    assert outcome.failed_at >= 4 and says in outcome.text, outcome.text
