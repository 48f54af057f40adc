"""Checks a whole event from its plain facts: every seating against RULES 6, every number reckoned again.

Written from RULES alone; uses host_tools.verify, which shares nothing with the engine, and never the engine itself.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from host_tools.verify import sums
from host_tools.verify.chain import checked, counting
from host_tools.verify.event import Event, Turn, fold, step
from host_tools.verify.numbers import derive
from host_tools.verify.report import Report
from tests.checker import seating_rules as rules
from tests.checker.moment import Seating, group_part, moment, rows_of, seating_of

SCORED = ("danish", "modified", "draw", "entry", "manual")
_RANKED = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins")


def check(facts: dict[str, Any], told: dict[str, Any]) -> tuple[list[str], Counter[str]]:
    """(what is wrong, one line each; how often what was looked at). Raises Damaged when the acts do not fit together."""
    seen: Counter[str] = Counter()
    faults: list[str] = []
    acts = counting(checked(facts["acts"]))
    event = Event()
    for act in acts:
        if act["kind"] == "round.pair":
            ahead = fold([*(one for one in acts if one["number"] < act["number"]), act])
            turn = next(one for one in ahead.rounds if one.id == act["data"]["id"])
            results = rows_of(facts["results"], act["number"] - 1)
            faults += _round(event, ahead, turn, act["data"], results, seen)
        step(event, act)
    faults += _movements(event, acts, seen)
    return faults + _numbers(event, facts, told, seen), seen


def _round(
    event: Event, ahead: Event, turn: Turn, data: dict[str, Any], results: dict[int, Any], seen: Counter[str]
) -> list[str]:
    """`event`: before the round was paired; `ahead`: with it."""
    faults: list[str] = []
    last = turn.number == sum(phase["rounds"] for phase in event.phases)
    whole = seating_of(ahead, turn)
    for group in sorted({one.group for one in event.who.values()}):
        seating = group_part(event, whole, group)
        then = moment(event, turn, group, results)
        method = data["options"]["methods"].get(str(group))
        each = 2 if event.kind == "teams" else 1
        seen["seatings"] += 1
        found = rules.everybody_once(then, seating, each) if then.ranked else []
        if method is None:
            faults += [f"round {turn.number} group {group}: {text}" for text in found]
            continue
        if event.kind == "individual":
            found += rules.no_second_rest(then, seating) + rules.new_partners(then, seating, seen)
        elif method in SCORED or method == "mitchell":
            found += rules.no_second_rest(then, seating)
            seen["second byes"] += sum(then.rests()[who] > 0 for who in seating.rests)
        if event.kind != "individual" and method == "danish":
            found += rules.pure(replace(then), seating)
        if event.kind != "individual" and method in ("modified", "draw"):
            found += rules.rematches(then, seating, last, seen) + rules.unmet_is_honest(then, seating, last, data["unmet"])
        faults += [f"round {turn.number} group {group} ({method}, {len(then.ranked)}): {text}" for text in found]
    return faults


def _movements(event: Event, acts: list[dict[str, Any]], seen: Counter[str]) -> list[str]:
    """Movements and calendars over the rounds of their phase that were really played by them."""
    paired = {act["data"]["id"]: act["data"] for act in acts if act["kind"] == "round.pair"}
    runs: dict[tuple[int, int, str], list[Seating]] = {}
    for turn in event.rounds:
        methods = paired[turn.id]["options"]["methods"]
        for group, method in methods.items():
            if method in ("mitchell", "italian"):
                key = (_phase(event, turn.number), int(group), method)
                runs.setdefault(key, []).append(group_part(event, seating_of(event, turn), int(group)))
    faults: list[str] = []
    for (phase, group, method), rounds in runs.items():
        seen[f"{method} movements"] += 1
        count = len(rounds[0].all())
        fell = len(rounds) < sum(_phase(event, turn.number) == phase for turn in event.rounds)
        if method == "italian":
            found = rules.italian(rounds, count)
        else:
            found = [] if fell else rules.mitchell(rounds, (count + 1) // 2)
        faults += [f"phase {phase} group {group}: {text}" for text in found]
    return faults


def _phase(event: Event, number: int) -> int:
    for at, phase in enumerate(event.phases):
        if number <= phase["rounds"]:
            return at
        number -= phase["rounds"]
    return len(event.phases)


def _numbers(event: Event, facts: dict[str, Any], told: dict[str, Any], seen: Counter[str]) -> list[str]:
    results = rows_of(facts["results"], len(facts["acts"]))
    ours, report = derive(event, results), Report()
    sums.check(event, ours, report)
    for turn in told["rounds"]:
        mine = ours.rounds[turn["number"]]
        where = f"round {turn['number']}"
        report.same(where, "competitors with a score", sorted(mine), sorted(row["number"] for row in turn["scores"]))
        for row in turn["scores"]:
            one = mine.get(row["number"])
            plain = (one.vp, one.mp_net, one.how) if one else None
            report.same(f"{where} number {row['number']}", "score", plain, (row["vp"], row["mp_net"], row["how"]))
            seen[f"how {row['how']}"] += 1
    lines = [tuple(getattr(one, name) for name in _RANKED) for one in ours.ranking]
    for at, (mine_line, row) in enumerate(zip(lines, told["ranking"], strict=True), 1):
        report.same(f"ranking line {at}", ", ".join(_RANKED), mine_line, tuple(row[name] for name in _RANKED))
    for group, rows in told["groups"].items():
        line = [[one.rank, one.number] for one in ours.groups[int(group)]]
        report.same(f"group {group}", "ranks", line, rows)
    ranks = [one.rank for one in ours.ranking]
    seen["shared ranks"] += len(ranks) - len(set(ranks))
    equal = [one.vp for one in ours.ranking]
    seen["equal VP"] += len(equal) - len(set(equal))
    seen["numbers compared"] += report.counts.get("numbers compared", 0)
    return [finding.line() for finding in report.findings]
