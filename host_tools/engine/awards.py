"""What is given without play: to those who rest, who waited for others, who came late or left.

RULES 6, Bye, Late pair, Withdrawal. Pure. The numbers are settings (profile_rules.py); here they are found for a round's length
and scale.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from host_tools.engine.profile_rules import Rules
from host_tools.engine.state import TEAMS, EventState, RoundState
from tavolo.domain import kinds as k
from tavolo.domain import victory

Bands = Sequence[tuple[int, int, int]]

_MIRRORED = ("late_absent", "leaver_temporary")  # where no rule names a value, they get what the bye leaves of the table


@dataclass(frozen=True)
class Award:
    """`vp` victory points and `mp_net` match points as a net difference; `official` is False where no rule names them."""

    vp: int
    mp_net: int
    official: bool = True
    article: str = field(default="", compare=False)


def equivalent_mp(bands: Bands, winner_vp: int) -> int:
    """Lowest difference, a multiple of 5, that earns `winner_vp` on the scale `bands` (RULES 2.1, MP equivalent of n VP).

    Raises ValueError when the scale has no such band.
    """
    low = 0
    for max_diff, winner, _ in bands:
        if winner == winner_vp:
            return low
        low = max_diff // 5 * 5 + 5
    raise ValueError(f"the scale has no band of {winner_vp} victory points")


def _percent(bands: Bands, percent: int) -> tuple[int, int | None]:
    """That part of the scale's maximum, and the match points that it stands for; None where the scale has no such band."""
    vp = victory.vp(tuple(bands), victory.OPEN_END)[0] * percent // 100
    try:
        return vp, equivalent_mp(bands, vp)
    except ValueError:
        return vp, None


def adds_vp(state: EventState, rules: Rules) -> bool:
    """Whether a match of teams has the sum of its tables' victory points (`match_adding`), each table looked up by itself."""
    return state.kind == TEAMS and rules.text("match_adding") == "vp"


def look_ups(state: EventState, rules: Rules, info: RoundState | None) -> int:
    """How many times a match of the round is looked up: once for each of its tables where their victory points are added, else
    once. `info`: None: of a round that is not made yet."""
    if not adds_vp(state, rules):
        return 1
    usual = rules.number("match_tables")
    if info is None or info.back or not info.matches:  # of a round that came back some tables may be missing
        return usual
    return max(Counter(info.matches.values()).values())


def award(rules: Rules, name: str, key: str, bands: Bands, tables: int = 1) -> Award:
    """The award `name` (a setting of kind "awards") for a round of length `key` ("1" to "6", "team") on the scale `bands`.
    `tables`: so many look-ups has a match (look_ups): the book's value, which is that of one, is given for each (inf). The
    organiser's own value is a whole match's.

    The organiser's own value counts first, then the profile's. FE.BUR.IT. says 70 % of the maximum at every length, so that one
    is reckoned from the scale. Where a book gives no value (1, 5, 6 deals) one is proposed and not official: the arbiter sets it.
    """
    found = _usual(rules, name, key, bands, tables)
    vp = rules.value("bye_vp") if name == "bye" else None
    mp = rules.value("bye_mp") if name == "bye" else None
    if vp is None and mp is None:
        return found
    own = rules.article("bye_vp" if vp is not None else "bye_mp")
    return Award(found.vp if vp is None else vp, found.mp_net if mp is None else mp, False, own)


def _usual(rules: Rules, name: str, key: str, bands: Bands, tables: int) -> Award:
    own = (rules.own.get(name) or {}).get(key)
    if own is not None:
        return Award(own[0], own[1], False, rules.article(name))
    found = _of_one(rules, name, key, bands)
    if tables == 1 or (found.vp, found.mp_net) == (0, 0):
        return found
    return Award(found.vp * tables, found.mp_net * tables, False, f"{found.article}; for each table of a match (inf)")


def _of_one(rules: Rules, name: str, key: str, bands: Bands) -> Award:
    value = rules.value(name).get(key)
    percent_rule = rules.profile == k.FEBURIT and name in ("bye", "late_present")
    if value is not None and not percent_rule:
        return Award(value[0], value[1], rules.official(name), rules.article(name))
    vp, mp = _percent(bands, 70 if percent_rule or key in "123" else 60)
    official = percent_rule and mp is not None and rules.official(name)
    article = rules.article(name)
    if name in _MIRRORED:
        vp, mp = victory.vp(tuple(bands), victory.OPEN_END)[0] - vp, None if mp is None else -mp
    return Award(vp, mp or 0, official, article if official else f"no value in the book for this length: proposed ({article})")
