"""docs/ranking.md: its example is run, and its words are the code's."""

import doctest
import re
from pathlib import Path

from host_tools.engine import score_texts, setting_data

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
