"""An event's numbers as plain data: what its closing acts, the API and a check of them are told (docs/verify.md). Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from host_tools.engine.checks import Check, round_checks
from host_tools.engine.extras import extras
from host_tools.engine.ranking import Standing, groups, rank
from host_tools.engine.results import TableResult
from host_tools.engine.scoring import Score, round_scores
from host_tools.engine.state import CLOSED, DRAFT, EventState, RoundState

_RANKED = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins")
_SCORED = ("number", "vp", "mp_net", "mp_for", "mp_against", "how", "table")


def counting(info: RoundState, results: Iterable[TableResult]) -> list[TableResult]:
    """The tables of a round that count now: all that were played once it is closed, before that the signed ones."""
    return [one for one in results if one.signed or (info.state == CLOSED and one.played)]


def round_told(state: EventState, info: RoundState, results: Sequence[TableResult], closing: bool = False) -> dict[str, Any]:
    """Tables, scores and checksums of a round as of now; `closing`: as they are once it is closed. Raises as `round_scores`."""
    if closing:
        info = replace(info, state=CLOSED)
    tables = counting(info, results)
    return _round(state, info, tables, round_scores(state, info, tables))


def _round(state: EventState, info: RoundState, tables: Sequence[TableResult], scores: Sequence[Score]) -> dict[str, Any]:
    checks = round_checks(state, info, tables, scores)
    told = {"number": info.number, "tables": [_table(one) for one in tables], "scores": [_score(one) for one in scores]}
    return told | {"checks": {"ok": all(check.ok for check in checks), "all": [_short(check) for check in checks]}}


def _table(one: TableResult) -> dict[str, Any]:
    return vars(one) | {"differs": list(one.differs)}


def _score(one: Score) -> dict[str, Any]:
    return {name: getattr(one, name) for name in _SCORED}


def _short(check: Check) -> dict[str, Any]:
    """A check without its sentence where it holds."""
    plain = {"name": check.name, "table": check.table, "expected": check.expected, "found": check.found, "ok": check.ok}
    return plain if check.ok else plain | {"why": check.why}


def ranked(line: Standing) -> dict[str, Any]:
    """A line of the ranking, its numbers alone."""
    return {name: getattr(line, name) for name in _RANKED}


def numbers(state: EventState, results: Mapping[str, Sequence[TableResult]]) -> dict[str, Any]:
    """All numbers: `ranking`, `groups` (group -> [rank, number]), `rounds`, `extras`. `results`: round id -> all its tables.
    Raises SettingError for a setting that does not fit, ValueError where a match's tables are not of two teams."""
    rounds: list[dict[str, Any]] = []
    every: list[Score] = []
    for info in state.rounds:
        if info.state != DRAFT:
            tables = counting(info, results.get(info.id, ()))
            scores = round_scores(state, info, tables)
            every += scores
            rounds.append(_round(state, info, tables, scores))
    beside = extras(state)
    by_group = groups(state, every, beside)
    told: dict[str, Any] = {"ranking": [ranked(line) for line in rank(state, every, beside)], "rounds": rounds}
    told["groups"] = {str(group): [[line.rank, line.number] for line in lines] for group, lines in by_group.items()}
    return told | {"extras": [asdict(extra) for extra in beside]}
