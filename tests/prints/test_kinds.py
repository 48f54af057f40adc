"""Prints of events of players and of teams: who is told under which number, and whose the victory points are."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Office, entry
from tests.server.paper import finish

Rows = list[dict[str, Any]]
FOUR = ("Anna", "Bruno", "Carla", "Dino")


def _played(folder: Path, entries: list[dict[str, Any]], kind: str, **more: Any) -> Office:
    office = Office(folder)
    office.event(entries, kind=kind, phases=[{"method": "draw", "rounds": 1, "deals": 2}], **more)
    made = office.do("round.pair")["round"]
    office.do("round.publish", seen=made["id"])
    finish(office, made)
    return office


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    office = _played(tmp_path_factory.mktemp("players"), [entry(f"Anna{n}") for n in range(1, 10)], "individual")
    yield office
    office.close()


@pytest.fixture(scope="module")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    entries = [entry(*(f"{name}{n}" for name in FOUR), name=f"Squadra {n}") for n in range(1, 6)]
    office = _played(tmp_path_factory.mktemp("teams"), entries, "teams")
    yield office
    office.close()


def _rows(office: Office, what: str, **more: Any) -> Rows:
    found: Rows = office.do(f"print.{what}", format="json", **more)["data"]["rows"]
    return found


def _heads(text: str) -> list[str]:
    return re.findall(r"<th class=\"\w+\">(.*?)</th>", text)


def test_a_player_is_told_under_the_own_number(players: Office) -> None:
    rows = _rows(players, "seating", by="name")
    assert {row["name"]: row["number"] for row in rows} == {f"Anna{n}": n for n in range(1, 10)}
    assert [row["line"] for row in rows].count("riposa") == 1 and all(row["partner"] for row in rows if row["table"])


def test_players_on_slips_sheets_and_ranking(players: Office) -> None:
    seat = players.do("round.show")["round"]["seats"][0]
    row = next(row for row in _rows(players, "seating") if row["table"] == seat["table"])
    for what in ("slips", "sheets"):
        text = players.do(f"print.{what}")["text"]
        assert str(row["ns"]) in text and all(name in text for name in row["ns_names"].split(" - "))
    assert sorted(row["names"] for row in _rows(players, "ranking")) == [f"Anna{n}" for n in range(1, 10)]


def test_a_table_of_a_team_match_has_no_vp_of_its_own(teams: Office) -> None:
    """The differences of the match's tables are added, then looked up (RULES 2.1)."""
    rows = _rows(teams, "results")
    tables = [row for row in rows if row["deal"] == "totale"]
    assert len(tables) == 4 and all(row["vp_ns"] is None and row["mp_ns"] == 1400 for row in tables)
    matches = [row for row in rows if row["deal"] == "incontro"]
    ranked = {row["number"]: row["vp"] for row in _rows(teams, "ranking")}
    assert len(matches) == 2
    for row in matches:
        assert (row["vp_ns"], row["vp_ew"]) == (ranked[row["ns"]], ranked[row["ew"]]) and row["vp_ns"] + row["vp_ew"] == 20
    text = teams.do("print.sheets", filled=True)["text"]
    assert ">V.P.<" not in text and "I V.P. sono dell&#39;incontro" in text.replace("'", "&#39;") and "incontro 2" in text


def test_tables_have_vp_where_the_match_adds_them(tmp_path: Path) -> None:
    entries = [entry(*(f"{name}{n}" for name in FOUR), name=f"Squadra {n}") for n in (1, 2)]
    office = _played(tmp_path / "vp", entries, "teams", settings={"match_adding": "vp"})
    rows = _rows(office, "results")
    tables = [row for row in rows if row["deal"] == "totale"]
    assert all(row["vp_ns"] + row["vp_ew"] == 20 for row in tables)
    text = office.do("print.sheets", filled=True)["text"]
    assert ">V.P.<" in text and "sono dell" not in text
    office.close()


def test_teams_on_seating_and_slips(teams: Office) -> None:
    text = teams.do("print.slips")["text"]
    assert text.count("Incontro 1,") == 4 and "(Squadra " in text
    rows = _rows(teams, "seating")
    assert [row["match"] for row in rows] == [1, 1, 2, 2] and all("(Squadra " in row["ns_names"] for row in rows)
    assert sum(row["line"] == "riposa" for row in _rows(teams, "seating", by="name")) == 4


@pytest.mark.parametrize("kind", ["players", "teams"])
def test_results_on_paper_say_who_played(kind: str, request: pytest.FixtureRequest) -> None:
    office: Office = request.getfixturevalue(kind)
    text = office.do("print.results")["text"]
    above = re.findall(r'class="above"><td colspan="\d+">(.*?)</td>', text)
    tables = [row for row in _rows(office, "results") if row["deal"] == "totale"]
    for row in tables:
        said = f"Tavolo {row['table']}: NS {row['ns']} {row['ns_names']}; EO {row['ew']} {row['ew_names']}"
        assert said in above
    assert len(above) == len(tables) + (2 if kind == "teams" else 0)


def test_columns_that_say_nothing_are_not_on_paper(teams: Office) -> None:
    assert _heads(teams.do("print.entries")["text"]) == ["N.", "Nome", "Squadra"]
    teams.do("ruling.add", kind="warning", competitors=[2], offence="other", why="prova")
    found = teams.do("print.rulings")
    assert _heads(found["text"]) == ["Atto", "Provvedimento", "Per", "Motivo", "Arbitro"]
    assert "<small>004 LOI 20-21</small>" in found["text"] and "any two" not in found["text"]
    laid = {"round": 1, "table": 1, "ns": {"vp": 3, "mp_net": -800}, "ew": None}
    teams.do("ruling.add", kind="set", why="carte mescolate", **laid)
    text = teams.do("print.rulings", format="csv")["text"]
    assert ": 3 V.P., -800 M.P.; " in text and ": come giocato" in text
    assert '"004 LOI 20, 32; 002 Art 36"' in text and "arbiter's score" not in text
