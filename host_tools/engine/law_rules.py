"""The correction law's settings (RULES 5, "Correctable after delivery"): usual value of each profile, with its article. Pure.

"(inf)" marks our reading, as in RULES. Who hands the sheet in (RULES 8, 8) changes no verdict: `delivered_by` in
tavolo.domain.profile_articles. What a warning is worth (RULES 8, 17) belongs to the ranking.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.engine.acts import ActError
from host_tools.engine.state import EventState
from tavolo.domain import kinds as k

CONTROL_MOST = 1440  # minutes

# name -> the values that it may have; the numbers of minutes are checked apart
CHOICES: dict[str, tuple[str, ...]] = {
    "correction_law": ("strict", "advice"),
    "sum_errors": ("until_pairing", "by_phase"),
    "swapped_scores": ("any_time", "by_phase"),
    "misentries": ("as_sum_errors", "as_swapped", "never"),
    "forgotten_burracos": ("never", "as_sum_errors"),
    "after_last_round": ("none", "told_in_time", "until_final"),
}

_OURS = "no rule book: ours"
_STRICT = ("strict", _OURS)
_CONTROL = (15, "2012 update of art. 19: time to check the ranking must be left [P11]; how long is not said: ours")
_MISENTRY = ("as_sum_errors", "no rule book knows a device that adds: as a sum error, when both lines admit it (inf)")
_NO_BURRACO = ("never", "000 par.13; 003; 004 LOI 19: a forgotten burraco is not a sum error (inf)")

_FIBUR: dict[str, tuple[Any, str]] = {
    "correction_law": _STRICT,
    "sum_errors": ("by_phase", "004 LOI 19 (a)-(c), against its own first sentence (RULES 8, 18)"),
    "swapped_scores": ("by_phase", "004 LOI 19: both lines admit it; no time is given, so (a)-(c) (inf)"),
    "misentries": _MISENTRY,
    "forgotten_burracos": _NO_BURRACO,
    "after_last_round": ("told_in_time", "2012 update of art. 19: told in time, countersigned [P11]"),
    "control_minutes": _CONTROL,
}
_FIBUR_2008 = _FIBUR | {"after_last_round": ("none", "004 LOI 19 (c): none after the last round")}
_FEBURIT = _FIBUR | {
    "sum_errors": ("until_pairing", "000 par.13; 003: only before the ranking and the next pairing are made"),
    "swapped_scores": ("any_time", "000 par.13; 003: both lines admit it, even after ranking and pairing"),
    "after_last_round": ("until_final", "000, 003 are silent: until the ranking is final (inf)"),
}
ARTICLES: Mapping[int, Mapping[str, tuple[Any, str]]] = {k.FIBUR: _FIBUR, k.FIBUR_2008: _FIBUR_2008, k.FEBURIT: _FEBURIT}


@dataclass(frozen=True)
class LawRules:
    """How corrections are judged in this event. `control_minutes`: after the last round's end; 0: until the ranking is final."""

    correction_law: str
    sum_errors: str
    swapped_scores: str
    misentries: str
    forgotten_burracos: str
    after_last_round: str
    control_minutes: int
    profile: int

    def of_004(self) -> bool:
        """True where the articles of 004 are the law, False for 000 and 003."""
        return self.profile != k.FEBURIT


def check(name: str, value: Any) -> None:
    """Raise ActError when `value` cannot be the setting `name` of the correction law."""
    if name == "control_minutes":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= CONTROL_MOST:
            raise ActError(f"control_minutes: {value!r}; minutes from 0 to {CONTROL_MOST}")
    elif name not in CHOICES:
        raise ActError(f"the correction law has no setting {name}")
    elif value not in CHOICES[name]:
        raise ActError(f"{name}: {value!r}; one of {', '.join(CHOICES[name])}")


def law_rules(state: EventState) -> LawRules:
    """The event's own settings over the usual ones of its profile. Raises ActError for a value that cannot be."""
    usual = ARTICLES.get(state.profile)
    if usual is None:
        raise ActError(f"no rule set has the number {state.profile}")
    values = {name: state.settings.get(name, pair[0]) for name, pair in usual.items()}
    for name, value in values.items():
        check(name, value)
    return LawRules(**values, profile=state.profile)


def article(state: EventState, name: str) -> str:
    """Where the usual value of `name` stands. Raises KeyError for a name that is no setting of the law."""
    return ARTICLES[state.profile][name][1]
