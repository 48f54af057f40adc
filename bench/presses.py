"""What entering a deal costs: presses and seconds over data/corpus/deals.json, by the real screens on MicroPython.

From the OK that ends play to "recorded". Seconds by a keystroke-level model of a practised hand: a press, a thought for each
question (warnings, too), a hold. The hand adds card points up the short way (tests/ui/mpy/desk.py); `straight` is one that
never goes down, from a model here. docs/decisions/0004-card-points.md compares ways to enter them.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench import corpus
from bench.figures import Figure, at_most, percentile, plain

PRESS_S, THOUGHT_S, HOLD_S = 0.28, 1.2, 0.5
MEDIAN, P90, SECONDS = 45, 52, 27
BETTER, BETTER_SECONDS = 37, 25
ROOT = Path(__file__).parents[1]
HERE = Path(__file__).parent
FIELDS = ("end of play", "closed", "clean", "semi", "dirty", "pile", "negative", "positive", "warnings", "holds")


@dataclass(frozen=True)
class Typed:
    """One deal as it was typed: presses by what they were for, and how often one had to think."""

    name: str
    presses: dict[str, int]
    questions: int

    @property
    def total(self) -> int:
        """All presses, holds among them."""
        return sum(self.presses.values())

    @property
    def seconds(self) -> float:
        """By the keystroke-level model."""
        holds = self.presses["holds"]
        return (self.total - holds) * PRESS_S + holds * HOLD_S + self.questions * THOUGHT_S


def typed(path: Path = corpus.PATH) -> list[Typed]:
    """Every deal of the corpus, typed. Raises RuntimeError with what was printed when a deal cannot be typed."""
    desk = ROOT / "tests/ui/mpy"
    command = [str(Path(sys.executable).parent / "micropython"), "-X", "heapsize=4M", str(HERE / "mpy/presses.py")]
    command += [str(ROOT / "firmware/assets"), str(path)]
    environment = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:{desk}:.frozen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode or "Traceback" in done.stdout:
        raise RuntimeError(f"bench/mpy/presses.py: {done.stdout[-2000:]}{done.stderr}")
    return [Typed(**json.loads(line[5:])) for line in done.stdout.splitlines() if line.startswith("DEAL ")]


def straight(deal: dict, one: Typed) -> int:
    """Presses of a hand that adds rows, fifths and fives and never goes down."""
    values = [deal[line][field] for line in ("ns", "ew") for field in ("negative", "positive")]
    points = sum(value // 100 + value % 100 // 20 + value % 20 // 5 + (1 if value else 2) for value in values)
    return one.total - one.presses["negative"] - one.presses["positive"] + points


def measure(work: Path) -> list[Figure]:
    """Presses (median, p90), by field, seconds; beside the issue's two targets."""
    deals = corpus.load()
    done = typed()
    (work / "presses.json").write_text(json.dumps([one.__dict__ for one in done]) + "\n", encoding="utf-8")
    totals: list[float] = [one.total for one in done]
    seconds = [one.seconds for one in done]
    alike: list[float] = [straight(deal, one) for deal, one in zip(deals, done, strict=True)]
    figures = [
        plain(f"deals of the corpus, seed {corpus.SEED}", len(done), "deals"),
        at_most("presses a deal, median", percentile(totals, 50), "presses", MEDIAN),
        at_most("presses a deal, p90", percentile(totals, 90), "presses", P90),
        at_most("practised hand, median", percentile(seconds, 50), "s", SECONDS),
        plain("practised hand, p90", percentile(seconds, 90), "s"),
        at_most("presses a deal, median, second target", percentile(totals, 50), "presses", BETTER),
        at_most("practised hand, median, second target", percentile(seconds, 50), "s", BETTER_SECONDS),
        plain("a hand that never goes down, median", percentile(alike, 50), "presses"),
        plain("a hand that never goes down, p90", percentile(alike, 90), "presses"),
        plain("questions a deal, mean", sum(one.questions for one in done) / len(done), "questions"),
    ]
    for field in FIELDS:
        figures.append(plain(f"of it {field}, mean", sum(one.presses.get(field, 0) for one in done) / len(done), "presses"))
    return figures
