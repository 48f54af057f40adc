"""What a preview shows of each kind of change, that it shows all of it, and that it changes nothing."""

import copy
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from host_tools.engine import preview as engine_preview
from host_tools.engine import preview_words, undoing
from host_tools.engine.acts import Act, ActError, Draft
from host_tools.engine.fold import fold
from host_tools.engine.preview import Change, Preview, preview
from host_tools.engine.results import TableResult
from host_tools.engine.standings import standings
from host_tools.engine.state import Competitor, EventState, Phase, RoundState
from tests.unit import engine_event as ev

Vp = dict[int, int]  # what each pair earned at the tables


@dataclass(frozen=True)
class Line:
    number: int
    vp: int
    mp_net: int
    rank: int


def ranking(state: EventState, vp: Vp) -> Iterable[Line]:
    """A ranking of the tests' own: what was earned, and the penalties."""
    sums = {number: vp.get(number, 0) for number in state.competitors}
    for ruling in state.rulings:
        for number in ruling.data.get("competitors", []):
            sums[number] += ruling.data.get("vp", 0)
    order = sorted(sums, key=lambda number: (-sums[number], number))
    return [Line(number, sums[number], 10 * sums[number], at) for at, number in enumerate(order, 1)]


OPEN = ev.acts_of(ev.new(), ev.entries(1, 2, 3, 4, 5), ev.pair(1, rests=[5]), ev.on_round("publish", "r1"))
LATE = Draft("ruling.late", {"round": 1, "table": 1, "unit": 2, "minutes": 7}, "bus", "004 LOI 34")
FINE = Draft("ruling.penalty", {"competitors": [1], "vp": -3, "mp": 0}, "phone", "004")


def codes(shown: Preview) -> list[str]:
    return [change["code"] for change in shown.changes]


def test_an_undone_publishing_shows_the_new_id_the_state_and_what_tables_have_recorded_in_vain() -> None:
    undo = undoing.undo_publish(OPEN, 1, "n1")
    shown = preview(OPEN, undo.drafts("wrong"), {}, played={"r1": [2, 1], "r0": [9]})
    assert shown.changes == [
        {"code": "round", "round": 1, "field": "id", "before": "r1", "after": "n1"},
        {"code": "round", "round": 1, "field": "state", "before": "published", "after": "draft"},
        {"code": "records_left", "round": 1, "id": "r1", "tables": [1, 2]},
    ]
    assert shown.words()[2] == "round 1: what tables 1, 2 recorded counts no more"


def test_an_undone_round_shows_its_seats_rests_and_rulings() -> None:
    acts = ev.more(OPEN, LATE)
    shown = preview(acts, undoing.undo_round(acts, 1, with_rulings=True).drafts("wrong"), {})
    assert codes(shown) == ["round_gone", "seat", "seat", "rests", "ruling_gone"]
    assert shown.about("seat")[0] == {"code": "seat", "round": 1, "table": 1, "before": [1, 2], "after": None}
    assert shown.about("ruling_gone")[0]["act"] == 5
    assert "round 1 table 2: 3-4 -> empty" in shown.words() and "round 1 rests: 5 -> nobody" in shown.words()


def test_a_penalty_shows_every_standing_that_it_moves_in_the_new_order() -> None:
    shown = preview(OPEN, [FINE], {1: 15, 2: 5, 3: 13, 4: 7, 5: 12}, ranking)
    assert codes(shown) == ["ruling_new", "standing", "standing"]  # 1 ties with 5 and stands before it by its number
    assert shown.about("standing")[0] == {
        "code": "standing",
        "number": 3,
        "before": {"vp": 13, "mp_net": 130, "rank": 2},
        "after": {"vp": 13, "mp_net": 130, "rank": 1},
    }
    assert shown.words()[2] == "number 1: 1. 15 VP, +150 MP -> 2. 12 VP, +120 MP"


def test_a_correction_shows_the_ranking_by_the_sheets_as_they_will_be() -> None:
    correction = Draft("sheet.correct", {"round": 1, "table": 2}, "swapped", "004 LOI 19")
    shown = preview(OPEN, [correction], {3: 13, 4: 7}, ranking, results_after={3: 7, 4: 13})
    assert [(change["number"], change["after"]["rank"]) for change in shown.changes] == [(4, 1), (3, 2)]


def test_a_withdrawn_entry_and_one_taken_out() -> None:
    shown = preview(OPEN, [Draft("entry.withdraw", {"number": 5, "round": 2, "mode": "temporary"})], {}, ranking)
    assert shown.changes == [
        {"code": "entry", "number": 5, "field": "left", "before": None, "after": {"round": 2, "mode": "temporary"}}
    ]
    start = OPEN[:2]
    gone = preview(start, undoing.undo_entry(start, 5).drafts("twice"), {5: 3}, ranking)
    assert codes(gone) == ["entry_gone", "standing", "standing", "standing", "standing", "standing"]
    assert gone.changes[-1]["number"] == 5 and gone.changes[-1]["after"] is None, "who goes comes last"


EVERY: list[tuple[list[Draft], Draft, list[Change]]] = [
    (
        [],
        Draft("event.settings", {"settings": {"bye_vp": 13}}),
        [{"code": "setting", "name": "bye_vp", "before": None, "after": 13}],
    ),
    ([], Draft("event.settings", {"settings": {}, "name": "Coppa"}), [{"code": "name", "before": "Trofeo", "after": "Coppa"}]),
    (
        [],
        Draft("event.phases", {"phases": [ev.phase("draw", 2)]}),
        [
            {
                "code": "phases",
                "before": [ev.phase("modified", 4, session=1, options={})],
                "after": [ev.phase("draw", 2, session=1, options={})],
            }
        ],
    ),
    ([], Draft("entry.close"), [{"code": "entries_closed", "before": False, "after": True}]),
    ([], Draft("event.final"), [{"code": "final", "before": False, "after": True}]),
    ([], ev.entries(6), [{"code": "entry_new", "number": 6}]),
    (
        [],
        Draft("entry.edit", {"number": 2, "persons": [3, 99]}),
        [{"code": "entry", "number": 2, "field": "persons", "before": [3, 4], "after": [3, 99]}],
    ),
    (
        [],
        Draft("line_up", {"round": 1, "team": 1, "tables": [[1, 2]]}),
        [{"code": "line_up", "round": 1, "number": 1, "before": None, "after": [[1, 2]]}],
    ),
    (
        [ev.pair(1)],
        ev.pair(1, round_id="n1", deals=2, seats={"1": [3, 2], "2": [1, 4]}, matches={"1": 1, "2": 1}),
        [
            {"code": "round", "round": 1, "field": "id", "before": "r1", "after": "n1"},
            {"code": "round", "round": 1, "field": "deals", "before": 4, "after": 2},
            {"code": "seat", "round": 1, "table": 1, "before": [1, 2], "after": [3, 2]},
            {"code": "seat", "round": 1, "table": 2, "before": [3, 4], "after": [1, 4]},
            {"code": "match", "round": 1, "table": 1, "before": None, "after": 1},
            {"code": "match", "round": 1, "table": 2, "before": None, "after": 1},
        ],
    ),
    (
        [],
        ev.pair(1, seats={"1": [1, 2]}),
        [
            {"code": "round_new", "round": 1, "before": None, "after": "draft"},
            {"code": "seat", "round": 1, "table": 1, "before": None, "after": [1, 2]},
        ],
    ),
    (
        [ev.pair(1)],
        ev.on_round("method", "r1", method="draw"),
        [{"code": "round", "round": 1, "field": "method", "before": "modified", "after": "draw"}],
    ),
]


@pytest.mark.parametrize(("more", "draft", "changes"), EVERY)
def test_each_kind_of_change(more: list[Draft], draft: Draft, changes: list[Change]) -> None:
    acts = ev.acts_of(ev.new(), ev.entries(1, 2, 3, 4), *more)
    shown = preview(acts, [draft], {})
    assert shown.changes == changes
    for language in ("en", "it"):
        assert all(words and "None" not in words and "{" not in words for words in shown.words(language))


def test_the_mirror_of_each_change_goes_back() -> None:
    """Undoing what was shown shows the same with its sides swapped."""
    for more, draft, _ in EVERY:
        acts = ev.acts_of(ev.new(), ev.entries(1, 2, 3, 4), *more)
        there = preview(acts, [draft], {})
        done = ev.more(acts, draft)
        back = preview(done, [Draft("undo", {"acts": [len(done)]}, "back")], {})
        mirrored = [_sides(change) for change in back.changes]
        assert mirrored == [(two, one) for one, two in map(_sides, there.changes)]


def _sides(change: Change) -> tuple[Any, Any]:
    new, gone = change["code"].endswith("_new"), change["code"].endswith("_gone")
    return change.get("before", gone), change.get("after", new)


def test_a_preview_changes_nothing_and_is_plain_json_with_the_last_act_seen() -> None:
    acts, drafts = list(OPEN), [FINE]
    kept: list[Act] = copy.deepcopy(acts)
    shown = preview(acts, drafts, {1: 15}, ranking)
    assert acts == kept and drafts == [FINE] and fold(acts) == shown.before
    assert [ruling.data for ruling in shown.after.rulings] == [FINE.data]
    data = json.loads(json.dumps(shown.as_dict()))
    assert data["seen"] == 4 and len(data["words"]) == len(data["changes"]) == len(shown.changes)


def test_what_does_not_fit_is_refused_as_it_would_be() -> None:
    with pytest.raises(ActError, match=r"act 5 \(entry.withdraw\): there is no number 88"):
        preview(OPEN, [Draft("entry.withdraw", {"number": 88, "round": 1})], {})


def test_nothing_changes_nothing() -> None:
    assert preview(OPEN, [], {1: 3}, ranking).changes == []


def test_units_that_a_round_makes_are_named_by_their_persons() -> None:
    players = Draft("entry.add", {"entries": [{"number": n, "persons": [n]} for n in range(1, 5)]})
    acts = ev.acts_of(ev.new(kind="individual"), players)
    units = [[1001, [1, 4], [1, 4]], [1002, [2, 3], [2, 3]]]
    shown = preview(acts, [ev.pair(1, units=units, seats={"1": [1001, 1002]})], {})
    assert shown.as_dict()["units"] == {"1001": [1, 4], "1002": [2, 3]}


# what a preview passes over: who made it and why it came about, not what it is
PASSED: dict[type, set[str]] = {
    EventState: {"id", "kind", "profile", "units", "replaced", "unpublished", "acts"},
    RoundState: {
        "number",
        "absent",
        "ranked",
        "notes",
        "unmet",
        "reasons",
        "seed",
        "options",
        "published",
        "closed",
        "told",
        "back",
    },
    Competitor: {"number"},
    Phase: set(),
}
SHOWN: dict[type, set[str]] = {
    EventState: {"name", "settings", "phases", "competitors", "rounds", "rulings", "line_ups", "entries_closed", "final"},
    RoundState: {*engine_preview._ROUND, "seats", "rests", "matches"},
    Competitor: set(engine_preview._ENTRY),
    Phase: set(engine_preview._PHASE),
}


@pytest.mark.parametrize("kind", PASSED)
def test_no_field_of_the_event_is_forgotten(kind: type) -> None:
    assert {field.name for field in fields(kind)} == PASSED[kind] | SHOWN[kind] and not PASSED[kind] & SHOWN[kind]


def table(number: int, ns: int, ew: int, mp: int, vp: tuple[int, int], signed: bool = True) -> TableResult:
    return TableResult(number, ns, ew, 1000 + mp, 1000, *vp, signed, 4)


SHARED = ev.new(settings={"tie_breaks": ["net_mp"]})
PLAYED = ev.acts_of(SHARED, ev.entries(1, 2, 3, 4, 5), ev.pair(1, rests=[5]), *ev.played(1)[1:])
RESULTS = {"r1": [table(1, 1, 2, 400, (12, 8)), table(2, 3, 4, 200, (11, 9))]}


def moved(shown: Preview) -> dict[int, tuple[tuple[int, int], tuple[int, int]]]:
    """number -> (rank, VP) before, and after."""
    sides = {change["number"]: (change["before"], change["after"]) for change in shown.about("standing")}
    return {number: ((one["rank"], one["vp"]), (two["rank"], two["vp"])) for number, (one, two) in sides.items()}


def test_the_engines_own_ranking_before_and_after_a_penalty() -> None:
    shown = preview(PLAYED, [Draft("ruling.penalty", {"competitors": [1], "vp": -2, "mp": 0}, "phone")], RESULTS, standings)
    assert moved(shown) == {5: ((2, 12), (1, 12)), 3: ((3, 11), (2, 11)), 1: ((1, 12), (3, 10))}


def test_a_lateness_moves_match_points_before_the_look_up() -> None:
    shown = preview(PLAYED, [LATE], RESULTS, standings)  # 150 for those present: a difference of 550 is 20-0, not 12-8
    assert {number: (one[1], two[1]) for number, (one, two) in moved(shown).items()} == {1: (12, 20), 2: (8, 0)}
    assert [change["after"]["mp_net"] - change["before"]["mp_net"] for change in shown.about("standing")] == [150, -150]


def test_a_round_that_is_opened_again_takes_the_rest_and_what_is_not_signed_away() -> None:
    results = {"r1": [RESULTS["r1"][0], table(2, 3, 4, 200, (11, 9), signed=False)]}
    shown = preview(PLAYED, undoing.undo_close(PLAYED, 1).drafts("too early"), results, standings)
    assert {number: after for number, (_, after) in moved(shown).items()} == {5: (3, 0), 3: (3, 0), 4: (3, 0), 2: (2, 8)}


def test_an_undone_round_takes_all_its_points_away() -> None:
    shown = preview(PLAYED, undoing.undo_round(PLAYED, 1).drafts("wrong seating"), RESULTS, standings, played={"r1": [1, 2]})
    assert {after for _, after in moved(shown).values()} == {(1, 0)} and len(shown.about("records_left")) == 1


def test_every_change_has_its_words_in_both_languages_with_the_same_fields() -> None:
    source = Path(engine_preview.__file__).read_text(encoding="utf-8")
    codes_made = set(re.findall(r'"code": "(\w+)"', source)) | set(re.findall(r'"(\w+_(?:new|gone))"', source))
    english, italian = preview_words.WORDS["en"], preview_words.WORDS["it"]
    assert codes_made == set(english) == set(italian)
    for code, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", italian[code])), code


def test_pages_have_it_in_italian() -> None:
    acts = ev.more(PLAYED, LATE)
    shown = preview(
        acts, undoing.undo_round(acts, 1, with_rulings=True).drafts("wrong"), RESULTS, standings, played={"r1": [2, 1]}
    )
    words = shown.words("it")
    assert words[0] == "turno 1: non c'è più, era chiuso"
    assert "turno 1 tavolo 2: 3-4 -> vuoto" in words and "turno 1 riposo: 5 -> nessuno" in words
    assert "turno 1: quello che hanno registrato i tavoli 1, 2 non conta più" in words
    assert "non vale più: ritardo, minuti 7, turno 1, tavolo 1, coppia 2 (004 LOI 34)" in words
    laid = {"round": 1, "table": 1, "ns": {"vp": 3, "mp_net": -900}, "ew": None, "units": [2, 1]}
    shown_set = preview(PLAYED, [Draft("ruling.set", laid)], RESULTS, standings).words("it")
    assert "nuovo: punteggio arbitrale, turno 1, tavolo 1, 2: MP -900, VP 3, 1: come giocato" in shown_set
    assert words[-1].startswith("numero ") and shown.as_dict("it")["words"] == words
