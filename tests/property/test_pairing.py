"""Pairing holds for any field: everybody once, no second bye, no avoidable rematch, and only the data decide."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.engine.pairing import Field, Pairing, PairingRules, Wish, draw, modified_danish, pure_danish

RULES = st.builds(
    PairingRules,
    repeat=st.sampled_from(["none", "previous", "all"]),
    last_round_free=st.booleans(),
    bye_yields=st.booleans(),
    tables=st.sampled_from(["rank", "balance"]),
)

# a field is made by pairing rounds, which is slow on a busy computer; time is not what is tested
MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def fields(draws: st.DrawFn) -> Field:
    """Rounds that were really played: each a Danish or drawn round of the one before's field."""
    count = draws(st.integers(2, 24))
    field = Field(tuple(draws(st.permutations(range(1, count + 1)))))
    for _ in range(draws(st.integers(0, 6))):
        way = draws(st.sampled_from(["pure", "drawn", "modified"]))
        made = {"pure": pure_danish, "modified": modified_danish, "drawn": lambda one: draw(one, len(one.met))}[way](field)
        field = after(field, made, tuple(draws(st.permutations(field.ranked))) if draws(st.booleans()) else field.ranked)
    return Field(**{**vars(field), "last_round": draws(st.booleans())})


def after(field: Field, made: Pairing, ranked: tuple[int, ...]) -> Field:
    """The field once this round is played."""
    met, byes, lines, tables = dict(field.met), dict(field.byes), dict(field.lines), dict(field.tables)
    for rest in made.rests:
        byes[rest] = byes.get(rest, 0) + 1
        met[rest] = (*met.get(rest, ()), 0)
    for table, ns, ew in made.tables:
        for who, other, line in ((ns, ew, 0), (ew, ns, 1)):
            turns = lines.get(who, (0, 0))
            met[who] = (*met.get(who, ()), other)
            lines[who] = (turns[0] + (line == 0), turns[1] + (line == 1))
            tables[who] = (*tables.get(who, ()), table)
    return Field(ranked, met, byes, lines, tables)


def renamed(field: Field, names: dict[int, int]) -> Field:
    return Field(
        tuple(names[who] for who in field.ranked),
        {names[who]: tuple(names.get(one, 0) for one in row) for who, row in field.met.items()},
        {names[who]: times for who, times in field.byes.items()},
        {names[who]: turns for who, turns in field.lines.items()},
        {names[who]: row for who, row in field.tables.items()},
        last_round=field.last_round,
    )


def mirrored(field: Field) -> Field:
    """The same data, each mapping in the opposite order."""
    turned = {name: dict(reversed(getattr(field, name).items())) for name in ("met", "byes", "lines", "tables")}
    return Field(field.ranked, last_round=field.last_round, **turned)


@MANY
@given(fields(), RULES)
def test_everybody_once_at_tables_from_one(field: Field, rules: PairingRules) -> None:
    found = modified_danish(field, rules)
    seats = [who for _, ns, ew in found.tables for who in (ns, ew)]
    assert sorted(seats + found.rests) == sorted(field.ranked)
    assert [table for table, _, _ in found.tables] == list(range(1, len(field.ranked) // 2 + 1))
    assert set(found.reasons) == set(found.rests)


@MANY
@given(fields(), RULES)
def test_nobody_rests_again_while_another_has_not(field: Field, rules: PairingRules) -> None:
    for found in (modified_danish(field, rules), pure_danish(field), draw(field, 1, rules)):
        for rest in found.rests:
            assert field.byes.get(rest, 0) == min(field.byes.get(who, 0) for who in field.ranked)
        assert any(one.kind is Wish.SECOND_BYE for one in found.unmet) == any(field.byes.get(rest, 0) for rest in found.rests)


@MANY
@given(fields(), RULES)
def test_each_forbidden_rematch_is_told_and_no_swap_of_two_matches_has_fewer(field: Field, rules: PairingRules) -> None:
    found = modified_danish(field, rules)
    forbidden = field.forbidden(rules.forbids(field.last_round))
    bad = [(ns, ew) for _, ns, ew in found.tables if ew in forbidden[ns]]
    assert sorted(one.who for one in found.unmet if one.kind is Wish.REMATCH) == sorted(bad)
    for one, other in bad:
        for _, third, fourth in found.tables:
            if third not in (one, other):
                for mate, rival in ((third, fourth), (fourth, third)):
                    both = (mate in forbidden[one]) + (rival in forbidden[other])
                    assert both >= 1 + (fourth in forbidden[third])


@MANY
@given(fields(), RULES, st.randoms(use_true_random=False))
def test_only_the_data_decide_not_the_numbers_nor_their_order(field: Field, rules: PairingRules, chance: Random) -> None:
    found = modified_danish(field, rules)
    assert modified_danish(field, rules) == found
    assert modified_danish(mirrored(field), rules) == found
    new = [who + 300 for who in field.ranked]
    chance.shuffle(new)
    names = dict(zip(field.ranked, new, strict=True))
    other = modified_danish(renamed(field, names), rules)
    assert other.tables == [(table, names[ns], names[ew]) for table, ns, ew in found.tables]
    assert other.rests == [names[rest] for rest in found.rests]
