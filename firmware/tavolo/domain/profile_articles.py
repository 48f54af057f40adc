"""What each rule profile says, value by value, with its article (RULES 1.2, 1.4, 3, 4, 6). Host only, never on devices.

The values that a device needs are in `profiles.py`; a test keeps the two equal. "(inf)" marks our reading, as in RULES.
"""

from tavolo.domain import kinds as k

# Per scheduled deals (0 = team match): (VP, net MP), None where the arbiter sets it.
_BYE_FIBUR = {2: (14, 305), 3: (14, 355), 4: (12, 305), 0: (12, 355)}
_ABSENT_FIBUR = {2: (6, -305), 3: (6, -355), 4: (8, -305), 0: (8, -355)}
_BYE_70 = {2: (14, 305), 3: (14, 355), 4: (14, 705), 0: (14, 805)}
_TURNS = ((3, 10), (10, 20), (255, 40))
# Minutes late from which a pair is penalised, and the match points that the pair present has then, in all.
_LATE_FIBUR = ((5, 100), (6, 150))

_FIBUR = {
    "semi_clean": (True, "002 Art 13, 18: a semi-clean burraco earns 150"),
    "both_untaken_free": (True, "002 Art 18: no -100 when neither pair took a pile"),
    "nine_card_combo": (150, "002 Art 13 and Definitions, 004 LOI 13: nine cards with a wild read as semi-clean (inf)"),
    "turn_limits": (_TURNS, "004 LOI 32 bis: 10 s below 4 cards, 20 s to 10, 40 s from 11; then 5 s more from the arbiter"),
    "time_out": ("to_dealer", "002 Art 15: the lap is completed and one more is played, the dealer is last"),
    "minutes": ({2: 25, 3: 35, 4: 45}, "F.I.Bur. Italian code art. 5; 1, 5 and 6 deals: the organiser sets them"),
    "bye": (_BYE_FIBUR, "004 LOI 34; 1, 5 and 6 deals: the arbiter sets it"),
    "late": (_LATE_FIBUR, "004 LOI 34: after 5 minutes 100 points to the pair present, after 10 the round is awarded"),
    "late_present": (_BYE_FIBUR, "004 LOI 34: 70 % (60 % at four deals) and equivalent MP; team by analogy (inf)"),
    "late_absent": (_ABSENT_FIBUR, "004 LOI 34: 6 VP (8 at four deals) and equivalent MP (inf)"),
    "delivered_by": ("winner", "004 LOI 18-19: the winning pair hands in the sheet"),
}

_FIBUR_2008 = dict(_FIBUR)
_FIBUR_2008.update(
    {
        "semi_clean": (True, "004 LOI 13, 17: a semi-clean burraco earns 150"),
        "both_untaken_free": (False, "004 LOI 17: no exception is written when neither pair took a pile"),
        "nine_card_combo": (150, "004 LOI 13: at least eight cards, so nine with a wild are semi-clean"),
        "time_out": ("from_partner", "004 LOI 15: the last lap starts from the partner of the player who has still to draw"),
        "minutes": ({2: 25, 3: 35, 4: 45}, "004 LOI 5, read as 2, 3 and 4 deals (RULES 8.2)"),
    }
)

_FEBURIT = {
    "semi_clean": (False, "000 par.4-5, 003: there is no semi-clean burraco"),
    "both_untaken_free": (False, "000, 003: -100 each, no exception is written"),
    "nine_card_combo": (100, "000 par.4-5, 003: clean or dirty only"),
    "turn_limits": ((), "000: none; 003: only a duty not to drag"),
    "time_out": ("to_right", "000 par.12, 003: the player on turn is done; last is the player at that player's right"),
    "minutes": ({2: 25, 3: 35, 4: 45}, "000 par.2 for three deals (35); the others after F.I.Bur. (inf)"),
    "bye": (_BYE_70, "000 par.14, 003: 70 % of the maximum at any length; net MP by the lowest difference of its band (inf)"),
    "late": (_LATE_FIBUR, "000, 003 are silent: 004 LOI 34 (inf)"),
    "late_present": (_BYE_70, "000, 003 are silent: as the bye (inf)"),
    "late_absent": ({2: (6, -305), 3: (6, -355), 4: (6, -705), 0: (6, -805)}, "000, 003 are silent: mirror of the bye (inf)"),
    "delivered_by": ("keeper", "000 par.13, 003: the pair that kept the sheet hands it in"),
}

ARTICLES = {k.FIBUR: _FIBUR, k.FIBUR_2008: _FIBUR_2008, k.FEBURIT: _FEBURIT}


def value(profile: int, name: str):
    """The value a profile gives to `name`. Raises KeyError for a name no profile has."""
    return ARTICLES[profile][name][0]


def article(profile: int, name: str) -> str:
    """Where the value stands, in a few words for the arbiter. Raises KeyError for a name no profile has."""
    return ARTICLES[profile][name][1]
