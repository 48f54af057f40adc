"""Why one stands above the next (RULES 6, Ranking): plain data first, then one line of it in plain words. Pure.

English is for the command line and the API, Italian for pages and prints.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from host_tools.engine.setting_words import CHOICES
from host_tools.engine.tie_breaks import DIRECT, LOT, Step

_MOST_NAMED = 8  # so many tied ones are named; of more, only how many they are

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "vp": "VP",
        "net_mp": "net MP",
        "own_mp": "own MP",
        "direct": "direct match",
        "mp_per_deal": "net MP per deal",
        "wins": "rounds won",
        "attendance": "rounds attended",
        "equal": "{name} equal ({value})",
        "missing": "direct match does not count: {one} and {other} did not meet",
        "decides": "{name} {above} against {below}",
        "among": "direct match among {tied}: {above} against {below}",
        "tied": "{count} tied",
        "league": "{vp} VP and {net} net MP",
        "lot": "lot (seed {seed}): drawn before the next",
        "shared": "nothing separates it from the next: the rank is shared",
        "apart": "left the event: listed without a rank",
    },
    "it": {
        "vp": "VP",
        **CHOICES["tie_breaks"],  # but for the lot, below
        "equal": "{name} pari ({value})",
        "missing": "lo scontro diretto non vale: {one} e {other} non si sono incontrati",
        "decides": "{name} {above} contro {below}",
        "among": "scontro diretto fra {tied}: {above} contro {below}",
        "tied": "{count} a pari merito",
        "league": "{vp} VP e {net} MP netti",
        "lot": "sorteggio (seme {seed}): estratto prima del seguente",
        "shared": "nulla li separa: posto a pari merito con il seguente",
        "apart": "ritirato: in elenco senza posto",
    },
}


def _plain(value: Any) -> Any:
    """A value as plain JSON; a fraction as [numerator, denominator]."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else [value.numerator, value.denominator]
    return value


def as_data(criterion: str, above: Any, below: Any, group: Sequence[int], tried: Sequence[Step], seed: str) -> dict[str, Any]:
    """`by`: what decided ("shared": nothing did), the two values, the group that it compared, what was tried before, the seed of
    the lot. A fraction is [numerator, denominator], the direct match [VP, net MP]."""
    steps = [
        {"by": step.criterion, "missing": list(step.missing)}
        if step.missing
        else {"by": step.criterion, "value": _plain(step.value)}
        for step in tried
    ]
    return {"by": criterion, "above": _plain(above), "below": _plain(below), "group": sorted(group), "tried": steps, "seed": seed}


def _fraction(value: Any) -> str:
    return f"{value[0]}/{value[1]}" if isinstance(value, list) else str(value)


def _shown(words: Mapping[str, str], criterion: str, value: Any) -> str:
    """A criterion's value as a person reads it; fractions stay exact."""
    if criterion == DIRECT:
        return words["league"].format(vp=_fraction(value[0]), net=_fraction(value[1]))
    return _fraction(value)


def _tried(words: Mapping[str, str], tried: Sequence[Mapping[str, Any]]) -> list[str]:
    """What did not separate them, once each, the newest word of each criterion."""
    said: dict[str, str] = {}
    for step in tried:
        by = step["by"]
        said.pop(by, None)
        if "missing" in step:
            said[by] = words["missing"].format(one=step["missing"][0], other=step["missing"][1])
        elif by != LOT:
            said[by] = words["equal"].format(name=words[by], value=_shown(words, by, step["value"]))
    return list(said.values())


def why_text(reason: Mapping[str, Any], language: str = "en") -> str:
    """The line for what `as_data` made, in "en" or "it": "VP equal (54); net MP 300 against 120". Empty for {} (the last one).

    Raises KeyError for an unknown language.
    """
    words = WORDS[language]
    if not reason:
        return ""
    by, group = reason["by"], reason.get("group", [])
    if by == LOT:
        decided = words["lot"].format(seed=reason["seed"])
    elif by in ("shared", "apart"):
        decided = words[by]
    else:
        above, below = _shown(words, by, reason["above"]), _shown(words, by, reason["below"])
        tied = ", ".join(map(str, group)) if len(group) <= _MOST_NAMED else words["tied"].format(count=len(group))
        decided = words["among" if by == DIRECT else "decides"].format(name=words[by], above=above, below=below, tied=tied)
    return "; ".join([*_tried(words, reason.get("tried", [])), decided])
