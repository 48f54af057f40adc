"""A device refuses at the earliest field: whatever is not refused yet can still become a deal that passes (RULES 1.7)."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tavolo.domain import deal
from tavolo.domain import kinds as k

# the order of the questions (RULES 1.6); who closed comes first
ORDER = [(line, field) for line in (k.NS, k.EW) for field in (k.CLEAN, k.SEMI, k.DIRTY, k.PILE, k.NEGATIVE, k.POSITIVE)]
# around the bounds, where an answer decides
COUNTS = st.sampled_from([0, 1, 2, 4, 6, 9, 10, 11])
CARDS = st.sampled_from([0, 5, 60, 115, 120, 175, 300, 350, 500, 550, 785, 790, 795, 810, 815, 885, 890, 895, 900, 905])
VALUES = {k.PILE: st.integers(0, 2), k.NEGATIVE: CARDS, k.POSITIVE: CARDS}


def is_refused(lines: list[list[int]]) -> bool:
    return any(finding[1] == k.HARD for finding in deal.problems(lines[0], lines[1], k.FIBUR))


def least_positive(entry: list[int]) -> int:
    return 35 * entry[k.CLEAN] + 55 * entry[k.SEMI] + 50 * entry[k.DIRTY]


def can_be_completed(lines: list[list[int]], at: int) -> bool:
    """Whether some answers to the questions from ORDER[at] on make a deal that passes; tried from the mildest on."""
    rest = ORDER[at:]
    for piles, fill in product(((0, 0), (0, 2), (2, 0), (2, 2)), (0, 1)):
        tried = [list(lines[0]), list(lines[1])]
        for line, field in rest:
            entry = tried[line]
            if field == k.POSITIVE:
                entry[field] = least_positive(entry)
                if fill:  # as many cards as there still are
                    used = sum(max(0, e[f]) for e in tried for f in (k.NEGATIVE, k.POSITIVE) if e is not entry or f == k.NEGATIVE)
                    room = deal.sum_limit(*tried) - used
                    top = 790 if entry[k.PILE] == k.PILE_NOT_TAKEN else 890
                    entry[field] = max(entry[field], min(room, top) // 5 * 5)
            elif field == k.PILE:
                entry[field] = 0 if entry[k.CLOSED] else piles[line]
            elif field == k.NEGATIVE:
                entry[field] = 0
            else:
                # one burraco for a closing line that has none; the cheapest kind in cards
                none = entry[k.CLOSED] and field == k.CLEAN
                last = entry[k.CLOSED] and field == k.DIRTY and entry[k.CLEAN] <= 0 and entry[k.SEMI] <= 0
                last = last or (entry[k.CLOSED] and field == k.SEMI and entry[k.CLEAN] <= 0)
                entry[field] = 1 if none or last else 0
        if not is_refused(tried):
            return True
    return False


@given(st.integers(0, 2), st.data())
@settings(max_examples=400, deadline=None)
def test_what_is_not_refused_can_still_become_a_deal(closer: int, data: st.DataObject) -> None:
    lines = [deal.new_entry(), deal.new_entry()]
    for line in (k.NS, k.EW):
        lines[line][k.ARBITER] = 0
        lines[line][k.CLOSED] = int(line == closer)
    for at, (line, field) in enumerate(ORDER):
        if field == k.PILE and lines[line][k.CLOSED]:
            lines[line][field] = k.PILE_PLAYED
        else:
            lines[line][field] = data.draw(VALUES.get(field, COUNTS))
        if is_refused(lines):
            return
        assert can_be_completed(lines, at + 1), (lines, at)
