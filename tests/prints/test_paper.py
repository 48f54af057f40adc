"""Prints on A4, as Chromium lays them out: rows are whole, the header is on every page, pages are numbered."""

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, sync_playwright

from host_tools.gen.pictures import BROWSER_FLAGS, browser_path
from tests.server.browser import NEEDS_BROWSER
from tests.server.desk import Office, entry

pytestmark = NEEDS_BROWSER
TABLES = 81
LONG = ("Angstrom-Wojciechowska Éléonore ", "D'Ürso Göñzález Maximiliana ")  # some 36 letters with what follows


class Printed:
    """81 tables and one pair that rests; every third pair has long names, each name is there once. `text` by print."""

    def __init__(self, folder: Path) -> None:
        office = Office(folder)
        office.event(
            [entry(f"{a}Q{n}a", f"{b}Q{n}b") for n in range(1, 164) for a, b in [("Rossi ", "Bianchi ") if n % 3 else LONG]]
        )
        office.do("round.pair")
        self.seats = office.do("round.show")["round"]["seats"]
        wanted: dict[str, dict[str, str]] = {"seating": {}, "names": {"by": "name"}, "slips": {}, "sheets": {}}
        of = {"names": "seating"}
        self.text = {what: office.do(f"print.{of.get(what, what)}", **more)["text"] for what, more in wanted.items()}
        for kind, letters, of_team in (("pairs", "W" * 20, 2), ("pairs", "W" * 40, 2), ("teams", LONG[0] + "Maria", 4)):
            wide = [entry(*[letters] * of_team, name="Associazione Sportiva Dilettantistica" * (kind == "teams"))] * 2
            office.event(wide, kind=kind, name="Torneo di Natale " * 4, replace=True)
            office.do("round.pair", method="entry")
            self.text[f"slips of {kind}, {letters}"] = office.do("print.slips")["text"]
        office.close()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    return Printed(tmp_path_factory.mktemp("paper"))


@pytest.fixture(scope="module")
def browser(printed: Printed) -> Iterator[Browser]:
    """It is started last: no other event loop may run beside it."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        yield found
        found.close()


def pages(browser: Browser, text: str) -> list[str]:
    """The text of each page, without line breaks."""
    page = browser.new_page()
    page.set_content(text)
    document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
    page.close()
    assert all(
        abs(document[at].get_width() - 595) < 2 and abs(document[at].get_height() - 842) < 2 for at in range(len(document))
    )
    return [" ".join(document[at].get_textpage().get_text_bounded().split()) for at in range(len(document))]


def _numbered(found: list[str]) -> None:
    assert all(re.search(rf"\b{at} / {len(found)}\b", text) for at, text in enumerate(found, 1))


def test_seating_by_table(browser: Browser, printed: Printed) -> None:
    found = pages(browser, printed.text["seating"])
    seats = printed.seats
    assert len(seats) == TABLES and 4 <= len(found) <= 9
    _numbered(found)
    assert all("Nord-Sud" in text and "Est-Ovest" in text for text in found)
    for seat in seats:
        marks = [f"Q{seat[line]['unit']}{half}" for line in ("ns", "ew") for half in "ab"]
        on = [at for at, text in enumerate(found) if any(re.search(rf"{mark}\b", text) for mark in marks)]
        assert len(on) == 1, f"table {seat['table']} is on pages {on}"
    assert "Riposa" in found[-1]


def test_seating_by_name(browser: Browser, printed: Printed) -> None:
    found = pages(browser, printed.text["names"])
    assert 8 <= len(found) <= 20
    _numbered(found)
    assert all("Tavolo" in text and "Linea" in text for text in found)
    # each person once as the row's own and once as the partner: both halves of a row on one page
    for number in (3, 50, 99, 162):
        on = [at for at, text in enumerate(found) for _ in re.findall(rf"Q{number}a\b", text)]
        assert len(on) == 2, on


def test_a_score_sheet_is_one_page(browser: Browser, printed: Printed) -> None:
    found = pages(browser, printed.text["sheets"])
    assert len(found) == TABLES
    for at, seat in enumerate(printed.seats):
        assert f"tavolo {seat['table']}" in found[at] and "TOTALE" in found[at] and "Visto dell'arbitro" in found[at]
        assert "1005 e oltre 20-0" in found[at]


def test_slips_are_whole(browser: Browser, printed: Printed) -> None:
    found = pages(browser, printed.text["slips"])
    assert len(found) == -(-2 * TABLES // 8)
    assert sum(text.count("contro") for text in found) == 2 * TABLES
    assert all(text.count("smazzate") == text.count("contro") for text in found)


def test_a_long_slip_is_not_cut_off(browser: Browser, printed: Printed) -> None:
    page = browser.new_page(viewport={"width": 720, "height": 1000})
    page.emulate_media(media="print")
    for what in [what for what in printed.text if what.startswith("slips")]:
        page.set_content(printed.text[what])
        cut = "[...document.querySelectorAll('.slip')].filter(s => s.scrollHeight > s.clientHeight + 1).length"
        assert page.evaluate(cut) == 0, what
    page.close()


def test_a_planted_split_row_would_be_seen(browser: Browser, tmp_path: Path) -> None:
    """Without the rule a long row is parted between two pages; that is what the tests above look for."""
    row = "<tr><td>Q1a" + "<br>riga" * 30 + "<br>Q1b</td></tr>"
    text = f"<style>@page {{ size: A4 }} tr {{ break-inside: %s }}</style><div style='height: 700px'></div><table>{row}</table>"
    split = []
    for rule in ("auto", "avoid"):
        page = browser.new_page()
        page.set_content(text % rule)
        document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
        page.close()
        found = [document[at].get_textpage().get_text_bounded() for at in range(len(document))]
        split.append([("Q1a" in one) != ("Q1b" in one) for one in found])
    assert any(split[0]) and not any(split[1])
