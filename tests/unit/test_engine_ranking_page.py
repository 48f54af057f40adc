"""docs/ranking.md: its example is run, and its words are the code's. What is said in English is said in Italian, too."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from host_tools.engine import rank_reasons, score_texts, setting_data
from tests.unit.engine_cases import build, cases, title

PAGE = Path(__file__).parents[2] / "docs/ranking.md"


def test_the_example_of_the_page_comes_out_as_printed() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "docs/ranking.md", None, 0)
    assert len(example.examples) == 6
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0


def test_the_page_has_every_way_to_a_score_and_every_tie_break() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in text.splitlines() if line.startswith("| `")]
    words = {word for row in rows for word in row}
    assert words == set(score_texts.HOWS) | set(setting_data.TIE_BREAKS)
    settings = {word for word in re.findall(r"`(\w+)`", text) if word in setting_data.SETTINGS}
    assert {"tie_breaks", "tie_restart", "shared_ranks", "lot_seed", "match_adding", "withdrawn_ranked"} <= settings


def fields(texts: dict[str, str]) -> dict[str, set[str]]:
    return {word: set(re.findall(r"{(\w+)}", text)) for word, text in texts.items()}


@pytest.mark.parametrize("texts", [score_texts.TEXTS, rank_reasons.WORDS], ids=["scores", "reasons"])
def test_both_languages_have_the_same_words_and_numbers(texts: dict[str, dict[str, str]]) -> None:
    assert fields(texts["en"]) == fields(texts["it"])


@pytest.mark.parametrize("case", [pytest.param(case, id=title(case)) for case in cases("ranking")])
def test_each_place_has_its_reason_in_italian(case: dict[str, Any]) -> None:
    for line in build(case).ranking()[:-1]:
        english, italian = line.why, rank_reasons.why_text(line.reason, "it")
        assert re.findall(r"-?\d+(?:/\d+)?", english) == re.findall(r"-?\d+(?:/\d+)?", italian)
        assert not re.search(r"\b(against|equal|direct|drawn|shared|next)\b", italian)


def test_a_score_says_in_italian_what_it_is_worth() -> None:
    case = {"entries": [1, 2, 3], "rounds": [{"seats": {"1": [1, 2]}, "results": {"1": [1000, 600]}, "rests": [3]}]}
    played = build(case | {"settings": {"bye_vp": 11}})
    said = [score_texts.score_text(score.how, score.params, "it") for score in played.scores()]
    assert said[0] == "come giocato: 1000 a 600 match point"
    assert said[2] == "riposo; valore non previsto dal codice", "its points stand beside it"


@pytest.mark.parametrize(
    ("late", "said"),
    [
        ((150, 0), "1150 to 600 match points; 150 of its own are because the others came late"),
        ((0, 100), "1150 to 600 match points; 100 of the others' are because it came late itself"),
    ],
)
def test_lateness_is_told_to_the_side_that_it_concerns(late: tuple[int, int], said: str) -> None:
    params = {"mp_for": 1150, "mp_against": 600, "late_mp": late[0], "late_given": late[1]}
    assert score_texts.score_text("late", params) == f"as played, with lateness: {said}"
    assert score_texts.score_text("late", params, "it").count(";") == 1
