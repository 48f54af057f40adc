"""What RULES 5 says of a correction: may it be made, and what becomes of the pairings after it. Imports nothing of the engine.

The three books differ (section 8, 18): the current code and the one of 2008 go by phase, 000 and 003 by time. Each is a setting.
"""

from collections import Counter
from typing import Any

from host_tools.verify.event import CLOSED, DRAFT, Event
from tests.checker import late_entry

BOOK_2026, BOOK_2008, BOOK_000 = 0, 1, 2
BY_SCORES = ("danish", "modified", "manual")  # items 3 and 4: Mitchell, calendar, draw, entry order hang on no score
ARBITER = ("arbiter_score", "void_deal", "record_conflict")  # his own decisions, no correction of a delivered sheet


def _settings(event: Event) -> dict[str, Any]:
    usual: dict[str, Any] = {"sum_errors": "by_phase", "swapped_scores": "by_phase", "after_last_round": "told_in_time"}
    if event.profile == BOOK_2008:
        usual["after_last_round"] = "none"  # 19 (c)
    if event.profile == BOOK_000:
        usual = {"sum_errors": "until_pairing", "swapped_scores": "any_time", "after_last_round": "until_final"}
    usual |= {"misentries": "as_sum_errors", "forgotten_burracos": "never", "control_minutes": 15, "correction_law": "strict"}
    return {name: event.settings.get(name, value) for name, value in usual.items()}


def _over(event: Event) -> bool:
    """The last round is closed: its ranking is there."""
    played = [turn for turn in event.rounds if turn.state != DRAFT]
    return bool(played) and played[-1].state == CLOSED and played[-1].number >= sum(phase["rounds"] for phase in event.phases)


def allowed(event: Event, ask: dict[str, Any]) -> bool:
    """RULES 5, "Correctable after delivery", items 1 to 5."""
    book, what = _settings(event), ask["asked"]
    if what == "not_delivered":  # final on delivery, not before
        return True
    if event.final:
        return False
    if what in ARBITER:
        return True
    if what == "forgotten_burraco":  # no sum error (inf), unless the organiser says so
        if book["forgotten_burracos"] == "never":
            return False
        what = "sum_error"
    elif what == "misentry":
        if book["misentries"] == "never" or not ask["both_admit"]:
            return False
        what = "sum_error" if book["misentries"] == "as_sum_errors" else "swapped_scores"
    elif what == "swapped_scores" and not ask["both_admit"]:  # item 2
        return False
    paired = any(turn.number > ask["round"] for turn in event.rounds)
    if what == "sum_error" and book["sum_errors"] == "until_pairing" and (paired or _over(event)):  # item 1
        return False
    if what == "swapped_scores" and book["swapped_scores"] == "any_time":  # item 2, 000 and 003
        return True
    return not _over(event) or _at_the_end(book, ask)


def _at_the_end(book: dict[str, Any], ask: dict[str, Any]) -> bool:
    """Item 5: none; since 2012 where the arbiter was told in time and countersigns."""
    if book["after_last_round"] != "told_in_time":
        return bool(book["after_last_round"] == "until_final")
    late = book["control_minutes"] and ask["minutes"] is not None and ask["minutes"] > book["control_minutes"]
    return ask["told_in_time"] and ask["countersigned"] and not late


def asked(event: late_entry.Known, ask: dict[str, Any], verdict: dict[str, Any], seen: Counter[str]) -> list[str]:
    """What is wrong with an answer that was given when the event stood so: to a correction, or to a late entry."""
    return judged(event, ask, verdict, seen) if "asked" in ask else late_entry.judged(event, ask, verdict, seen)


def judged(event: Event, ask: dict[str, Any], verdict: dict[str, Any], seen: Counter[str]) -> list[str]:
    """What is wrong with the verdict that was given when the event stood so."""
    seen["verdicts"] += 1
    later = [turn for turn in event.rounds if turn.number > ask["round"] and turn.method in BY_SCORES]
    stay = [turn.number for turn in later if turn.state != DRAFT]  # items 4 and 6: the pairing that is out stays
    anew = [turn.id for turn in later if turn.state == DRAFT]
    due: dict[str, Any] = {"outcome": "allowed_without_pairing" if stay else "allowed", "rounds": stay, "drafts": anew}
    due["may_insist"] = False
    if not allowed(event, ask):
        advice = _settings(event)["correction_law"] == "advice" and not event.final
        due = {"outcome": "refused", "rounds": [], "drafts": [], "may_insist": advice}
    return [] if due == verdict else [f"correction {ask}: {verdict}, should be {due}"]
