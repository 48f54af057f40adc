"""Rule profiles as data (RULES, "Which rule wins", and 4). Articles for each value: profile_articles.py, not on devices."""

NAMES = ("fibur", "fibur_2008", "feburit")

# Families of the last lap (RULES 3.2): up to the dealer; up to the player at the right; from a partner.
TO_DEALER = 0
TO_RIGHT = 1
FROM_PARTNER = 2

# semi-clean exists, both piles untaken are free, family; the turn limits are in turn_clock.py
_ROWS = ((True, True, TO_DEALER), (True, False, FROM_PARTNER), (False, False, TO_RIGHT))


def semi_clean(profile: int) -> bool:
    """Whether the semi-clean burraco exists (RULES 1.2)."""
    return _ROWS[profile][0]


def both_untaken_free(profile: int) -> bool:
    """Whether the -100 is waived when neither pair took a pile (RULES 1.2)."""
    return _ROWS[profile][1]


def time_out_family(profile: int) -> int:
    """Which column of RULES 3.2 applies."""
    return _ROWS[profile][2]
