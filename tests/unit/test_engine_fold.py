"""From acts to the event: each kind of act, good and bad; folding is stepwise; undo and redo give the same state."""

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

from host_tools.engine.act_shapes import SHAPES
from host_tools.engine.acts import Act, ActError, Draft, undone
from host_tools.engine.audit_view import history
from host_tools.engine.fold import ACTS, apply, fold
from host_tools.engine.law import Ask, judge
from host_tools.engine.law_rules import law_rules
from host_tools.engine.preview import preview
from host_tools.engine.profile_rules import SettingError
from host_tools.engine.results import TableResult
from host_tools.engine.standings import standings
from host_tools.engine.state import CLOSED, DRAFT, PUBLISHED, EventState
from tests.unit import engine_event as ev

D = Draft
START = [ev.new(), ev.entries(1, 2, 3, 4, 5)]
PAIRED = [*START, ev.pair(1, rests=[5])]
OPEN = [*PAIRED, ev.on_round("publish", "r1")]
SHUT = [*OPEN, ev.on_round("close", "r1", told={"tables": []})]
TEAMS = [
    ev.new(kind="teams"),
    D("entry.add", {"entries": [{"number": 7, "persons": [1, 2, 3, 4], "name": "Torre"}]}),
]


def done(before: list[Draft], kind: str, **data: Any) -> EventState:
    return ev.state_of(*before, D(kind, data, "a reason", "004 LOI 34"))


def test_event_new() -> None:
    state = ev.state_of(ev.new(ev.phase("mitchell", 2), ev.phase("modified", 3, session=2), profile=2, settings={"bye_vp": 13}))
    assert (state.name, state.kind, state.profile, state.settings) == ("Trofeo", "pairs", 2, {"bye_vp": 13})
    assert state.total_rounds() == 5 and [state.phase_of(n) for n in (1, 2, 3, 5)] == [0, 0, 1, 1]
    with pytest.raises(ValueError, match="no phase"):
        state.phase_of(6)


def test_event_settings_phases_final() -> None:
    state = done(
        [*START, D("event.settings", {"settings": {"blind": True}})], "event.settings", settings={"blind": None}, name="Coppa"
    )
    assert state.settings == {} and state.name == "Coppa"
    assert done(START, "event.phases", phases=[ev.phase("italian", 2)]).total_rounds() == 2
    assert done(SHUT, "event.final").final == 6


FINAL = [*SHUT, D("event.final")]
LATE_ACTS = [
    D("event.settings", {"settings": {"bye_vp": 13}}),
    D("event.phases", {"phases": [ev.phase("draw", 4)]}),
    D("event.final"),
    ev.entries(8),
    D("entry.edit", {"number": 1, "group": 2}),
    D("entry.drop", {"number": 5}),
    D("entry.withdraw", {"number": 1, "round": 2}),
    D("line_up", {"round": 1, "team": 1, "tables": []}),
    ev.pair(2),
    D("ruling.penalty", {"competitors": [1], "vp": -1, "mp": 0}),
]


@pytest.mark.parametrize("draft", LATE_ACTS, ids=lambda draft: draft.kind)
def test_a_final_ranking_is_changed_by_nothing_until_that_act_is_undone(draft: Draft) -> None:
    with pytest.raises(ActError, match=r"act 7 \(.+\): the ranking is final \(act 6\): undo that first"):
        ev.state_of(*FINAL, draft)
    assert ev.state_of(*FINAL, D("person.erase", {"person": 3})).final == 6
    opened = ev.state_of(*FINAL, D("undo", {"acts": [6]}))
    assert opened.final is None


def test_no_undoing_goes_past_a_final_ranking_but_its_own_can_be_undone() -> None:
    fine = D("ruling.penalty", {"competitors": [1], "vp": -1, "mp": 0})
    acts = ev.acts_of(*SHUT, fine, fine, D("undo", {"acts": [7]}), D("event.final"))
    for named in ([6], [8]):  # a ruling would go; a ruling would come back
        with pytest.raises(ActError, match=r"act 10 \(undo\): the ranking is final \(act 9\): undo that first"):
            fold(ev.more(acts, D("undo", {"acts": named})))
    both = ev.more(acts, D("undo", {"acts": [6, 9]}))
    assert fold(both).rulings == [] and fold(both).final is None
    opened = ev.more(acts, D("undo", {"acts": [9]}))
    again = ev.more(opened, D("undo", {"acts": [10]}))
    assert fold(again).final == 9 and fold(again).rulings == fold(acts).rulings
    with pytest.raises(ActError, match="the ranking is final"):
        fold(ev.more(opened, fine, D("undo", {"acts": [10]})))


def test_entries() -> None:
    state = done(START, "entry.edit", number=2, persons=[3, 99], group=2, since=3)
    assert state.competitors[2].persons == state.units[2].persons == (3, 99)
    assert (state.competitors[2].group, state.competitors[2].since) == (2, 3)
    left = done(START, "entry.withdraw", number=2, round=3, mode="temporary")
    assert left.competitors[2].left == {"round": 3, "mode": "temporary"}
    assert (
        done([*START, D("entry.withdraw", {"number": 2, "round": 1})], "entry.return", number=2, round=4).competitors[2].since
        == 4
    )
    assert done(START, "entry.close").entries_closed
    assert not done([*START, D("entry.close")], "entry.close", closed=False).entries_closed
    assert 5 not in done(START, "entry.drop", number=5).competitors
    assert done(TEAMS, "line_up", round=1, team=7, tables=[[1, 2], [3, 4]]).line_ups[1, 7] == [[1, 2], [3, 4]]
    again = ev.state_of(*START, D("entry.drop", {"number": 5}), ev.entries(5))
    assert again.competitors[5].persons == (9, 10)


def test_rounds() -> None:
    info = ev.state_of(*PAIRED).rounds[0]
    assert (info.state, info.seats, info.rests, info.bands[0]) == (DRAFT, {1: (1, 2), 2: (3, 4)}, [5], (100, 10, 10))
    assert ev.state_of(*OPEN).rounds[0].state == PUBLISHED
    assert (ev.state_of(*SHUT).rounds[0].state, ev.state_of(*SHUT).rounds[0].told) == (CLOSED, {"tables": []})
    other = ev.state_of(*PAIRED, ev.pair(1, round_id="r1b", deals=2, minutes=25))
    assert [(info.id, info.deals, info.minutes) for info in other.rounds] == [("r1b", 2, 25)] and other.replaced == {"r1"}
    assert done(PAIRED, "round.drop", id="r1").replaced == {"r1"}
    back = done(START, "round.back", id="rb", number=2, method="mitchell")
    assert back.rounds[0].number == 2
    seated = done([*START, ev.pair(1, seats={"1": [1, 2]})], "round.seat", id="r1", table=2, ns=3, ew=5).rounds[0]
    assert seated.seats == {1: (1, 2), 2: (3, 5)}
    assert done(OPEN, "round.rest", id="r1", rests=[]).rounds[0].rests == []
    assert done(OPEN, "round.method", id="r1", method="draw").rounds[0].method == "draw"


def test_individual_units_come_with_the_round() -> None:
    players = D("entry.add", {"entries": [{"number": n, "persons": [n]} for n in range(1, 6)]})
    units = [[1001, [1, 2], [1, 2]], [1002, [3, 4], [3, 4]]]
    round_one = ev.pair(1, units=units, seats={"1": [1001, 1002]}, rests=[5])
    state = ev.state_of(ev.new(kind="individual"), players, round_one)
    assert state.units[1002].credits == (3, 4) and state.rounds[0].seats == {1: (1001, 1002)}
    with pytest.raises(ActError, match="number 4 both sits and rests"):
        ev.state_of(ev.new(kind="individual"), players, ev.pair(1, units=units, seats={"1": [1001, 1002]}, rests=[4]))
    played = [ev.new(kind="individual"), players, round_one, ev.on_round("publish", "r1"), ev.on_round("close", "r1")]
    again = ev.pair(2, units=[*units, [1003, [1, 5], [1, 5]]], seats={"1": [1002, 1003]})
    assert ev.state_of(*played, again).units[1003].persons == (1, 5)
    lost = [*played, D("round.back", {"id": "b2", "number": 2, "method": "danish"})]
    seat = ev.on_round("seat", "b2", table=1, ns=1001, ew=1003, units=[[1003, [3, 5], [3, 5]]], match=7)
    info = ev.state_of(*lost, seat).rounds[1]
    assert (info.back, info.seats, info.matches) == (True, {1: (1001, 1003)}, {1: 7})
    with pytest.raises(ActError, match="unit 1002 is other persons"):
        ev.state_of(*lost, ev.on_round("seat", "b2", table=1, ns=1001, ew=1002, units=[[1002, [3, 5], [3, 5]]]))
    for wrong, words in (
        ([1001, [1, 3], [1, 3]], "unit 1001 is other persons"),
        ([1003, [1, 9], [1, 9]], "there is no number 9"),
    ):
        with pytest.raises(ActError, match=words):
            ev.state_of(*played, ev.pair(2, units=[wrong], seats={}))


RULINGS: dict[str, dict[str, Any]] = {
    "warning": {"competitors": [1], "offence": "pile_seen"},
    "penalty": {"competitors": [1, 2], "vp": -1, "mp": -200},
    "late": {"round": 1, "table": 1, "unit": 2, "minutes": 7},
    "absent": {"round": 1, "table": 1, "unit": 2},
    "adjust": {"round": 1, "table": 1, "unit": 2, "mp": -100, "vp": 0},
    "set": {"round": 1, "table": 1, "ns": {"vp": 12, "mp_net": 0}, "ew": None},
    "award": {"round": 1, "competitors": [5], "vp": 12, "mp": 305},
}


@pytest.mark.parametrize("kind", RULINGS)
def test_rulings_are_kept_with_their_act_reason_and_article(kind: str) -> None:
    (ruling,) = done(OPEN, f"ruling.{kind}", **RULINGS[kind]).rulings
    assert (ruling.act, ruling.kind, ruling.why, ruling.article, ruling.at) == (5, kind, "a reason", "004 LOI 34", 1000)
    assert dict(ruling.data) == RULINGS[kind]


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind, data in RULINGS.items() for field in data])
def test_a_ruling_without_one_of_its_fields_is_refused(kind: str, field: str) -> None:
    data = {name: value for name, value in RULINGS[kind].items() if name != field}
    with pytest.raises(ActError, match=rf"act 5 \(ruling.{kind}\): {field} missing"):
        done(OPEN, f"ruling.{kind}", **data)


NAMELESS = D("entry.add", {"entries": [{"number": 9, "persons": []}]})  # as a round that came back may have one
BAD: list[tuple[list[Draft], str, dict[str, Any], str]] = [
    (START, "event.new", ev.new().data, "begun already"),
    ([], "event.new", ev.new(kind="chess").data, "no such kind of event"),
    ([], "event.new", ev.new(ev.phase("swiss")).data, "no such phase: swiss"),
    ([], "event.new", ev.new(ev.phase("draw", deals=7)).data, "phases missing, or not"),
    ([], "event.new", ev.new(ev.phase("draw", bands=[[1]])).data, "phases missing, or not"),
    ([], "event.new", {"id": "e1"}, "missing, or not as docs/event.md says"),
    ([], "entry.add", {"entries": []}, "there is no event yet"),
    (PAIRED, "ruling.set", RULINGS["set"] | {"units": [1, 5]}, "1 and 5 are not the two that sit at table 1"),
    (PAIRED, "ruling.set", RULINGS["set"] | {"units": [1]}, "units missing, or not"),
    (START, "event.settings", {}, "missing, or not as docs/event.md says"),
    (SHUT, "event.phases", {"phases": []}, "1 rounds have been made"),
    (START, "entry.add", {"entries": [{"number": 1, "persons": [90, 91]}]}, "number 1 is given"),
    (START, "entry.add", {"entries": [{"number": 8, "persons": [90, 90]}]}, "entered twice"),
    (START, "entry.add", {"entries": [{"number": 8, "persons": [1, 90]}]}, "entered twice"),
    (START, "entry.add", {"entries": [{"number": 8, "persons": [90]}, {"number": 9, "persons": [90]}]}, "entered twice"),
    (START, "entry.edit", {"number": 88}, "no number 88"),
    (START, "entry.edit", {"number": 1, "persons": [3, 90]}, "entered twice"),
    (START, "entry.edit", {"number": 1, "persons": [90, 90]}, "entered twice"),
    (START, "entry.drop", {"number": 88}, "no number 88"),
    (PAIRED, "entry.drop", {"number": 4}, "it sits in round 1"),
    (PAIRED, "entry.drop", {"number": 5}, "it rests in round 1"),
    ([*START, D("ruling.warning", RULINGS["warning"])], "entry.drop", {"number": 1}, r"act 3 \(warning\) is about it"),
    ([*TEAMS, D("line_up", {"round": 2, "team": 7, "tables": []})], "entry.drop", {"number": 7}, "line-up of round 2"),
    (START, "entry.withdraw", {"number": 88, "round": 1}, "no number 88"),
    (START, "entry.withdraw", {"number": 1}, "missing, or not as docs/event.md says"),
    (START, "entry.withdraw", {"number": 1, "round": 0}, "round missing, or not"),
    ([*START, D("entry.withdraw", {"number": 1, "round": 1})], "entry.withdraw", {"number": 1, "round": 2}, "left already"),
    (START, "entry.return", {"number": 1, "round": 2}, "has not left"),
    (START, "line_up", {"round": 1, "team": 88, "tables": []}, "no number 88"),
    (START, "round.pair", ev.pair(2).data, "round 2 cannot be made now"),
    (PAIRED, "round.pair", ev.pair(1).data, "round 1 cannot be made now"),
    ([*PAIRED, D("round.drop", {"id": "r1"})], "round.pair", ev.pair(1).data, "round 1 cannot be made now"),
    (OPEN, "round.pair", ev.pair(1, round_id="rx").data, "round 1 cannot be made now"),
    (START, "round.pair", ev.pair(1, seats={"1": [1, 88]}).data, "table 1: there is no number 88"),
    (START, "round.pair", ev.pair(1, seats={"1": [1, 2], "2": [2, 3]}).data, "table 2: somebody of number 2 sits twice"),
    (START, "round.pair", ev.pair(1, seats={"1": [1, 1]}).data, "sits twice"),
    ([*START, NAMELESS], "round.pair", ev.pair(1, seats={"1": [9, 1], "2": [9, 2]}).data, "somebody of number 9 sits twice"),
    (START, "round.pair", ev.pair(1, rests=[88]).data, "no number 88 to rest"),
    (START, "round.pair", ev.pair(1, rests=[1]).data, "number 1 both sits and rests"),
    (START, "round.pair", ev.pair(1, seats={"one": [1, 2]}).data, "missing, or not as docs/event.md says"),
    (START, "round.pair", ev.pair(1, seats=[]).data, "missing, or not as docs/event.md says"),
    (OPEN, "round.drop", {"id": "r1"}, "round 1 is published"),
    (START, "round.publish", {"id": "r9"}, "there is no round r9"),
    (SHUT, "round.publish", {"id": "r1"}, "round 1 is closed"),
    (PAIRED, "round.close", {"id": "r1"}, "round 1 is draft"),
    (PAIRED, "round.back", {"id": "r1", "number": 1, "method": "draw"}, "round 1 is there already"),
    (PAIRED, "round.seat", {"id": "r1", "table": 3, "ns": 1, "ew": 5}, "table 3: somebody of number 1 sits twice"),
    (PAIRED, "round.rest", {"id": "r1", "rests": [1]}, "number 1 both sits and rests"),
    (PAIRED, "round.method", {"id": "r9", "method": "draw"}, "there is no round r9"),
    (OPEN, "ruling.warning", {"competitors": [88], "offence": "x"}, "there is no number 88"),
    (OPEN, "ruling.late", RULINGS["late"] | {"round": 2}, "there is no round 2"),
    (OPEN, "ruling.late", RULINGS["late"] | {"table": 9}, "round 1 has no table 9"),
    (OPEN, "ruling.late", RULINGS["late"] | {"unit": 3}, "number 3 does not sit at table 1"),
    (START, "entry.withdraw", {"number": 1, "round": True}, "round missing, or not"),
    (START, "entry.withdraw", {"number": 1, "round": 2.0}, "round missing, or not"),
    (START, "entry.withdraw", {"number": 1, "round": 1_000_001}, "round missing, or not"),
    (START, "entry.edit", {"number": 1, "name": "x" * 10_001}, "name missing, or not"),
    (START, "event.settings", {"settings": {}, "name": 7}, "name missing, or not"),
    (START, "round.pair", ev.pair(1, seats={"0": [1, 2]}).data, "seats missing, or not"),
    (START, "round.pair", ev.pair(1, seats={"1000001": [1, 2]}).data, "seats missing, or not"),
    (START, "round.pair", ev.pair(1, seats={"1": [1, 2, 3]}).data, "seats missing, or not"),
    (START, "round.pair", ev.pair(1, matches={"1": None}).data, "matches missing, or not"),
    (START, "undo", {"acts": [1]}, "cannot be undone"),
    (START, "undo", {}, "must name acts"),
    (START, "event.fly", {}, "this version does not know 'event.fly': install a newer Tavolo"),
]


@pytest.mark.parametrize(("before", "kind", "data", "words"), BAD)
def test_what_does_not_fit_is_refused_and_the_act_is_named(
    before: list[Draft], kind: str, data: dict[str, Any], words: str
) -> None:
    with pytest.raises(ActError, match=words) as found:
        ev.state_of(*before, D(kind, data))
    assert str(found.value).startswith(f"act {len(before) + 1}"), "which act it is"


def test_every_kind_of_act_was_tried_good_and_its_page_has_a_row() -> None:
    page = (Path(__file__).parents[2] / "docs" / "event.md").read_text(encoding="utf-8")
    kinds = page.partition("## Kinds of acts")[2]
    assert sorted(re.findall(r"^\| `([a-z_]+(?:\.[a-z_]+)?)` \|", kinds, re.M)) == sorted(ACTS)
    source = Path(__file__).read_text(encoding="utf-8") + Path(ev.__file__).read_text(encoding="utf-8")
    for kind in ACTS:
        word = kind.removeprefix("ruling.").removeprefix("round.")
        assert f'"{kind}"' in source or f'"{word}"' in source, kind


@pytest.mark.parametrize("kind", ["person.edit", "person.erase", "sheet.enter", "sheet.correct"])
def test_acts_about_what_lives_elsewhere_change_no_state(kind: str) -> None:
    before, after = ev.state_of(*SHUT), done(SHUT, kind, person=3)
    after.acts -= 1
    assert before == after


def test_rulings_undone_with_an_act_between_are_gone_and_come_back() -> None:
    acts = ev.acts_of(*OPEN, D("ruling.late", RULINGS["late"]), D("ruling.penalty", RULINGS["penalty"]))
    acts = ev.more(acts, D("undo", {"acts": [5]}))
    assert [ruling.kind for ruling in fold(acts).rulings] == ["penalty"]
    acts = ev.more(acts, D("undo", {"acts": [7]}))
    assert [ruling.act for ruling in fold(acts).rulings] == [5, 6]


def test_an_undoing_that_others_build_on_is_refused_with_the_first_of_them() -> None:
    acts = ev.acts_of(*SHUT)
    with pytest.raises(ActError, match=r"act 4 \(round.publish\): there is no round r1"):
        fold(ev.more(acts, D("undo", {"acts": [3]})))
    with pytest.raises(ActError, match=r"act 3 \(round.pair\): table 1: there is no number 1"):
        fold(ev.more(acts, D("undo", {"acts": [2]})))


def test_a_round_whose_publishing_was_undone_is_never_published_under_its_id_again() -> None:
    acts = ev.more(ev.acts_of(*OPEN), D("undo", {"acts": [4]}))
    assert fold(acts).rounds[0].state == DRAFT and fold(acts).unpublished == {"r1"}
    with pytest.raises(ActError, match=r"act 6 \(round.publish\): round r1 was published before.*new id"):
        fold(ev.more(acts, ev.on_round("publish", "r1")))
    gone = ev.more(ev.acts_of(*OPEN), D("undo", {"acts": [3, 4]}))
    with pytest.raises(ActError, match=r"act 6 \(round.pair\): round r1 was published before"):
        fold(ev.more(gone, ev.pair(1)))
    assert fold(ev.more(acts, D("undo", {"acts": [5]}))).rounds[0].state == PUBLISHED, "the undoing undone: tables have that plan"
    twice = ev.more(ev.acts_of(*OPEN, ev.on_round("publish", "r1")), D("undo", {"acts": [5]}))
    assert fold(twice).unpublished == set() and fold(twice).rounds[0].published == 4


def story(seed: int) -> list[Draft]:
    """A history of many kinds of acts that all fit, by `seed`."""
    chance, drafts, rulings = random.Random(seed), [*START], 0
    for number in range(1, 4):
        drafts += [ev.pair(number, round_id=f"x{number}"), ev.pair(number, rests=[5] * chance.randrange(2))][
            chance.randrange(2) :
        ]
        drafts.append(ev.on_round("publish", f"r{number}"))
        for kind in chance.sample(sorted(set(RULINGS) - {"award"}), 2):
            data = dict(RULINGS[kind])
            if "round" in data:
                data["round"] = number
            drafts.append(D(f"ruling.{kind}", data, f"reason {rulings}"))
            rulings += 1
        drafts.append(ev.on_round("close", f"r{number}"))
        if chance.randrange(2):
            drafts.append(D("event.settings", {"settings": {"control_minutes": chance.randrange(60)}}))
    return drafts


@pytest.mark.parametrize("seed", range(12))
def test_folding_all_is_folding_one_by_one(seed: int) -> None:
    acts, state = ev.acts_of(*story(seed)), EventState()
    for act in acts:
        apply(state, act)
        assert state == fold(acts[: act.number])


@pytest.mark.parametrize("seed", range(12))
def test_undo_then_redo_is_the_same_state(seed: int) -> None:
    """Each act that can be undone, and random sets of them."""
    acts, chance = ev.acts_of(*story(seed)), random.Random(seed)
    whole, tried = fold(acts), 0
    for named in [[act.number] for act in acts] + [sorted(chance.sample(range(2, len(acts)), 3)) for _ in range(8)]:
        less = ev.more(acts, D("undo", {"acts": named}))
        try:
            without = fold(less)
        except ActError:
            continue
        tried += 1
        assert _but_acts(without) != _but_acts(whole) or all(_silent(acts, number) for number in named)
        assert _but_acts(fold(ev.more(less, D("undo", {"acts": [len(less)]})))) == _but_acts(whole)
    assert tried >= 6, "rulings at least"


def _but_acts(state: EventState) -> dict[str, Any]:
    return {name: value for name, value in vars(state).items() if name != "acts"}


def _silent(acts: list[Act], number: int) -> bool:
    """Undoing it changes nothing: settings that a later act sets again."""
    return acts[number - 1].kind == "event.settings" and number not in undone(acts)


def _spoil(chance: random.Random, value: Any) -> Any:
    """`value` with one thing in it taken out, or made something else."""
    if isinstance(value, (dict, list)) and value and chance.random() < 0.8:
        made = value.copy()
        at: Any = chance.choice(list(made) if isinstance(made, dict) else range(len(made)))
        if chance.random() < 0.15:
            del made[at]
        else:
            made[at] = _spoil(chance, made[at])
        return made
    if type(value) is int and chance.random() < 0.7:
        return chance.randrange(0, 12)  # a number in a number's place, that may mean another one
    return chance.choice([None, True, -1, 0, 3, 10**9, 2.5, "", "x", "1", [], [1], [[1, 2]], {}, {"1": 2}, {"a": None}])


WHOLE = [*story(5), D("line_up", {"round": 1, "team": 1, "tables": [[1, 2]]}), D("entry.withdraw", {"number": 1, "round": 3})]
WHOLE += [
    D("ruling.award", RULINGS["award"]),
    ev.pair(4, units=[[1001, [1, 3], [1, 2]]], matches={"1": 1}, reasons={"5": "last"}),
]
WHOLE += [D("round.back", {"id": "b9", "number": 9, "method": "draw"}), ev.on_round("seat", "b9", table=1, ns=1, ew=2)]
WHOLE += [ev.on_round("seat", "b9", table=2, ns=3, ew=1001, units=[[1001, [9, 11], [5, 6]]], match=1)]
WHOLE += [D("ruling.set", RULINGS["set"] | {"units": [2, 1]})]


SPOILED = int(os.environ.get("TAVOLO_SPOILED_ACTS", "60"))  # histories; thousands on demand


@pytest.mark.parametrize("seed", range(SPOILED))
def test_whatever_stands_in_an_archives_acts_is_taken_whole_or_refused_in_words(seed: int) -> None:
    """What passes is fit for all that reads it: scores, ranking, history, preview, law."""
    chance, drafts = random.Random(seed), list(WHOLE)
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(drafts))
        drafts[at] = D(drafts[at].kind, _spoil(chance, drafts[at].data))
    acts = ev.acts_of(*drafts)
    assert len(history(acts, str)) == len(acts)
    try:
        state = fold(acts)
        judge(state, Ask("sum_error", 1, 1), law_rules(state))
        preview(acts, [D("entry.close")], {"r1": [TableResult(1, 1, 2, 900, 500, 12, 8, True, 4)]}, standings)
    except (ActError, SettingError) as fault:
        assert str(fault)


def test_the_page_names_every_field_that_must_be_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "event.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.partition("## Kinds of acts")[2].splitlines() if line.startswith("| `")}
    assert SHAPES.keys() == ACTS.keys()
    for kind, shape in SHAPES.items():
        for name in shape:
            assert f"`{name.removesuffix('?')}`" in rows[kind] or "[format as in" in rows[kind], (kind, name)
