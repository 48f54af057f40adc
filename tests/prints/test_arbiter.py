"""The event's arbiter: a person of the event, named on what goes out (RULES 6, Withdrawal), whose name can be erased."""

import base64
import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.server.desk import Office, pairs
from tests.server.paper import finish
from tests.server.test_orders_verified import verified

NAME, CARD = "Giulia <Neri>", "T-77"
PHASES = [{"method": "entry", "rounds": 1, "deals": 2}]


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path / "arbiter")
    yield made
    made.close()


def test_an_arbiter_is_a_person_and_no_entry(office: Office) -> None:
    office.event(pairs(2), phases=PHASES, arbiter={"name": NAME, "card": CARD})
    shown = office.do("event.show")["event"]
    assert shown["arbiter"]["name"] == NAME and shown["arbiter"]["card"] == CARD and not shown["arbiter"]["erased"]
    assert shown["arbiter"]["person"] not in [who["person"] for one in shown["entries"] for who in one["persons"]]
    assert len(shown["entries"]) == 2 and "arbiter" not in shown["settings"]
    book = office.host.hall.book
    assert book is not None and not [act for act in book.acts if NAME in str(act)]  # by number: the name can be erased


def test_the_arbiter_stands_on_ranking_and_sheets(office: Office) -> None:
    office.event(pairs(2), phases=PHASES)
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    finish(office, made)
    assert "L&#39;arbitro: ___" in office.do("print.ranking")["text"].replace("'", "&#39;")
    assert office.do("ranking")["arbiter"] is None is office.do("print.ranking", format="json")["data"]["arbiter"]
    office.do("event.settings", arbiter={"name": NAME, "card": CARD}, why="prima non era detto")
    for what in ("ranking", "sheets"):
        text = office.do(f"print.{what}")["text"]
        assert "arbitro Giulia &lt;Neri&gt; (tessera T-77): ___" in text
    found = office.do("print.ranking", format="json")["data"]
    assert found["arbiter"]["name"] == NAME == office.do("ranking")["arbiter"]["name"]
    text = office.do("print.ranking", format="csv")["text"][1:]
    assert {row["Arbitro"] for row in csv.DictReader(io.StringIO(text), delimiter=";")} == {f"{NAME} (tessera {CARD})"}
    sheet = load_workbook(io.BytesIO(base64.b64decode(office.do("print.ranking", format="xlsx")["base64"]))).active
    assert [cell.value for cell in list(sheet.columns)[-1]] == ["Arbitro"] + 2 * [f"{NAME} (tessera {CARD})"]


def test_named_anew_undone_and_nobody(office: Office) -> None:
    office.event(pairs(2), phases=PHASES, arbiter={"name": "Anna"})
    first = office.do("event.show")["event"]["arbiter"]["person"]
    assert office.refused("event.settings", arbiter={"name": "Anna"}, why="x").code == "bad_input"  # nothing is changed
    found = office.do("event.settings", arbiter={"name": NAME}, why="arriva dopo")["event"]["arbiter"]
    assert found["name"] == NAME and found["person"] != first
    assert office.do("event.history")["history"][-1]["new"] == f"arbiter {NAME}"
    seen = office.do("undo.preview", what="last")["seen"]
    office.do("undo.do", what="last", seen=seen, why="era un'altra")
    assert office.do("event.show")["event"]["arbiter"]["name"] == "Anna"
    assert office.do("event.settings", arbiter={"name": ""}, why="va via")["event"]["arbiter"] is None
    assert office.refused("event.settings", arbiter={"name": ""}, why="x").code == "bad_input"
    assert office.refused("event.settings", arbiter={"name": "A\u202eB"}, why="x").code == "bad_input"
    assert office.refused("event.settings", settings={"arbiter": 1}, why="x").code == "bad_setting"


def test_the_name_is_erased_and_the_event_opens_again(office: Office) -> None:
    office.event(pairs(2), phases=PHASES, arbiter={"name": NAME, "card": CARD})
    number = office.do("event.show")["event"]["arbiter"]["person"]
    office.do("entry.erase", person=number, why="richiesta")
    office.close()
    office.open()
    found = office.do("event.show")["event"]["arbiter"]
    assert found["erased"] and NAME not in str(found) and CARD not in str(found)
    assert NAME not in str(office.do("event.history"))
    assert office.do("event.settings", arbiter={"name": NAME}, why="torna")["event"]["arbiter"]["name"] == NAME


def test_an_arbiter_who_plays_is_no_double_entry(office: Office) -> None:
    office.event([], phases=PHASES, arbiter={"name": "Rossi Anna"})
    data = base64.b64encode(b"Giocatore 1;Giocatore 2\r\nRossi Anna;Verdi Bea\r\n").decode()
    found = office.do("entry.preview", file=data, filename="iscritti.csv")["preview"]
    assert len(found["entries"]) == 1 and found["ready"] and not found["doubts"]
    office.do("entry.import", file=data, filename="iscritti.csv")
    assert office.do("entry.preview", file=data, filename="iscritti.csv")["preview"]["doubts"]  # now she is entered


def test_a_check_and_an_archive_take_the_arbiter_along(office: Office) -> None:
    office.event(pairs(2), phases=PHASES, arbiter={"name": NAME})
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    finish(office, made)
    assert verified(office)
    archive = office.do("archive.export")
    archive = archive.get("archive", archive)
    assert [one["name"] for one in archive["persons"]].count(NAME) == 1
