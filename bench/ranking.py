"""How long a ranking takes: all tie-breaks, after ten rounds of a large event. The target is ours."""

import random
import time
from pathlib import Path

from bench.figures import Figure, at_most, percentile, plain
from host_tools.engine import acts, fold
from host_tools.engine.acts import Draft
from host_tools.engine.extras import extras
from host_tools.engine.ranking import rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.setting_data import TIE_BREAKS
from host_tools.engine.state import EventState
from tavolo.domain import scales, victory

ROUNDS = 10
TIMES = 7
TARGET_MS = 50
SIZES = (250, 500)


def _event(pairs: int, rng: random.Random) -> tuple[EventState, dict[int, list[TableResult]]]:
    """Ten drawn rounds with many equal results, so that every tie-break is asked."""
    row = scales.default_for(4)
    assert row is not None
    bands = [list(band) for band in row[3]]
    phase = {"method": "draw", "rounds": ROUNDS, "deals": 4, "minutes": 45, "scale": row[0], "bands": bands}
    settings = {"tie_breaks": list(TIE_BREAKS)}
    new = {"id": "0badcafe", "name": "Torneo", "kind": "pairs", "profile": 0, "settings": settings, "phases": [phase]}
    entries = [{"number": n, "persons": [2 * n - 1, 2 * n]} for n in range(1, pairs + 1)]
    drafts, results = [Draft("event.new", new), Draft("entry.add", {"entries": entries})], {}
    for number in range(1, ROUNDS + 1):
        drawn = rng.sample(range(1, pairs + 1), pairs)
        seats = {at // 2 + 1: (drawn[at], drawn[at + 1]) for at in range(0, pairs, 2)}
        data = {"id": f"round{number}", "number": number, "method": "draw", "seats": {str(t): list(s) for t, s in seats.items()}}
        drafts += [
            Draft("round.pair", data),
            Draft("round.publish", {"id": data["id"]}),
            Draft("round.close", {"id": data["id"]}),
        ]
        results[number] = [_result(table, *units, rng.randrange(-20, 21) * 100, row[3]) for table, units in seats.items()]
    return fold.fold(acts.chained(drafts, None, "arbiter", 1)), results


def _result(table: int, ns: int, ew: int, net: int, bands: tuple[tuple[int, int, int], ...]) -> TableResult:
    winner, loser = victory.vp(bands, abs(net))
    vp = (winner, loser) if net >= 0 else (loser, winner)
    return TableResult(table, ns, ew, 3000 + net, 3000, vp[0], vp[1], True, 4)


def _ms(began: int) -> float:
    return (time.process_time_ns() - began) / 1e6


def measure(work: Path) -> list[Figure]:
    """Ranking from the scores, and the scores from the tables, CPU time, median of several; with ties and every tie-break."""
    figures = []
    for pairs in SIZES:
        state, results = _event(pairs, random.Random(1))
        scores: list[Score] = []
        ranked, scored = [], []
        for _ in range(TIMES):
            began = time.process_time_ns()
            scores = [score for info in state.rounds for score in round_scores(state, info, results[info.number])]
            scored.append(_ms(began))
            began = time.process_time_ns()
            rank(state, scores, extras(state))
            ranked.append(_ms(began))
        what = f"{pairs} pairs, {ROUNDS} rounds"
        figures.append(
            at_most(
                f"ranking of {what}, all tie-breaks, median of {TIMES} (target: ours)", percentile(ranked, 50), "ms", TARGET_MS
            )
        )
        figures.append(plain(f"  its {len(scores):,} scores from the tables", percentile(scored, 50), "ms"))
    return figures
