"""Many random events at once: `make proof EVENTS=100000 SEED=1`. Each is generated, checked, and forgotten; a failing seed is
printed and gives the same event again: `python -m tests.checker.proof --events 1 --seed SEED`."""

import argparse
import gc
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

from tests.checker import coverage, told, words
from tests.checker.checker import check
from tests.checker.generator import HUGE_EVERY, generate

# What must have occurred: a proof in which something was never met proves nothing of it. Number per thousand events, at least.
FEATURES = {
    "kind pairs": 300, "kind individual": 50, "kind teams": 50, "groups": 80, "odd number": 200, "rests": 500,
    "method danish": 100, "method modified": 100, "method mitchell": 60, "method italian": 40, "method draw": 100,
    "method entry": 50, "method manual": 50, "locks": 10, "movement at its end": 20, "late entry": 50, "entry.withdraw": 50,
    "entry.return": 20, "left in mid-round": 30, "line_up": 10, "ruling.warning": 200, "ruling.penalty": 50, "ruling.late": 200,
    "ruling.absent": 100, "ruling.adjust": 50, "ruling.set": 50, "ruling.award": 10, "correction, free": 30,
    "correction, by ranking": 30, "undo of a pairing": 20, "undo of a publication": 20, "undo of a closing": 20,
    "undo of a ruling": 20, "undo of an entry": 10, "undo of the end": 5, "event.settings": 10, "equal VP": 300,
    "shared ranks": 10, "second byes": 5, "rounds with forbidden matches to avoid": 100, "mitchell movements": 30,
    "undo of an undoing": 20,
    "undo of a round": 50, "undo of anything": 150, "verdicts": 1000, "draft paired anew after a correction": 30,
    "the same seats again": 50, "tables without a sheet": 300, "lines swapped": 300, "sheets that came late": 200,
    "ruling on a closed round": 150, "another person": 150, "another group": 10, "left out of a round": 30, "rest by hand": 10,
    "event.phases": 100, "round.drop": 100, "round.back": 20, "correction against the law": 5,
    "italian movements": 20, "rematch rounds tried by brute force": 5, "old partners tried by brute force": 5,
    "how bye": 100, "how late": 50, "how absent_late": 50, "how others_late": 50, "how others_left": 20, "how left": 20,
    "how left_unjustified": 20, "how both_left": 10, "how kept": 5, "how adjusted": 30, "how set": 50, "how award": 10,
}  # fmt: skip


def one(seed: int, huge_every: int = HUGE_EVERY) -> tuple[list[str], Counter[str]]:
    """What is wrong with the event of a seed, and what occurred in it."""
    try:
        play = generate(seed, huge_every)
        reasons = {"reasons": told.reasons(play)} if seed % 2 == 0 else {}
        faults, seen = check(play.facts(), told.numbers(play) | reasons)
        if seed % 4 == 1:
            faults += words.wrong(play)
            seen["events read in both languages"] += 1
    except Exception:  # noqa: BLE001 -- a proof goes on with the next seed; the fault is printed and fails it
        return [f"seed {seed}: {traceback.format_exc(limit=-3)}"], Counter()
    return [f"seed {seed}: {text}" for text in faults], play.features + seen + Counter(events=1)


def _begins() -> None:
    """Of a process that does nothing else: an event is many small things, few of which live long or hang in a circle."""
    gc.set_threshold(100_000, 20, 20)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the one that counts


def some(seeds: Iterable[int], huge_every: int = HUGE_EVERY) -> tuple[list[str], Counter[str]]:
    """The same of several seeds."""
    faults: list[str] = []
    seen: Counter[str] = Counter()
    for seed in seeds:
        wrong, more = one(seed, huge_every)
        faults += wrong
        seen += more
    return faults, seen


def unvisited(seen: Counter[str]) -> list[str]:
    """Features that occurred too rarely for so many events."""
    return [f"{name}: {seen[name]}" for name, least in FEATURES.items() if seen[name] < least * seen["events"] // 1000]


def summary(seen: Counter[str]) -> str:
    """How many of what."""
    return ", ".join(f"{name} {count}" for name, count in sorted(seen.items(), key=lambda item: -item[1]))


def _run(parts: list[range], jobs: int) -> tuple[list[str], Counter[str]]:
    """All parts, in so many processes; faults are printed as they come. Ctrl+C ends it with what was seen until then."""
    faults: list[str] = []
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs, initializer=_begins) as pool:
        try:
            for done, (wrong, more) in enumerate(pool.map(some, parts), 1):
                for text in wrong:
                    print(text, flush=True)
                faults, seen = faults + wrong, seen + more
                if done % 20 == 0:
                    print(f"{seen['events']} events, {len(faults)} faults", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return faults, seen


def main(arguments: list[str]) -> int:
    """The command line. 1 when something is wrong."""
    parser = argparse.ArgumentParser(description="Random events against a checker written from the rules.")
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    seeds = range(asked.seed, asked.seed + asked.events)
    faults, seen = _run([seeds[at : at + 50] for at in range(0, len(seeds), 50)], asked.jobs)
    print("\n".join(coverage.table(seen)))
    missing = unvisited(seen) if seen["events"] >= 1000 else []
    print(f"{seen['events']} events from seed {asked.seed}: {len(faults)} faults" + (f"; too rare: {missing}" if missing else ""))
    return 1 if faults or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
