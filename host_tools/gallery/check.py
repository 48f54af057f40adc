"""Reads a picture back by its glyphs and says what is wrong with it. The firmware's state is not asked."""

import json

from host_tools.gallery.render import Shot
from host_tools.gallery.required import required
from host_tools.image.sources import ROOT
from host_tools.simulator.reader import read_lines, read_runs

SMALLEST = 12  # pixels: SCREENS, Grammar
WORDLESS = ("self-test-lit",)  # every pixel is lit


def texts(language: str) -> dict[str, str]:
    """All texts of a language."""
    found: dict[str, str] = json.loads((ROOT / f"data/texts/{language}.json").read_text(encoding="utf-8"))
    return found


def _bare(text: str) -> str:
    """Without blanks and case: large fonts have capitals only, and gaps between words are the reader's guess."""
    return "".join(text.split()).casefold()


def complaints(shot: Shot, words: dict[str, str]) -> list[str]:
    """What is wrong with a picture, in words; `words`: the texts of its language. Nothing wrong: an empty list."""
    found = list(shot.faults)
    if shot.frame != shot.drawn:
        found.append("the panel shows something else than was drawn")
    found += [f"text of {height} pixels: {text}" for height, text in shot.said if height < SMALLEST]
    found += [f"read a text of {run.height} pixels: {run.text}" for run in read_runs(shot.frame) if run.height < SMALLEST]
    read = _bare("".join(read_lines(shot.frame)))
    lines = [_bare(line) for line in read_lines(shot.frame)]
    if not read and shot.name not in WORDLESS:
        found.append("nothing can be read")
    for _, text in shot.said:
        if not any(_bare(text) in line for line in lines):
            found.append(f"drawn, but not to be read: {text}")
    for name in required(shot.name):
        if not any(_bare(words[name]) in line for line in lines):
            found.append(f"{name} is not there: {words[name]}")
    return found


def all_complaints(shots: dict[str, dict[str, Shot]]) -> dict[tuple[str, str], list[str]]:
    """{(language, name): what is wrong}, without the pictures that are right."""
    found = {}
    for language, pictures in shots.items():
        words = texts(language)
        for name, shot in pictures.items():
            wrong = complaints(shot, words)
            if wrong:
                found[language, name] = wrong
    return found
