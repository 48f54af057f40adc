"""Individual rounds: 1 + 4 against 2 + 3, partners as new as possible (RULES 6, Kinds)."""

import random
from collections.abc import Iterator

import pytest

from host_tools.engine.pairing import Field, Foursomes, PairingError, Wish, drawn_foursomes, manual_foursomes, ranked_foursomes
from host_tools.engine.pairing.foursomes import _least_off, _nearest, _off_ideal

Past = dict[int, tuple[int, ...]]


def seated(found: Foursomes) -> list[int]:
    return sorted([who for _, *pairs in found.tables for pair in pairs for who in pair] + found.rests)


def matchings(places: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
    for other in places[1:]:
        for rest in matchings([who for who in places[1:] if who != other]):
            yield [(places[0], other), *rest]


def played(field: Field, found: Foursomes) -> Field:
    """The field after this round, ranking turned by one so that it changes."""
    partners, met, byes = dict(field.partners), dict(field.met), dict(field.byes)
    for _, one, other in found.tables:
        for pair, against in ((one, other), (other, one)):
            for who, mate in (pair, pair[::-1]):
                partners[who] = (*partners.get(who, ()), mate)
                met[who] = (*met.get(who, ()), *against)
    for rest in found.rests:
        byes[rest] = byes.get(rest, 0) + 1
    return Field(field.ranked[1:] + field.ranked[:1], met=met, byes=byes, partners=partners)


def test_first_and_fourth_meet_second_and_third() -> None:
    assert ranked_foursomes(Field(tuple(range(1, 9)))).tables == [(1, (1, 4), (2, 3)), (2, (5, 8), (6, 7))]


@pytest.mark.parametrize("count", range(4, 12))
def test_everybody_plays_or_rests_once_and_the_rests_go_round(count: int) -> None:
    field = Field(tuple(range(1, count + 1)))
    for _ in range(4):
        found = ranked_foursomes(field)
        assert seated(found) == sorted(field.ranked)
        assert len(found.rests) == count % 4 == len(found.reasons)
        field = played(field, found)
        times = [field.byes.get(who, 0) for who in field.ranked]
        assert max(times) - min(times) <= 1


def test_the_last_ones_rest_and_a_second_rest_is_told() -> None:
    assert ranked_foursomes(Field((1, 2, 3, 4, 5, 6))).rests == [6, 5]
    assert ranked_foursomes(Field((1, 2, 3, 4, 5, 6), byes={6: 1})).rests == [5, 4]
    found = ranked_foursomes(Field((1, 2, 3, 4, 5), byes=dict.fromkeys(range(1, 6), 1)))
    assert [(one.kind, one.who) for one in found.unmet] == [(Wish.SECOND_BYE, (5,))]


def test_partners_change_while_they_can_and_then_it_is_told() -> None:
    field = Field((1, 2, 3, 4))
    for _ in range(3):  # three ways to make two pairs of four
        found = ranked_foursomes(field)
        assert not [one for one in found.unmet if one.kind is Wish.PARTNER]
        field = played(field, found)
    again = [one for one in ranked_foursomes(field).unmet if one.kind is Wish.PARTNER]
    assert [one.numbers for one in again] == [(1,), (1,)]


def test_opponents_of_the_round_before_are_avoided_at_the_next_table() -> None:
    before = {who: (5, 6, 2, 3) if who in (1, 4) else (7, 8, 1, 4) for who in (1, 2, 3, 4)}
    found = ranked_foursomes(Field(tuple(range(1, 9)), met=before))
    assert {frozenset(one) for _, one, _ in found.tables} | {frozenset(two) for _, _, two in found.tables} == {
        frozenset(pair) for pair in ((1, 4), (2, 3), (5, 8), (6, 7))
    }
    assert not any({*one, *other} == {1, 2, 3, 4} for _, one, other in found.tables)
    assert not found.unmet


def test_partners_are_an_optimum_by_brute_force() -> None:
    chance = random.Random("partners")
    repeats = 0
    for _ in range(40):
        order = tuple(chance.sample(range(1, 50), 8))
        past = {who: tuple(chance.sample([one for one in order if one != who], chance.randrange(7))) for who in order}
        found = ranked_foursomes(Field(order, partners=past))

        def judged(pairs: list[tuple[int, int]], order: tuple[int, ...] = order, past: Past = past) -> tuple[int, int]:
            ideal = {0: 3, 1: 2, 2: 1, 3: 0, 4: 7, 5: 6, 6: 5, 7: 4}
            places = [(order.index(one), order.index(other)) for one, other in pairs]
            again = sum(other in past[one] or one in past[other] for one, other in pairs)
            return again, sum((b - ideal[a]) ** 2 + (a - ideal[b]) ** 2 for a, b in places)

        ours = judged([pair for _, *pairs in found.tables for pair in pairs])
        assert ours == min(judged(pairs) for pairs in matchings(list(order)))
        repeats += ours[0]
    assert repeats


@pytest.mark.parametrize("players", [8, 12, 16])
def test_tables_are_an_optimum_by_brute_force(players: int) -> None:
    chance = random.Random(f"tables {players}")
    repeats = 0
    for _ in range(20):
        order = tuple(chance.sample(range(1, 50), players))
        past = {who: tuple(chance.sample([one for one in order if one != who], 2)) for who in order}
        found = ranked_foursomes(Field(order, met=past))

        def judged(tables: list[tuple[int, ...]], order: tuple[int, ...] = order, past: Past = past) -> tuple[int, int]:
            pairs = [([table[0], table[1]], [table[2], table[3]]) for table in tables]
            again = sum(b in past[a] or a in past[b] for one, other in pairs for a in one for b in other)
            return again, sum((sum(map(order.index, one)) - sum(map(order.index, other))) ** 2 for one, other in pairs)

        partners = [pair for _, *pairs in found.tables for pair in pairs]
        ways = matchings(list(range(len(partners))))
        ours = judged([(*one, *other) for _, one, other in found.tables])
        assert ours == min(judged([(*partners[one], *partners[other]) for one, other in way]) for way in ways)
        assert ours[0] == sum(one.kind is Wish.REMATCH for one in found.unmet)
        repeats += ours[0]
    assert repeats


def test_the_window_grows_until_it_is_proved() -> None:
    """An optimum that lies far outside of the first window is found all the same."""
    far = {frozenset((at, at + 40)) for at in range(40)}
    found = _nearest(
        80, lambda one, other: int({one, other} not in far), lambda one, other: other - one, lambda window: window + 1
    )
    assert {frozenset(pair) for pair in found} == far


def test_a_window_is_not_enough_while_something_outside_may_be_nearer_or_newer() -> None:
    far = {frozenset((at, at + 40)) for at in range(40)}

    def is_far(one: int, other: int) -> int:
        return int(frozenset((one, other)) in far)

    nearer = _nearest(80, lambda _a, _b: 0, lambda one, other: 1 - is_far(one, other), lambda _: 0)
    newer = _nearest(80, lambda one, other: 1 - is_far(one, other), is_far, lambda _: 1)
    assert {frozenset(pair) for pair in nearer} == {frozenset(pair) for pair in newer} == far


def test_the_bound_of_a_window_is_below_every_pair_outside_and_reached_nearly() -> None:
    for window in range(2, 30):
        outside = [_off_ideal(one, other) for one in range(60) for other in range(one + window + 1, 60)]
        assert _least_off(window) <= min(outside) <= _least_off(window + 3)


def test_a_draw_is_repeatable_and_says_its_seed() -> None:
    field = Field(tuple(range(1, 14)))
    found = drawn_foursomes(field, 3)
    assert found == drawn_foursomes(Field(field.ranked[::-1]), 3)
    assert "seed 3" in found.notes[0]
    assert seated(found) == list(range(1, 14))


def test_lines_change() -> None:
    found = ranked_foursomes(Field((1, 2, 3, 4), lines={1: (1, 0), 4: (1, 0), 2: (0, 1), 3: (0, 1)}))
    assert found.tables == [(1, (2, 3), (1, 4))]


def test_three_players_are_no_round() -> None:
    with pytest.raises(PairingError, match="four players"):
        ranked_foursomes(Field((1, 2, 3)))


def test_who_rested_in_the_round_before_met_nobody_in_it() -> None:
    met = {1: (2, 3, 0), 2: (1, 4, 0), 3: (1, 4, 0), 4: (2, 3, 0)}
    assert not ranked_foursomes(Field((1, 2, 3, 4), met=met)).unmet


def test_a_round_by_hand_is_kept_and_told() -> None:
    field = Field((1, 2, 3, 4, 5), partners={1: (2,), 2: (1,)}, byes={5: 1}, met={1: (3, 4), 3: (1, 2)})
    found = manual_foursomes([(7, (2, 1), (3, 4))], [5], field)
    assert (found.tables, found.rests) == ([(7, (2, 1), (3, 4))], [5])
    told = [(one.kind, one.who) for one in found.unmet]
    assert told == [
        (Wish.SECOND_BYE, (5,)),
        (Wish.REMATCH, (2, 3)),
        (Wish.REMATCH, (1, 3)),
        (Wish.REMATCH, (1, 4)),
        (Wish.PARTNER, (2, 1)),
    ]
    assert "arbiter" in found.reasons[5]
    assert manual_foursomes([], [1, 2, 3, 4], Field((1, 2, 3, 4))).notes == [
        "4 rest where 0 would do: four of them could make a table"
    ]


def test_a_round_by_hand_with_a_player_twice_is_refused() -> None:
    with pytest.raises(PairingError, match="twice: 2"):
        manual_foursomes([(1, (1, 2), (3, 2))], [4], Field((1, 2, 3, 4)))
    with pytest.raises(PairingError, match="table 1 is used twice"):
        manual_foursomes([(1, (1, 2), (3, 4)), (1, (5, 6), (7, 8))], [], Field(tuple(range(1, 9))))


def test_unmet_has_the_form_of_an_act() -> None:
    found = manual_foursomes([(1, (1, 2), (3, 4))], [], Field((1, 2, 3, 4), partners={1: (2, 2)}))
    text = "table 1: 1 and 2 were partners 2 times before"
    article = "RULES 6, Kinds (000; 003; 004)"
    assert [one.as_dict() for one in found.unmet] == [
        {"kind": "partner", "who": [1, 2], "text": text, "article": article, "numbers": [2]}
    ]
