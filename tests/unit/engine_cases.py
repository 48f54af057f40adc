"""Tournament cases as data (tests/vectors/tournament/*.json) made into events: acts through the fold, results as given."""

import json
from pathlib import Path
from typing import Any

from host_tools.engine import acts, fold
from host_tools.engine.acts import Draft
from host_tools.engine.extras import extras
from host_tools.engine.ranking import Standing, rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.state import EventState, RoundState
from tavolo.domain import scales, victory

FOLDER = Path(__file__).parents[1] / "vectors" / "tournament"
ID = "0badcafe"


def cases(name: str) -> list[dict[str, Any]]:
    """All cases of one file."""
    return list(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def title(case: dict[str, Any]) -> str:
    """A test's name: what is shown, and by which article."""
    return f"{case['name']} [{case['article']}]"


def scale_row(deals: int, kind: str = "pairs", scale: str | None = None) -> tuple[str, list[list[int]]]:
    """Id and bands of a scale: the one named, else the usual one."""
    row = scales.by_id(scale) if scale else scales.default_for("team" if kind == "teams" else deals)
    row = row or scales.by_id("house_5_deals")
    assert row is not None
    return row[0], [list(band) for band in row[3]]


class Played:
    """An event with all that its tables gave: state, per round its results, scores, and the ranking."""

    def __init__(self, state: EventState, results: dict[int, list[TableResult]]) -> None:
        self.state, self.results = state, results

    def scores(self) -> list[Score]:
        return [score for info in self.state.rounds for score in self.of(info)]

    def of(self, info: RoundState) -> list[Score]:
        return round_scores(self.state, info, self.results[info.number])

    def ranking(self, group: int | None = None) -> list[Standing]:
        return rank(self.state, self.scores(), extras(self.state), group)


def build(case: dict[str, Any]) -> Played:
    """The event of a case; see tests/vectors/tournament/README.md for its fields."""
    kind, deals = case.get("kind", "pairs"), case.get("deals", 4)
    rounds = case["rounds"]
    name, bands = scale_row(deals, kind, case.get("scale"))
    plain = {"method": "manual", "rounds": max(len(rounds), 1), "deals": deals, "minutes": 45, "scale": name, "bands": bands}
    settings = case.get("settings", {})
    new = {"id": ID, "name": "Torneo", "kind": kind, "profile": case.get("profile", 0), "settings": settings, "phases": [plain]}
    drafts = [Draft("event.new", new), Draft("entry.add", {"entries": _entries(case, kind)})]
    results: dict[int, list[TableResult]] = {}
    for number, one in enumerate(rounds, 1):
        drafts += _round(number, one, kind, deals)
        bands_of = scale_row(one["deals"], kind)[1] if "deals" in one else bands
        results[number] = [_result(int(table), line, one["seats"], bands_of) for table, line in one.get("results", {}).items()]
    return Played(fold.fold(acts.chained(drafts, None, "arbitro", 1)), results)


def _entries(case: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    size, entries = {"pairs": 2, "individual": 1, "teams": 4}[kind], []
    groups = case.get("groups", {})
    for at, number in enumerate(case["entries"]):
        persons = list(range(at * size + 1, at * size + 1 + size))
        entries.append({"number": number, "persons": persons, "group": groups.get(str(number), 1)})
    return entries


def _round(number: int, one: dict[str, Any], kind: str, deals: int) -> list[Draft]:
    pair = {"id": f"round{number}", "number": number, "method": "manual", "seats": one["seats"], "rests": one.get("rests", [])}
    pair |= {name: one[name] for name in ("units", "matches") if name in one}
    if "deals" in one:
        name, bands = scale_row(one["deals"], kind)
        pair |= {"deals": one["deals"], "scale": name, "bands": bands}
    drafts = [Draft("round.pair", pair), Draft("round.publish", {"id": pair["id"]})]
    drafts += [Draft(kind, data, "", data.pop("article", "")) for kind, data in json.loads(json.dumps(one.get("acts", [])))]
    return drafts if one.get("open") else [*drafts, Draft("round.close", {"id": pair["id"]})]


def _result(table: int, mp: list[int], seats: dict[str, list[int]], bands: list[list[int]]) -> TableResult:
    (ns, ew), (mp_ns, mp_ew) = seats[str(table)], mp
    winner, loser = victory.vp(tuple(tuple(band) for band in bands), abs(mp_ns - mp_ew))
    vp = (winner, loser) if mp_ns >= mp_ew else (loser, winner)
    return TableResult(table, ns, ew, mp_ns, mp_ew, vp[0], vp[1], True, 4)
