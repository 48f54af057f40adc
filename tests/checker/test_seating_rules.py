"""The checker's own rules on seatings made by hand: each right one passes, each planted fault is named."""

from collections import Counter

from host_tools.verify.event import Event, Turn
from tests.checker import seating_rules as rules
from tests.checker.moment import Moment, Seating

BANDS = ((32767, 10, 10),)


def seating(*matches: tuple[int, int], rests: tuple[int, ...] = ()) -> Seating:
    return Seating([(at, (ns,), (ew,)) for at, (ns, ew) in enumerate(matches, 1)], list(rests))


def then(ranked: list[int], *before: Seating, last: bool = False, **options: object) -> Moment:
    """After the rounds `before`, all of one session."""
    number = len(before) + 1
    event = Event(phases=[{"rounds": number if last else 20}])
    played = [(Turn(f"{at:08x}", at, 4, "", BANDS, 1), one) for at, one in enumerate(before, 1)]
    return Moment(event, number, 1, ranked, bool(before), played, dict(options))


def test_everybody_sits_or_rests_once() -> None:
    now = then([1, 2, 3, 4, 5])
    assert not rules.everybody_once(now, seating((1, 2), (3, 4), rests=(5,)), 1)
    for wrong in (
        seating((1, 2), (3, 4)),
        seating((1, 2), (3, 5), rests=(5,)),
        seating((1, 2), (3, 4), (5, 6)),
        seating((1, 2), (1, 3), (4, 5)),
        seating((1, 2), (3, 4), rests=(5, 5)),
    ):
        assert rules.everybody_once(now, wrong, 1), wrong


def test_nobody_rests_again_while_another_has_rested_less() -> None:
    now = then([1, 2, 3], seating((1, 2), rests=(3,)))
    assert rules.no_second_rest(now, seating((1, 2), rests=(3,)))
    assert not rules.no_second_rest(now, seating((1, 3), rests=(2,)))
    all_rested = then([1, 2, 3], seating((1, 2), rests=(3,)), seating((1, 3), rests=(2,)), seating((2, 3), rests=(1,)))
    assert not rules.no_second_rest(all_rested, seating((1, 2), rests=(3,)))


def test_pure_danish_is_one_two_three_four() -> None:
    now = then([7, 5, 3, 1, 2])
    assert not rules.pure(now, seating((5, 7), (3, 1), rests=(2,)))
    assert rules.pure(now, seating((7, 3), (5, 1), rests=(2,)))
    assert rules.pure(now, seating((7, 5), (3, 2), rests=(1,)))
    assert rules.pure(now, seating((3, 1), (7, 5), rests=(2,)))
    assert not rules.pure(now, seating((3, 1), (7, 5), rests=(2,)), by_rank=False)


def test_an_avoidable_rematch_is_found_and_one_that_is_not_passes() -> None:
    met = seating((1, 2), (3, 4))
    assert rules.rematches(then([1, 2, 3, 4], met), met, Counter())
    assert not rules.rematches(then([1, 2, 3, 4], met), seating((1, 3), (2, 4)), Counter())
    assert not rules.rematches(then([1, 2], seating((1, 2))), seating((1, 2)), Counter())
    assert not rules.rematches(then([1, 2, 3, 4], met, last=True), met, Counter())
    assert not rules.rematches(then([1, 2, 3, 4], met, repeat="none"), met, Counter())
    older = then([1, 2, 3, 4], met, seating((1, 3), (2, 4)), repeat="all")
    assert rules.rematches(older, met, Counter()) and not rules.rematches(older, seating((1, 4), (2, 3)), Counter())


def test_an_avoidable_rematch_among_many_is_searched_for() -> None:
    numbers = list(range(1, 41))
    met = seating(*zip(numbers[::2], numbers[1::2], strict=True))
    seen: Counter[str] = Counter()
    assert rules.rematches(then(numbers, met), met, seen)
    assert seen["rematch rounds searched"] == 1


def test_the_last_ranked_rests_where_the_rest_may_not_move() -> None:
    now = then([1, 2, 3], bye_yields=False)
    assert not rules.bye_order(now, seating((1, 2), rests=(3,))) and rules.bye_order(now, seating((1, 3), rests=(2,)))


def test_what_is_unmet_must_be_listed_and_nothing_else() -> None:
    now = then([1, 2], seating((1, 2)))
    again: dict[str, object] = {"kind": "rematch", "who": [2, 1]}
    assert rules.unmet_is_honest(now, seating((1, 2)), []) and not rules.unmet_is_honest(now, seating((1, 2)), [again])
    assert rules.unmet_is_honest(then([1, 2]), seating((1, 2)), [again])
    rested = then([1, 2, 3], seating((1, 2), rests=(3,)), repeat="none")
    assert rules.unmet_is_honest(rested, seating((1, 2), rests=(3,)), [])
    assert not rules.unmet_is_honest(rested, seating((1, 2), rests=(3,)), [{"kind": "second_bye", "who": [3]}])


def test_mitchell_moves_one_line_one_table() -> None:
    rounds = [seating((1, 4), (2, 5), (3, 6)), seating((1, 6), (2, 4), (3, 5)), seating((1, 5), (2, 6), (3, 4))]
    assert not rules.mitchell(rounds, 6, 1)
    assert rules.mitchell(rounds, 6, 2), "they moved one table, not two"
    assert rules.mitchell([rounds[0], seating((1, 6), (2, 5), (3, 4))], 6, 1)
    assert rules.mitchell([rounds[0], seating((6, 1), (2, 4), (3, 5))], 6, 1), "a pair changed lines"
    assert rules.mitchell([*rounds, rounds[0]], 6, 1), "all have met"


def test_an_italian_calendar_is_complete() -> None:
    rounds = [seating((1, 2), (3, 4)), seating((1, 3), (2, 4)), seating((1, 4), (2, 3))]
    order = (1, 2, 3, 4)
    assert not rules.italian(rounds, order)
    assert rules.italian([*rounds[:2], rounds[0]], order)
    odd = [seating((1, 2), rests=(3,)), seating((1, 3), rests=(2,)), seating((2, 3), rests=(1,))]
    assert not rules.italian(odd, (1, 2, 3))
    assert rules.italian([*odd[:2], seating((1, 2), rests=(3,))], (1, 2, 3))


def test_a_draw_that_seats_an_earlier_round_again() -> None:
    numbers = list(range(1, 13))
    met = seating(*zip(numbers[::2], numbers[1::2], strict=True))
    assert rules.drawn_anew(then(numbers, met), met) and not rules.drawn_anew(then(numbers), met)


def test_old_partners_where_new_ones_would_do() -> None:
    four = Seating([(1, (1, 2), (3, 4))])
    now = then([1, 2, 3, 4], four)
    assert rules.new_partners(now, four, Counter())
    assert not rules.new_partners(now, Seating([(1, (1, 3), (2, 4))]), Counter())
    every = then([1, 2, 3, 4], four, Seating([(1, (1, 3), (2, 4))]), Seating([(1, (1, 4), (2, 3))]))
    assert not rules.new_partners(every, four, Counter())
