"""README and the pages of docs/ name commands and options that there are."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from host_tools.cli.hint_words import hint_words
from host_tools.cli.main import whole
from host_tools.server.orders import registry

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(page: str) -> list[list[str]]:
    """Every `tavolo ...` of a page, in a block or in a line, cut into words; alternatives ("a | b") are no words of one."""
    blocks = re.findall(r"^(?:\$ )?(?:[A-Z_]+=\S+ )*tavolo ([^#\n]+)", page, re.M)
    return [re.sub(r'"[^"]*"', "TEXT", found).split() for found in blocks + re.findall(r"`tavolo ([^`]+)`", page)]


@cache
def tavolo() -> Any:
    """The command with all that is under it; `commands` is what a group has and a verb has not."""
    return typer.main.get_command(whole())


def wrong(words: list[str]) -> str:
    """What of a command there is not; "" where all is."""
    here, rest = tavolo(), list(words)
    while rest and rest[0] in getattr(here, "commands", ()):
        here = here.commands[rest.pop(0)]
    if hasattr(here, "commands") and rest and rest[0] != "--help" and re.fullmatch(r"[a-z-]+", rest[0]):
        return f"no command {' '.join(words)}"
    known = {name for one in here.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
    unknown = [] if hasattr(here, "commands") else [word for word in rest if re.match(r"--?[a-z]", word)]
    return ", ".join(word for word in unknown if word.split("=")[0].rstrip("),.]") not in known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert {" ".join(words): said for words in commands(text) if (said := wrong(words))} == {}


@pytest.mark.parametrize("planted", ["event make", "round pair --seeds 4", "score --jsn"])
def test_a_planted_wrong_command_is_found(planted: str) -> None:
    assert wrong(planted.split()) != ""


def test_commands_are_found_on_the_pages() -> None:
    assert sum(len(commands(page.read_text(encoding="utf-8"))) for page in PAGES) > 60


def test_what_a_refusal_advises_is_told_in_commands_that_there_are() -> None:
    """Every order that the server's sources name in backticks, as hints do."""
    registry.every()
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "host_tools/server").rglob("*.py"))]
    named = {name for text in texts for name in re.findall(r"`([a-z_]+\.[a-z_]+)`", text) if name in registry.ORDERS}
    assert {"entry.edit", "entry.preview", "sheet.correct"} <= named
    told = {name: hint_words(f"see `{name}`") for name in named}
    assert {name: text for name, text in told.items() if not (found := commands(text)) or wrong(found[0])} == {}


def test_fields_of_a_body_are_told_as_options() -> None:
    hint = 'answer by `choices`, or accept "half_pair"; `entry.preview` shows them all'
    assert hint_words(hint) == "answer by --choices, or `--accept half_pair`; `tavolo entry import FILE --preview` shows them all"
    assert hint_words('accept "late_entry", with a reason') == '`--accept late_entry --why "..."`'
    assert hint_words("pair it first") == "pair it first"
