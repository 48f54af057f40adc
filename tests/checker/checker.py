"""Checks a whole event from its plain facts: every seating against RULES 6, every number reckoned again.

Written from RULES alone; uses host_tools.verify, which shares nothing with the engine, and never the engine itself.
"""

from collections import Counter
from typing import Any

from host_tools.verify import sums
from host_tools.verify.chain import checked, counting
from host_tools.verify.event import Event, Turn, step
from host_tools.verify.numbers import derive
from host_tools.verify.report import DIFFERENCE, Report
from host_tools.verify.rulings import gone
from tests.checker import corrections
from tests.checker import seating_rules as rules
from tests.checker.late_entry import Known
from tests.checker.moment import Moment, Seating, by_match, group_part, moment, places_of, rows_of, seating_of
from tests.checker.reasons import reasons

RANKED = ("danish", "modified")  # of the others no rule here asks for the ranking
SCORED = ("danish", "modified", "draw", "entry", "manual", "mitchell")
_RANKED = ("rank", "number", "group", "vp", "mp_net", "mp_for", "mp_against", "rounds", "byes", "wins")


def check(facts: dict[str, Any], told: dict[str, Any]) -> tuple[list[str], Counter[str]]:
    """(what is wrong, one line each; how often what was looked at). Raises Damaged when the acts do not fit together."""
    seen: Counter[str] = Counter()
    faults: list[str] = []
    acts, event = checked(facts["acts"]), Known()
    plans: dict[str, dict[str, Any]] = {}
    asked = list(facts.get("asked", ()))
    for act in acts:
        while asked and asked[0][0] < act["number"]:
            _, ask, verdict = asked.pop(0)
            faults += corrections.asked(event, ask, verdict, seen)
        if act["kind"] == "undo":  # as it was known then, also what was taken back later
            event = Known()
            for known in counting(acts[: act["number"]]):
                _step(event, known)
            continue
        _step(event, act)
        if act["kind"] == "round.pair":
            turn = next(one for one in event.rounds if one.id == act["data"]["id"])
            faults += _paired(event, turn, act, plans, facts["results"], seen)
            plans[turn.id] = act["data"]
    for _, ask, verdict in asked:
        faults += corrections.asked(event, ask, verdict, seen)
    faults += _movements(event, plans, seen)
    return faults + _numbers(event, facts, told, seen), seen


def _step(event: Known, act: dict[str, Any]) -> None:
    step(event, act)
    if act["kind"] == "entry.close":
        event.closed = act["data"].get("closed") is not False
    if act["kind"] == "round.method":  # no number hangs on it, but what may be corrected does
        next(turn for turn in event.rounds if turn.id == act["data"]["id"]).method = act["data"]["method"]


def _paired(
    event: Event, turn: Turn, act: dict[str, Any], plans: dict[str, dict[str, Any]], changes: list[Any], seen: Counter[str]
) -> list[str]:
    """A new seating keeps the rules; one whose publishing was taken back is the same again."""
    data = act["data"]
    if data.get("again") is None:
        return _round(event, turn, data, rows_of(changes, act["number"] - 1), seen)
    if data["again"] not in plans:  # that came back from tables
        return []
    seen["the same seats again"] += 1
    plan = plans[data["again"]]
    same = all(data[name] == plan[name] for name in ("number", "method", "seats", "rests", "matches"))
    return [] if same else [f"round {turn.number}: not the seats whose publishing was taken back"]


def _round(event: Event, turn: Turn, data: dict[str, Any], results: dict[int, Any], seen: Counter[str]) -> list[str]:
    """`event`: with the round as a draft, which counts nowhere yet."""
    faults: list[str] = []
    whole, method = seating_of(event, turn), data["method"]
    places = places_of(event, turn, results) if method in RANKED else {}
    for group in sorted({one.group for one in event.who.values()}):
        seating, then = group_part(event, whole, group), moment(event, turn, group, places, data)
        seen["seatings"] += 1
        found = rules.everybody_once(then, seating, _tables_of_a_match(event))
        if len(then.ranked) >= (4 if event.kind == "individual" else 2) and not found:
            found += _by_method(then, seating, data, seen)
        faults += [f"round {turn.number} group {group} ({method}, {len(then.ranked)}): {text}" for text in found]
    return faults


def _by_method(then: Moment, seating: Seating, data: dict[str, Any], seen: Counter[str]) -> list[str]:
    method, kind = data["method"], then.event.kind
    found: list[str] = []
    seen["second byes"] += sum(then.rests()[who] > 0 for who in seating.rests)
    if kind == "individual":
        return rules.no_second_rest(then, seating) + rules.new_partners(then, seating, seen)
    if data.get("hand_rests"):
        honest = [] if method == "danish" else rules.unmet_is_honest(then, seating, data["unmet"])
        return honest + ([] if set(data["hand_rests"]) <= set(seating.rests) else ["rests: one that should rest does not"])
    if method in SCORED:
        found += rules.no_second_rest(then, seating, {who for row in data.get("locks", ()) for who in row[1:]})
    if data.get("locks"):
        locked = {frozenset(row[1:]) for row in data["locks"]}
        kept = locked <= {frozenset(match) for match in rules.matches(seating)}
        return found + ([] if kept else ["locks: a fixed match is not there"])
    if method in ("danish", "entry"):  # the same over the list of entries, whatever was played
        by_rank = data["options"].get("tables", "rank") == "rank"
        found += rules.pure(then, seating, by_rank)
    if method in ("modified", "draw"):
        found += rules.rematches(then, seating, seen)
        found += rules.bye_order(then, seating) if method == "modified" else rules.drawn_anew(then, seating)
    if method in ("modified", "draw", "manual", "entry"):
        found += rules.unmet_is_honest(then, seating, data["unmet"])
    if method in ("mitchell", "italian"):
        found += rules.unmet_is_honest(then, seating, data["unmet"])
    return found


def _movements(event: Event, paired: dict[str, dict[str, Any]], seen: Counter[str]) -> list[str]:
    """Movements and calendars over the rounds of their phase that were really played by them. `paired`: plans by round's id."""
    runs: dict[tuple[int, int, str, tuple[int, ...], int], list[Seating]] = {}
    options: dict[str, Any] = {}
    lost = 0
    for turn in event.rounds:
        data = paired.get(turn.id, {"options": {}})
        lost += turn.id not in paired  # it came back from tables: nobody wrote its movement down, a new run begins
        for group, order in data["options"].get("fixed", {}).items():
            key = (data["phase"], int(group), data["method"], tuple(order), lost)
            before = [len(other) for name, other in data["options"]["fixed"].items() if int(name) < int(group)]
            mine = group_part(event, by_match(event, turn), int(group))
            # its own tables count from 1: where a group before it grew, all of its tables are numbered on
            first = sum((size + 1) // 2 for size in before)
            mine.meets = [(table - first, one, other) for table, one, other in mine.meets]
            runs.setdefault(key, []).append(mine)
            options[str(key)] = data["options"]
    faults: list[str] = []
    for key, rounds in runs.items():
        phase, group, method, order_of, _ = key
        seen[f"{method} movements"] += 1
        step = options[str(key)].get("step", 1)
        found = rules.italian(rounds, order_of) if method == "italian" else rules.mitchell(rounds, len(order_of), step)
        faults += [f"phase {phase} group {group}: {text}" for text in found]
    return faults


def _numbers(event: Event, facts: dict[str, Any], told: dict[str, Any], seen: Counter[str]) -> list[str]:
    results = rows_of(facts["results"], len(facts["acts"]))
    ours, report = derive(event, results), Report()
    sums.check(event, ours, report)
    for turn in told["rounds"]:
        mine = ours.rounds[turn["number"]]
        broken = [one["name"] for one in turn["checks"]["all"] if not one["ok"]]
        due = ["round_scored"] if _unscored(event, turn["number"], set(mine)) else []
        seen["rounds with somebody unscored"] += bool(due)
        report.same(f"round {turn['number']}", "checksums that do not hold", due, broken)
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
    seed = str(event.settings.get("lot_seed") or event.id)
    for fault in reasons(ours.ranking, told.get("reasons", ()), seed, seen) if not report.findings and "reasons" in told else ():
        report.add(DIFFERENCE, "ranking", fault)
    ranks = [one.rank for one in ours.ranking]
    seen["shared ranks"] += len(ranks) - len(set(ranks))
    equal = [one.vp for one in ours.ranking]
    seen["equal VP"] += len(equal) - len(set(equal))
    seen["numbers compared"] += report.counts.get("numbers compared", 0)
    return [finding.line() for finding in report.findings]


def _unscored(event: Event, number: int, scored: set[int]) -> set[int]:
    """Who sat or rested in a closed round and has nothing: its sheet is not there, and nobody ruled on its table."""
    turn = event.round(number)
    assert turn is not None
    seating = seating_of(event, turn)
    sat = {who for _, one, other in seating.meets for who in (*one, *other)}
    return (sat | {who for who in turn.rests if gone(event, who, number) is None}) - scored


def _tables_of_a_match(event: Event) -> int:
    """At how many tables one that plays sits; two where nothing is said (RULES 2.1: a setting)."""
    return int(event.settings.get("match_tables", 2)) if event.kind == "teams" else 1
