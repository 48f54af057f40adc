"""The pages' words for articles and scales cover what the rules can name."""

import json
import re
from pathlib import Path

import pytest

from host_tools.engine import law, law_rules, setting_data
from host_tools.engine.setting_kinds import Setting
from host_tools.server import ruling_articles, sheet_law
from tavolo.domain import profile_articles

STATIC = Path(__file__).parents[2] / "host_tools/server/static"
ENGLISH = re.compile(
    r"\b(the|an|of|and|or|by|to|is|are|not|no|with|without|for|from|until|only|as|after|before|their|its|own|each|both|that|other|any|"
    r"last|round|deals?|arbiter|organiser|points|law|sheet|pairing|ranking|lines?|pair|given|update|against|silent|know|must)\b"
)


def _phrases() -> list[list[str]]:
    text = (STATIC / "articles.js").read_text(encoding="utf-8")
    found: list[list[str]] = json.loads(text.split("const PHRASES = ", 1)[1].split("];", 1)[0] + "]")
    return found


def _named() -> set[str]:
    """All articles of rules and law, as they stand in the tables and in the code that chooses them."""
    rows = [value for value in vars(setting_data).values() if isinstance(value, tuple)]
    found = {article for row in rows for one in row if isinstance(one, Setting) for article in one.article}
    for table in (law_rules.ARTICLES, profile_articles.ARTICLES):
        found |= {article for profile in table.values() for _, article in profile.values()}
    for module in (law, ruling_articles, sheet_law):
        code = Path(module.__file__ or "").read_text(encoding="utf-8")
        found |= {text for text in re.findall(r'"([^"\n]*)"', code) if re.match(r"00[0-4]\b|2012 update|no rule book", text)}
    return found


def test_there_are_articles() -> None:
    assert len(_named()) > 60


@pytest.mark.parametrize("article", sorted(_named()))
def test_no_english_is_left_of_an_article(article: str) -> None:
    text = article
    for english, italian in _phrases():
        text = text.replace(english, italian)
    plain = re.sub(r"\(inf[^)]*\)|\(RULES[^)]*\)", "", text)
    assert not ENGLISH.search(plain), plain


def test_a_longer_phrase_is_not_cut_by_a_shorter_one_before_it() -> None:
    phrases = [english for english, _ in _phrases()]
    for at, english in enumerate(phrases):
        assert not [before for before in phrases[:at] if before in english], english
