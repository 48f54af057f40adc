"""The whole check: an archive's facts in, every number re-derived, compared with what was told."""

import hashlib
import json
from typing import Any

from host_tools.verify import records, sums
from host_tools.verify.compare import Since, closings, compare
from host_tools.verify.event import CLOSED, SHAPES, Event
from host_tools.verify.facts import read_event, read_results
from host_tools.verify.numbers import derive
from host_tools.verify.report import DAMAGE, Damaged, Report

FORMAT = 1
_CHANGES = (records.REVISE, records.VOID, records.DEAL, records.RESULT, records.SIGN, records.PRESENCE)
_OF_ALL = ("undo", "event.settings", "entry.withdraw", "entry.return", "entry.edit")  # may change any round
_SHEETS = ("sheet.enter", "sheet.correct")
_HOSTS_TAGS = ("", "b3du")  # none, or "own": it came back from a table


def verify(archive: Any, told: Any = None) -> Report:
    """`archive`: as docs/verify.md has it; `told`: the numbers as the engine told them, None to compare with the closing acts
    alone. Never raises for damaged input: the report says what is damaged."""
    report = Report()
    if not isinstance(archive, dict):
        report.add(DAMAGE, "archive", "is no object")
        return report
    if archive.get("format") != FORMAT:
        report.add(DAMAGE, "archive", f"is of format {archive.get('format')!r}; this version reads format {FORMAT}")
        return report
    try:
        event = read_event(archive, report)
        results = read_results(event, archive, report)
        numbers = derive(event, results)
    except Damaged as fault:
        report.add(DAMAGE, fault.where, str(fault))
        return report
    except SHAPES as fault:  # a text for a number, and the like, where no act's own check looks
        report.add(DAMAGE, "acts", f"hold what no event can: {fault!r}")
        return report
    _seals(archive, report)
    sums.check(event, numbers, report)
    closings(event, results, numbers, _since(event, archive), report)
    if told is not None:
        compare(numbers, results, told, report)
    return report


def _seals(archive: dict[str, Any], report: Report) -> None:
    """Where a file has them: the hash of its last act, so that acts cut off at the end are missed, and the sum over all of it."""
    if "head" in archive and archive["head"] != archive["acts"][-1]["hash"]:
        report.add(DAMAGE, "acts", "are cut off at the end: the last one is not the archive's head")
    if "sha256" in archive:
        rest = {name: part for name, part in archive.items() if name != "sha256"}
        try:
            text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            text = ""
        if hashlib.sha256(text.encode()).hexdigest() != archive["sha256"]:
            report.add(DAMAGE, "archive", "its sum is wrong: the file was changed since it was written")


def _since(event: Event, archive: dict[str, Any]) -> Since:
    """What was changed when a round was closed already: by an act, by the host's record, or by what a table sent late. Times are
    whole seconds, so in the second of the closing only the host's word counts as later."""
    closed = {turn.id: turn for turn in event.rounds if turn.state == CLOSED}
    tables: set[tuple[int, int]] = set()
    rounds: set[int] = set()
    when: dict[str, int] = {}
    for act in archive["acts"]:
        data = act["data"]
        if act["kind"] == "round.close" and data.get("id") in closed:
            when[data["id"]] = act["at"]
            rounds.discard(closed[data["id"]].number)
        elif act["kind"] in _OF_ALL:
            rounds |= {closed[round_id].number for round_id in when}
        elif isinstance(data.get("round"), int):
            turn = event.round(data["round"])
            if turn is not None and turn.id in when:
                rounds |= {turn.number}
                if act["kind"] in _SHEETS and isinstance(data.get("table"), int):
                    tables.add((turn.number, data["table"]))
    for row in archive["records"] if isinstance(archive.get("records"), list) else []:
        if isinstance(row, dict) and row.get("kind") in _CHANGES and row.get("round") in when:
            at, place, limit = row.get("received_at"), row.get("place"), when[row["round"]]
            by_host = row.get("tag") in _HOSTS_TAGS
            if isinstance(at, int) and isinstance(place, int) and (at > limit or by_host and at == limit):
                tables.add((closed[row["round"]].number, place))
    return Since(tables, rounds)
