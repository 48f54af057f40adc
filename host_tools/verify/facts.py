"""From an archive's rows to the event and its tables' results; what is odd about them is reported."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.verify import entered, records, sheets
from host_tools.verify.chain import checked, counting
from host_tools.verify.event import CLOSED, DRAFT, Event, Turn, fold, seated
from host_tools.verify.records import Fact
from host_tools.verify.report import DAMAGE, NOTE, Damaged, Report
from host_tools.verify.scale import official
from host_tools.verify.scores import Result

Results = dict[int, dict[int, Result]]


def read_event(archive: Mapping[str, Any], report: Report) -> Event:
    """The event of the archive's acts: their chain first, then what counts of them. Raises Damaged."""
    acts = checked(archive.get("acts"))
    report.count("acts", len(acts))
    event = fold(counting(acts))
    report.event = event.id
    if archive.get("event") != event.id:
        raise Damaged("archive", f"says that it is of event {archive.get('event')!r}, its acts are of {event.id!r}")
    for turn in event.rounds:
        for fault in seated(event, turn):
            report.add(DAMAGE, f"round {turn.number}", fault)
        if official(turn.scale, turn.bands) is False:
            report.add(NOTE, f"round {turn.number}", f"its scale is called {turn.scale}, and is not the one of RULES 2.1")
    return event


def read_results(event: Event, archive: Mapping[str, Any], report: Report) -> Results:
    """Every table's result of the rounds that were published: of a closed one all that were played, else the signed ones."""
    by_place: dict[tuple[str, int], list[Fact]] = {}
    for fact in records.placed(dict(archive), report):
        if fact.event == event.id:
            by_place.setdefault((fact.round, fact.table), []).append(fact)
    out: Results = {}
    for turn in event.rounds:
        if turn.state != DRAFT:
            out[turn.number] = _round(event, turn, by_place, report)
    entered.check(archive["acts"], by_place, report)
    known = {turn.id for turn in event.rounds}
    strange = sum(len(facts) for (round_id, _), facts in by_place.items() if round_id not in known)
    if strange:
        report.add(NOTE, "records", f"{strange} are of rounds that were made anew, and count nowhere")
    return out


def _round(event: Event, turn: Turn, by_place: Mapping[tuple[str, int], Sequence[Fact]], report: Report) -> dict[int, Result]:
    found: dict[int, Result] = {}
    report.count("rounds")
    for table, (ns, ew) in sorted(turn.seats.items()):
        where = f"round {turn.number} table {table}"
        sheet = sheets.fold(by_place.get((turn.id, table), ()))
        for fault in sheet.faults:
            report.add(NOTE, where, f"{fault}; it counts nowhere")
        result = sheets.outcome(sheet)
        if result is None:
            if turn.state == CLOSED:
                report.add(NOTE, where, "has no sheet")
            continue
        _remarks(event, turn, where, result, report)
        report.count("tables")
        report.count("deals", result.played)
        units = (ew, ns) if result.swapped else (ns, ew)
        counts = result.signed or (turn.state == CLOSED and result.played > 0)
        found[table] = Result(table, *units, result.mp_ns, result.mp_ew, result.vp_ns, result.vp_ew, counts)
    return found


def _remarks(event: Event, turn: Turn, where: str, result: sheets.Outcome, report: Report) -> None:
    """What a person should look at although every number may be right."""
    plan = result.plan
    if (plan.deals, plan.bands) != (turn.deals, turn.bands):
        report.add(NOTE, where, f"its plan has {plan.deals} deals on scale {plan.scale}, the round {turn.deals} on {turn.scale}")
    if plan.profile != event.profile:
        report.add(NOTE, where, f"its plan is of profile {plan.profile}, the event of {event.profile}")
    if result.said and not result.by_host:
        report.add(NOTE, where, f"signed was {result.said}; its deals come to MP {result.mp_ns} to {result.mp_ew}")
    if turn.state == CLOSED and not result.signed:
        report.add(NOTE, where, "is not signed")
