"""Writes the gallery: a picture a screen and language, four times as large, and a page that shows the languages side by side."""

import html
from pathlib import Path

from host_tools.gallery.render import Shot
from host_tools.simulator.reader import read_lines
from host_tools.simulator.ssd1306 import png

SCALE = 4
_NAMES = {"it": "Italiano", "en": "English", "fr": "Français"}
_STYLE = """
body { margin: 0 1.5rem 3rem; background: #1b1b1b; color: #eee; font: 18px/1.4 system-ui, sans-serif; }
header { position: sticky; top: 0; background: #1b1b1b; padding: .6rem 0; border-bottom: 1px solid #555; }
h1 { font-size: 1.4rem; margin: 0; } h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid #555; }
nav a { color: #ffbe50; margin-right: .8rem; } section > div { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1rem; }
h3 { width: 100%; margin: .8rem 0 0; font-size: 1rem; font-weight: normal; color: #bbb; }
figure { margin: 0; } img { width: 384px; height: 192px; image-rendering: pixelated; border: 1px solid #444; }
figcaption { color: #ff8080; max-width: 384px; }
"""


def groups(names: list[str]) -> dict[str, list[str]]:
    """{screen: its pictures}: what stands before the first dash names the screen."""
    out: dict[str, list[str]] = {}
    for name in sorted(names):
        out.setdefault(name.split("-")[0], []).append(name)
    return out


def _figure(shot: Shot, wrong: list[str]) -> str:
    words = html.escape(" / ".join(read_lines(shot.frame)), quote=True)
    caption = f"<figcaption>{html.escape('; '.join(wrong))}</figcaption>" if wrong else ""
    image = f'<img src="{shot.language}/{shot.name}.png" alt="{words}" title="{words}" loading="lazy">'
    return f"<figure>{image}{caption}</figure>"


def index(shots: dict[str, dict[str, Shot]], wrong: dict[tuple[str, str], list[str]], version: str) -> str:
    """The page. `wrong`: complaints by (language, name)."""
    languages = list(shots)
    names = list(shots[languages[0]])
    parts = groups(names)
    links = " ".join(f'<a href="#{group}">{group}</a>' for group in parts)
    told = ", ".join(_NAMES.get(language, language) for language in languages)
    count = f"{len(names)} pictures in each of: {told}. " + (
        f"{len(wrong)} with complaints." if wrong else "Nothing to complain."
    )
    rows = []
    for group, members in parts.items():
        rows.append(f'<section id="{group}"><h2>{group}</h2>')
        for name in members:
            figures = "".join(
                _figure(shots[lang][name], wrong.get((lang, name), [])) for lang in languages if name in shots[lang]
            )
            rows.append(f"<div><h3>{name}</h3>{figures}</div>")
        rows.append("</section>")
    head = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Tavolo: screens</title><style>{_STYLE}</style></head>'
    )
    top = f"<header><h1>Tavolo {version}: the table's screens</h1><p>{count}</p><nav>{links}</nav></header>"
    return head + "<body>" + top + "\n".join(rows) + "</body></html>\n"


def write(out: Path, shots: dict[str, dict[str, Shot]], wrong: dict[tuple[str, str], list[str]], version: str) -> int:
    """Write OUT/LL/NAME.png and OUT/index.html; pictures of screens that are gone are dropped. Returns how many pictures."""
    count = 0
    for language, pictures in shots.items():
        folder = out / language
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            if old.stem not in pictures:
                old.unlink()
        for shot in pictures.values():
            (folder / f"{shot.name}.png").write_bytes(png(shot.frame, SCALE))
            count += 1
    (out / "index.html").write_text(index(shots, wrong, version), encoding="utf-8")
    return count
