"""The list of settings with usual values and articles, profile by profile (RULES 2, 5, 6). Data only; kinds: setting_kinds.py.

Values that tables know too come from tavolo.domain.profile_articles, so that they stand in one place.
"""

from typing import Any

from host_tools.engine import law_rules
from host_tools.engine.setting_kinds import LENGTHS, Setting
from tavolo.domain import kinds as k
from tavolo.domain import profile_articles

TIE_BREAKS = ("net_mp", "own_mp", "direct", "mp_per_deal", "wins", "attendance", "lot")

_PROFILES = (k.FIBUR, k.FIBUR_2008, k.FEBURIT)
_BOOK, _OURS = (True, True, True), (False, False, False)
_SILENT = "no rule book says; organiser's choice (RULES 6)"
_NOTHING = {key: [0, 0] for key in LENGTHS}


def _same(value: Any) -> tuple[Any, Any, Any]:
    return value, value, value


def _from_book(name: str) -> tuple[Any, Any, Any]:
    """An award by length, as tavolo.domain has it, profile by profile."""
    rows = [profile_articles.value(profile, name) for profile in _PROFILES]
    first, second, third = ({"team" if key == 0 else str(key): list(pair) for key, pair in row.items()} for row in rows)
    return first, second, third


def _steps() -> tuple[Any, Any, Any]:
    first, second, third = ([list(step) for step in profile_articles.value(profile, "late")] for profile in _PROFILES)
    return first, second, third


def _book_article(name: str) -> tuple[str, str, str]:
    first, second, third = (str(profile_articles.article(profile, name)) for profile in _PROFILES)
    return first, second, third


def _two(fibur: str, feburit: str) -> tuple[str, str, str]:
    return fibur, fibur, feburit


_BYES = (
    Setting("bye", "awards", "what a rest is worth", _from_book("bye"), _book_article("bye"), _BOOK),
    Setting("bye_vp", "number", "VP of a rest at any length", _same(None), _same("bye counts"), _BOOK, low=0, high=255),
    Setting("bye_mp", "number", "net MP of a rest at any length", _same(None), _same("bye counts"), _BOOK, low=0, high=12800),
    Setting(
        "bye_again",
        "flag",
        "may one rest twice in a session while others have not rested",
        _same(False),
        _same("000 par.14, 003, 004 LOI 34: never twice in a session"),
        _BOOK,
    ),
)
_LATE = (
    Setting(
        "late_steps",
        "steps",
        "from which minute after the start those present get how many match points in all; counted before the look-up (inf)",
        _steps(),
        _two("004 LOI 34: 100 after 5 minutes, 50 more from 5 to 10", "000, 003 are silent: 004 LOI 34 (inf)"),
        (True, True, False),
    ),
    Setting(
        "late_absent_from",
        "number",
        "from which minute after the start the round is awarded",
        _same(11),
        _two("004 LOI 34: after 10 minutes", "000, 003 are silent: 004 LOI 34 (inf)"),
        (True, True, False),
        low=0,
        high=600,
    ),
    Setting(
        "late_warning",
        "flag",
        "is lateness a warning, too",
        _same(True),
        _two("004 LOI 34: admonition, taken as a warning (inf)", "000, 003 are silent: 004 LOI 34 (inf)"),
        (True, True, False),
    ),
    Setting(
        "late_present",
        "awards",
        "those present, when the others did not come in time",
        _from_book("late_present"),
        _book_article("late_present"),
        (True, True, False),
    ),
    Setting(
        "late_absent",
        "awards",
        "those who did not come in time",
        _from_book("late_absent"),
        _book_article("late_absent"),
        (True, True, False),
    ),
)
_LEAVING = (
    Setting(
        "withdrawal_present",
        "choice",
        "those present, when the others left: the bye's score, or their own if better",
        ("better", "better", "bye"),
        _two("004 LOI 33: the bye's score, or its own if better", "000 par.14, 003: the pair left alone gets the bye's score"),
        _BOOK,
        ("better", "bye"),
    ),
    Setting(
        "leaver_temporary",
        "awards",
        "those who leave for a time, or with a good reason (inf)",
        _from_book("late_absent"),
        _two("004 LOI 33: 6 VP, 8 at four deals; equivalent MP by analogy (inf)", "000, 003 are silent: 004 LOI 33 (inf)"),
        (True, True, False),
    ),
    Setting(
        "leaver_unjustified",
        "awards",
        "those who leave without a good reason",
        _same(_NOTHING),
        _two("004 LOI 33: loses without points", "000 par.14, 003: misconduct is reported; no points (inf)"),
        (True, True, False),
    ),
    Setting(
        "both_left",
        "awards",
        "each of two that both left",
        _same(_NOTHING),
        _two("004 LOI 33: both leave: 0", "000, 003 are silent: 004 LOI 33 (inf)"),
        (True, True, False),
    ),
    Setting(
        "withdrawn_ranked",
        "choice",
        "those who left for good: ranked with all, or listed after them without a rank",
        _same("ranked"),
        _same("004 LOI 33: earlier results stand; whether they are ranked is not said (inf)"),
        _OURS,
        ("ranked", "apart"),
    ),
    Setting(
        "late_entry",
        "choice",
        "entries after they were closed: as the profile's book says, never, or always",
        _same("book"),
        _two("004 LOI 34: the organiser may refuse", "000 par.14, 003: only to complete a table in round 1"),
        _BOOK,
        ("book", "refuse", "allow"),
    ),
)
_WARNINGS = (
    Setting(
        "warning_rule",
        "choice",
        "which warnings cost points",
        ("any_two", "any_two", "pile_seen_again"),
        _two("004 LOI 20-21: any two, or the pile seen early again", "000 par.10, 003: only the pile seen early again"),
        _BOOK,
        ("any_two", "pile_seen_again", "none"),
    ),
    Setting(
        "warning_worth",
        "choice",
        "what is taken off: victory points and match points, or one of them",
        ("both", "both", "vp"),
        _two("004 LOI 20-21: 1 VP and the equivalent MP (RULES 8.17)", "000 par.10, 003: 1 VP or the equivalent MP"),
        _BOOK,
        ("both", "vp", "mp"),
    ),
    Setting(
        "warning_vp",
        "number",
        "victory points that are taken off",
        _same(1),
        _two("004 LOI 20-21", "000 par.10, 003"),
        _BOOK,
        low=0,
        high=40,
    ),
    Setting(
        "warning_mp",
        "lengths",
        "match points that are taken off, by the length of the round",
        _same({"1": 40, "2": 80, "3": 100, "4": 200, "5": 250, "6": 300, "team": 200}),
        _same("not given in any book; the width of the 11-9 band (inf, RULES 6, Warnings)"),
        _OURS,
        low=0,
        high=12800,
    ),
)
_RANKING = (
    Setting(
        "tie_breaks",
        "order",
        "what decides between equal victory points, first to last",
        _same(["net_mp", "direct", "lot"]),
        _same(_SILENT),
        _OURS,
        TIE_BREAKS,
    ),
    Setting(
        "tie_restart", "flag", "after a split, begin the list anew for those still equal", _same(False), _same(_SILENT), _OURS
    ),
    Setting("shared_ranks", "flag", "may equals share a rank; if not, the lot decides", _same(True), _same(_SILENT), _OURS),
    Setting("lot_seed", "text", "seed of the lot; empty: the event's id", _same(""), _same(_SILENT), _OURS),
    Setting("win_by", "choice", "a round is won by more of what", _same("vp"), _same(_SILENT), _OURS, ("vp", "mp")),
    Setting("wins_with_byes", "flag", "does a round won without play count as a win", _same(False), _same(_SILENT), _OURS),
)
_PAIRING = (
    Setting(
        "rematch",
        "choice",
        "modified Danish: no repeat of the previous round's match, or of any earlier one",
        _same("previous"),
        _two("004 LOI 2b: the previous round", "000, 003 know the pure Danish: 004 LOI 2b (inf)"),
        (True, True, False),
        ("none", "previous", "all"),
    ),
    Setting(
        "last_round_exempt",
        "flag",
        "modified Danish: repeats are free in the last round",
        _same(True),
        _two("004 LOI 2b: except in the last round", "000, 003 know the pure Danish: 004 LOI 2b (inf)"),
        (True, True, False),
    ),
)
_LAW_HELP = {
    "correction_law": "a correction that the book refuses: refused, or the arbiter may go on with a reason",
    "sum_errors": "until when a sum error is corrected",
    "swapped_scores": "until when swapped scores are corrected",
    "misentries": "a figure typed wrongly at the table counts as what",
    "forgotten_burracos": "a burraco that nobody entered",
    "after_last_round": "corrections after the last round",
    "control_minutes": "minutes for checking the last ranking; 0: until it is made final",
}
_TEAMS = (
    Setting("match_tables", "number", "tables of a match", _same(2), _same("not settled (RULES 2.1)"), _OURS, low=1, high=20),
    Setting(
        "match_adding",
        "choice",
        "a team match: its tables' differences added and looked up once, or its tables' victory points added; a rest, lateness "
        "and leaving are then worth as much for each table",
        _same("differences"),
        _same("not settled; the differences are added (inf, RULES 2.1)"),
        _OURS,
        ("differences", "vp"),
    ),
)


def _law(name: str) -> Setting:
    """A setting of the correction law, from where the law has it."""
    first, second, third = (law_rules.ARTICLES[profile][name] for profile in _PROFILES)
    usual, article = (first[0], second[0], third[0]), (first[1], second[1], third[1])
    official = ("ours" not in first[1], "ours" not in second[1], "ours" not in third[1])
    if name in law_rules.CHOICES:
        return Setting(name, "choice", _LAW_HELP[name], usual, article, official, law_rules.CHOICES[name])
    return Setting(name, "number", _LAW_HELP[name], usual, article, official, low=0, high=law_rules.CONTROL_MOST)


_LAW = tuple(_law(name) for name in law_rules.ARTICLES[k.FIBUR])
SETTINGS: dict[str, Setting] = {
    setting.name: setting for part in (_BYES, _LATE, _LEAVING, _WARNINGS, _RANKING, _LAW, _PAIRING, _TEAMS) for setting in part
}
