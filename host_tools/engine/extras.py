"""What is added in the ranking beside the rounds: penalties, and warnings that cost points (RULES 6, Warnings). Pure.

The opponents get nothing of it, and totals may fall below zero.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.engine.meetings import credits_of
from host_tools.engine.profile_rules import Rules, length_key, rules_of
from host_tools.engine.round_rulings import about
from host_tools.engine.state import EventState, Ruling

PILE_SEEN, LATENESS = "pile_seen", "late"
PENALTY, AGAIN, SECOND = "penalty", "pile_seen_again", "second_warning"
TEXTS = {
    "en": {PENALTY: "penalty", AGAIN: "the pile seen early again", SECOND: "a second warning"},
    "it": {PENALTY: "penalità", AGAIN: "pozzetto visto di nuovo", SECOND: "seconda ammonizione"},
}


@dataclass(frozen=True)
class Extra:
    """Signed `vp` and `mp` (net) that competitor `number` gets in the ranking, by the act of that number. `round`: None where
    the act names none. `code`: why, a word of TEXTS; `text`: the same in English, with the penalty's reason."""

    number: int
    vp: int
    mp: int
    text: str
    article: str
    act: int
    round: int | None = None
    code: str = ""


@dataclass(frozen=True)
class Warned:
    """One warning of one competitor. `offence`: "pile_seen", "late", or any other word."""

    number: int
    offence: str
    act: int
    round: int | None
    article: str


def worth(state: EventState, rules: Rules, round_number: int | None) -> tuple[int, int]:
    """VP and MP that a penalty of 1 VP takes off (as positive numbers), by the length of that round, else of the first phase."""
    info = state.round(round_number) if round_number is not None else None
    deals = info.deals if info else state.phases[0].deals if state.phases else 4
    what = rules.text("warning_worth")
    vp, mp = rules.number("warning_vp"), int(rules.value("warning_mp")[length_key(state.kind, deals)])
    return (0 if what == "mp" else vp), (0 if what == "vp" else mp)


def warnings(state: EventState, rules: Rules) -> list[Warned]:
    """All warnings in the order in which they were given; lateness is one by setting (RULES 6, Late pair), once a round."""
    newest = {key: ruling.act for ruling in state.rulings if ruling.kind == LATENESS for key in _late_keys(state, ruling)}
    found: list[Warned] = []
    for ruling in state.rulings:
        if ruling.kind == "warning":
            plain = (str(ruling.data["offence"]), ruling.act, ruling.data.get("round"), ruling.article)
            found += [Warned(number, *plain) for number in ruling.data["competitors"]]
        elif ruling.kind == LATENESS and _too_late(rules, ruling):
            article = ruling.article or rules.article("late_warning")
            mine = [key[-1] for key in _late_keys(state, ruling) if newest[key] == ruling.act]
            found += [Warned(number, LATENESS, ruling.act, ruling.data["round"], article) for number in mine]
    return found


def _late_keys(state: EventState, ruling: Ruling) -> list[tuple[int, int, int, int]]:
    """Round, table, unit, competitor: for each that was late its newest word counts."""
    data = ruling.data
    whom = about(ruling, credits_of(state, data["unit"]))
    return [(data["round"], data["table"], data["unit"], number) for number in whom]


def _too_late(rules: Rules, ruling: Ruling) -> bool:
    """From the first step on, or from where the round is awarded."""
    first = min([step[0] for step in rules.value("late_steps")] + [rules.number("late_absent_from")])
    return rules.flag("late_warning") and ruling.data["minutes"] >= first


def _costly(rules: Rules, mine: list[Warned]) -> Iterator[tuple[Warned, str]]:
    """Which of one competitor's warnings cost points, and why (a word of TEXTS). Two that cost together are used up; the pile
    seen early again costs each time, and uses up one that was open."""
    rule, unused, seen = rules.text("warning_rule"), 0, False
    for one in mine:
        again = seen and one.offence == PILE_SEEN
        seen = seen or one.offence == PILE_SEEN
        if rule == "none":
            continue
        if again:
            unused = max(0, unused - 1)
            yield one, AGAIN
        elif rule == "any_two":
            unused += 1
            if unused == 2:
                unused = 0
                yield one, SECOND


def extras(state: EventState) -> list[Extra]:
    """Penalties as they were given, and warnings that cost points by the profile, in order of act and number.

    Raises SettingError for a setting that does not fit.
    """
    rules, found = rules_of(state), []
    for ruling in state.rulings:
        if ruling.kind == "penalty":
            data = ruling.data
            text = TEXTS["en"][PENALTY] + (f": {ruling.why}" if ruling.why else "")
            plain = (data["vp"], data["mp"], text, ruling.article, ruling.act, data.get("round"), PENALTY)
            found += [Extra(number, *plain) for number in data["competitors"]]
    of_whom: dict[int, list[Warned]] = {}
    for one in warnings(state, rules):
        of_whom.setdefault(one.number, []).append(one)
    for number, mine in of_whom.items():
        for one, why in _costly(rules, mine):
            vp, mp = worth(state, rules, one.round)
            article = rules.article("warning_rule")
            found.append(Extra(number, -vp, -mp, TEXTS["en"][why], article, one.act, one.round, why))
    return sorted(found, key=lambda extra: (extra.act, extra.number))
