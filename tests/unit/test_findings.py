"""Every code of the deal checks has its words, English and Italian, with line, field and figure."""

import pytest

from host_tools import findings
from tavolo.domain import deal
from tavolo.domain import kinds as k

FINE = [1, 0, 0, 1, k.PILE_PLAYED, 20, 400, 0]
OTHER = [0, 0, 0, 0, k.PILE_PLAYED, 30, 200, 0]


def _changed(entry: list[int], **fields: int) -> list[int]:
    new = list(entry)
    for name, value in fields.items():
        new[findings.FIELD_NAMES.index(name)] = value
    return new


# code -> both entries, profile, and what the sentences name: Italian line, figure
CASES = {
    "not_a_value": (_changed(FINE, negative=40000), OTHER, k.FIBUR, "Nord-Sud", 40000),
    "arbiter_too_high": (_changed(FINE, arbiter=3005), OTHER, k.FIBUR, "Nord-Sud", 3005),
    "total_does_not_fit": (_changed(FINE, clean=12, positive=890, arbiter=3000), OTHER, k.FIBUR, "Nord-Sud", 6370),
    "not_multiple_of_5": (_changed(FINE, positive=347), OTHER, k.FIBUR, "Nord-Sud", 347),
    "positive_too_high": (FINE, _changed(OTHER, positive=895), k.FIBUR, "Est-Ovest", 895),
    "negative_too_high": (FINE, _changed(OTHER, negative=905), k.FIBUR, "Est-Ovest", 905),
    "sum_too_high": (FINE, _changed(OTHER, positive=700), k.FIBUR, "due linee", 1150),
    "too_many_burracos": (_changed(FINE, clean=9, dirty=2), OTHER, k.FIBUR, "Nord-Sud", 11),
    "too_many_burracos_both": (_changed(FINE, clean=9), _changed(OTHER, clean=6), k.FIBUR, "due linee", 15),
    "positive_too_low": (_changed(FINE, clean=3, positive=90), OTHER, k.FIBUR, "Nord-Sud", 90),
    "both_close": (FINE, FINE, k.FIBUR, "una linea sola", None),
    "closing_without_burraco": (_changed(FINE, clean=0), OTHER, k.FIBUR, "Nord-Sud", None),
    "closing_without_pile": (_changed(FINE, pile=k.PILE_NOT_TAKEN), OTHER, k.FIBUR, "Nord-Sud", None),
    "pile_waived": (FINE, _changed(OTHER, pile=k.PILE_WAIVED), k.FIBUR, "Est-Ovest", None),
    "no_semi_clean": (_changed(FINE, semi=1), OTHER, k.FEBURIT, "Nord-Sud", 1),
    "difference_too_high": (_changed(FINE, clean=10, positive=890), _changed(OTHER, negative=800), k.FIBUR, "linee", None),
    "total_out_of_range": (_changed(FINE, clean=12, positive=890), OTHER, k.FIBUR, "Nord-Sud", 3370),
    "few_cards": (FINE, _changed(OTHER, positive=60), k.FIBUR, "Est-Ovest", 90),
    "closing_negative_low": (_changed(FINE, negative=0), OTHER, k.FIBUR, "Nord-Sud", 0),
    "closing_positive_low": (_changed(FINE, positive=100), OTHER, k.FIBUR, "Nord-Sud", 100),
    "negative_low": (FINE, _changed(OTHER, negative=5), k.FIBUR, "Est-Ovest", 5),
    "pile_positive_low": (FINE, _changed(OTHER, positive=50), k.FIBUR, "Est-Ovest", 50),
    "pile_negative_low": (FINE, _changed(OTHER, pile=k.PILE_TAKEN, negative=50), k.FIBUR, "Est-Ovest", 50),
    "unusual_total": (_changed(FINE, clean=6, positive=800), OTHER, k.FIBUR, "Nord-Sud", 2080),
}
PARTLY = {"no_cards_for_burracos"}  # an entry that is whole says sum_too_high, or positive_too_low


def _listed() -> set[str]:
    """The codes that the checks' page lists."""
    page = (deal.__doc__ or "").split("\n\n")[1]
    return {word for row in page.split("\n") for word in row.split() if "_" in word}


def test_every_code_has_a_case() -> None:
    assert _listed() == CASES.keys() | PARTLY


@pytest.mark.parametrize("code", sorted(CASES))
def test_a_finding_is_told_with_line_and_figure(code: str) -> None:
    ns, ew, profile, line, figure = CASES[code]
    found = next(one for one in deal.problems(ns, ew, profile) if one[0] == code)
    english, italian = (findings.with_figure(found, ns, ew, profile, language) for language in ("en", "it"))
    assert line in italian and english != italian and "{" not in english + italian
    if figure is None:
        assert "entered" not in english and "scritto" not in italian
    else:
        assert english.endswith(f"(entered: {figure})") and italian.endswith(f"(scritto: {figure})")


@pytest.mark.parametrize("code", sorted(_listed()))
@pytest.mark.parametrize("limit", [-400, 0, 790])
def test_both_languages_know_every_code(code: str, limit: int) -> None:
    english, italian = (findings.text((code, k.HARD, k.NS, k.POSITIVE, limit), language) for language in ("en", "it"))
    assert english != italian and not set(italian.split()) & {"the", "of", "points", "pile", "recount", "line"}


def test_a_finding_is_told_without_a_figure_where_none_is_given() -> None:
    assert findings.text(("not_multiple_of_5", k.HARD, k.NS, k.POSITIVE, 0)) == (
        "NS: positive points must be a multiple of 5: recount the positive points"
    )
