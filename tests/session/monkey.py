"""A monkey at the table: random keys, commands, resets, power cuts, clock changes; every event is followed by all checks.

    python -m tests.session.monkey --events 200000 --seed 1

An event is a word and three numbers and needs nothing of the events before it, so that a run that fails is made
shorter by leaving events out. mpy/monkey_table.py carries them out on MicroPython.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import runs  # noqa: E402

PIECE = 1000  # events of one table's life
_UP, _DOWN, _OK, _BACK, _NS, _EW = range(6)
HARMS = ("sheet", "recorded", "stack", "raise", "stuck", "draft", "log", "leak")  # mpy/harms.py
_TRIES = 15  # runs spent on making a failure shorter

Event = tuple[str, int, int, int]


def _key(rng: random.Random) -> Event:
    key = rng.choices(range(6), (5, 3, 6, 2, 2, 2))[0]
    ms = rng.choices((20, 40, 60, 150, 450, 620, 1120, 2500), (2, 6, 5, 2, 1, 2, 2, 1))[0]
    return "key", key, ms, rng.choice((0, 10, 30, 60, 200))


def _burst(rng: random.Random) -> Event:
    return "burst", rng.choices(range(6), (4, 3, 5, 2, 1, 1))[0], rng.randint(2, 8), rng.choice((66, 80, 120))


def _hand(rng: random.Random) -> Event:
    return "hand", rng.choice((1, 2, 4, 8, 12, 30)), rng.randrange(256), 0


def _host(rng: random.Random) -> Event:
    #          round plan start pause resume add out end override answer repeat odd locate forget void call
    weights = (1, 2, 5, 2, 3, 2, 2, 1, 2, 1, 2, 1, 1, 1, 1, 4)
    return "host", rng.choices(range(16), weights)[0], rng.randrange(256), rng.randrange(256)


def _rare(rng: random.Random) -> Event:
    kind = rng.randrange(7)
    if kind == 0:
        return "reset", rng.randrange(2), 0, 0
    if kind == 1:
        return "cut", rng.randint(1, 30), rng.randrange(3), 0
    if kind == 2:
        return "net", rng.choice((0, 1, 1, 1, 2, 3, 4, 4)), 0, 0
    if kind == 3:
        return "clock", rng.choice((-600000, -5000, -100, 100, 5000, 60000, 3600000)), 0, 0
    if kind == 4:
        return "bus", rng.choice((0, 0, 1)), 0, 0
    if kind == 5:
        return "stall", rng.choice((50, 400, 3000, 9000)), 0, 0
    return "wait", rng.choice((100, 700, 3000, 15000, 60000)), 0, 0


def _event(rng: random.Random) -> Event:
    kind = rng.choices(range(9), (34, 6, 4, 3, 11, 5, 10, 6, 5))[0]
    if kind == 0:
        return _key(rng)
    if kind == 1:
        return _burst(rng)
    if kind == 2:
        return "chord", rng.randrange(64), rng.choice((30, 60, 620, 1120)), rng.choice((0, 60))
    if kind == 3:
        return rng.choice(
            (("slide", rng.randrange(6), rng.randrange(6), rng.choice((20, 60, 600))), ("down", rng.randrange(6), 0, 0))
        )
    if kind == 4:
        return _hand(rng)
    if kind == 5:
        return "menu", rng.randrange(10), rng.randrange(4), 0
    if kind == 6:
        return _host(rng)
    return _rare(rng) if kind == 7 else ("home", 0, 0, 0)


def events(seed: int, count: int) -> list[Event]:
    """`count` events; the first ones give the table a round, and bring a deal or more of it to its end."""
    rng = random.Random(seed)
    first: list[Event] = [("host", 0, rng.randrange(256), rng.randrange(256)), ("hand", 12, 0, 0), ("host", 2, 44, 0)]
    first.append(("hand", 60, 1, 0))  # a deal
    return (first + [_event(rng) for _ in range(count)])[:count]


@dataclass(frozen=True)
class Outcome:
    """`failed_at`: number of the event that failed, -1 for none; `why`: its first words; `text`: what the run printed."""

    failed_at: int
    why: str
    text: str


def play(seed: int, sequence: list[Event]) -> Outcome:
    """Run the events on one table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events"
        path.write_text("".join(f"{word} {a} {b} {c}\n" for word, a, b, c in sequence))
        text = runs.run("monkey_table.py", str(seed), str(path))
    last = next((line for line in text.splitlines() if line.startswith(("OK ", "FAIL "))), "FAIL 0 nothing was printed")
    failed = last.startswith("FAIL")
    return Outcome(int(last.split()[1]) if failed else -1, " ".join(last.split()[2:6]) if failed else "", text)


def _without(sequence: list[Event], size: int) -> Iterator[list[Event]]:
    for at in range(max(0, len(sequence) - size), -1, -size):
        yield sequence[:at] + sequence[at + size :]


def shorter(seed: int, sequence: list[Event], outcome: Outcome, tries: int = _TRIES) -> tuple[list[Event], Outcome]:
    """The shortest list of events that still fails in the same way, as far as `tries` runs find it."""
    sequence = sequence[: outcome.failed_at + 1]
    size = max(1, len(sequence) // 2)
    while size and tries:
        for less in _without(sequence, size):
            tries -= 1
            again = play(seed, less)
            if again.failed_at >= 0 and again.why == outcome.why:
                sequence, outcome = less[: again.failed_at + 1], again
                break
            if not tries:
                break
        else:
            size //= 2
            continue
        size = min(size, max(1, len(sequence) // 2))
    return sequence, outcome


def report(seed: int, sequence: list[Event], outcome: Outcome, tries: int = _TRIES) -> str:
    """What a person needs to see it again."""
    short, last = shorter(seed, sequence, outcome, tries)
    lines = "\n".join(f"    {word} {a} {b} {c}" for word, a, b, c in short[-400:])
    head = f"seed {seed}, event {outcome.failed_at} of {len(sequence)}\n{outcome.text}"
    return f"{head}\nshortest found, {len(short)}:\n{lines}\n{last.text}"


def main() -> int:
    """Run many tables, two at a time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=200000)
    parser.add_argument("--seed", type=int, default=1, help="of the first table; the next ones follow")
    parser.add_argument("--piece", type=int, default=PIECE, help="events of one table's life")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep-going", action="store_true", help="after a failure, too")
    parser.add_argument("--tries", type=int, default=_TRIES, help="runs spent on making a failure shorter")
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + -(-given.events // given.piece))
    done = failed = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        lists = {seed: events(seed, given.piece) for seed in seeds}
        for seed, outcome in zip(seeds, pool.map(lambda seed: play(seed, lists[seed]), seeds)):
            if outcome.failed_at >= 0:
                failed += 1
                print(report(seed, lists[seed], outcome, given.tries), flush=True)
                if not given.keep_going:
                    pool.shutdown(cancel_futures=True)
                    break
            else:
                print(f"seed {seed}: {outcome.text.strip().splitlines()[-1]}", flush=True)
            done += outcome.failed_at + 1 if outcome.failed_at >= 0 else given.piece
    print(f"monkey: {done} events, {failed} failures, seeds from {given.seed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
