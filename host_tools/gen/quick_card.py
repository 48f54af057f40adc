"""The quick card: two sides of A5 for each table, made of the device's own texts and of real pictures of its screens.

data/card/LL.json has the words: [OK], [NS], ... become keys, {NAME} a text of data/texts, so that the card says what the
screens say. Run: python -m host_tools.gen.quick_card [FOLDER] (default build/card); PDF and PNG too where Chromium is.
"""

import base64
import html
import json
import re
import sys
from pathlib import Path
from typing import Any

from host_tools.gallery import check
from host_tools.gallery.render import Shot, languages, render
from host_tools.image.sources import ROOT
from host_tools.simulator.ssd1306 import png

OUT = ROOT / "build/card"
STEPS = 8
A5_MM = (148, 210)
_ARROWS = {"UP": "↑", "DOWN": "↓", "NS": "↕", "EW": "↔"}
_STYLE = """
@page { size: A5; margin: 0; }
* { box-sizing: border-box; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; font: 13.5pt/1.25 "DejaVu Sans", Verdana, Arial, sans-serif; color: #000; background: #fff; }
.side { width: 148mm; height: 210mm; padding: 8mm 9mm 6mm; overflow: hidden; page-break-after: always; }
.side { display: flex; flex-direction: column; justify-content: space-between; }
h1 { font-size: 19pt; margin: 0; } p { margin: 0; } h2 { font-size: 16pt; margin: 0 0 .6mm; }
.step { display: flex; gap: 4mm; align-items: flex-start; border-top: .5mm solid #000; padding-top: 1.6mm; }
.step img { width: 52mm; height: 26mm; border: .6mm solid #000; border-radius: 1mm; flex: none; image-rendering: pixelated; }
.number { display: inline-block; min-width: 7mm; height: 7mm; margin-right: 1.5mm; border-radius: 3.5mm; text-align: center; }
.number { background: #000; color: #fff; font-size: 14pt; line-height: 7mm; }
kbd { font: bold .88em "DejaVu Sans", Verdana, sans-serif; border: .4mm solid #000; border-radius: 1mm; padding: 0 1mm; }
kbd { white-space: nowrap; } .keys { display: grid; grid-template-columns: repeat(5, auto); gap: 0 1.5mm; text-align: center; }
.keys { font-size: 11.5pt; line-height: 1.1; } .keys kbd { font-size: 13pt; display: inline-block; margin: 0 .3mm .8mm; }
.foot { border-top: .5mm solid #000; padding-top: 1.5mm; font-weight: bold; }
"""


def words(language: str) -> dict[str, Any]:
    """The card's words in a language."""
    found: dict[str, Any] = json.loads((ROOT / f"data/card/{language}.json").read_text(encoding="utf-8"))
    return found


def key(name: str, texts: dict[str, str]) -> str:
    """A key as it looks: arrows have no name, the lines' keys have both their arrows and their letters."""
    label = _ARROWS.get(name, name)
    if name in ("NS", "EW"):
        label += " " + texts[name]
    return f"<kbd>{html.escape(label)}</kbd>"


def rich(text: str, texts: dict[str, str]) -> str:
    """[OK] -> a key, {NAME} -> the device's text of that name. Raises KeyError for a name that the device does not have."""
    named = re.sub(r"\{(\w+)\}", lambda found: html.escape(texts[found[1]].strip()), text)
    named = re.sub(r"(?<=«) | (?=[»:;?!])", "\u00a0", named)  # as French wants it: no line begins with a sign
    return re.sub(r"\[(\w+)\]", lambda found: key(found[1], texts), named)


def _step(number: int, step: list[str], shots: dict[str, Shot], texts: dict[str, str]) -> str:
    head, name, text = step
    picture = base64.b64encode(png(shots[name].frame, 4, white=True)).decode()
    image = f'<img alt="" src="data:image/png;base64,{picture}">'
    title = f'<h2><span class="number">{number}</span>{html.escape(head)}</h2>'
    return f'<div class="step">{image}<div>{title}<p>{rich(text, texts)}</p></div></div>'


def _key_words(names: str, text: str, texts: dict[str, str]) -> str:
    keys = "".join(key(name, texts) for name in names.split())
    return f"<div>{keys}<br>{html.escape(text)}</div>"


def card(language: str, shots: dict[str, Shot]) -> str:
    """The card as a page of HTML that needs nothing else. Raises KeyError: a text or a picture that is no more."""
    say, texts = words(language), check.texts(language)
    steps = [_step(n + 1, step, shots, texts) for n, step in enumerate(say["steps"])]
    keys = "".join(_key_words(names, text, texts) for names, text in say["keys"])
    front = f"<h1>{html.escape(say['title'])}</h1><div class='keys'>{keys}</div><p>{say['hold']}</p>" + "".join(steps[:4])
    back = "".join(steps[4:]) + f'<p class="foot">{rich(say["foot"], texts)}</p>'
    sides = "".join(f'<div class="side">{side}</div>' for side in (front, back))
    head = f'<meta charset="utf-8"><title>{html.escape(say["title"])}</title><style>{_STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="{language}"><head>{head}</head><body>{sides}</body></html>\n'


def write(out: Path, shots: dict[str, dict[str, Shot]]) -> list[Path]:
    """One page a language in `out`. Returns their paths."""
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for language in shots:
        paths.append(out / f"card-{language}.html")
        paths[-1].write_text(card(language, shots[language]), encoding="utf-8")
    return paths


def print_pages(paths: list[Path]) -> list[Path]:
    """A PDF (A5, two pages) and a PNG beside each page, by headless Chromium. Raises FileNotFoundError where there
    is none, ValueError where a side is too full."""
    from playwright.sync_api import sync_playwright

    from host_tools.gen.pictures import BROWSER_FLAGS, browser_path

    made = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        view = browser.new_page(viewport={"width": 560, "height": 794})
        for path in paths:
            view.goto(path.resolve().as_uri())
            if view.evaluate("[...document.querySelectorAll('.side')].some(s => s.scrollHeight > s.clientHeight + 1)"):
                raise ValueError(f"{path.name}: the words do not fit an A5 side")
            view.pdf(path=str(path.with_suffix(".pdf")), prefer_css_page_size=True, print_background=True)
            view.screenshot(path=str(path.with_suffix(".png")), full_page=True)
            made += [path.with_suffix(".pdf"), path.with_suffix(".png")]
        browser.close()
    return made


def make(out: Path, shots: dict[str, dict[str, Shot]]) -> int:
    """Make all cards and say where they are. Returns the exit code: 1 when one does not fit its paper."""
    paths = write(out, shots)
    try:
        paths += print_pages(paths)
    except (ImportError, FileNotFoundError) as missing:
        print(f"no PDF ({missing}): print the pages from any browser, A5, both sides", file=sys.stderr)
    except ValueError as full:
        print(full, file=sys.stderr)
        return 1
    print("\n".join(map(str, paths)))
    return 0


def main(out: Path) -> int:
    """Render the screens and make all cards. Returns the exit code."""
    return make(out, render(languages()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT))
