"""Who was away for a time and got nothing for a round that it missed: for the arbiter to judge. Pure: it only tells.

RULES 6, Withdrawal: a pair that leaves for a time gets 6 or 8 VP, "unless that gains it a place or prize". Who still has a seat
gets them by itself (scoring.py); who was not paired at all has no score in that round until the arbiter gives an award.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.engine.awards import Award, award, look_ups
from host_tools.engine.meetings import placed
from host_tools.engine.profile_rules import length_key, rules_of
from host_tools.engine.round_rulings import TEMPORARY, round_rulings
from host_tools.engine.state import DRAFT, EventState


@dataclass(frozen=True)
class Missed:
    """Competitor `number` had neither table nor rest in round `round`, and no score; `award`: what a leaver gets there."""

    number: int
    round: int
    award: Award


def missed(state: EventState) -> list[Missed]:
    """All rounds, of those that were published, that somebody missed who was away for a time: withdrawn with mode "temporary",
    or back again, or left out of that pairing alone. Not those for whom an award was given, nor who came to the event later.

    Raises SettingError for a setting that does not fit.
    """
    rules, found = rules_of(state), []
    for info in state.rounds:
        if info.state == DRAFT or info.back:  # of a round that came back from tables nobody knows who was left out
            continue
        rulings = round_rulings(state, info.number)
        away = {*info.absent, *(one for one, how in rulings.gone.items() if _for_a_time(state, one, how))} - placed(state, info)
        worth = award(rules, "leaver_temporary", length_key(state.kind, info.deals), info.bands, look_ups(state, rules, info))
        found += [Missed(number, info.number, worth) for number in sorted(away - rulings.awards.keys())]
    return found


def _for_a_time(state: EventState, number: int, how: Mapping[str, Any]) -> bool:
    """It left for a time: the act says so, or it had a good reason and came back."""
    mode = how.get("mode") or ""
    return mode == TEMPORARY or (mode == "justified" and how in state.competitors[number].absences)
