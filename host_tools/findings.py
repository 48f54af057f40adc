"""What a finding of `deal.problems` says to people, in English: the fault, and what to count again (RULES 1.7)."""

from tavolo.domain import kinds as k

LINES = ("ns", "ew")
LEVELS = {k.HARD: "hard", k.WARN: "warn", k.OVERRIDDEN: "overridden"}
FIELD_NAMES = ("clean", "semi", "dirty", "closed", "pile", "negative", "positive", "arbiter")
_FIELD_TEXTS = (
    "clean burracos",
    "semi-clean burracos",
    "dirty burracos",
    "closing",
    "pile",
    "negative points",
    "positive points",
    "arbiter's points",
)
# {0} the line's name, {1} the field, {2} the bound
_TEXTS = {
    "not_a_value": "{0}: no such value for {1}: enter it again",
    "arbiter_too_high": "{0}: arbiter's points go from -{2} to {2}: enter them again",
    "total_does_not_fit": "{0}: a deal's total goes from -{2} to {2}, rulings included: look at all parts again",
    "not_multiple_of_5": "{0}: {1} must be a multiple of 5: recount the {1}",
    "positive_too_high": "{0}: at most {2} positive points are possible here: recount the positive points",
    "negative_too_high": "{0}: at most {2} negative points are possible here: recount the negative points",
    "sum_too_high": "all cards counted by both lines come to {2} points at most: recount positive and negative points of both",
    "too_many_burracos": "{0}: at most {2} burracos are possible: recount the burracos",
    "too_many_burracos_both": "both lines together can have {2} burracos at most: recount the burracos of both",
    "positive_too_low": "{0}: these burracos alone are worth {2} points or more: recount burracos and positive points",
    "both_close": "only one line can close: check who closed",
    "closing_without_burraco": "{0}: closing needs a burraco: recount the burracos, or ask the arbiter",
    "closing_without_pile": "{0}: closing needs the line's own pile: check the pile, or ask the arbiter",
    "pile_waived": "{0}: a pile is waived by the arbiter's ruling only: check the pile",
    "no_semi_clean": "{0}: this rule profile has no semi-clean burraco: count it as dirty",
    "difference_too_high": "the lines cannot be more than {2} points apart in one deal: look at all parts again",
    "no_cards_for_burracos": "too few cards are left for these burracos: recount the burracos, and the points of both",
    "few_cards": "{0}: positive and negative points together should be {2} or more: recount both",
    "closing_negative_low": "{0} closed, but the partner still holds a card: recount the negative points ({2} or more)",
    "closing_positive_low": "{0} closed with fewer points than {2} on the table: recount the positive points",
    "negative_low": "{0} did not close, so both players hold cards: recount the negative points ({2} or more)",
    "pile_positive_low": "{0} took its pile with fewer points than {2} on the table: recount the positive points",
    "pile_negative_low": "{0} did not play its pile, whose cards count: recount the negative points ({2} or more)",
    "unusual_total": "{0}: an unusual total (usual is up to {2}): look at all parts again",
    "unusual_total_low": "{0}: an unusual total (usual is {2} or more): look at all parts again",
    "total_out_of_range": "{0}: a deal's total can be {2} at most: look at all parts again",
    "total_out_of_range_low": "{0}: a deal's total cannot be below {2}: look at all parts again",
}


def text(finding: tuple[str, int, int, int, int]) -> str:
    """A finding (code, level, line, field, limit) as a sentence. Raises KeyError for a code this page does not know."""
    code, _, line, field, limit = finding
    if code in ("unusual_total", "total_out_of_range") and limit < 0:
        code += "_low"
    who = LINES[line].upper() if line >= 0 else ""
    return _TEXTS[code].format(who, _FIELD_TEXTS[field] if field >= 0 else "", limit)
