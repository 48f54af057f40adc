"""Which acts an undoing names, what it refuses and by which act; a publishing comes back under a new id."""

import pytest

from host_tools.engine import undoing
from host_tools.engine.acts import Act, ActError, Draft
from host_tools.engine.fold import fold
from host_tools.engine.state import CLOSED, DRAFT, PUBLISHED
from host_tools.engine.undoing import Undo
from tests.unit import engine_event as ev

START = [ev.new(), ev.entries(1, 2, 3, 4), ev.entries(5)]
LATE = Draft("ruling.late", {"round": 1, "table": 1, "unit": 2, "minutes": 7})
OPEN = ev.acts_of(*START, ev.pair(1, rests=[5]), ev.on_round("publish", "r1"))
SHUT = ev.more(OPEN, ev.on_round("close", "r1"))
NEXT = ev.more(SHUT, ev.pair(2))


def after(acts: list[Act], undo: Undo) -> list[Act]:
    return ev.more(acts, *undo.drafts("a mistake"))


def test_undo_publish_gives_the_same_seats_as_a_draft_under_a_new_id() -> None:
    undo = undoing.undo_publish(OPEN, 1, "new1")
    assert undo.acts == (5,)
    state = fold(after(OPEN, undo))
    (info,) = state.rounds
    assert (info.id, info.state, info.seats, info.rests) == ("new1", DRAFT, {1: (1, 2), 2: (3, 4)}, [5])
    assert state.replaced == {"r1"} and state.unpublished == {"r1"}
    was = fold(OPEN).rounds[0]
    assert {k: v for k, v in vars(info).items() if k not in ("id", "state", "published")} == {
        k: v for k, v in vars(was).items() if k not in ("id", "state", "published")
    }
    published = ev.more(after(OPEN, undo), ev.on_round("publish", "new1"))
    assert fold(published).rounds[0].state == PUBLISHED
    again = undoing.undo_publish(published, 1, "new2")
    assert fold(after(published, again)).rounds[0].id == "new2"


@pytest.mark.parametrize("taken", ["r1", "x1", "r0"])
def test_undo_publish_wants_an_id_that_no_round_had(taken: str) -> None:
    acts = ev.acts_of(*START, ev.pair(1, round_id="x1"), ev.pair(1), ev.on_round("publish", "r1"))
    if taken == "r0":
        acts = ev.acts_of(*START, ev.pair(1, round_id="r0"), ev.on_round("publish", "r0"))
        acts = ev.more(after(acts, undoing.undo_publish(acts, 1, "r1")), ev.on_round("publish", "r1"))
    with pytest.raises(ActError, match=f"{taken} is taken"):
        undoing.undo_publish(acts, 1, taken)


def test_undo_publish_does_not_take_the_id_of_a_round_that_was_undone_whole() -> None:
    less = after(OPEN, undoing.undo_round(OPEN, 1))
    acts = ev.more(less, ev.pair(1, round_id="n1"), ev.on_round("publish", "n1"))
    with pytest.raises(ActError, match="needs an id that no round had: r1 is taken"):
        undoing.undo_publish(acts, 1, "r1")


def test_undo_publish_refuses_a_draft_a_closed_round_and_one_with_rounds_after_it() -> None:
    with pytest.raises(ActError, match="round 2 is draft"):
        undoing.undo_publish(NEXT, 2, "n")
    with pytest.raises(ActError, match="round 1 is closed: undo its closing first"):
        undoing.undo_publish(SHUT, 1, "n")
    with pytest.raises(ActError, match=r"round 2 \(draft\) was made after it: undo that first"):
        undoing.undo_publish(NEXT, 1, "n")
    with pytest.raises(ActError, match="there is no round 7"):
        undoing.undo_publish(NEXT, 7, "n")


def test_undo_close_opens_the_round_again_and_refuses_when_the_next_one_is_made_or_the_ranking_is_final() -> None:
    undo = undoing.undo_close(SHUT, 1)
    assert undo == Undo((6,)) and fold(after(SHUT, undo)).rounds[0].state == PUBLISHED
    with pytest.raises(ActError, match=r"round 2 \(draft\) was made after it"):
        undoing.undo_close(NEXT, 1)
    with pytest.raises(ActError, match="round 1 is published: there is no closing"):
        undoing.undo_close(OPEN, 1)
    final = ev.more(SHUT, Draft("event.final"))
    with pytest.raises(ActError, match=r"the ranking is final \(act 7\)"):
        undoing.undo_close(final, 1)
    assert fold(after(final, undoing.undo_act(final, 7, "n"))).final is None


def test_undo_round_takes_drafts_publishing_and_closing_and_the_round_can_be_paired_anew() -> None:
    acts = ev.acts_of(*START, ev.pair(1, round_id="x1"), ev.pair(1), *ev.played(1)[1:])
    undo = undoing.undo_round(acts, 1)
    assert undo.acts == (4, 5, 6, 7)
    less = after(acts, undo)
    assert fold(less).rounds == [] and fold(ev.more(less, ev.pair(1, round_id="n1"))).rounds[0].id == "n1"
    with pytest.raises(ActError, match="new id"):
        fold(ev.more(less, ev.pair(1)))


def test_undo_round_after_an_undone_publishing_takes_both_ids() -> None:
    acts = ev.more(after(OPEN, undoing.undo_publish(OPEN, 1, "n1")), ev.on_round("publish", "n1"))
    assert fold(after(acts, undoing.undo_round(acts, 1))).rounds == []


def test_undo_round_names_the_rulings_about_it_or_takes_them_along() -> None:
    acts = ev.more(OPEN, LATE, Draft("ruling.warning", {"competitors": [1], "offence": "x"}))
    with pytest.raises(ActError, match=r"act 6 \(ruling.late\): about round 1"):
        undoing.undo_round(acts, 1)
    undo = undoing.undo_round(acts, 1, with_rulings=True)
    assert undo.acts == (4, 5, 6)
    assert [ruling.kind for ruling in fold(after(acts, undo)).rulings] == ["warning"]


def test_undo_round_of_a_draft_and_not_of_a_round_before_the_last() -> None:
    assert fold(after(NEXT, undoing.undo_round(NEXT, 2))) != fold(NEXT)
    with pytest.raises(ActError, match="round 2"):
        undoing.undo_round(NEXT, 1)


def test_undo_entry_alone_takes_its_edits_along() -> None:
    acts = ev.acts_of(*START, Draft("entry.edit", {"number": 5, "group": 2}), Draft("entry.edit", {"number": 1, "group": 2}))
    undo = undoing.undo_entry(acts, 5)
    assert undo.acts == (3, 4) and 5 not in fold(after(acts, undo)).competitors


def test_undo_entry_of_one_that_came_in_a_list_leaves_the_others() -> None:
    acts = ev.acts_of(*START)
    undo = undoing.undo_entry(acts, 2)
    assert undo.acts == () and [draft.kind for draft in undo.drafts("twice")] == ["entry.drop"]
    assert sorted(fold(after(acts, undo)).competitors) == [1, 3, 4, 5]
    back = undoing.undo_act(after(acts, undo), 4, "n")
    assert sorted(fold(after(after(acts, undo), back)).competitors) == [1, 2, 3, 4, 5]


def test_undo_entry_names_where_it_sits_or_rests() -> None:
    with pytest.raises(ActError, match="number 2 cannot be taken out: it sits in round 1; undo that first, or let it withdraw"):
        undoing.undo_entry(OPEN, 2)
    with pytest.raises(ActError, match="it rests in round 1"):
        undoing.undo_entry(OPEN, 5)
    with pytest.raises(ActError, match="no number 88"):
        undoing.undo_entry(OPEN, 88)


def test_undo_ruling() -> None:
    acts = ev.more(OPEN, LATE)
    undo = undoing.undo_ruling(acts, 6)
    assert undo.acts == (6,) and fold(after(acts, undo)).rulings == []
    with pytest.raises(ActError, match=r"act 6 \(ruling.late\) was undone already"):
        undoing.undo_ruling(after(acts, undo), 6)
    with pytest.raises(ActError, match=r"act 5 is round.publish, no ruling"):
        undoing.undo_ruling(acts, 5)
    with pytest.raises(ActError, match="there is no act 99"):
        undoing.undo_ruling(acts, 99)


def test_undoing_an_undo_brings_all_back_and_takes_the_copy_away() -> None:
    less = after(OPEN, undoing.undo_publish(OPEN, 1, "n1"))
    redo = undoing.undo_undo(less, 6)
    assert redo.acts == (6, 7)
    back = fold(after(less, redo))
    assert back.rounds == fold(OPEN).rounds and back.unpublished == set()
    published = ev.more(less, ev.on_round("publish", "n1"))
    with pytest.raises(ActError, match=r"act 8 \(round.publish\): the same seats were published again under another id"):
        undoing.undo_undo(published, 6)
    dropped = ev.more(less, ev.on_round("drop", "n1"))
    assert undoing.undo_undo(dropped, 6).acts == (6, 7, 8)
    assert fold(after(dropped, undoing.undo_undo(dropped, 6))).rounds == fold(OPEN).rounds
    with pytest.raises(ActError, match="no undoing"):
        undoing.undo_undo(OPEN, 4)


def test_undo_last_goes_back_step_by_step_to_the_empty_event() -> None:
    acts, kinds = ev.more(SHUT, ev.pair(2), LATE), []
    for step in range(20):
        try:
            undo = undoing.undo_last(acts, f"n{step}")
        except ActError as fault:
            assert "act 1 (event.new) cannot be undone: make another event" in str(fault)
            break
        kinds.append([acts[number - 1].kind for number in undo.acts])
        acts = after(acts, undo)
    # the copy that came with the undone publishing is undone before the draft that it copies
    steps = ["ruling.late", "round.pair", "round.close", "round.publish", "round.pair", "round.pair", "entry.add", "entry.add"]
    assert kinds == [[kind] for kind in steps]
    state = fold(acts)
    assert state.rounds == [] and state.competitors == {} and state.name == "Trofeo"


def test_undo_act_refuses_what_lasts_and_says_what_to_do_instead() -> None:
    acts = ev.more(SHUT, Draft("sheet.correct", {"round": 1, "table": 1}), Draft("person.erase", {"person": 3}))
    with pytest.raises(ActError, match=r"act 7 \(sheet.correct\) cannot be undone: correct the sheet again"):
        undoing.undo_act(acts, 7, "n")
    with pytest.raises(ActError, match="the name is gone"):
        undoing.undo_last(acts, "n")


def test_undo_act_names_the_first_act_that_builds_on_it() -> None:
    with pytest.raises(ActError, match=r"others build on it: act 4 \(round.pair\): table 1: there is no number 1"):
        undoing.undo_act(OPEN, 2, "n")
    with pytest.raises(ActError, match=r"others build on it: act 5 \(round.publish\): there is no round r1"):
        undoing.undo_act(OPEN, 4, "n")
    assert undoing.undo_act(SHUT, 6, "n") == Undo((6,)) and undoing.undo_act(OPEN, 5, "n").after


def test_an_undoing_needs_a_reason() -> None:
    with pytest.raises(ActError, match="reason"):
        undoing.undo_close(SHUT, 1).drafts("  ")


def test_nothing_to_undo_in_an_empty_history() -> None:
    with pytest.raises(ActError, match="nothing to undo"):
        undoing.undo_last([], "n")


def test_every_state_of_a_round_can_be_left_backwards() -> None:
    assert fold(SHUT).rounds[0].state == CLOSED
    opened = after(SHUT, undoing.undo_close(SHUT, 1))
    draft = after(opened, undoing.undo_publish(opened, 1, "n1"))
    empty = after(draft, undoing.undo_round(draft, 1))
    assert [fold(acts).rounds[0].state for acts in (opened, draft)] == [PUBLISHED, DRAFT] and fold(empty).rounds == []
