"""The quick card says what the screens say: its words, keys and pictures are the device's own, in every language."""

import base64
import re

import pytest
from on_device import shots

from host_tools.gallery import check, render
from host_tools.gen import quick_card
from host_tools.simulator.ssd1306 import png

KEYS = {"UP", "DOWN", "OK", "BACK", "NS", "EW"}
LANGUAGES = render.languages()
LONGEST = 160  # characters beside a picture: five lines of 13.5 points on A5


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_has_eight_steps_with_pictures_keys_and_words_of_the_device(language: str) -> None:
    words, texts = quick_card.words(language), check.texts(language)
    assert len(words["steps"]) == quick_card.STEPS
    assert {name for names, _ in words["keys"] for name in names.split()} == KEYS
    for _, name, text in words["steps"]:
        assert name in shots()[language], name
        assert set(re.findall(r"\[(\w+)\]", text)) <= KEYS
        assert set(re.findall(r"\{(\w+)\}", text)) <= set(texts)
        assert len(re.sub(r"</?b>", "", quick_card.rich(text, texts).replace("kbd", ""))) <= LONGEST + 5 * text.count("["), text


def test_cards_of_all_languages_have_the_same_pictures_in_the_same_order() -> None:
    orders = [[step[1] for step in quick_card.words(language)["steps"]] for language in LANGUAGES]
    assert all(order == orders[0] for order in orders)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_has_the_real_pictures_and_needs_nothing_else(language: str) -> None:
    page = quick_card.card(language, shots()[language])
    for _, name, _ in quick_card.words(language)["steps"]:
        assert base64.b64encode(png(shots()[language][name].frame, 4, white=True)).decode() in page
    assert "http" not in page
    assert check.texts(language)["M_NAMES"] in page
    body = page.partition("<body>")[2]
    assert "[" not in body
    assert "{" not in body


def test_a_word_that_the_device_no_longer_has_is_an_error() -> None:
    with pytest.raises(KeyError):
        quick_card.rich("{NO_SUCH_TEXT}", check.texts("it"))


def test_keys_look_as_on_the_box() -> None:
    assert quick_card.rich("[NS] [OK]", check.texts("en")) == "<kbd>↕ N-S</kbd> <kbd>OK</kbd>"


def test_no_line_begins_with_a_sign_in_french() -> None:
    assert quick_card.rich("« {M_HELP} » ?", check.texts("fr")) == "«\u00a0Aide\u00a0»\u00a0?"
