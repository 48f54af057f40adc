"""Sessions through a hostile network, on virtual time (docs/security.md, docs/protocol.md): nothing lost, nothing doubled.

python -m tests.soak.soak --sessions 200 --seed 1     # many, by seeds that follow
python -m tests.soak.soak --seed 4711                 # one again, exactly
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from soak_proxy import Count  # noqa: E402
from soak_server import Server  # noqa: E402
from soak_session import Session  # noqa: E402


class Total:
    """Figures of many sessions."""

    def __init__(self) -> None:
        self.count = Count()
        self.figures: Counter[str] = Counter()
        self.odd: Counter[str] = Counter()
        self.sessions = self.failed = 0

    def add(self, session: Session) -> None:
        """One that is over."""
        self.sessions += 1
        self.count.add(session.count)
        self.figures.update(session.figures)
        self.figures["virtual_s"] += session.now // 1000
        self.odd.update(line.split(" ", 2)[2] for line in session.checks.odd)

    def text(self) -> str:
        """For people."""
        count = self.count
        share = 100 * count.died / max(1, count.sent)
        figures = ", ".join(f"{name} {number}" for name, number in self.figures.items())
        return (
            f"{self.sessions} sessions, {count.sent} messages sent, {count.died} died with their connections ({share:.0f} %), "
            f"{count.connections} connections, {count.replays} replays, {count.ghosts} guests with an old connection, "
            f"{figures}; all that was recorded is at the host once, "
            "rankings as meant"
        )


def spent() -> float:
    """Seconds of CPU of this process and of its tables."""
    return sum(os.times()[:4])


def run(seeds: range, seconds: float = 0, least: int = 0, say: bool = False, go_on: bool = False) -> Total:
    """Play sessions one after another, as many as begin within `seconds` of CPU (0: all), at `least` so many.

    Raises AssertionError, seed first; or, to `go_on`, prints it.
    """
    server, total = Server(), Total()
    begun = spent()
    for seed in seeds:
        if seconds and total.sessions >= least and spent() - begun > seconds:
            break
        session = Session(seed, server)
        try:
            session.play()
        except Exception as fault:  # noqa: BLE001 -- whatever it was, the seed has to be said
            where = f"seed {seed} at {session.now} ms (again: python -m tests.soak.soak --seed {seed})"
            if not go_on:
                raise AssertionError(f"{where}: {type(fault).__name__}: {fault}") from fault
            total.failed += 1
            print(f"FAILED {where}: {type(fault).__name__}: {str(fault)[:600]}", flush=True)
            continue
        total.add(session)
        if say:
            print(
                f"seed {seed}: {session.now // 1000} s, {session.figures}, {vars(session.count)}, digest {session.digest():08x}",
                flush=True,
            )
    return total


def main() -> int:
    """Play sessions by seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first session; the next ones follow")
    parser.add_argument("--sessions", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--keep-going", action="store_true", help="after a failure, too")
    given = parser.parse_args()
    total = run(range(given.seed, given.seed + given.sessions), say=not given.quiet, go_on=given.keep_going)
    print(total.text())
    if total.odd:
        print("screens and notices that players met:", dict(total.odd.most_common(12)))
    if total.failed:
        print(f"{total.failed} sessions FAILED")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
