"""Time at the tables as plain data: who came late, whose turns took too long (RULES 3.3, 6). Decides nothing."""

from typing import Any

from host_tools.engine.profile_rules import Rules
from tavolo.domain import kinds as k

LINES = ("ns", "ew")


def late_view(sheet: Any, line: int, rules: Rules) -> dict[str, Any] | None:
    """A line that was not there at START: `from_ms` to `until_ms` (None: still missing), and what the event's rules say of so
    many minutes (`steps`: from which minute, match points in all of the pair present; `award_from`: from which minute the round
    is awarded). None: in time."""
    clock = sheet.clock
    if sheet.plan is None or not clock.started_ms:
        return None
    here = sheet.presence[line]
    if 0 <= here <= clock.started_ms:
        return None
    ended = sheet.time_out_at if here < 0 else here
    return {
        "from_ms": clock.started_ms,
        "until_ms": ended if ended >= 0 else None,
        "here": here >= 0,
        "steps": [list(step) for step in rules.value("late_steps")],
        "award_from": rules.number("late_absent_from"),
        "article": rules.article("late_steps"),
    }


def turns_view(sheet: Any) -> dict[str, Any]:
    """Per line: turns that ran out, seconds over in all, the arbiter's graces, imposed discards; of the newest events."""
    view = {name: {"over": 0, "seconds": 0, "graces": 0, "discards": 0} for name in LINES}
    for what, line, seconds, _ in sheet.turn_events:
        if line > 1:
            continue
        mine = view[LINES[line]]
        if what == k.TURN_OVER:
            mine["over"] += 1
            mine["seconds"] += seconds
        elif what == k.TURN_GRACE:
            mine["graces"] += 1
        elif what == k.TURN_DISCARD:
            mine["discards"] += 1
    return view
