"""Each tie-break (RULES 6, Ranking) by a case worked out by hand, and by its mirrors: lines swapped, results swapped, numbers
renamed, entries turned round."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from host_tools.engine import lot, tie_breaks
from host_tools.engine.profile_rules import rules_of
from host_tools.engine.ranking import Standing, groups
from host_tools.engine.setting_data import TIE_BREAKS
from host_tools.engine.tie_breaks import Line
from tests.unit.engine_cases import build, cases, title

ALL = [pytest.param(case, id=title(case)) for case in cases("ranking")]
NAMES = {1: 3, 2: 4, 3: 2, 4: 1}  # new numbers; none keeps its own


def told(lines: list[Standing]) -> list[list[int]]:
    return [[line.rank, line.number] for line in lines]


def by_lot(case: dict[str, Any]) -> bool:
    return "lot" in case["settings"]["tie_breaks"] or not case["settings"].get("shared_ranks", True)


def renamed(case: dict[str, Any], names: dict[int, int]) -> dict[str, Any]:
    """The same event where everybody has another number."""
    rounds = []
    for one in case["rounds"]:
        seats = {table: [names[number] for number in pair] for table, pair in one["seats"].items()}
        acts = json.loads(json.dumps(one.get("acts", [])))
        for _, data in acts:
            if "unit" in data:
                data["unit"] = names[data["unit"]]
            if "competitors" in data:
                data["competitors"] = [names[number] for number in data["competitors"]]
        rounds.append({**one, "seats": seats, "acts": acts})
    return {**case, "rounds": rounds, "entries": [names[number] for number in case["entries"]]}


def swapped_lines(case: dict[str, Any]) -> dict[str, Any]:
    rounds = []
    for one in case["rounds"]:
        turned = {name: {table: pair[::-1] for table, pair in one[name].items()} for name in ("seats", "results")}
        rounds.append({**one, **turned})
    return {**case, "rounds": rounds}


def swapped_results(case: dict[str, Any]) -> dict[str, Any]:
    rounds = [{**one, "results": {table: mp[::-1] for table, mp in one["results"].items()}} for one in case["rounds"]]
    return {**case, "rounds": rounds}


def symmetric(case: dict[str, Any]) -> bool:
    """Everybody plays every round, and what decides changes its sign with the results."""
    everybody = all(sorted(sum(one["seats"].values(), [])) == case["entries"] for one in case["rounds"])
    played = all(one["results"].keys() == one["seats"].keys() and not one.get("acts") for one in case["rounds"])
    return (
        everybody and played and not by_lot(case) and set(case["settings"]["tie_breaks"]) <= {"net_mp", "direct", "mp_per_deal"}
    )


@pytest.mark.parametrize("case", ALL)
def test_a_tie_is_broken_as_announced(case: dict[str, Any]) -> None:
    played = build(case)
    lines = played.ranking()
    assert told(lines) == case["ranking"]
    why = {str(line.number): line.why for line in lines}
    assert {number: words for number, words in case["why"].items() if words not in why[number]} == {}
    assert all(line.why for line in lines[:-1])
    assert [line.shared for line in lines] == [[line.rank for line in lines].count(line.rank) > 1 for line in lines]
    assert json.loads(json.dumps([line.reason for line in lines]))[-1] == {}
    for group, expected in case.get("by_group", {}).items():
        assert told(groups(played.state, played.scores())[int(group)]) == expected


@pytest.mark.parametrize(
    "turn", [swapped_lines, lambda case: {**case, "entries": case["entries"][::-1]}], ids=["lines", "entries"]
)
@pytest.mark.parametrize("case", ALL)
def test_neither_lines_nor_the_order_of_entry_decide(
    case: dict[str, Any], turn: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    assert told(build(turn(case)).ranking()) == case["ranking"]


@pytest.mark.parametrize("case", ALL)
def test_who_takes_the_results_of_another_takes_its_rank(case: dict[str, Any]) -> None:
    ranks = {line.number: line.rank for line in build(renamed(case, NAMES)).ranking()}
    expected = {NAMES[number]: rank for rank, number in case["ranking"]}
    if by_lot(case):  # the lot goes by the number alone: whoever is tied with the same ones keeps the rank of the number
        assert ranks == {number: rank for rank, number in case["ranking"]}
    else:
        assert ranks == expected


@pytest.mark.parametrize("case", [pytest.param(case, id=title(case)) for case in cases("ranking") if symmetric(case)])
def test_swapped_results_turn_the_ranking_round(case: dict[str, Any]) -> None:
    first, second = build(case).ranking(), build(swapped_results(case)).ranking()
    size = len(first)
    turned = {line.number: size + 2 - line.rank - [other.rank for other in second].count(line.rank) for line in second}
    assert {line.number: line.rank for line in first} == turned


def _random_lines(rng: random.Random, numbers: list[int]) -> dict[int, Line]:
    """Many equal values, so that every criterion is asked."""
    lines = {
        number: Line(number, 40, rng.choice((0, 100)), rng.choice((4000, 4100)), 8, rng.choice((1, 2)), 2) for number in numbers
    }
    for at, one in enumerate(numbers):
        for other in numbers[at + 1 :]:
            if rng.random() < 0.8:
                vp, net = rng.choice(((12, 400), (10, 0), (8, -400)))
                lines[one].met.append(((other,), vp, net))
                lines[other].met.append(((one,), 20 - vp, -net))
    return lines


@pytest.mark.parametrize("restart", [False, True], ids=["once", "restart"])
def test_random_ties_hang_on_nothing_but_the_results(restart: bool) -> None:
    rng, shared, split_by_direct = random.Random(6), 0, 0
    for _ in range(150):
        numbers = rng.sample(range(1, 60), rng.randint(2, 7))
        lines = _random_lines(rng, numbers)
        criteria = rng.sample([name for name in TIE_BREAKS if name != "lot"], rng.randint(1, 6))
        order = tie_breaks.order(lines, criteria, "seed", restart)
        assert sorted(number for one in order.classes for number in one) == sorted(numbers)
        assert len(order.boundaries) == len(order.classes) - 1
        again = tie_breaks.order(dict(sorted(lines.items(), reverse=True)), criteria, "seed", restart)
        assert again == order
        names = dict(zip(numbers, rng.sample(range(100, 200), len(numbers)), strict=True))
        moved = {names[number]: _moved(line, names) for number, line in lines.items()}
        named = tie_breaks.order(moved, criteria, "seed", restart)
        assert [sorted(names[number] for number in one) for one in order.classes] == named.classes
        shared += any(len(one) > 1 for one in order.classes)
        split_by_direct += any(edge.criterion == "direct" for edge in order.boundaries)
        with_lot = tie_breaks.order(lines, [*criteria, "lot"], "seed", restart)
        assert all(len(one) == 1 for one in with_lot.classes)
        place = {number: at for at, one in enumerate(order.classes) for number in one}
        assert [place[one[0]] for one in with_lot.classes] == sorted(place.values())
    assert shared > 20 and split_by_direct > 20


def _moved(line: Line, names: dict[int, int]) -> Line:
    met = [(tuple(names[other] for other in opponents), vp, net) for opponents, vp, net in line.met]
    return Line(names[line.number], line.vp, line.mp_net, line.mp_for, line.deals, line.wins, line.attended, met)


def test_the_printed_seed_draws_the_same_lot_on_every_computer() -> None:
    assert lot.ticket("salt", 1).startswith("73a035")  # printf 'salt:1' | sha256sum
    played = build({"entries": [1, 2], "rounds": []})
    assert lot.seed_of(played.state, rules_of(played.state)) == played.state.id


def test_a_word_that_is_no_criterion_is_refused() -> None:
    with pytest.raises(KeyError):
        tie_breaks.order({1: Line(1), 2: Line(2)}, ["fortune"], "seed")
