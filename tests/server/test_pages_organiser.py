"""An organiser's evening on the pages alone: event, list of entries, rounds, paper sheets, rulings, corrections, undoing."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.browser import NEEDS_BROWSER, arbiter_page
from tests.server.desk import Office, do, event, pairs, seats
from tests.server.kit import Running

pytestmark = NEEDS_BROWSER
LIST = """Rossi Mario - Bianchi Anna
Verdi Ugo - Neri Pia
Gallo Ada - Conti Ugo
Costa Eva - Riva Leo
=Serra Ida - Villa Ivo
Parisi Teo"""
PHASES = [{"method": "mitchell", "rounds": 1, "deals": 2}, {"method": "modified", "rounds": 2, "deals": 2}]


REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("round.pair", {"tables": [[1, 5, 5]]}, "Hanno due posti: 5. Corregga, poi riprovi."),
    ("round.pair", {"tables": [[1, 5, 12]]}, "In questo turno non ci sono: 12."),
    ("undo.preview", {"what": "close", "number": 1}, "Dopo c'è già il turno 2: annulli prima quello."),
    (
        "undo.preview",
        {"what": "entry", "number": 4},
        "Il numero 4 non si toglie: ha un posto nel turno 1. Annulli prima quel turno, oppure lo faccia ritirare.",
    ),
    ("event.settings", {"settings": {"bye_vp": {"2": 999}}, "why": "x"}, "Serve un numero intero da 0 a 255."),
    ("event.settings", {"name": "x", "why": ""}, "Manca un dato: motivo."),
    ("event.settings", {"tables": {"last_minutes": 61}, "why": "x"}, "Ultimi minuti: il numero è troppo grande (al massimo 60)."),
    ("entry.add", {"entries": pairs(1)}, "Secondo il regolamento a questo punto le iscrizioni sono chiuse."),
]


@pytest.fixture
def page(server: Running) -> Iterator[Any]:
    with arbiter_page(server) as view:
        yield view


def _fill(page: Any, why: str, yes: str) -> None:
    """Give the open dialog its reason, and press its button."""
    dialog = page.locator("dialog.decide").last
    dialog.get_by_role("textbox", name="Motivo").fill(why)
    dialog.get_by_role("button", name=yes, exact=True).click()
    dialog.wait_for(state="detached")


def _deal(page: Any, positive: int) -> None:
    """One deal from paper: N/S closes with a clean burraco."""
    dialog = page.locator("dialog.decide").last
    number = dialog.locator("h2").inner_text()
    north_south = dialog.locator("fieldset").nth(0)
    north_south.get_by_label("Puliti").first.fill("1")
    north_south.get_by_label("Ha chiuso").check()
    north_south.get_by_label("Carte positive").fill(str(positive))
    dialog.locator("fieldset").nth(1).get_by_label("Carte positive").fill("200")
    dialog.get_by_role("button", name="Registra").click()
    page.locator("dialog.decide h2").get_by_text(number).wait_for(state="detached")


def _show(client: Any) -> Any:
    return do(client, "event.show")["event"]


def test_an_event_begins_with_a_list_and_a_round_is_changed_by_hand(server: Running, page: Any) -> None:
    client = server.organiser()
    page.goto(server.url + "/tournament")
    page.locator("#event-form input[name=name]").fill("Torneo del giovedì")
    page.locator("#event-form input[name=arbiter]").fill("Giudice Ivo")
    page.get_by_role("button", name="Crea torneo").click()
    page.locator("#add-file input[type=file]").set_input_files(
        {"name": "soci.xlsx", "mimeType": "", "buffer": b"\x00\x01 no workbook"}
    )
    page.get_by_text("soci.xlsx è danneggiato").wait_for()
    page.locator("textarea[name=paste]").fill(LIST)
    page.get_by_role("button", name="Leggi l'elenco").click()
    page.get_by_text("Ho letto 5 coppie in 6 righe").wait_for()
    page.get_by_text("Manca una riga: non si legge").wait_for()
    page.locator(".doubt.refuse").get_by_role("button", name="Correggi la riga").click()
    mend = page.locator(".doubt.refuse .mend input")
    assert mend.input_value() == "=Serra Ida - Villa Ivo"
    mend.fill("Serra Ida - Villa Ivo")
    page.get_by_role("button", name="Usa questi dati").click()
    page.get_by_text("Ho letto 6 coppie in 6 righe").wait_for()
    enter = page.get_by_role("button", name="Iscrivi 6 coppie")
    assert enter.is_disabled() and _show(client)["entries"] == []
    page.get_by_text("manca la riga dei titoli").wait_for()
    page.get_by_role("button", name="Va bene così").first.click()
    page.get_by_text("Prima risponda alla domanda").wait_for()
    page.get_by_role("button", name="Lascia fuori questa riga").click()
    page.get_by_role("button", name="Iscrivi 5 coppie").click()
    page.get_by_text("Iscritti: 5 coppie").wait_for()
    assert [one["names"] for one in _show(client)["entries"]][0] == "Rossi Mario - Bianchi Anna"
    assert _show(client)["arbiter"]["name"] == "Giudice Ivo"

    page.get_by_role("button", name="Avanti: i turni").click()
    page.get_by_role("button", name="Abbina il turno 1").click()
    page.get_by_text("il posto dei suoi avversari è vuoto").wait_for()
    before = seats(do(client, "round.show")["round"])
    one, other = before[0][1], before[1][2]
    page.locator(".seat").nth(0).click()
    page.get_by_text("Ora tocchi l'altra").wait_for()
    page.locator(".seat").nth(3).click()
    page.get_by_text("Abbinamento: A mano").wait_for()
    after = seats(do(client, "round.show")["round"])
    assert (after[0][1], after[1][2]) == (other, one)

    second = page.context.new_page()
    second.goto(server.url + "/tournament")
    second.get_by_role("button", name="Pubblica ai tavoli").click()
    second.locator("#confirm-title").get_by_text("Pubblica il turno 1").wait_for()
    do(client, "round.pair")  # somebody else draws it again while this tab asks
    second.locator("#confirm-yes").click()
    second.locator("#toast").get_by_text("qualcun altro ha cambiato qualcosa").wait_for()
    assert do(client, "round.show")["round"]["state"] == "draft"
    second.close()

    page.get_by_text("Abbinamento: A mano").wait_for(state="detached")  # this tab has seen it, too
    page.get_by_role("button", name="Pubblica ai tavoli").click()
    page.locator("#confirm-yes").click()
    page.get_by_role("button", name="Annulla la pubblicazione").click()
    page.locator("dialog.decide").get_by_text("pubblicato → bozza").wait_for()
    _fill(page, "manca una coppia", "Annulla davvero")
    page.get_by_role("button", name="Pubblica ai tavoli").wait_for()
    assert do(client, "round.show")["round"]["state"] == "draft"

    do(client, "entry.add", entries=[{"persons": [{"name": "Sola Rita"}]}])
    page.reload()
    page.get_by_text("Sola Rita è iscritto ma non ha un posto: abbini di nuovo").wait_for()
    page.get_by_role("button", name="Abbina di nuovo").click()
    page.get_by_text("Sola Rita è senza compagno").wait_for()
    do(client, "entry.add", entries=[{"persons": [{"name": "Tardi Ada"}, {"name": "Tardi Leo"}]}])
    page.get_by_text("Questa bozza è vecchia").wait_for()
    assert page.get_by_role("button", name="Pubblica ai tavoli").count() == 0
    page.get_by_role("button", name="Pubblica com'è…").click()
    page.locator("dialog.decide").get_by_text("Sola Rita è senza compagno").wait_for()
    _fill(page, "arrivano a turno iniziato", "Pubblica lo stesso")
    assert do(client, "round.show")["round"]["state"] == "published"


def test_paper_sheets_rulings_corrections_and_their_history(server: Running, page: Any) -> None:
    client = server.organiser()
    event(client, pairs(4), phases=PHASES)
    do(client, "round.publish", seen=do(client, "round.pair")["round"]["id"])
    page.goto(server.url + "/sheet/1/1")
    page.get_by_role("button", name="Scrivi lo score dalla carta").click()
    _deal(page, 300)
    _deal(page, 350)
    page.get_by_text("scritto dalla carta", exact=False).first.wait_for()
    assert do(client, "sheet.show", round=1, table=1)["sheet"]["mp"] == {"ns": 1250, "ew": 400}

    page.get_by_role("button", name="Correggi").nth(0).click()
    page.get_by_label("Che tipo di errore").select_option("forgotten_burraco")
    page.get_by_text("Il codice non lo permette").wait_for()
    assert page.locator("dialog.decide").get_by_role("button", name="Registra").is_disabled()
    page.get_by_label("Che tipo di errore").select_option("sum_error")
    page.locator(".verdict.yes").wait_for()
    page.locator("dialog.decide fieldset").nth(0).get_by_label("Carte positive").fill("320")
    _fill(page, "somma sbagliata", "Registra")
    page.get_by_text("1270 punti").wait_for()

    page.goto(server.url + "/rulings")
    for cost in ("Nei numeri non cambia nulla", "V.P. e"):
        page.get_by_role("button", name="Ammonizione").click()
        page.locator("dialog.decide").get_by_text(cost).first.wait_for()
        _fill(page, "parla ancora", "Registra")
    page.locator("#warned").get_by_text("−1 V.P. e −80 M.P.").wait_for()
    ranking = do(client, "ranking")["ranking"]
    assert next(line["extras"][0]["vp"] for line in ranking if line["extras"]) == -1

    page.goto(server.url + "/ranking")
    page.get_by_text("provvisoria").first.wait_for()
    page.get_by_text("prima del seguente: VP").first.wait_for()
    page.locator(".how summary").nth(0).click()
    page.get_by_text("come giocato: 1270 a 400").first.wait_for()

    page.goto(server.url + "/history")
    page.get_by_text("ammonizione a 1").nth(1).wait_for()
    page.locator("#find").fill("somma sbagliata")
    page.get_by_text("score corretto").wait_for()
    assert page.locator(".history tbody tr").count() == 1
    page.locator("#find").fill("ammonizione")
    page.get_by_role("button", name="Annulla…").first.click()
    page.locator("dialog.decide").get_by_text("Non vale più: ammonizione").wait_for()
    _fill(page, "data per errore", "Annulla davvero")
    page.get_by_text("annullato dalla riga").wait_for()
    assert len(do(client, "ruling.list")["rulings"]) == 1

    page.goto(server.url + "/rulings")
    page.get_by_role("button", name="Punteggio arbitrale").click()
    seat = do(client, "round.show")["round"]["seats"][0]
    page.locator("dialog.decide fieldset").filter(has_text=seat["ew"]["names"]).get_by_label("V.P.").fill("15")
    _fill(page, "deciso", "Registra")
    page.get_by_text(f"{seat['ew']['names']}: 15 V.P.").wait_for()
    laid = do(client, "ruling.list")["rulings"][-1]["data"]
    assert (laid["units"], laid["ns"], laid["ew"]["vp"]) == ([seat["ns"]["unit"], seat["ew"]["unit"]], None, 15)

    page.goto(server.url + "/tournament#entries")
    page.get_by_text("Aggiungi una coppia a mano").click()
    page.get_by_label("Giocatore 1").fill("Tardi Ada")
    page.get_by_label("Giocatore 2").fill("Tardi Leo")
    page.get_by_role("button", name="Iscrivi la coppia").click()
    page.locator("dialog.decide").get_by_text("le iscrizioni sono chiuse").wait_for()
    assert len(_show(client)["entries"]) == 4
    _fill(page, "fermi in autostrada", "Iscrivi lo stesso")
    page.get_by_text("gioca dal turno 2").wait_for()
    assert _show(client)["entries"][4]["since"] == 2


def test_pages_of_the_organiser_are_for_those_who_logged_in(server: Running) -> None:
    client = httpx.Client(base_url=server.url)
    for path in ("/rulings", "/history", "/results"):
        assert client.get(path).headers["location"] == "/login", path
    for path in ("/api/page/ranking", "/api/page/law", "/api/page/files"):
        assert client.get(path).status_code == 401, path


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An event of five pairs with one round, as another computer saved it."""
    office = Office(tmp_path_factory.mktemp("elsewhere"))
    try:
        office.event(pairs(5), name="Torneo altrove")
        office.play()
        return json.dumps(office.do("archive.export")["archive"]).encode()
    finally:
        office.close()


def test_an_event_comes_back_from_its_archive_gets_an_arbiter_and_a_round_by_hand(
    archive: bytes, server: Running, page: Any
) -> None:
    client = server.organiser()
    page.goto(server.url + "/tournament")
    page.get_by_role("button", name="Riprendi un archivio").click()
    dialog, file = page.locator("dialog.decide").last, {"name": "torneo.tavolo.json", "mimeType": "application/json"}
    for spoiled in (b"\x00 no archive", archive.replace(b"Torneo altrove", b"Torneo altrui")):
        dialog.locator("input[type=file]").set_input_files(file | {"buffer": spoiled})
        dialog.get_by_role("button", name="Guarda che cosa").click()
        dialog.get_by_text("Questo archivio non si può prendere").wait_for()
    assert client.post("/api/do/event.list", json={}).json()["events"] == []
    dialog.locator("input[type=file]").set_input_files(file | {"buffer": archive})
    dialog.get_by_role("button", name="Guarda che cosa").click()
    page.get_by_text("Su questo computer non c'è ancora").wait_for()
    assert client.post("/api/do/event.list", json={}).json()["events"] == [], "it was only looked at"
    page.get_by_role("button", name="Prendi l'archivio").click()
    page.locator("h1").get_by_text("Torneo altrove").wait_for()
    assert len(_show(client)["entries"]) == 5

    page.get_by_role("button", name="Nome, arbitro, tavoli").click()
    dialog = page.locator("dialog.decide").last
    dialog.get_by_role("button", name="Salva").click()  # without a reason the browser itself stops it
    dialog.get_by_label("Arbitro", exact=False).first.fill("Giudice Anna")
    dialog.get_by_label("Tessera").fill("AR 12")
    dialog.get_by_label("Tempo ai tavoli").select_option("hidden")
    dialog.get_by_text("Suoni e turno di gioco").click()
    dialog.get_by_label("avvisi del tempo").check()
    _fill(page, "detto dal circolo", "Salva")
    page.get_by_text("arbitro: Giudice Anna").wait_for()
    shown = _show(client)
    assert (shown["name"], shown["tables"]["policy"], shown["tables"]["last_minutes"]) == ("Torneo altrove", "hidden", 5)
    assert shown["tables"]["muted"] == ["warning"] and shown["tables"]["turn_seconds"] == [0, 0, 0]
    assert shown["arbiter"] | {"person": 0} == {"person": 0, "name": "Giudice Anna", "card": "AR 12", "erased": False}

    page.locator("[data-step=rounds]").click()
    page.get_by_role("button", name="Tutto a mano").click()
    dialog = page.locator("dialog.decide").last
    done = dialog.get_by_role("button", name="Fai la bozza")
    assert done.is_disabled()
    dialog.get_by_label("Tavolo 1, Nord-Sud").fill("5")
    dialog.get_by_text("tavolo 1: manca qualcuno").wait_for()
    dialog.get_by_label("Tavolo 1, Est-Ovest").fill("5")
    dialog.get_by_text("5 (Anna5 - Bruno5) è seduto due volte").wait_for()
    dialog.get_by_label("Tavolo 1, Est-Ovest").fill("9")
    dialog.get_by_text("il numero 9 non c'è in questo turno").wait_for()
    assert done.is_disabled()
    dialog.get_by_label("Tavolo 1, Est-Ovest").fill("2")
    dialog.get_by_text("senza posto: 3 · riposano 3").wait_for()
    assert done.is_disabled(), "two of them could play each other"
    dialog.get_by_role("button", name="4 · Anna4").click()
    dialog.get_by_role("button", name="1 · Anna1").click()
    dialog.get_by_text("senza posto: 1 · riposa 1").wait_for()
    done.click()
    page.get_by_text("Abbinamento: A mano").wait_for()
    made = do(client, "round.show")["round"]
    assert seats(made) == [(1, 5, 2), (2, 4, 1)] and [one["number"] for one in made["rests"]] == [3]

    words = "async (error) => (await import('/static/refusals.js')).refusalText(error)"
    for order, body, italian in REFUSALS:
        error = client.post(f"/api/do/{order}", json=body).json()["error"]
        assert page.evaluate(words, error) == italian
