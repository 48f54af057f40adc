"""What has changed since a draft was made, from acts alone; orders and words: tests/server/test_drafts_old.py."""

import pytest

from host_tools.engine.acts import Act, Draft
from host_tools.engine.draft_now import changed_since, state_then
from host_tools.engine.fold import fold
from tests.unit import engine_event as ev

D = Draft
BEGUN = [ev.new(), ev.entries(1, 2, 3, 4, 5)]


def kinds(acts: list[Act], ranked: list[int] | None = None) -> list[tuple[str, list[int]]]:
    state = fold(acts)
    return [(one["kind"], one["who"]) for one in changed_since(acts, state, state.rounds[-1], ranked)]


def test_a_round_that_was_published_is_no_draft() -> None:
    acts = ev.acts_of(*BEGUN, ev.pair(1, rests=[5]), ev.on_round("publish", "r1"), ev.entries(6))
    assert kinds(acts, [2, 1]) == []


@pytest.mark.parametrize(
    ("ranked", "told"),
    [
        ([1, 2, 3, 4, 5], []),
        ([9, 1, 2, 3, 8, 4, 5], []),
        ([1, 3, 2, 4, 5], [2]),
        ([2, 3, 4, 5], [1]),
        (None, []),
    ],
)
def test_the_first_whose_place_is_another_one_is_told(ranked: list[int] | None, told: list[int]) -> None:
    acts = ev.acts_of(*BEGUN, ev.pair(1, rests=[5], ranked=[1, 2, 3, 4, 5]))
    assert kinds(acts, ranked) == [("ranking", told)] * bool(told)


def test_each_group_has_its_own_ranking_and_who_changed_it_is_told_as_that_alone() -> None:
    two = D("entry.edit", {"number": 3, "group": 2}), D("entry.edit", {"number": 4, "group": 2})
    acts = ev.acts_of(*BEGUN, *two, ev.pair(1, rests=[5], ranked=[1, 2, 5, 3, 4]))
    assert kinds(acts, [3, 4, 1, 2, 5]) == []
    assert kinds(acts, [1, 2, 5, 4, 3]) == [("ranking", [3])]
    moved = ev.more(acts, D("entry.edit", {"number": 5, "group": 2}))
    assert kinds(moved, [1, 2, 5, 3, 4]) == [("group", [5])]


def test_seats_that_came_back_are_as_old_as_they_are() -> None:
    rules = D("event.settings", {"settings": {"rematch": "all"}})
    acts = ev.acts_of(*BEGUN, ev.pair(1, rests=[5]), rules, ev.pair(1, round_id="r1b", rests=[5], again="r1"))
    assert kinds(acts) == [("setting", [])]


@pytest.mark.parametrize("again", ["r1", "r1b", "r77"])
def test_an_archive_whose_rounds_repeat_each_other_is_read_to_an_end(again: str) -> None:
    first = ev.pair(1, rests=[5], again=again)
    acts = ev.acts_of(*BEGUN, first, ev.pair(1, round_id="r1b", rests=[5], again="r1"))
    assert state_then(acts, fold(acts).rounds[-1]) is None and kinds(acts) == []


def test_an_archive_that_holds_together_only_with_what_was_undone_later() -> None:
    wrong = D("entry.withdraw", {"number": 77, "round": 1})
    acts = ev.acts_of(*BEGUN, wrong, ev.pair(1, rests=[5]), D("undo", {"acts": [3]}))
    assert state_then(acts, fold(acts).rounds[-1]) is None
