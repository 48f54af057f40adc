"""How long `tavolo verify` takes for a large event: 250 pairs, ten rounds of four deals, real records, every number compared.

Time is CPU time of this process: other work on the computer should not count.
"""

import json
import time
from pathlib import Path

from bench.figures import Figure, at_most, plain
from host_tools.verify import verify
from tavolo.domain import scales
from tests.checker import seating, told
from tests.checker.papers import Papers, fill
from tests.checker.play import Play

PAIRS, ROUNDS, DEALS = 250, 10, 4
TARGET_S = 5  # ours: a club's laptop may take three times as long, and nobody should wait for it in the hall


def event() -> Play:
    """Modified Danish throughout, every table with its own records."""
    play = Play(2026)
    papers = play.papers = Papers(play)
    row = scales.default_for(DEALS)
    assert row is not None
    phase = {"method": "modified", "rounds": ROUNDS, "deals": DEALS, "minutes": 45, "scale": row[0]}
    phase["bands"] = [list(band) for band in row[3]]
    plain_event = {"id": "0000be7c", "name": "Bench", "kind": "pairs", "profile": 0, "settings": {}, "phases": [phase]}
    play.act("event.new", plain_event)
    play.act("entry.add", {"entries": [{"number": n, "persons": play.persons(2)} for n in range(1, PAIRS + 1)]})
    for number in range(1, ROUNDS + 1):
        found = seating.seat(play, number)
        assert found is not None
        play.act("round.pair", seating.act_of(found[0], f"{number:08x}", found[1]))
        play.act("round.publish", {"id": f"{number:08x}"})
        info = play.state.rounds[-1]
        play.results[number] = [fill(papers, info, table) for table in sorted(info.seats)]
        play.act("round.close", {"id": info.id, "told": told.closing(play, info)})
    return play


def measure(_work: Path) -> list[Figure]:
    """Seconds, and how much was looked at."""
    play = event()
    archive, numbers = play.papers.archive(), told.numbers(play)
    size = len(json.dumps(archive))
    began = time.process_time()
    report = verify(archive, numbers)
    took = time.process_time() - began
    if not report.ok:
        raise SystemExit(f"verify disagrees: {report.first}")
    of = f"{PAIRS} pairs, {ROUNDS} rounds"
    return [
        at_most(f"verify, {of}", took, "s", TARGET_S),
        plain(f"records, {of}", report.counts["records"], ""),
        plain(f"numbers compared, {of}", report.counts["numbers compared"], ""),
        plain(f"archive, {of}", size / 1e6, "MB"),
    ]
