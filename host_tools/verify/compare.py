"""Our numbers against those that were told: by the engine in an archive, and by the acts that closed the rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.verify.event import SHAPES, Event, Turn
from host_tools.verify.facts import Results
from host_tools.verify.numbers import Numbers
from host_tools.verify.report import DAMAGE, DIFFERENCE, NOTE, Report
from host_tools.verify.scores import Earned, Result
from host_tools.verify.standing import Total

_TABLE = ("ns", "ew", "mp_ns", "mp_ew", "vp_ns", "vp_ew")
_LINE = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds")
_MORE = ("byes", "wins")  # compared where they are told


def compare(numbers: Numbers, results: Results, told: Any, report: Report) -> None:
    """Everything in `told` (docs/verify.md), the rounds first: where they differ the ranking must, too."""
    try:
        _rounds(numbers, results, told["rounds"], report)
        _ranking("ranking", numbers.ranking, told["ranking"], report)
        for group, rows in told.get("groups", {}).items():
            ours = [[one.rank, one.number] for one in numbers.groups.get(int(group), [])]
            report.same(f"ranking of group {group}", "rank and number of all", ours, [list(row) for row in rows])
        if "extras" in told:
            beside = sorted((row["number"], row["vp"], row["mp"]) for row in told["extras"])
            report.same("beside the rounds", "number, VP and MP of all penalties", sorted(numbers.beside), beside)
    except SHAPES as fault:
        report.add(DAMAGE, "told numbers", f"are not whole: {fault!r}")


def _rounds(numbers: Numbers, results: Results, told: Any, report: Report) -> None:
    report.same("rounds", "numbers of all", sorted(results), [row["number"] for row in told])
    for row in told:
        number = row["number"]
        where = f"round {number}"
        tables = {table["table"]: table for table in row["tables"]}
        _tables(where, results.get(number, {}), tables, report)
        scores = {score["number"]: score for score in row["scores"]}
        for broken in [one for one in row.get("checks", {}).get("all", []) if not one["ok"]]:
            place = f"{where} table {broken['table']}" if broken["table"] else where
            report.add(NOTE, place, f"the checksum {broken['name']} does not hold: {broken.get('why', '')}")
        _scores(where, numbers.rounds.get(number, {}), scores, report)


def _tables(where: str, ours: Mapping[int, Result], told: Mapping[int, Mapping[str, Any]], report: Report) -> None:
    counting = {table: result for table, result in ours.items() if result.counts or table in told}
    report.same(where, "tables with a result", sorted(counting), sorted(told))
    for table, result in sorted(counting.items()):
        for name in _TABLE if table in told else ():
            report.same(f"{where} table {table}", name, getattr(result, name), told[table][name])


def _scores(where: str, ours: Mapping[int, Earned], told: Mapping[int, Mapping[str, Any]], report: Report) -> None:
    report.same(where, "competitors with a score", sorted(ours), sorted(told))
    for number in sorted(ours.keys() & told.keys()):
        for name in ("how", "vp", "mp_net"):
            report.same(f"{where} number {number}", name, getattr(ours[number], name), told[number][name])


def _ranking(where: str, ours: list[Total], told: list[Mapping[str, Any]], report: Report) -> None:
    report.same(where, "competitors", sorted(one.number for one in ours), sorted(row["number"] for row in told))
    for at, (one, row) in enumerate(zip(ours, told, strict=False), 1):
        if not report.same(f"{where} line {at}", "number", one.number, row["number"]):
            return  # all below would differ, too
        for name in (*_LINE, *(name for name in _MORE if name in row)):
            report.same(f"{where} number {one.number}", name, getattr(one, name), row[name])


@dataclass(frozen=True)
class Since:
    """What was changed after the closing: `tables` (round, table), and `rounds` in which something was ruled or taken back."""

    tables: set[tuple[int, int]]
    rounds: set[int]


def closings(event: Event, results: Results, numbers: Numbers, since: Since, report: Report) -> None:
    """What the closing acts wrote down of tables and scores. What was changed since may differ: a note."""
    for turn in event.rounds:
        if turn.told is None:
            continue
        try:
            for row in turn.told["tables"]:
                _closing(turn, results.get(turn.number, {}).get(row["table"]), row, since.tables, report)
            changed = turn.number in since.rounds or any(number == turn.number for number, _ in since.tables)
            _closing_scores(turn, numbers.rounds.get(turn.number, {}), changed, report)
        except SHAPES as fault:
            report.add(DAMAGE, f"round {turn.number}", f"what its closing act wrote down is not whole: {fault!r}")


def _closing_scores(turn: Turn, ours: Mapping[int, Earned], changed: bool, report: Report) -> None:
    told = {row["number"]: row for row in turn.told["scores"]} if "scores" in turn.told else None
    if told is None:
        return
    where = f"round {turn.number}"
    if not changed:
        report.same(where, "competitors with a score in the closing act", sorted(ours), sorted(told))
    for number in sorted(ours.keys() & told.keys()):
        now = (ours[number].vp, ours[number].mp_net, ours[number].how)
        then = (told[number]["vp"], told[number]["mp_net"], told[number]["how"])
        if not changed:
            report.same(f"{where} number {number}", "score against the closing act", now, then)
        elif now != then:
            text = f"was changed after the round was closed: then {_score_words(*then)}; now {_score_words(*now)}"
            report.add(NOTE, f"{where} number {number}", text)


def _score_words(vp: int, mp: int, how: str) -> str:
    """A score for a person: "14 VP, 305 net MP (bye)"."""
    return f"{vp} VP, {mp} net MP ({how.replace('_', ' ')})"


def _table_words(ns: int, ew: int, mp_ns: int, mp_ew: int, vp_ns: int, vp_ew: int) -> str:
    """A table's result for a person: who sat where, then both lines' points."""
    return f"number {ns} against {ew}: {mp_ns} to {mp_ew} MP, {vp_ns} to {vp_ew} VP"


def _closing(turn: Turn, ours: Result | None, row: Mapping[str, Any], corrected: set[tuple[int, int]], report: Report) -> None:
    where = f"round {turn.number} table {row['table']}"
    if ours is None:
        report.add(DIFFERENCE, where, "has no sheet now, and had a result when the round was closed", None, row["mp_ns"])
        return
    now, then = [getattr(ours, name) for name in _TABLE], [row[name] for name in _TABLE]
    if now != then and (turn.number, row["table"]) in corrected:
        text = f"was corrected after the round was closed: then {_table_words(*then)}; now {_table_words(*now)}"
        report.add(NOTE, where, text)
        return
    for name, one, other in zip(_TABLE, now, then, strict=True):
        report.same(where, f"{name} against the closing act", one, other)
