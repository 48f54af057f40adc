"""The chain of an event's acts: what it finds, what it cannot find, and which acts do not count."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import acts as engine_acts
from host_tools.engine.acts import FIRST, Act, ActError, ChainError, Draft, canonical, chained, check_chain, undone
from tests.unit import engine_event as ev

ACTS = ev.acts_of(ev.new(), ev.entries(1, 2, 3, 4), *ev.played(1))
OTHER = {
    "number": 9,
    "at": 1001,
    "who": "piero",
    "kind": "round.drop",
    "data": {"id": "rX"},
    "why": "no",
    "article": "004 LOI 19",
    "old": 7,
    "before": "1" * 64,
    "hash": "2" * 64,
}


def test_a_whole_chain_is_found_whole_and_begins_with_zeros() -> None:
    check_chain(ACTS)
    check_chain([])
    assert ACTS[0].before == FIRST and [act.number for act in ACTS] == [1, 2, 3, 4, 5]
    assert all(two.before == one.hash for one, two in zip(ACTS, ACTS[1:], strict=False))


@pytest.mark.parametrize("name", [field.name for field in fields(Act)])
@pytest.mark.parametrize("at", range(5))
def test_each_field_that_is_changed_is_found_at_its_act(name: str, at: int) -> None:
    changed = [*ACTS]
    changed[at] = replace(ACTS[at], **{name: OTHER[name]})
    with pytest.raises(ChainError) as found:
        check_chain(changed)
    assert found.value.number == at + 1 and str(found.value).startswith(f"act {at + 1}: ")


@pytest.mark.parametrize("at", range(4))
def test_an_act_taken_out_and_two_that_changed_places_are_found(at: int) -> None:
    for changed in (ACTS[:at] + ACTS[at + 1 :], [*ACTS[:at], ACTS[at + 1], ACTS[at], *ACTS[at + 2 :]]):
        with pytest.raises(ChainError) as found:
            check_chain(changed)
        assert found.value.number == at + 1


def test_an_act_that_was_made_anew_with_its_hash_is_found_at_the_next_one() -> None:
    forged = chained([Draft("entry.add", {"entries": []})], ACTS[0], "piero", 1000)
    with pytest.raises(ChainError) as found:
        check_chain([ACTS[0], *forged, *ACTS[2:]])
    assert found.value.number == 3


def test_acts_cut_off_at_the_end_are_not_found_by_the_chain_alone() -> None:
    """What protects the end: the head's hash outside the database (archive, printed ranking); docs/event.md says so."""
    check_chain(ACTS[:3])
    assert ACTS[2].hash != ACTS[-1].hash


def test_what_is_folded_now_is_what_will_be_read_again() -> None:
    (act,) = chained([Draft("x", {"seats": {1: (1, 2)}}, old=(1,))], None, "ornella", 1)
    assert act.data == {"seats": {"1": [1, 2]}} and act.old == [1]


@pytest.mark.parametrize("data", [{"a": {1, 2}}, {"a": float("nan")}, {(1, 2): 3}, {"a": b"x"}])
def test_what_is_not_plain_json_is_no_act(data: object) -> None:
    with pytest.raises(ActError, match="not plain JSON"):
        canonical(data)


def test_an_act_has_a_largest_size() -> None:
    assert len(canonical("x" * (engine_acts.MAX_DATA - 2))) == engine_acts.MAX_DATA
    with pytest.raises(ActError, match="1000000 at most"):
        canonical("x" * (engine_acts.MAX_DATA - 1))


def test_names_with_accents_make_the_same_hash_on_every_machine() -> None:
    (act,) = chained([Draft("event.settings", {"name": "Coppa Forlì", "settings": {}})], None, "niccolò", 1700000000)
    assert act.hash == "a565d4906b03063282cf582be7e60783fb58989b1d0d3a877159b90176bd5f10"


def undo(*numbers: int) -> Draft:
    return Draft("undo", {"acts": list(numbers)}, "a mistake")


def test_an_undoing_that_is_undone_takes_nothing_away_and_so_on() -> None:
    acts = ev.more(ACTS, undo(5))
    assert undone(acts) == {5}
    acts = ev.more(acts, undo(6))
    assert undone(acts) == {6}
    acts = ev.more(acts, undo(7))
    assert undone(acts) == {5, 7}
    acts = ev.more(acts, undo(8))
    assert undone(acts) == {6, 8}


def test_what_two_undoings_name_counts_when_both_are_undone() -> None:
    acts = ev.more(ACTS, undo(5), undo(4, 5), undo(7))
    assert undone(acts) == {5, 7}
    assert undone(ev.more(acts, undo(6))) == {6, 7}


@given(st.lists(st.integers(0, 100), max_size=12))
@settings(max_examples=40, deadline=None)
def test_what_counts_is_what_one_undoing_after_the_other_says(picks: list[int]) -> None:
    acts, standing = list(ACTS), {}
    for pick in picks:
        number = 3 + pick % (len(acts) - 2)  # not the first two: they last, or all hangs on them
        acts = ev.more(acts, undo(number))
        standing[len(acts)] = number
    off: dict[int, bool] = {}
    for number in range(len(acts), 0, -1):  # an act is off when an undoing that is not off names it
        off[number] = any(named == number and not off[by] for by, named in standing.items() if by > number)
    assert undone(acts) == {number for number, gone in off.items() if gone}


@pytest.mark.parametrize(
    "data", [{}, {"acts": []}, {"acts": "3"}, {"acts": ["3"]}, {"acts": [True]}, {"acts": [3.0]}, {"acts": 3}]
)
def test_an_undoing_that_names_no_acts_is_refused_by_its_number(data: dict[str, object]) -> None:
    with pytest.raises(ActError, match=r"act 6 \(undo\)"):
        undone(ev.more(ACTS, Draft("undo", data)))


@pytest.mark.parametrize("number", [0, -1, 6, 7, 900])
def test_an_undoing_of_itself_or_of_what_comes_later_is_refused(number: int) -> None:
    with pytest.raises(ActError, match=rf"act 6 \(undo\): act {number} is not before it"):
        undone(ev.more(ACTS, undo(number), undo(4)))


@pytest.mark.parametrize("kind", engine_acts.LASTING)
def test_what_lasts_cannot_be_undone(kind: str) -> None:
    acts = ev.more(ACTS, Draft(kind, {}), undo(6))
    with pytest.raises(ActError, match=rf"act 7 \(undo\): act 6 \({kind}\) cannot be undone"):
        undone(acts)
