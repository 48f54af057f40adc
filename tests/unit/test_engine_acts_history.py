"""The history that people read, and persons by number: names come from outside and can be gone."""

import json
import re
from pathlib import Path

import pytest

from host_tools.engine import persons
from host_tools.engine.acts import Act, ActError, Draft
from host_tools.engine.audit_view import AuditLine, Wanted, history
from host_tools.engine.audit_words import ENGLISH, ITALIAN, PLAIN
from host_tools.engine.draft_now import ANYWAY
from host_tools.engine.fold import ACTS
from tests.unit import engine_event as ev

NAMES = {1: "Ada Neri", 2: "Bice Riva", 3: "Carlo Pozzi", 4: "", 9: "Elio Sala"}
D = Draft
STORY = [
    ev.new(ev.phase("mitchell", 2), ev.phase("modified", 2)),
    ev.entries(1, 2),
    D("entry.edit", {"number": 2, "persons": [3, 9], "group": 2}, "partner is ill", "004 LOI 33"),
    D("event.settings", {"settings": {"bye_vp": 13}}),
    D("event.settings", {"settings": {"bye_vp": 12}, "name": "Coppa"}),
    ev.pair(1, seats={"1": [1, 2]}),
    ev.on_round("publish", "r1"),
    D("ruling.late", {"round": 1, "table": 1, "unit": 2, "minutes": 7}, "bus", "004 LOI 34"),
    D("ruling.penalty", {"competitors": [1], "vp": -1, "mp": -200}),
    D("undo", {"acts": [8]}, "they were there"),
    D("sheet.correct", {"round": 1, "table": 1, "new": "820-310"}, "swapped", "004 LOI 19", old="310-820"),
    D("person.erase", {"person": 3}, "asked by letter"),
    ev.entries(3, 4, 5, 6, 7),
]
TALE = ev.acts_of(*STORY)


def name(number: int) -> str:
    return persons.shown(number, NAMES.get(number, f"P{number}"), number == 3)


def lines(acts: list[Act] = TALE, wanted: Wanted | None = None, language: str = "en") -> list[AuditLine]:
    return history(acts, name, wanted, language)


def test_one_line_for_each_act_in_plain_words() -> None:
    assert [line.line() for line in lines()] == [
        "1. ornella: event Trofeo made: pairs, rules FIBUR, 2 x mitchell (4), 2 x modified (4)",
        "2. ornella: entered: 1 Ada Neri - Bice Riva, 2 (nome cancellato) 3 - 4",
        "3. ornella: 2 (nome cancellato) 3 - 4: entry changed: group 1, persons (nome cancellato) 3 - 4 -> "
        "group 2, persons (nome cancellato) 3 - Elio Sala - partner is ill (004 LOI 33)",
        "4. ornella: settings changed: bye_vp usual -> bye_vp 13",
        "5. ornella: settings changed: bye_vp 13, name Trofeo -> bye_vp 12, name Coppa",
        "6. ornella: round 1 paired (modified), tables: 1, resting: nobody",
        "7. ornella: round 1 published",
        "8. ornella: round 1 table 1: 2 (nome cancellato) 3 - Elio Sala ready 7 minutes late - bus (004 LOI 34) [10]",
        "9. ornella: penalty to 1 Ada Neri - Bice Riva: -1 VP, -200 MP",
        "10. ornella: undone: act 8 (round 1 table 1: 2 (nome cancellato) 3 - Elio Sala ready 7 minutes late) - they were there",
        "11. ornella: round 1 table 1: sheet corrected: 310-820 -> 820-310 - swapped (004 LOI 19)",
        "12. ornella: (nome cancellato) 3: name erased - asked by letter",
        "13. ornella: entered: 5 (3-7)",
    ]


def test_in_italian_too() -> None:
    found = [line.text for line in lines(language="it")]
    assert found[7] == "turno 1 tavolo 1: 2 (nome cancellato) 3 - Elio Sala pronti con 7 minuti di ritardo"
    assert found[5] == "turno 1 abbinato (modified), tavoli: 1, riposo: nessuno"


def test_what_was_undone_says_so_until_the_undoing_is_undone() -> None:
    assert [(line.counts, line.undone_by) for line in lines()[7:10]] == [(False, 10), (True, None), (True, None)]
    back = lines(ev.more(TALE, D("undo", {"acts": [10]})))
    assert [(line.counts, line.undone_by) for line in back[7:10]] == [(True, None), (True, None), (False, 14)]


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Wanted(kinds=("ruling",)), [8, 9]),
        (Wanted(kinds=("ruling.late", "undo")), [8, 10]),
        (Wanted(kinds=("rul",)), []),
        (Wanted(who="piero"), []),
        (Wanted(number=1), [2, 9]),
        (Wanted(number=2), [2, 3, 8]),
        (Wanted(round=1), [6, 7, 8, 11]),
        (Wanted(round=1, table=1), [8, 11]),
        (Wanted(kinds=("ruling",), counting=True), [9]),
        (Wanted(words="BUS loi"), [8]),
        (Wanted(since=1001), []),
        (Wanted(since=1000, until=1000, kinds=("round",)), [6, 7]),
        (Wanted(until=999), []),
    ],
)
def test_filters(wanted: Wanted, numbers: list[int]) -> None:
    assert [line.number for line in lines(wanted=wanted)] == numbers


def test_a_kind_of_a_newer_version_and_one_that_is_not_whole_are_shown_as_they_stand() -> None:
    odd = lines(ev.more(TALE, D("event.fly", {"to": 3}), D("round.close", {"id": "r77"}), D("ruling.late", {"round": 1})))[13:]
    assert [line.text for line in odd] == ["event.fly: {'to': 3}", "round.close: {'id': 'r77'}", "ruling.late: {'round': 1}"]


def test_a_huge_act_does_not_fill_the_page() -> None:
    (line,) = lines([*ev.acts_of(D("event.fly", {"to": "x" * 9000}))])
    assert len(line.text) < 300


def test_a_correction_against_the_law_says_so() -> None:
    law = {"outcome": "allowed", "against": "all four agree"}
    (line,) = lines(ev.acts_of(D("sheet.correct", {"round": 1, "table": 2, "law": law}, "swapped", "against 004 LOI 19")))
    assert line.line() == (
        "1. ornella: round 1 table 2: sheet corrected, against the correction law: all four agree - swapped (against 004 LOI 19)"
    )


def test_braces_in_a_name_are_letters() -> None:
    acts = ev.acts_of(D("event.new", ev.new().data | {"name": "{who} {0}"}))
    assert lines(acts)[0].text.startswith("event {who} {0} made")


def test_every_kind_has_its_words_in_both_languages_with_the_same_fields() -> None:
    more = {"entry.open", "round.again", "against", "?", "anyway", *(f"anyway.{kind}" for kind in ANYWAY)}
    assert set(ENGLISH) == set(ITALIAN) == set(ACTS) | more
    fields = re.compile(r"{(\w+)}")
    for kind, text in ENGLISH.items():
        assert set(fields.findall(text)) == set(fields.findall(ITALIAN[kind])), kind
    assert PLAIN["en"].keys() == PLAIN["it"].keys()


def test_every_kind_is_told_in_its_own_words() -> None:
    """With the least data that the fold takes: no kind falls back to its raw data."""
    at = {"round": 1, "table": 1}
    rest = [
        D("event.phases", {"phases": [ev.phase("draw", 4)]}, old=[ev.phase("modified", 3)]),
        D("event.final"),
        D("entry.withdraw", {"number": 1, "round": 2}),
        D("entry.return", {"number": 1, "round": 2}),
        D("entry.close"),
        D("entry.close", {"closed": False}, old=True),
        D("entry.drop", {"number": 7}),
        D("person.edit", {"person": 1, "fields": ["club", "card"]}),
        D("line_up", {"round": 1, "team": 1, "tables": [[1, 2], [9]]}, old=[[2, 1]]),
        ev.pair(2, seats={"1": [1, 2]}, again="r1"),
        ev.on_round("drop", "r2"),
        ev.on_round("close", "r1"),
        D("round.back", {"id": "b3", "number": 3, "method": "draw"}),
        ev.on_round("seat", "b3", table=2, ns=1, ew=2),
        ev.on_round("rest", "b3", rests=[3]),
        ev.on_round("method", "b3", method="manual"),
        D("sheet.enter", at),
        D("ruling.warning", {"competitors": [1], "offence": "pile_seen"}),
        D("ruling.absent", at | {"unit": 1}),
        D("ruling.adjust", at | {"unit": 1, "mp": 50, "vp": -1}),
        D("ruling.set", at | {"ns": {"vp": 12, "mp_net": 0}, "ew": None, "units": [2, 1]}),
        D("ruling.set", at | {"ns": {"vp": 12, "mp_net": 0}, "ew": None}),
        D("ruling.award", {"round": 1, "competitors": [3], "vp": 12, "mp": 305}),
    ]
    told = lines(ev.more(TALE, *rest))
    assert {line.kind for line in told} == set(ACTS)
    for line in told:
        assert not line.text.startswith(line.kind + ":"), line
        json.dumps(line.as_dict())
    said = {line.kind: line for line in told}
    assert said["round.method"].line().endswith("way of pairing: draw -> manual")
    assert said["round.rest"].new == "3" and said["ruling.set"].new == "NS 12 VP, +0 MP; EW as played"
    named = next(line.new for line in told if line.kind == "ruling.set")
    assert re.fullmatch(r"2 .* - Elio Sala: 12 VP, \+0 MP; 1 Ada Neri - Bice Riva: as played", named), named
    assert said["ruling.adjust"].text == "round 1 table 1: 1 Ada Neri - Bice Riva +50 MP, -1 VP"
    assert said["event.phases"].line().endswith("phases set: 3 x modified (4) -> 4 x draw (4)")
    assert said["line_up"].line().endswith("round 1: Bice Riva - Ada Neri -> Ada Neri - Bice Riva, Elio Sala")
    assert said["person.edit"].new == "club, card" and said["entry.close"].line().endswith("entries open again")
    assert any(line.text.startswith("entries open again") for line in told)


def test_shown_is_the_name_or_what_stands_for_it() -> None:
    assert persons.shown(12, "Ada Neri") == "Ada Neri"
    assert persons.shown(12, "", erased=True) == "(nome cancellato) 12"
    assert persons.shown(12, "") == "12"


def test_an_erasing_needs_a_person_with_a_name_and_a_reason() -> None:
    known = {1: False, 2: True}
    draft = persons.erase(1, known, "asked by letter")
    assert (draft.kind, draft.data, draft.why) == ("person.erase", {"person": 1}, "asked by letter")
    for number, why, words in ((9, "x", "no person 9"), (2, "x", "erased already"), (1, " ", "reason")):
        with pytest.raises(ActError, match=words):
            persons.erase(number, known, why)


def test_the_chain_is_whole_after_an_erasing_and_no_act_had_the_name() -> None:
    acts = ev.more(TALE, persons.erase(1, {1: False}, "asked by letter"))
    assert not any(word in str(acts) for name in NAMES.values() for word in name.split())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Signora NERI protested", [1]),
        ("neri, pozzi and the arbiter", [1, 3]),
        ("Nerina protested", []),
        ("", []),
        ("42", []),
        ("sàla", [9]),
    ],
)
def test_a_reason_that_holds_a_name_is_found(text: str, found: list[int]) -> None:
    assert persons.named_in(text, NAMES) == found


def test_the_page_that_says_what_an_erasing_reaches_is_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "corrections.md").read_text(encoding="utf-8")
    assert "## Erasing a name" in page and persons.ERASED in page
