"""Ways to enter card points, compared over the corpus by small models; `python -m bench.methods` prints the table of
docs/decisions/0004-card-points.md. What was built is measured with real keys by bench/presses.py.

A model gives the key presses for one number, from nothing to the OK that ends it. `straight`: by a hand that only adds.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from bench import corpus
from bench.figures import percentile

HIGHEST = 1000
_FIRST_MS, _REPEAT_MS, _FAST_MS, _FAST_AFTER_MS = 400, 120, 60, 1400  # services/keys.py
_PRESS_MS = 280


@dataclass(frozen=True)
class Way:
    """A way to enter a number: presses the short way, and by a hand that only adds."""

    name: str
    short: Callable[[int], int]
    straight: Callable[[int], int]


def around(value: int, size: int) -> int:
    """Presses to a digit of a wheel of `size`, the short way."""
    return min(value % size, -value % size)


def digits(value: int) -> int:
    """Three digits, UP and DOWN go round, OK after each."""
    return around(value // 100, 10) + around(value // 10 % 10, 10) + value % 10 // 5 + 3


def digits_up(value: int) -> int:
    """The same by UP alone."""
    return value // 100 + value // 10 % 10 + value % 10 // 5 + 3


def last_ends(value: int) -> int:
    """Two digits; the tens end with OK for 0 and with another key for 5."""
    return around(value // 100, 10) + around(value // 10 % 10, 10) + 2


def last_ends_up(value: int) -> int:
    """The same by UP alone."""
    return value // 100 + value // 10 % 10 + 2


def rows_then_fives(value: int) -> int:
    """Rows of 100, OK, then steps of five that go round, OK."""
    return value // 100 + around(value % 100 // 5, 20) + 2


def rows_then_fives_up(value: int) -> int:
    """The same by UP alone."""
    return value // 100 + value % 100 // 5 + 2


def held(value: int) -> int:
    """Steps of five, held: the hold runs by fives, then by twenties; counted as the presses that its time would be."""
    at, ms, repeats = 5, _FIRST_MS, 0
    while at < value - 10 and value > 25:
        repeats += 1
        at += 5 if repeats <= 4 else 20 - at % 20
        ms += _FAST_MS if ms >= _FAST_AFTER_MS else _REPEAT_MS
    taps = abs(value - at) // 5 if value > 25 else value // 5
    return (-(-ms // _PRESS_MS) if value > 25 else 0) + taps + 1


@cache
def _distances(keys: tuple[int, ...]) -> dict[int, int]:
    found, queue = {0: 0}, deque([0])
    while queue:
        at = queue.popleft()
        for key in keys:
            if 0 <= at + key <= HIGHEST and at + key not in found:
                found[at + key] = found[at] + 1
                queue.append(at + key)
    return found


def adding(*keys: int) -> Way:
    """Keys that add what is written beside them, OK ends; zero takes one press more."""
    plus = tuple(sorted((key for key in keys if key > 0), reverse=True))

    def short(value: int) -> int:
        return _distances(keys)[value] + (1 if value else 2)

    def straight(value: int) -> int:
        presses, rest = 1 if value else 2, value
        for key in plus:
            presses, rest = presses + rest // key, rest % key
        return presses

    return Way("adding " + " ".join(f"{key:+d}" for key in keys), short, straight)


def five_ends(value: int) -> int:
    """+100, +10, -10; the fourth key adds 5 and ends."""
    return _distances((100, 10, -10))[value // 10 * 10] + 1


WAYS = (
    Way("three digits", digits, digits_up),
    Way("digits, the last key is 0 or 5", last_ends, last_ends_up),
    Way("rows of 100, then fives", rows_then_fives, rows_then_fives_up),
    Way("steps of 5, held", held, held),
    adding(100, 10, -10, 5),
    Way("+100 +10 -10, +5 ends", five_ends, lambda value: value // 100 + value // 10 % 10 + 1),
    adding(100, 50, 10, 5),
    adding(100, 50, 5, -5),
    adding(100, 25, 5, -5),
    adding(100, 10, 5, -5),
    adding(100, 20, 5, -5),
)


def rest(deal: dict) -> int:
    """The other presses of a deal: end of play, who closed by the own key, counts without any short cut, pile, holds."""
    presses = 3 + (1 if deal["ns"]["closed"] or deal["ew"]["closed"] else 2)
    for line in (deal["ns"], deal["ew"]):
        burracos = line["clean"] + line["semi"] + line["dirty"]
        presses += 3 + burracos
        if not (line["closed"] and burracos):
            presses += 1 + (line["pile"] != "played")
    return presses


def row(way: Way, deals: list[dict]) -> list[str]:
    """A way's figures: presses a number (negatives, positives), a deal's median and p90, and the same only adding."""
    cells = [way.name]
    for field in ("negative", "positive"):
        values = [deal[line][field] for deal in deals for line in ("ns", "ew")]
        cells.append(f"{sum(map(way.short, values)) / len(values):.2f}")
    for by in (way.short, way.straight):
        numbers = [[deal[line][field] for line in ("ns", "ew") for field in ("negative", "positive")] for deal in deals]
        totals = [float(rest(deal) + sum(map(by, four))) for deal, four in zip(deals, numbers, strict=True)]
        cells.append(f"{percentile(totals, 50):.0f} / {percentile(totals, 90):.0f}")
    return cells


def main() -> None:
    """Print the table."""
    print("| way | negatives | positives | a deal: median / p90 | only adding |")
    print("|---|---|---|---|---|")
    for way in WAYS:
        print("| " + " | ".join(row(way, corpus.load())) + " |")


if __name__ == "__main__":
    main()
