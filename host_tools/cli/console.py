"""How the organiser's commands answer: plain tables for people, one line of JSON for programs, errors that say what to do."""

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer

WIDTH = 80  # where it is no terminal; a narrower terminal folds its lines


def as_line(answer: Mapping[str, Any]) -> None:
    """One line of JSON. Letters beyond ASCII are escaped, so that any console can print it."""
    print(json.dumps(answer))


def plain(*lines: str) -> None:
    """Lines as they are; what the console's own alphabet does not have becomes a question mark."""
    coding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in lines:
        typer.echo(line.encode(coding, "replace").decode(coding))


def in_help(form: str) -> str:
    """`form` for an option's help, which would take its [reason=1..5] for a mark-up and leave it out."""
    return form.replace("[", r"\[")


def say(*lines: str) -> None:
    """Sentences, folded at the console's width under their own beginning."""
    width = shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        plain(*textwrap.wrap(line, max(width, 20), subsequent_indent=indent, break_on_hyphens=False) or [""])


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table without lines. A column whose name begins with ">" has numbers: right-aligned, never folded; None is empty."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        number = column.startswith(">")
        shown.add_column(Text(column.removeprefix(">")), justify="right" if number else "left", no_wrap=number, overflow="fold")
    for row in rows:
        shown.add_row(*("" if cell is None else Text(str(cell)) for cell in row))
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, soft_wrap=False)
    with console.capture() as held:
        console.print(shown)
    plain(*(line.rstrip() for line in held.get().splitlines()))


def unusable(text: str, hint: str, as_json: bool) -> typer.Exit:
    """Tell what is wrong with what was typed or with a file, before any order is given; raise what it returns (code 2)."""
    if as_json:
        as_line({"error": {"code": "usage", "message": text, "hint": hint}})
    else:
        typer.echo(text + (f"\n{hint}" if hint else ""), err=True)
    return typer.Exit(2)


def sure(question: str) -> bool:
    """Ask at a terminal; elsewhere nobody can answer, and it is no."""
    return sys.stdin.isatty() and typer.confirm(question)
