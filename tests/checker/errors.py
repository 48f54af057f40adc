"""What is found wrong in delivered sheets: the correction law is asked, and what it allows is done (RULES 5)."""

from dataclasses import replace
from typing import Any

from host_tools.engine.acts import Draft
from host_tools.engine.late_entry import late_entry
from host_tools.engine.law import ASKED, REFUSED, Ask, carried_out, insist, judge
from host_tools.engine.law_rules import law_rules
from host_tools.engine.state import DRAFT, SCORE_FREE
from tests.checker.play import Play

KINDS = ("sum_error", "sum_error", "swapped_scores", "swapped_scores", *ASKED)


def corrected(play: Play, often: float = 1.0) -> None:
    """One result of the newest round played (sometimes of an older one) is wrong, and the law is asked what may be done."""
    played = [info for info in play.state.rounds if info.state != DRAFT and play.results.get(info.number)]
    if not played or not play.maybe(often):
        return
    chance, info = play.chance, played[-1] if play.maybe(0.7) else play.chance.choice(played)
    rows = play.results[info.number]
    at = chance.randrange(len(rows))
    both, told_in_time, signed = (play.maybe(0.8) for _ in range(3))
    minutes = chance.choice((None, None, 3, 14, 15, 16, 40))
    ask = Ask(chance.choice(KINDS), info.number, rows[at].table, both, told_in_time, signed, minutes)
    rules = law_rules(play.state)
    verdict = judge(play.state, ask, rules)
    told: dict[str, Any] = {"outcome": verdict.outcome, "rounds": list(verdict.rounds), "drafts": list(verdict.drafts)}
    play.asked.append([len(play.acts), dict(vars(ask)), told | {"may_insist": verdict.may_insist}])
    play.features[f"law {ask.asked}: {verdict.outcome}"] += 1
    play.features[f"law {verdict.code}"] += 1
    if verdict.outcome == REFUSED:
        if not verdict.may_insist or play.maybe(0.5):
            return
        verdict = insist(play.state, ask, rules, "decided all the same")
        play.features["correction against the law"] += 1
    old = rows[at]
    if play.papers is None and ask.asked == "swapped_scores":
        rows[at] = replace(old, mp_ns=old.mp_ew, mp_ew=old.mp_ns, vp_ns=old.vp_ew, vp_ew=old.vp_ns)
    else:
        rows[at] = play.corrected_of(info, old.table)
    play.noted(info.number, rows[at])
    data = {"round": info.number, "table": old.table, "error": ask.asked}
    for draft in carried_out(play.state, verdict, Draft("sheet.correct", data, "wrong")):
        play.act(draft.kind, draft.data, draft.why, draft.article)
    play.features["correction, " + ("free" if info.method in SCORE_FREE else "by ranking")] += 1


def late_entry_asked(play: Play) -> None:
    """Somebody comes late: may he be entered now, and from which round does he play (RULES 6, Late entry)?"""
    last = play.state.current()
    ask = {"now": last.number if last else 0, "count": play.chance.choice((1, 1, 1, 2, 3))}
    verdict = late_entry(play.state, ask["now"], ask["count"])
    play.asked.append([len(play.acts), ask, {"verdict": verdict.verdict, "first": verdict.first_round}])
    play.features[f"late entry {verdict.code}"] += 1


def come_late(play: Play) -> None:
    """Sheets that were missing when their round was closed come in."""
    for info in play.state.rounds:
        there = {row.table for row in play.results.get(info.number, [])}
        for table in info.seats:
            if table not in there and play.maybe(0.5):
                row = play.result_of(info, table)
                play.results[info.number].append(row)
                play.noted(info.number, row)
                play.act("sheet.enter", {"round": info.number, "table": table}, "found")
                play.features["sheets that came late"] += 1
