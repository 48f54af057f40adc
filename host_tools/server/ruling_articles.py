"""By which article the arbiter rules, where he names none: proposed from the event's rules (RULES 5-6)."""

from collections.abc import Mapping
from typing import Any

from host_tools.engine.profile_rules import Rules
from tavolo.domain import kinds as k

_SCORE = "004 LOI 20, 32; 002 Art 36: arbiter's score"
_SCORE_FEBURIT = "000 par.8; 003; 002 Art 36: arbiter's score"
_AWARD = "004 LOI 34: another score may be given if necessary"
_PENALTY = "004 LOI 20-21: only what the Code knows"
_PENALTY_FEBURIT = "000 par.10; 003: only what the Code knows"
_ABSENT = {"temporary": "leaver_temporary", "unjustified": "leaver_unjustified"}


def proposed(rules: Rules, kind: str, data: Mapping[str, Any]) -> str:
    """The article for a ruling of that kind (engine/rulings.KINDS). Raises KeyError for another kind."""
    of_004 = rules.profile != k.FEBURIT
    if kind == "warning":
        return rules.article("warning_rule")
    if kind == "late":
        return rules.article("late_absent" if data["minutes"] >= rules.number("late_absent_from") else "late_steps")
    if kind == "absent":
        return rules.article(_ABSENT.get(data.get("mode") or "", "late_absent"))
    if kind == "award":
        return _AWARD if of_004 else rules.article("bye")
    score, penalty = (_SCORE, _PENALTY) if of_004 else (_SCORE_FEBURIT, _PENALTY_FEBURIT)
    return {"penalty": penalty, "adjust": score, "set": score}[kind]
