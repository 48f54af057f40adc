"""docs/pairing.md: its example is run, and its table of wishes is the code's."""

import doctest
import re
from pathlib import Path

from host_tools.engine import pairing

PAGE = Path(__file__).parents[2] / "docs/pairing.md"


def test_the_example_of_the_page_comes_out_as_printed() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "docs/pairing.md", None, 0)
    assert len(example.examples) == 6
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_page_lists_the_wishes_in_the_order_of_the_code_and_every_function() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| \d \| `(\w+)`", text, re.MULTILINE)
    assert listed == [wish.value for wish in sorted(pairing.Wish, key=lambda wish: wish.priority) if wish != "partner"]
    named = re.findall(r"`(\w+)\(", text)
    assert all(hasattr(pairing, name) for name in named)
    assert {"pure_danish", "modified_danish", "mitchell", "italian", "draw", "manual", "locked", "ranked_foursomes"} <= set(named)
