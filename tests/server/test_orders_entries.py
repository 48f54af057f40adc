"""Entries by hand and from files; late ones, withdrawals, returns, names that change or are erased."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Office, entry, pairs, seats


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path)
    yield made
    made.close()


def names(office: Office) -> list[tuple[int, str]]:
    return [(one["number"], one["names"]) for one in office.do("entry.list")["entries"]]


def test_entries_come_after_the_event_and_equal_names_stay_two_persons(office: Office) -> None:
    office.event([])
    office.do("entry.add", entries=[entry("Mario Rossi", "Ada Neri"), entry("Mario Rossi", "Ugo Blu", number=7, group=2)])
    office.do("entry.add", entries=[entry("Zoe Gialli", "Ivo Verdi")])
    assert names(office) == [(1, "Mario Rossi - Ada Neri"), (7, "Mario Rossi - Ugo Blu"), (8, "Zoe Gialli - Ivo Verdi")]
    found = office.do("entry.list")["entries"]
    assert found[0]["persons"][0]["person"] != found[1]["persons"][0]["person"] and found[1]["group"] == 2


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([entry("A", "B", number=1)], "number_taken"),
        ([entry("A", "B", number=5), entry("C", "D", number=5)], "number_taken"),
        ([entry("A", "B", "C")], "bad_input"),
        ([entry("", "B")], "bad_input"),
        ([entry("è" * 40, "B")], "plan"),
        ([entry("A\u202eB", "C")], "bad_input"),
        ([entry("A", "B", number=1000)], "bad_input"),
    ],
)
def test_what_cannot_be_entered_is_refused_whole(office: Office, entries: list[Any], code: str) -> None:
    office.event(pairs(1))
    assert office.refused("entry.add", entries=entries).code == code
    assert names(office) == [(1, "Anna1 - Bruno1")]
    office.close()
    office.open()
    assert len(office.host.hall.book.persons) == 2, "no person is left over"  # type: ignore[union-attr]


def test_numbers_end_where_the_units_of_other_events_begin(office: Office) -> None:
    office.event([entry("A", "B", number=999)])
    assert office.refused("entry.add", entries=[entry("C", "D")]).code == "too_many"


def test_late_ones_need_the_organisers_word_and_play_from_the_next_round_on(office: Office) -> None:
    office.event(pairs(4))
    office.do("entry.close")
    office.play()
    late = [entry("Tardi", "Tardissimo")]
    refusal = office.refused("entry.add", entries=late)
    assert refusal.code == "late_entry" and "004 LOI 34" in refusal.message
    assert office.refused("entry.add", entries=late, accept=["late_entry"]).code == "late_entry", "not without a reason"
    found = office.do("entry.add", entries=late, accept=["late_entry"], why="treno in ritardo")
    assert found["since"] == 2 and office.do("event.history")["history"][-1]["why"] == "treno in ritardo"
    second = office.play()
    assert 5 in {who for seat in seats(second) for who in seat[1:]} | {one["number"] for one in second["rests"]}


def test_by_the_books_of_the_other_federation_nobody_comes_after_round_1(office: Office) -> None:
    office.event(pairs(4), profile="feburit")
    office.play()
    assert office.refused("entry.add", entries=pairs(1), accept=["late_entry"], why="so").code == "late_entry"
    office.do("event.settings", settings={"late_entry": "allow"}, why="annunciato prima")
    assert office.do("entry.add", entries=pairs(1))["since"] == 2


def test_who_withdraws_is_in_no_later_round_and_a_draft_with_it_is_not_published(office: Office) -> None:
    office.event(pairs(5))
    office.play()
    made = office.do("round.pair", method="danish")["round"]
    found = office.do("entry.withdraw", number=2, mode="justified", why="malore", article="004 LOI 33")
    assert found["pair_anew"] and found["entry"]["left"] == {"mode": "justified", "round": 2}
    assert office.refused("round.publish", seen=made["id"]).code == "draft_old"
    again = office.do("round.pair", method="danish")["round"]
    assert not again["rests"] and 2 not in {who for seat in seats(again) for who in seat[1:]}
    office.do("round.publish")
    assert office.refused("entry.withdraw", number=3, round=1, mode="justified", why="x").code == "closed"
    assert office.refused("entry.return", number=2, round=2, why="x").code == "too_early"
    office.do("entry.return", number=2, why="sta meglio")
    assert office.do("entry.list")["entries"][1]["left"] is None


def test_a_refusal_has_no_number_of_an_act_that_was_never_made(office: Office) -> None:
    office.event(pairs(2))
    told = office.refused("ruling.add", kind="warning", competitors=[99], offence="other", why="x")
    assert told.message == "there is no number 99" and told.hint
    assert office.refused("entry.return", number=1, why="x").message == "number 1 has not left"


def test_a_withdrawal_told_for_a_later_round_is_told_anew_after_an_undoing(office: Office) -> None:
    """Pair 2 leaves while round 2 is published: from round 3 on. Then that publishing is undone: it leaves from round 2 on."""
    office.event(pairs(6))
    office.play()
    office.do("round.pair", method="danish")
    office.do("round.publish")
    assert office.do("entry.withdraw", number=2, mode="justified", why="malore")["entry"]["left"]["round"] == 3
    again = office.refused("entry.withdraw", number=2, mode="justified", why="malore")
    assert again.code == "has_left" and "from round 3 on" in again.message and "`entry.return`" in again.hint
    seen = office.do("undo.preview", what="publish")["seen"]
    office.do("undo.do", what="publish", seen=seen, why="la coppia 2 non c'è")
    assert office.do("entry.withdraw", number=2, mode="justified", why="malore")["entry"]["left"]["round"] == 2
    made = office.do("round.pair", method="danish")["round"]
    assert 2 not in {who for seat in seats(made) for who in seat[1:]} | {one["number"] for one in made["rests"]}
    office.do("round.publish")
    office.do("entry.return", number=2, why="sta meglio")
    assert office.do("entry.list")["entries"][1]["left"] is None and office.do("verify")["ok"]


def test_names_change_and_are_erased_without_a_trace_in_the_acts(office: Office) -> None:
    office.event([entry("Pippo Sbagliato", "Ada Neri"), *pairs(1)])
    office.do("entry.edit", number=1, persons=[{"name": "Pippo Giusto", "card": "A1"}, {"name": "Ada Neri"}], why="errore")
    office.do("entry.edit", number=1, group=3, why="girone")
    assert names(office)[0] == (1, "Pippo Giusto - Ada Neri")
    assert office.refused("entry.edit", number=1, group=3, why="di nuovo").code == "bad_input"
    office.do("entry.edit", number=2, persons=[{"name": "Altra"}, {"name": "Bruno1"}], replace=True, why="senza Giusto")
    acts = office.host.hall.book.state.acts  # type: ignore[union-attr]
    person = office.do("entry.list")["entries"][0]["persons"][0]["person"]
    assert office.do("entry.erase", person=person, why="richiesta")["named_in"] == [acts]
    assert office.refused("entry.erase", person=person, why="richiesta").code == "does_not_fit"
    assert names(office)[0] == (1, f"(nome cancellato) {person} - Ada Neri")
    text = str([act.data for act in office.host.hall.book.acts])  # type: ignore[union-attr]
    assert not any(name in text for name in ("Pippo", "Neri", "Altra", "Giusto"))
    office.close()
    office.open()
    assert names(office) == [(1, f"(nome cancellato) {person} - Ada Neri"), (2, "Altra - Bruno1")]


def test_a_team_changes_its_line_up_before_a_match(office: Office) -> None:
    teams = [entry(*[f"G{team}{n}" for n in range(5)], name=f"Squadra {team}") for team in range(1, 5)]
    office.event(teams, kind="teams", phases=[{"method": "draw", "rounds": 2, "deals": 4}])
    persons = [one["person"] for one in office.do("entry.list")["entries"][0]["persons"]]
    office.do("line_up.set", round=1, team=1, tables=[[persons[4], persons[0]], [persons[2], persons[3]]])
    twice = [[persons[4], persons[0]], [persons[0], persons[3]]]
    assert office.refused("line_up.set", round=1, team=1, tables=twice).code == "bad_input"
    made = office.do("round.pair")["round"]
    mine = [side for seat in made["seats"] for side in (seat["ns"], seat["ew"]) if side["numbers"] == [1]]
    assert [side["names"] for side in mine] == ["G14 - G10", "G12 - G13"] and {side["team"] for side in mine} == {"Squadra 1"}
    office.do("round.publish")
    assert office.refused("line_up.set", round=1, team=1, tables=[persons[:2], persons[2:4]]).code == "published"


LIST = "Coppia;Giocatore 1;Giocatore 2\n4;Rossi Mario;Neri Ada\n9;Blu Ugo;Verdi Ivo\n"


def packed(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_a_file_is_looked_at_and_then_entered(office: Office) -> None:
    assert office.refused("entry.preview", file=packed(LIST)).code == "bad_input", "of which kind?"
    assert len(office.do("entry.preview", file=packed(LIST), kind="pairs")["preview"]["entries"]) == 2
    office.event([])
    found = office.do("entry.import", file=packed(LIST), filename="iscritti.csv")
    assert names(office) == [(4, "Rossi Mario - Neri Ada"), (9, "Blu Ugo - Verdi Ivo")] and found["numbers"] == "file"
    again = office.do("entry.preview", file=packed(LIST), filename="iscritti.csv")["preview"]
    assert again["doubts"], "they are there already"
    assert office.refused("entry.preview", file="%%%").code == "bad_input"
    assert office.refused("entry.preview", file=packed(""), filename="x.csv").code.startswith("file_")


def test_a_file_with_an_open_question_is_not_entered(office: Office) -> None:
    office.event([])
    half = "Giocatore 1;Giocatore 2\nRossi Mario;Neri Ada\nBlu Ugo;\n"
    refusal = office.refused("entry.import", file=packed(half), filename="a.csv")
    assert refusal.code == "doubts" and names(office) == []
    code = office.do("entry.preview", file=packed(half), filename="a.csv")["preview"]["doubts"][0]["code"]
    office.do("entry.import", file=packed(half), filename="a.csv", accept=[code])
    assert names(office)[0] == (1, "Rossi Mario - Neri Ada")


@pytest.mark.parametrize(
    ("rows", "code"),
    [(("4", "4"), "number_twice"), (("4", "1"), "number_taken"), (("4", ""), None), (("4", "1000"), None), (("4", "5"), None)],
)
def test_the_lists_own_numbers_are_used_or_it_is_said_why_not(office: Office, rows: tuple[str, str], code: str | None) -> None:
    office.event([entry("Prima Coppia", "Sempre Qui")])
    text = "Coppia;Giocatore 1;Giocatore 2\n" + f"{rows[0]};Rossi Mario;Neri Ada\n{rows[1]};Blu Ugo;Verdi Ivo\n"
    body = {"file": packed(text), "filename": "a.csv"}
    shown = office.do("entry.preview", **body)["preview"]
    by_list = rows == ("4", "5")
    assert (shown["numbers"], shown["numbers_from"]) == (([4, 5], "file") if by_list else ([2, 3], "order"))
    codes = [one["code"] for one in shown["doubts"]]
    assert codes == ([] if by_list else [code or "numbers_not_used"])
    if code:
        assert office.refused("entry.import", **body).code == "doubts"
        key = shown["doubts"][0]["key"]
        assert office.do("entry.preview", **body, choices={"accept": [key]})["preview"]["ready"]
        body["choices"] = {"accept": [key]}
    found = office.do("entry.import", **body)
    assert [one["number"] for one in found["entries"]] == shown["numbers"] and found["numbers"] == shown["numbers_from"]


def test_nobody_takes_the_place_of_one_who_has_played_unless_the_arbiter_has_it_so(office: Office) -> None:
    office.event(pairs(4))
    other = {"number": 1, "persons": [{"name": "Nuovo"}, {"name": "Bruno1"}], "replace": True, "why": "malato"}
    office.do("entry.edit", **other | {"number": 2, "persons": [{"name": "Prima"}, {"name": "Bruno2"}]})
    office.play()
    office.do("entry.edit", **other | {"persons": [{"name": "Anna1 Giusta"}, {"name": "Bruno1"}], "replace": False})
    assert office.refused("entry.edit", **other).code == "substitute"
    assert office.do("entry.edit", **other, accept=["substitute"])["entry"]["names"] == "Nuovo - Bruno1"
    book = office.host.hall.book
    assert book is not None and book.acts[-1].article == "against 004 LOI 33: no substitutes"
