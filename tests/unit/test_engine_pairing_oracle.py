"""The optimum against brute force: every possible round of a small field is tried, judged by RULES 6 alone."""

import os
import random
from collections.abc import Iterator

import pytest
import rustworkx

from host_tools.engine.pairing import Field, PairingRules, Wish, modified_danish
from host_tools.engine.pairing.costs import tie

Match = tuple[int, int]
MORE = int(os.environ.get("TAVOLO_PAIRING_MORE", "1"))  # on demand: so many times as many fields


def all_rounds(places: list[int]) -> Iterator[tuple[list[Match], int | None]]:
    """Every way to seat `places`: (matches, who rests)."""
    if len(places) % 2:
        for rest in places:
            for matches, _ in all_rounds([who for who in places if who != rest]):
                yield matches, rest
    elif not places:
        yield [], None
    else:
        for other in places[1:]:
            for matches, _ in all_rounds([who for who in places[1:] if who != other]):
                yield [(places[0], other), *matches], None


def judged(field: Field, rules: PairingRules, matches: list[Match], rest: int | None) -> tuple[int, ...]:
    """What is wrong with this round, the worst first; matches and rest by competitors' numbers."""
    order = list(field.ranked)
    free = rules.repeat == "none" or (field.last_round and rules.last_round_free)

    def met(one: int, other: int, last_only: bool) -> bool:
        ones, others = field.met.get(one, ()), field.met.get(other, ())
        return other in ones[-1:] or one in others[-1:] if last_only else other in ones or one in others

    def forbidden(match: Match) -> bool:
        return not free and met(*match, last_only=rules.repeat == "previous")

    again = sum(forbidden(match) for match in matches)
    fresh = sum(forbidden(match) and met(*match, last_only=True) for match in matches)
    squares = sum((order.index(one) - order.index(other)) ** 2 for one, other in matches)
    if rest is None:
        return 0, again, fresh, 0, squares
    may = [who for who in order if field.byes.get(who, 0) == min(field.byes.get(one, 0) for one in order)]
    moved_up = len([who for who in may if order.index(who) > order.index(rest)])
    head = (field.byes.get(rest, 0),) if rules.bye_yields else (field.byes.get(rest, 0), moved_up)
    return *head, again, fresh, moved_up, squares


def finer(field: Field, rules: PairingRules, matches: list[Match], rest: int | None) -> tuple[int, ...]:
    """Judged, and then what tells equal rounds apart: short distances at the top, at last the fixed small numbers."""
    order = list(field.ranked)
    places = [sorted((order.index(one), order.index(other))) for one, other in matches]
    top = sum((other - one) * (len(order) - one) for one, other in places)
    return *judged(field, rules, matches, rest), top, sum(tie(*pair) for pair in places)


def some_field(chance: random.Random, count: int) -> Field:
    """A field with any past: also ones that no tournament makes, such as one that has met nearly everybody."""
    numbers = chance.sample(range(1, 100), count)
    met: dict[int, list[int]] = {who: [] for who in numbers}
    for _ in range(chance.randrange(0, count + 2)):
        order = chance.sample(numbers, count)
        if chance.random() < 0.5:  # neighbours have met, as after Danish rounds: the hard case
            shift = chance.randrange(2)
            order = numbers[shift:] + numbers[:shift]
        for one, other in zip(order[::2], order[1::2], strict=False):
            met[one].append(other)
            met[other].append(one)
        if count % 2:
            met[order[-1]].append(0)
    byes = {who: chance.choice([0, 0, 1, 1, 2]) for who in numbers if chance.random() < 0.7}
    return Field(tuple(numbers), met={who: tuple(row) for who, row in met.items()}, byes=byes, last_round=chance.random() < 0.15)


def some_rules(chance: random.Random) -> PairingRules:
    repeat = chance.choice(["previous", "all", "all", "none"])
    return PairingRules(repeat, chance.random() < 0.7, chance.random() < 0.7)


@pytest.mark.parametrize(("count", "fields"), [(2, 10), (3, 40), (4, 40), (5, 60), (6, 60), (7, 60), (8, 50), (9, 12), (10, 8)])
def test_no_possible_round_is_better_than_the_one_found(count: int, fields: int) -> None:
    chance = random.Random(f"oracle {count}")
    conflicts = 0
    for _ in range(fields * MORE):
        field, rules = some_field(chance, count), some_rules(chance)
        found = modified_danish(field, rules)
        ours = finer(field, rules, [(ns, ew) for _, ns, ew in found.tables], found.bye)
        best = min(finer(field, rules, matches, rest) for matches, rest in all_rounds(list(field.ranked)))
        assert ours == best, (field, rules)
        conflicts += best[-3] > count // 2
    assert conflicts or count < 4, "no field had anything to avoid: the test proves nothing"


def test_what_is_told_as_unmet_is_what_the_judge_counts() -> None:
    chance = random.Random("unmet")
    for _ in range(80 * MORE):
        field, rules = some_field(chance, chance.randrange(4, 12)), some_rules(chance)
        found = modified_danish(field, rules)
        head = judged(field, rules, [(ns, ew) for _, ns, ew in found.tables], found.bye)
        told = [one.kind for one in found.unmet]
        assert told.count(Wish.SECOND_BYE) == int(head[0] > 0)
        assert told.count(Wish.REMATCH) == head[-4]
        assert told.count(Wish.BYE_ORDER) == int(head[-2] > 0)


@pytest.mark.parametrize("count", [16, 25, 40, 61])
def test_the_short_list_of_matches_loses_nothing_against_all_matches(count: int) -> None:
    """docs/pairing.md, Which matches are looked at: the same optimum as a search through all of them."""
    chance = random.Random(f"window {count}")
    for _ in range(4 * MORE):
        field = some_field(chance, count)
        rules = PairingRules("all", last_round_free=False)
        found = modified_danish(field, rules)
        ours = judged(field, rules, [(ns, ew) for _, ns, ew in found.tables], found.bye)
        order = field.ranked
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(range(count + count % 2))
        for one in range(count):
            for other in range(one + 1, count):
                head = judged(field, rules, [(order[one], order[other])], None)
                graph.add_edge(one, other, packed((0, head[1], head[2], 0, head[4])))
            if count % 2:
                graph.add_edge(one, count, packed(judged(field, rules, [], order[one])))
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: -cost)
        matches = [(order[min(pair)], order[max(pair)]) for pair in pairs if max(pair) < count]
        rest = next((order[min(pair)] for pair in pairs if max(pair) == count), None)
        assert ours == judged(field, rules, matches, rest)


def packed(levels: tuple[int, ...]) -> int:
    """Levels as one number: a million is more than any level sums up to here."""
    number = 0
    for level in levels:
        number = number * 1_000_000 + level
    return number
