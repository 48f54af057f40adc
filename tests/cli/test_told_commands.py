"""README and the pages of docs/ name commands and options that there are."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from host_tools.cli.main import whole

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
