"""The arbiter's pages in a real browser: a code with a mistake, a QR photographed, a file, versions side by side, decisions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from host_tools.usb.line import Row
from host_tools.usb.log_file import lines
from tavolo.domain import fact_writer
from tavolo.domain import kinds as k
from tests.server.browser import NEEDS_BROWSER, arbiter_page
from tests.server.kit import Running, begin
from tests.server.test_conflicts import EW, NS, OTHER, contradict
from tests.server.test_copied_results import code, part, sign, write
from tests.server.test_picture import photo

pytestmark = NEEDS_BROWSER


@pytest.fixture
def page(server: Running) -> Iterator[Any]:
    with arbiter_page(server) as view:
        yield view


def _decide(page: Any, why: str) -> None:
    dialog = page.locator("dialog.decide")
    dialog.get_by_label("Motivo").fill(why)
    dialog.locator("button[type=submit]").click()


def _ranking(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/ranking").json()
    return found


def test_sheets_come_in_and_are_decided_on(server: Running, page: Any, tmp_path: Path) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    begin(client)
    table.until(lambda: table.sheet.plan, "plan")
    table.sit()
    table.close()
    for number in (1, 2):
        write(table, k.DEAL, fact_writer.deal_payload(number, NS, EW))
    sign(table)
    page.goto(server.url + "/results")
    first, *rest = code(table).split("\n")
    page.locator("input.code").nth(0).fill(first[:4] + ("A" if first[4] != "A" else "C") + first[5:])
    for number, line in enumerate(rest, 1):
        page.locator("input.code").nth(number).fill(line.lower())
        page.locator(".mark.good").nth(number - 1).wait_for()
    page.get_by_text("riga 1: il carattere 5 è forse sbagliato").wait_for()
    page.get_by_role("button", name="Leggi il codice").click()
    page.get_by_text("Turno 1 · Tavolo 1").wait_for()
    assert _ranking(client)["copied"] == []
    page.get_by_role("button", name="Confermo").click()
    page.locator("#marks").get_by_text("copiato dallo schermo").wait_for()
    assert _ranking(client)["copied"] == [{"round": 1, "table": 1}]

    (tmp_path / "qr.png").write_bytes(photo(part(table), "PNG"))
    page.locator("input[type=file]").nth(0).set_input_files(tmp_path / "qr.png")
    page.locator(".read").get_by_text("nuova").first.wait_for()
    page.get_by_role("button", name="Confermo").click()
    page.locator(".read").wait_for(state="detached")
    assert [len(deal["versions"]) for deal in client.get("/api/sheets/1/1").json()["deals"]] == [1, 1]

    log = tmp_path / "one.tavolo-log"
    log.write_text(lines(table.device, [Row(*one) for one in table.mine]))
    page.locator("input[type=file]").nth(1).set_input_files(log)
    page.get_by_text("3 nuova").wait_for()
    page.locator("#marks").get_by_text("Niente da decidere").wait_for()

    contradict(server, client, table, OTHER)
    page.goto(server.url + "/sheet/1/1")
    page.locator(".conflict").get_by_text("schermo copiato e dispositivo one").wait_for()
    page.get_by_role("button", name="Vale questa").nth(0).click()
    _decide(page, "erano al tavolo")
    page.locator(".conflict").wait_for(state="detached")
    assert _ranking(client)["provisional"] == []
    page.get_by_role("button", name="Correggi").nth(0).click()
    page.get_by_label("Che tipo di errore").select_option("arbiter_score")
    page.locator(".verdict.yes").wait_for()  # it comes in above the figures
    east_west = page.locator("dialog.decide fieldset").nth(1)
    east_west.get_by_label("Ha chiuso").check()
    _decide(page, "carte ricontate")
    page.get_by_text("Tavolo 1, smazzata 1: può chiudere una linea sola").wait_for()
    east_west.get_by_label("Ha chiuso").uncheck()
    east_west.get_by_label("Carte positive").fill("200")
    _decide(page, "carte ricontate")
    page.locator("dialog.decide").wait_for(state="detached")
    page.get_by_text("corretto dopo la consegna").wait_for()
    assert client.get("/api/sheets/1/1").json()["mp"] == {"ns": 1400, "ew": 460}
    page.get_by_role("button", name="Annulla…").nth(1).click()
    _decide(page, "mazzo sbagliato")
    page.locator("dialog.decide").wait_for(state="detached")
    page.get_by_text("si distribuisce").wait_for()
    assert client.get("/api/sheets/1/1").json()["mp"] == {"ns": 700, "ew": 240}
    page.get_by_role("button", name="Correggi").nth(0).click()
    page.locator("dialog.decide").wait_for()
    seen = client.get("/api/sheets/1/1").json()["deals"][0]["standing"]
    meanwhile = {"deal": 1, "seen": seen, "why": "two arbiters", "article": ""}
    assert client.post("/api/sheets/1/1/void", json=meanwhile).status_code == 200
    _decide(page, "carte ricontate")
    page.locator("dialog.decide").wait_for(state="detached")
    page.locator("#toast").get_by_text("Ecco come sta adesso").wait_for()
    assert client.get("/api/sheets/1/1").json()["mp"] == {"ns": 0, "ew": 0}


def test_the_wall_says_once_that_cards_are_played_while_the_time_is_hidden(server: Running, page: Any) -> None:
    client = server.organiser()
    table = server.device("one").open().ready()
    begin(client, policy="hidden")
    table.until(lambda: table.sheet.plan, "plan")
    client.post("/api/round/start")
    page.goto(server.url + "/wall")
    page.locator("#clock").get_by_text("si gioca").wait_for()
    assert page.locator(".wall-clock").inner_text().count("si gioca") == 1
    client.post("/api/round/pause")
    page.locator("#clock").get_by_text("in pausa").wait_for()
    assert page.locator(".wall-clock").inner_text().strip() == "in pausa"
