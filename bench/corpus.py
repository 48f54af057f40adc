"""The deals that bench/presses.py types: RULES 9's examples, and deals sampled card by card within RULES 1.7.

`python -m bench.corpus` writes data/corpus/deals.json and prints the seed; `--check` compares. Each deal has the form of
`tavolo score`, with its name, and `override` where the arbiter's approval goes before it (RULES 9, E8).
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from host_tools.demo.deals import sample_deal
from host_tools.demo.recount import deal_points
from host_tools.gen.output import write_or_compare

ROOT = Path(__file__).parents[1]
PATH = ROOT / "data/corpus/deals.json"
EXAMPLES = ROOT / "tests/vectors/examples.json"
SEED = 20260403
SAMPLED = 240
_BELOW_EACH = 12  # each twelfth deal is drawn until a line ends below zero: by chance alone too few do
EXAMPLE_NAMES = tuple(f"E{number}" for number in range(1, 11))


def examples() -> list[dict[str, Any]]:
    """E1 to E10 of RULES 9, as the tests have them."""
    rows = json.loads(EXAMPLES.read_text(encoding="utf-8"))["deals"]
    found = {row["name"]: {part: row[part] for part in ("name", "override", "ns", "ew")} for row in rows}
    return [found[name] for name in EXAMPLE_NAMES]


def make(seed: int = SEED, count: int = SAMPLED) -> dict[str, Any]:
    """The corpus; the same seed gives the same."""
    rng = random.Random(seed)
    deals = examples()
    for number in range(1, count + 1):
        sampled = sample_deal(rng)
        while number % _BELOW_EACH == 0 and min(deal_points(sampled)) >= 0:
            sampled = sample_deal(rng)
        deals.append({"name": f"S{number}", "override": False, **sampled})
    return {"seed": seed, "deals": deals}


def shares(deals: list[dict[str, Any]]) -> dict[str, float]:
    """Parts of all lines: pile not taken, total below zero; and of all deals: with a semi-clean burraco. Each 0 to 1."""
    lines = [deal[line] for deal in deals for line in ("ns", "ew")]
    totals = [total for deal in deals for total in deal_points(deal)]
    return {
        "piles not taken": sum(line["pile"] == "not_taken" for line in lines) / len(lines),
        "totals below zero": sum(total < 0 for total in totals) / len(totals),
        "deals with a semi-clean": sum(bool(deal["ns"]["semi"] or deal["ew"]["semi"]) for deal in deals) / len(deals),
    }


def load() -> list[dict[str, Any]]:
    """The committed deals."""
    deals: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["deals"]
    return deals


def main(check: bool) -> int:
    """Write or compare the file, and say what is in it."""
    made = make()
    rows = ",\n".join("  " + json.dumps(deal) for deal in made["deals"])
    text = f'{{\n "seed": {made["seed"]},\n "deals": [\n{rows}\n ]\n}}\n'
    parts = ", ".join(f"{part:.0%} {name}" for name, part in shares(made["deals"]).items())
    print(f"seed {made['seed']}, {len(made['deals'])} deals; {parts}")
    return write_or_compare({PATH: text.encode()}, check, "bench/corpus.py and the examples", "bench.corpus")


if __name__ == "__main__":
    raise SystemExit(main("--check" in sys.argv))
