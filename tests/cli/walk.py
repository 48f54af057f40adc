"""A page of the documentation as a script: its files are written, its commands are run in order, their outputs compared.

A fence "```console" has commands ("$ tavolo ...") with what they print; "```csv NAME" is a file of that name. Ids and times are
another each time: each id of the page stands for the one that came at its place. `python -m tests.cli.walk PAGE` runs a page and
writes the outputs into it.
"""

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner

from host_tools.cli.main import whole
from host_tools.server.database import VARIABLE
from tests.server.databases import url_of

_ID = re.compile(r"\b[0-9a-f]{8}\b")
_OTHER = re.compile(
    r"\b\d\d\.\d\d\. \d\d:\d\d\b|\b\d{4}-\d\d-\d\d \d\d:\d\d\b|(?<=PIN of the tables )\d{6}\b|(?<=numbers compared )\d+"
)
_FENCE = re.compile(r"^```(\w*) ?(\S*)$")


@dataclass
class Step:
    """A command with what the page says that it prints, or a file (`name`) with its lines. `at`: its line of the page."""

    at: int
    command: str = ""
    name: str = ""
    lines: list[str] = field(default_factory=list)


def steps(page: str) -> Iterator[Step]:
    """All that is to be done, in order."""
    fence, step = "", None
    for at, line in enumerate(page.splitlines(), 1):
        found = _FENCE.match(line)
        if found:
            if step:
                yield step
            fence = found[1] if not fence else ""
            step = Step(at, name=found[2]) if fence == "csv" and found[2] else None
        elif fence == "console" and line.startswith("$ "):
            if step:
                yield step
            step = Step(at, line[2:])
        elif step:
            step.lines.append(line)


class Walk:
    """Runs a page's steps in `folder`, as one user in one terminal would."""

    def __init__(self, folder: Path) -> None:
        self.ids: dict[str, str] = {}  # of the page -> of this run
        self.app = whole()
        self.runner = CliRunner()
        self.folder = folder

    def run(self, step: Step) -> list[str]:
        """What it prints; of a file nothing."""
        if step.name:
            (self.folder / step.name).write_text("\n".join(step.lines) + "\n", encoding="utf-8")
            return []
        words = shlex.split(self.here(step.command))
        assert words[0] == "tavolo", step.command
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            data = words[words.index("--data") + 1] if "--data" in words else "."
            done = self.runner.invoke(self.app, words[1:], env={VARIABLE: url_of(self.folder / data)})
        finally:
            os.chdir(before)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return [line.rstrip() for line in done.output.splitlines()]

    def here(self, text: str) -> str:
        """With the ids of this run."""
        return _ID.sub(lambda found: self.ids.get(found[0], found[0]), text)

    def learn(self, said: list[str], came: list[str]) -> None:
        """Ids at the same places mean the same."""
        for one, two in zip(said, came, strict=False):
            self.ids |= dict(zip(_ID.findall(one), _ID.findall(two), strict=False))


def plain(lines: list[str]) -> list[str]:
    """Without what is another each time, and without empty lines at the end."""
    text = "\n".join(_OTHER.sub("#", _ID.sub("ID", line.rstrip())) for line in lines)
    return text.rstrip().splitlines()


def rewritten(page: str, folder: Path) -> str:
    """The page with the outputs as they are now; ids and times stay as they are in it where nothing else is new."""
    walk, lines, out, at = Walk(folder), page.splitlines(), [], 0
    for step in steps(page):
        out += lines[at : step.at]
        at = step.at + len(step.lines)
        came = walk.run(step)
        walk.learn(step.lines, came)
        if step.name or plain(came) == plain(step.lines):
            out += step.lines
            continue
        there = {here: said for said, here in walk.ids.items()}
        out += [_ID.sub(lambda found, there=there: there.get(found[0], found[0]), line) for line in came]
    return "\n".join(out + lines[at:]) + "\n"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        file.write_text(rewritten(file.read_text(encoding="utf-8"), Path(place)), encoding="utf-8")
