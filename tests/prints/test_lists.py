"""Lists for other programs: what an Italian Excel makes of them, and what may not become a formula."""

import base64
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from host_tools.prints.files import csv_text, workbook
from host_tools.prints.listing import Column, Listing
from tests.server.desk import Office, entry
from tests.server.paper import finish, whole

EVIL = ["=SUM(A1)", "+39 Anna", "-Bruno", "@Carla", "Dario;x", 'Elsa "E"', "Ùrsula", "Zoë"]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    made = Office(tmp_path_factory.mktemp("prints"))
    made.event([entry(EVIL[n], EVIL[n + 1], group=1 + n // 4) for n in range(0, 8, 2)] + [entry("<b>Ivo</b>", "Lea & Co.")])
    first = made.do("round.pair")["round"]
    made.do("round.publish", seen=first["id"])
    finish(made, first)
    made.do("ruling.add", kind="warning", competitors=[2], offence="other", why="<script>alert(1)</script>")
    yield made
    made.close()


def _csv(office: Office, what: str, **more: Any) -> list[dict[str, str]]:
    text = office.do(f"print.{what}", format="csv", **more)["text"]
    assert text.startswith("\ufeff") and text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(io.StringIO(text[1:]), delimiter=";"))


def _sheet(office: Office, what: str, **more: Any) -> Any:
    data = base64.b64decode(office.do(f"print.{what}", format="xlsx", **more)["base64"])
    return load_workbook(io.BytesIO(data)).active


@pytest.mark.parametrize("what", ["seating", "ranking", "entries", "rulings", "results", "slips", "sheets"])
def test_no_cell_is_a_formula(office: Office, what: str) -> None:
    text = office.do(f"print.{what}", format="csv")["text"]
    cells = [cell for row in csv.reader(io.StringIO(text[1:]), delimiter=";") for cell in row]
    assert len(cells) > 10
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@")) or cell.startswith("-") and not cell[1:].isdigit()]
    for row in _sheet(office, what).iter_rows():
        assert all(cell.data_type in "sn" for cell in row)


def test_a_name_like_a_formula_stays_itself(office: Office) -> None:
    assert [row["Nome"] for row in _csv(office, "entries")][:5] == ["'=SUM(A1)", "'+39 Anna", "'-Bruno", "'@Carla", "Dario;x"]
    assert [row[1].value for row in _sheet(office, "entries").iter_rows(min_row=2)][:2] == EVIL[:2]
    assert [row["name"] for row in office.do("print.entries", format="json")["data"]["rows"]][:8] == EVIL


def test_what_is_no_character_at_all_spoils_no_file(office: Office) -> None:
    assert office.refused("entry.add", entries=[entry("Anna\uffff", "Bea")]).code == "bad_input"
    older = Listing("x", "Prova", "Prova", [Column("name", "Nome")], [["Anna\uffff"], ["\ufffe=1"], ["＝1+1"]])
    rows = list(load_workbook(io.BytesIO(workbook(older))).active.iter_rows(min_row=2, values_only=True))
    assert rows == [("Anna",), ("=1",), ("＝1+1",)]
    assert csv_text(older).endswith("'＝1+1\r\n")


def test_numbers_are_numbers_and_the_header_stays(office: Office) -> None:
    sheet = _sheet(office, "ranking")
    assert sheet.freeze_panes == "A2" and sheet.column_dimensions["C"].width > 30
    heads = [cell.value for cell in sheet[1]]
    told = office.do("ranking")["ranking"]
    assert sheet.max_row == len(told) + 1
    for row, line in zip(sheet.iter_rows(min_row=2, values_only=True), told, strict=True):
        shown = dict(zip(heads, row, strict=True))
        assert (shown["Pos."], shown["N."], shown["V.P."], shown["Diff. M.P."]) == tuple(
            line[name] for name in ("rank", "number", "vp", "mp_net")
        )
    assert any(row["Diff. M.P."].startswith("-") for row in _csv(office, "ranking"))  # a number keeps its sign


def test_the_ranking_of_a_group_with_its_rounds(office: Office) -> None:
    rows = _csv(office, "ranking", group=2, rounds=True)
    assert {row["Girone"] for row in rows} == {"2"} and all(row["T1"] == row["V.P."] for row in rows)
    assert office.refused("print.ranking", group=9).code == "no_group"
    assert office.refused("print.seating", round=7).code == "no_round"


def test_everybody_is_seated_once_by_name(office: Office) -> None:
    rows = office.do("print.seating", by="name", format="json")["data"]["rows"]
    assert sorted(row["name"] for row in rows) == sorted([*EVIL, "<b>Ivo</b>", "Lea & Co."])
    shown = office.do("round.show")["round"]
    assert sum(row["line"] == "riposa" for row in rows) == 2 * len(shown["rests"]) == 2
    tables = {row["table"]: row for row in office.do("print.seating", format="json")["data"]["rows"]}
    for row in rows:
        if row["table"]:
            side = {"NS": "ns", "EO": "ew"}[row["line"]]
            assert row["name"] in tables[row["table"]][f"{side}_names"] and row["number"] == tables[row["table"]][side]
    names = [row["name"] for row in rows]
    assert names.index("Ùrsula") > names.index("Lea & Co.") and names.index("Zoë") == len(names) - 1


def test_each_deal_and_the_sums_of_the_sheets(office: Office) -> None:
    rows = office.do("print.results", format="json")["data"]["rows"]
    sums = [row for row in rows if row["deal"] == "totale"]
    for one in sums:
        deals = [row for row in rows if row["table"] == one["table"] and row["deal"] != "totale"]
        assert len(deals) == 2 and sum(row["mp_ns"] for row in deals) == one["mp_ns"]
        assert one["vp_ns"] + one["vp_ew"] == 20 and one["state"] == "a mano"


@pytest.mark.parametrize("what", ["seating", "slips", "sheets", "ranking", "entries", "rulings", "results"])
def test_a_page_says_names_and_runs_nothing(office: Office, what: str) -> None:
    found = office.do(f"print.{what}")
    assert found["name"].endswith(".html") and "<script" not in found["text"] and "<b>Ivo" not in found["text"]
    assert "<style>" in found["text"] and "http" not in found["text"]
    if what not in ("rulings", "results"):
        assert "&lt;b&gt;Ivo" in found["text"] or what in ("slips", "sheets", "seating")


def test_the_ranking_is_provisional_until_the_control_period_ends(tmp_path: Path) -> None:
    office = Office(tmp_path / "final")
    office.event([entry("Anna", "Bea"), entry("Carla", "Dora")], phases=[{"method": "entry", "rounds": 1, "deals": 2}])
    made = office.do("round.pair")["round"]
    assert "BOZZA" in office.do("print.seating")["text"]
    office.do("round.publish", seen=made["id"])
    assert "BOZZA" not in office.do("print.seating")["text"]
    finish(office, made)
    text = office.do("print.ranking")["text"]
    assert "Classifica provvisoria" in text and "periodo di controllo" in text and "precede: " in text
    office.do("event.final", why="ore 18")
    assert "Classifica definitiva" in office.do("print.ranking")["text"]
    office.close()


def test_a_ranking_with_open_sheets_is_not_called_final_on_paper_and_says_which(tmp_path: Path) -> None:
    office = Office(tmp_path / "open")
    office.event([entry("Anna", "Bea"), entry("Carla", "Dora")], phases=[{"method": "entry", "rounds": 2, "deals": 2}])
    first = office.do("round.pair")["round"]
    office.do("round.publish", seen=first["id"])
    finish(office, first)
    office.play()
    office.do("event.final", why="ore 18")
    text = office.do("print.ranking")["text"]
    assert "Classifica provvisoria" in text and "manca lo score: turno 2 tavolo 1" in text
    acts = office.do("undo.preview", what="last")["seen"]
    office.do("undo.do", what="last", seen=acts, why="manca uno score")
    office.do("sheet.enter_all", round=2, sheets=[whole(1)])
    office.do("event.final", why="ore 19")
    assert "Classifica definitiva" in office.do("print.ranking")["text"]
    assert "Classifica provvisoria, dopo il turno 1" in office.do("print.ranking", round=1)["text"]
    office.close()


def test_a_filled_sheet_shows_what_was_corrected(office: Office) -> None:
    from tests.server.paper import LOSE, WIN

    claim = {"error": "misentry", "both_admit": True, "told_in_time": True, "against": "prova", "why": "scambio visto"}
    office.do("sheet.correct", round=1, table=1, deal=1, ns=LOSE, ew=WIN, **claim)
    text = office.do("print.sheets", filled=True)["text"]
    assert "corretta" in text and "Smazzata 1, sostituita: NS 700, EO 220" in text and "scambio visto" in text
    sheet = office.do("sheet.show", round=1, table=1)["sheet"]
    assert f">{sheet['mp']['ns']}<" in text
    empty = office.do("print.sheets")["text"]
    assert "scambio visto" not in empty and ">700<" not in empty and "BASE" in empty and "1005 e oltre" in empty
