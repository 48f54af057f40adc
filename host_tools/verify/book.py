"""The rules' numbers by profile, typed a second time from RULES 2.1, 5 and 6, under the organiser's own settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.verify.report import Damaged
from host_tools.verify.scale import Bands, worth

FIBUR, FIBUR_2008, FEBURIT = 0, 1, 2

_BYE = {"2": (14, 305), "3": (14, 355), "4": (12, 305), "team": (12, 355)}  # 004 LOI 34
_ABSENT = {"2": (6, -305), "3": (6, -355), "4": (8, -305), "team": (8, -355)}
_ABSENT_70 = {"2": (6, -305), "3": (6, -355), "4": (6, -705), "team": (6, -805)}
_ZERO = dict.fromkeys(("1", "2", "3", "4", "5", "6", "team"), (0, 0))
_SHARE_OF_MAXIMUM = ("bye", "late_present")  # in FE.BUR.IT.: 70 % at any length [000 par.14, 003]
_LOSERS = ("late_absent", "leaver_temporary")

_USUAL: dict[str, Any] = {
    "bye": _BYE,
    "bye_vp": None,
    "bye_mp": None,
    "late_steps": ((5, 100), (6, 150)),
    "late_absent_from": 11,
    "late_warning": True,
    "late_present": _BYE,
    "late_absent": _ABSENT,
    "withdrawal_present": "better",
    "leaver_temporary": _ABSENT,
    "leaver_unjustified": _ZERO,
    "both_left": _ZERO,
    "withdrawn_ranked": "ranked",
    "warning_rule": "any_two",
    "warning_worth": "both",
    "warning_vp": 1,
    "warning_mp": {"1": 40, "2": 80, "3": 100, "4": 200, "5": 250, "6": 300, "team": 200},
    "tie_breaks": ("net_mp", "direct", "lot"),
    "tie_restart": False,
    "shared_ranks": True,
    "lot_seed": "",
    "win_by": "vp",
    "wins_with_byes": False,
    "match_adding": "differences",
    "match_tables": 2,
}
_FEBURIT = {
    "withdrawal_present": "bye",
    "warning_rule": "pile_seen_again",
    "warning_worth": "vp",
    "late_absent": _ABSENT_70,
    "leaver_temporary": _ABSENT_70,
}
_BY_LENGTH = {name for name, value in _USUAL.items() if isinstance(value, Mapping)}


class Book:
    """What counts in one event. Raises Damaged for a setting of a wrong shape when it is asked for."""

    def __init__(self, profile: int, own: Mapping[str, Any], kind: str) -> None:
        if profile not in (FIBUR, FIBUR_2008, FEBURIT):
            raise Damaged("settings", f"there is no profile {profile}")
        self.profile, self.own, self.kind = profile, own, kind

    def __getitem__(self, name: str) -> Any:
        usual = _FEBURIT.get(name, _USUAL[name]) if self.profile == FEBURIT else _USUAL[name]
        own = self.own.get(name)
        if own is None:
            return usual
        if name in _BY_LENGTH:
            if not isinstance(own, dict):
                raise Damaged("settings", f"{name} is no object")
            return {**usual, **own}
        wanted = type(usual) if usual is not None else int
        fits = isinstance(own, list) if wanted is tuple else isinstance(own, wanted)
        if not fits:
            raise Damaged("settings", f"{name} is {own!r:.40}")
        return own

    def length(self, deals: int) -> str:
        """Under which key an award of a round of so many deals stands."""
        return "team" if self.kind == "teams" else str(deals)

    def award(self, name: str, deals: int, bands: Bands, tables: int) -> tuple[int, int]:
        """(VP, net MP) that is given without play. Where no book names a value (1, 5, 6 deals): 70 % of the scale's maximum up to
        three deals and in FE.BUR.IT., else 60 %, with the lowest difference that earns it; losers get the rest of the table.
        `tables`: a match's victory points are those of so many tables, and the book's value is one table's; an own one is not."""
        vp, mp = self._plain(name, self.length(deals), bands)
        if (self.own.get(name) or {}).get(self.length(deals)) is None:
            vp, mp = vp * tables, mp * tables
        if name == "bye":
            vp = vp if self["bye_vp"] is None else self["bye_vp"]
            mp = mp if self["bye_mp"] is None else self["bye_mp"]
        return vp, mp

    def _plain(self, name: str, key: str, bands: Bands) -> tuple[int, int]:
        own = (self.own.get(name) or {}).get(key)
        shared = self.profile == FEBURIT and name in _SHARE_OF_MAXIMUM
        found = own if own is not None else None if shared else self[name].get(key)
        if found is not None:
            return _pair(found, name)
        most = bands[-1][1]
        vp = most * (7 if shared or key in ("1", "2", "3") else 6) // 10
        mp = worth(bands, vp) or 0
        return (most - vp, -mp) if name in _LOSERS else (vp, mp)


def _pair(value: Sequence[Any], name: str) -> tuple[int, int]:
    if len(value) != 2 or not all(isinstance(number, int) for number in value):
        raise Damaged("settings", f"{name} holds {value!r:.40}, not victory points and match points")
    return int(value[0]), int(value[1])
