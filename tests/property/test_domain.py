"""Laws of the domain that hold for any numbers: checks of half typed deals, VP, clocks, the last lap."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tavolo.domain import bands, deal, neighbours, profiles, scales, scoring, time_out, victory
from tavolo.domain import kinds as k
from tavolo.domain.round_clock import IDLE, PAUSED, RUNNING, RoundClock
from tavolo.domain.turn_clock import TurnClock

PROFILES = st.sampled_from([k.FIBUR, k.FIBUR_2008, k.FEBURIT])
# Around the bounds of RULES 1.7, where findings come and go, and anywhere.
EDGES = st.sampled_from([0, 5, 10, 50, 55, 60, 105, 110, 160, 165, 785, 790, 795, 800, 805, 810, 815, 885, 890, 895, 900, 905])
POINTS = st.one_of(EDGES, st.integers(0, 220).map(lambda n: n * 5), st.integers(0, 1200))
ENTRIES = st.tuples(
    st.integers(0, 12),
    st.integers(0, 4),
    st.integers(0, 12),
    st.integers(0, 1),
    st.integers(0, 3),
    POINTS,
    POINTS,
    st.one_of(st.just(0), st.integers(-3500, 3500)),
).map(list)
GAPS = st.sets(st.integers(0, 2 * k.FIELDS - 1))


def hard(found: list[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """What refuses a deal; bounds may become tighter, so they are left out."""
    return {finding[:4] for finding in found if finding[1] == k.HARD}


def without(entry: list[int], gaps: set[int], first: int) -> list[int]:
    return [k.UNKNOWN if first + field in gaps else value for field, value in enumerate(entry)]


@given(ENTRIES, ENTRIES, PROFILES, GAPS)
@settings(max_examples=600)
def test_what_is_refused_half_typed_stays_refused(ns: list[int], ew: list[int], profile: int, gaps: set[int]) -> None:
    early = deal.problems(without(ns, gaps, 0), without(ew, gaps, k.FIELDS), profile)
    late = hard(deal.problems(ns, ew, profile))
    # what is asked of cards that are not counted yet shows in their count, as too few there or too many in all
    assert hard(early) - {finding for finding in hard(early) if finding[0] == "no_cards_for_burracos"} <= late
    assert bool(hard(early)) <= bool(late)


@given(ENTRIES, ENTRIES, PROFILES)
def test_a_ruling_changes_levels_and_nothing_else(ns: list[int], ew: list[int], profile: int) -> None:
    plain, ruled = deal.problems(ns, ew, profile), deal.problems(ns, ew, profile, True)
    assert [f[:1] + f[2:] for f in plain] == [f[:1] + f[2:] for f in ruled]
    for before, after in zip(plain, ruled, strict=True):
        closed_to_rulings = before[0] in ("not_a_value", "arbiter_too_high", "total_does_not_fit")
        expected = k.OVERRIDDEN if before[1] == k.HARD and not closed_to_rulings else before[1]
        assert after[1] == expected


@given(ENTRIES, ENTRIES, PROFILES)
def test_a_deal_that_passes_fits_a_record_and_the_bounds_of_the_rules(ns: list[int], ew: list[int], profile: int) -> None:
    if hard(deal.problems(ns, ew, profile)):
        return
    totals = scoring.totals(ns, ew, profile)
    plain = [total - entry[k.ARBITER] for total, entry in zip(totals, (ns, ew), strict=True)]
    assert all(-910 <= total <= 2990 for total in plain)
    assert abs(plain[0] - plain[1]) <= 3200
    assert all(abs(total) * 6 <= 32767 for total in totals)
    points = [entry[k.POSITIVE] - entry[k.NEGATIVE] for entry in (ns, ew)]
    assert not deal.net_sum_too_high(points[0], points[1], ns[k.PILE], ew[k.PILE])


@given(ENTRIES, ENTRIES, PROFILES)
def test_lines_are_treated_alike(ns: list[int], ew: list[int], profile: int) -> None:
    def turned(finding: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*finding[:2], finding[2] if finding[2] < 0 else finding[2] ^ 1, *finding[3:])

    there = sorted(turned(f) for f in deal.problems(ns, ew, profile))
    assert there == sorted(deal.problems(ew, ns, profile))
    assert scoring.totals(ns, ew, profile) == tuple(reversed(scoring.totals(ew, ns, profile)))


@given(ENTRIES, ENTRIES, PROFILES)
def test_a_total_is_the_sum_of_its_parts(ns: list[int], ew: list[int], profile: int) -> None:
    base, malus, points, total = scoring.parts(ns, ew[k.PILE], profile)
    assert total == base + malus + points + ns[k.ARBITER]
    assert malus in (0, -100) and base % 50 == 0


@given(st.sampled_from(scales.SCALES), st.integers(0, 40000), st.integers(0, 40000))
def test_more_difference_is_never_less_vp_and_a_table_gives_twenty(row: tuple[Any, ...], one: int, other: int) -> None:
    small, large = victory.vp(row[3], min(one, other)), victory.vp(row[3], max(one, other))
    assert small[0] <= large[0] and small[1] >= large[1]
    assert sum(small) == sum(large) == 20


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 4)), min_size=1, max_size=23), st.integers(0, 100))
def test_any_scale_without_gaps_is_accepted_and_covers_every_difference(steps: list[tuple[int, int]], draw: int) -> None:
    rows: list[list[int | None]] = []
    low, winner, loser = 0, draw, draw
    for width, rise in steps:
        rows.append([low, low + width * 5 - 5, winner, loser])
        low, winner, loser = low + width * 5, min(255, winner + rise), max(0, loser - rise)
    rows.append([low, None, winner, loser])
    proved = bands.from_rows(rows)
    for row in rows:
        for difference in (row[0], low + 5 if row[1] is None else row[1]):
            assert victory.vp(proved, difference) == (row[2], row[3])  # type: ignore[arg-type]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["pause", "resume", "add", "time_out", "end", "start"]),
        st.integers(0, 90_000),
        st.integers(-900_000, 900_000),
    ),
    max_size=25,
)


@given(STEPS, st.integers(0, 1 << 40), st.integers(1, 5_400_000))
def test_round_clock_counts_what_was_played_and_nothing_else(steps: list[tuple[str, int, int]], at: int, length: int) -> None:
    clock, now, played, added = RoundClock(), at, 0, 0
    assert clock.start(now, length)
    for name, wait, delta in steps:
        played += wait if clock.state == RUNNING else 0
        now += wait
        before = clock.state
        if name == "start":  # given anew: all of it again
            assert clock.start(now, length) and clock.state == RUNNING
            played, added, before = 0, 0, RUNNING
        else:
            done = clock.add(delta) if name == "add" else getattr(clock, name)(now)
            assert done or clock.state == before, "a refused call changes nothing"
            added += delta if name == "add" and done else 0
        assert clock.elapsed_ms(now) == played
        assert clock.remaining_ms(now) == length + added - played
        assert clock.state >= before or (before, clock.state) == (PAUSED, RUNNING)


@given(STEPS, st.lists(st.integers(0, 90), max_size=3), st.integers(1, 5_400_000))
def test_each_warning_is_given_once_for_each_time_the_clock_comes_down_to_it(
    steps: list[tuple[str, int, int]], warnings: list[int], length: int
) -> None:
    clock, now = RoundClock(), 1_000_000
    clock.start(now, length)
    marks = {0, *(n * 60_000 for n in warnings)}
    lowest = length  # that was left at a look, raised by added time only
    for name, wait, delta in steps:
        now += wait
        if name == "start":
            clock.start(now, length)
            lowest = length
        elif name == "add":
            lowest += delta if clock.add(delta) and delta > 0 else 0
        else:
            getattr(clock, name)(now)
        left = clock.remaining_ms(now)
        due = clock.state == RUNNING and any(left <= mark < lowest for mark in marks)
        assert clock.passed(now, tuple(warnings)) == due
        lowest = min(lowest, left) if clock.state == RUNNING else lowest
        assert not clock.passed(now, tuple(warnings)), "asked twice"
        assert not clock.passed(now - 1000, tuple(warnings)), "a clock that was set back"


@given(STEPS)
def test_a_doubled_call_is_harmless(steps: list[tuple[str, int, int]]) -> None:
    once, twice = RoundClock(), RoundClock()
    assert (once.pause(0), once.state) == (False, IDLE)
    once.start(0, 2_700_000)
    twice.start(0, 2_700_000)
    now = 0
    for name, wait, _ in steps:
        now += wait
        if name == "start":
            once.start(now, 2_700_000)
            twice.start(now, 2_700_000)
            twice.start(now, 2_700_000)
        elif name != "add":
            assert getattr(once, name)(now) == getattr(twice, name)(now)
            assert not getattr(twice, name)(now)
        assert (once.state, once.remaining_ms(now)) == (twice.state, twice.remaining_ms(now))


TURN_STEPS = st.lists(
    st.tuples(st.sampled_from(["rest", "call", "ruled", "grace", "pile", "hand"]), st.integers(0, 30_000)), max_size=25
)


@given(TURN_STEPS, st.integers(0, 1 << 40), st.sampled_from([10_000, 20_000, 40_000]))
def test_turn_clock_loses_and_gains_nothing(steps: list[tuple[str, int]], at: int, limit: int) -> None:
    clock, now, stands = TurnClock(), at, False
    assert clock.start(now, limit)
    left, late, graced, runs, rung = limit, 0, False, True, False
    for name, wait in steps:
        now += wait
        left -= wait if runs else 0
        # the core looks before a key is pressed: one ring for each time that it runs out
        assert clock.rang(now, stands) == (left <= 0 and not rung)
        rung = left <= 0
        if name in ("call", "ruled") and stands != (name == "call"):
            stands = name == "call"
            runs = not stands
        elif name == "grace":
            assert clock.grace(now) == (not graced)
            if not graced:
                late, left, graced, runs, rung = max(0, -left), max(0, left) + 5_000, True, True, False
        elif name == "pile":
            assert clock.direct_pile(now)
            left, late, graced, runs, rung = 40_000, 0, False, True, False
        elif name == "hand":
            left += 10_000 - clock.limit
            assert clock.relimit(10_000)
            rung = False
        assert clock.rang(now, stands) == (left <= 0 and not rung)
        rung = left <= 0
        assert clock.remaining_ms(now) == left
        assert clock.over_ms(now) == late + max(0, -left)


@given(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_last_lap_goes_clockwise_and_ends_with_one_whole_lap(family: int, dealer: int, on_turn: int, drawn: bool) -> None:
    turns = time_out.last_lap(family, k.TO_PLAY, dealer, on_turn, drawn)
    assert turns is not None
    assert turns[0] == on_turn
    assert all(after == neighbours.next_seat(before) for before, after in zip(turns, turns[1:], strict=False))
    assert set(turns[-4:]) == {0, 1, 2, 3} and 4 <= len(turns) <= 8
    if family == profiles.TO_DEALER:
        assert turns[-1] == dealer
    elif family == profiles.TO_RIGHT:
        assert neighbours.next_seat(turns[-1]) == on_turn
    else:
        must_draw = neighbours.next_seat(on_turn) if drawn else on_turn
        assert turns[-4] == neighbours.partner(must_draw)
