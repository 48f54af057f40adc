"""Danish rounds, case by case (RULES 6, Later rounds and Bye)."""

import random

import pytest

from host_tools.engine.pairing import Field, PairingError, PairingRules, Wish, modified_danish, pure_danish

ALL = PairingRules("all")


def both(*matches: tuple[int, int], into: dict[int, tuple[int, ...]] | None = None) -> dict[int, tuple[int, ...]]:
    """One more round of these matches, for both sides."""
    met = dict(into or {})
    for one, other in matches:
        met[one], met[other] = (*met.get(one, ()), other), (*met.get(other, ()), one)
    return met


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 30, 61])
@pytest.mark.parametrize("rested", [0, 2])
def test_without_conflicts_the_optimum_is_pure_danish(count: int, rested: int) -> None:
    chance = random.Random(f"{count} {rested}")
    order = tuple(chance.sample(range(1, 200), count))
    field = Field(order, byes={who: 1 for who in order[-rested:] if rested})
    assert modified_danish(field, ALL).tables == pure_danish(field).tables
    assert modified_danish(field, ALL).rests == pure_danish(field).rests


def test_who_has_met_plays_the_next_one_down() -> None:
    found = modified_danish(Field((1, 2, 3, 4), met=both((1, 2), (3, 4))))
    assert found.tables == [(1, 1, 3), (2, 2, 4)]
    assert [one.kind for one in found.unmet] == [Wish.RANK_DISTANCE] * 2


def test_previous_forbids_only_the_round_before() -> None:
    met = both((1, 3), (2, 4), into=both((1, 2), (3, 4)))
    assert modified_danish(Field((1, 2, 3, 4), met=met)).tables == [(1, 1, 2), (2, 3, 4)]
    assert modified_danish(Field((1, 2, 3, 4), met=met), ALL).tables == [(1, 1, 4), (2, 2, 3)]


def test_a_rest_in_the_round_before_frees_the_opponent_of_the_round_earlier() -> None:
    met = {1: (2, 0), 2: (1, 3), 3: (0, 2)}
    found = modified_danish(Field((1, 2, 3), met=met, byes={3: 1, 1: 1}))
    assert (found.tables, found.bye) == ([(1, 1, 3)], 2)
    found = modified_danish(Field((1, 2, 3), met=met, byes={}))
    assert (found.tables, found.bye) == ([(1, 1, 2)], 3)


def test_the_last_round_is_free_by_the_rule_and_not_when_the_organiser_says_so() -> None:
    field = Field((1, 2, 3, 4), met=both((1, 2), (3, 4)), last_round=True)
    free = modified_danish(field)
    assert free.tables == [(1, 1, 2), (2, 3, 4)]
    assert not free.unmet
    assert "last round" in free.notes[0]
    assert modified_danish(field, PairingRules(last_round_free=False)).tables == [(1, 1, 3), (2, 2, 4)]


def test_a_rematch_that_nothing_avoids_is_told_with_its_rounds_and_is_not_the_newest() -> None:
    met = both((1, 4), (2, 3), into=both((1, 3), (2, 4), into=both((1, 2), (3, 4))))
    found = modified_danish(Field((1, 2, 3, 4), met=met), ALL)
    told = [one for one in found.unmet if one.kind is Wish.REMATCH]
    assert [(one.who, one.numbers) for one in told] == [((1, 2), (1,)), ((3, 4), (1,))]
    assert "round 1" in told[0].text
    assert "004 LOI 2b" in told[0].article


def test_the_rest_moves_up_only_to_save_a_rematch_and_says_so() -> None:
    field = Field((1, 2, 3), met=both((1, 2)))
    found = modified_danish(field)
    assert (found.bye, found.tables) == (2, [(1, 1, 3)])
    assert [(one.kind, one.who) for one in found.unmet] == [(Wish.BYE_ORDER, (2, 3))]
    assert "moved up to pair 2" in found.notes[0]
    assert "more rematches" in found.reasons[2]
    strict = modified_danish(field, PairingRules(bye_yields=False))
    assert (strict.bye, strict.tables) == (3, [(1, 1, 2)])
    assert [one.kind for one in strict.unmet] == [Wish.REMATCH]


def test_a_second_bye_is_dearer_than_any_rematch() -> None:
    met = both((1, 3), (2, 3))
    found = modified_danish(Field((1, 2, 3), met=met, byes={2: 1, 3: 1}), ALL)
    assert found.bye == 1
    assert [one.kind for one in found.unmet] == [Wish.REMATCH]


def test_a_bye_that_all_have_had_is_told_with_the_number() -> None:
    found = modified_danish(Field((1, 2, 3), byes={1: 2, 2: 1, 3: 1}))
    assert found.bye == 3
    assert [(one.kind, one.numbers) for one in found.unmet] == [(Wish.SECOND_BYE, (1,))]
    assert "rests again" in found.notes[0]
    assert "rested least" in found.reasons[3]


def test_pure_danish_says_how_many_rematches_it_makes() -> None:
    found = pure_danish(Field((1, 2, 3, 4), met=both((1, 2))))
    assert found.notes == ["1 of 2 matches are rematches; pure Danish allows them"]
    assert not found.unmet


def test_points_between_distant_opponents_are_told() -> None:
    found = modified_danish(Field((1, 2, 3, 4), met=both((1, 2)), scores={1: (40, 900), 2: (40, 100), 3: (33, 0), 4: (9, 0)}))
    assert "2 places apart (1 and 3, 7 VP)" in found.unmet[0].text


def test_many_that_have_met_almost_all_are_paired_exactly_too() -> None:
    """After a whole calendar but one round, the one round that is left is found, wherever the ranking puts it."""
    count, chance = 60, random.Random(7)
    numbers = list(range(1, count + 1))
    left = [(numbers[at], numbers[at + 30]) for at in range(30)]
    met = {who: tuple(one for one in numbers if one != who and (min(who, one), max(who, one)) not in left) for who in numbers}
    found = modified_danish(Field(tuple(chance.sample(numbers, count)), met=met), ALL)
    assert sorted((min(ns, ew), max(ns, ew)) for _, ns, ew in found.tables) == left


@pytest.mark.parametrize(
    ("numbers", "words"), [((1,), "at least two"), ((1, 2, 1), "twice"), ((0, 1), "count from 1"), (range(1, 2002), "too many")]
)
def test_a_field_that_cannot_be_one_is_refused(numbers: tuple[int, ...], words: str) -> None:
    with pytest.raises(PairingError, match=words):
        Field(tuple(numbers))
