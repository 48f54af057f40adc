"""Every code of the deal checks, through the keys: refused at the earliest question, asked about once, or never met.

A refusal is the earliest when another answer to the same question leads on to a confirmation: each row brings one.
"""

import gc
import random
import re

import desk as d
from harness import equal, run

from tavolo.domain import deal
from tavolo.domain import kinds as k

# code -> (who closed, answers in the order of the questions, the last of them refused; the answer that passes there, the rest)
REFUSED = {
    "too_many_burracos": (2, [11], 10, [0, 0, 0, 100, 400, 0, 0, 0, 0, 100, 100]),
    "too_many_burracos_both": (0, [8, 0, 0, 45, 400, 0, 0, 7], 6, [0, 60, 400]),
    "no_cards_for_burracos": (0, [1, 0, 0, 45, 800, 7], 6, [0, 0, 0, 10, 210]),
    "closing_without_burraco": (0, [0, 0, 0], 1, [45, 345, 0, 0, 0, 0, 60, 180]),
    "negative_too_high": (2, [0, 0, 0, 0, 905], 900, [0, 0, 0, 0, 0, 10, 100]),
    "positive_too_high": (2, [0, 0, 0, 0, 60, 895], 890, [0, 0, 0, 0, 60, 55]),
    "positive_too_low": (1, [2, 0, 0, 0, 60, 65], 70, [1, 0, 0, 60, 180]),
    "sum_too_high": (0, [1, 0, 0, 45, 800, 0, 0, 0, 0, 225], 220, [0]),
    "total_out_of_range": (0, [10, 0, 0, 0, 895], 890, [0, 0, 0, 0, 60, 60]),
    "difference_too_high": (0, [10, 0, 0, 0, 890, 0, 0, 0, 2, 120], 110, [0]),
}
# Never met with keys alone: what a question or the host's records keep out; test_only_known_findings... tries.
UNREACHABLE = {
    "not_a_value",
    "not_multiple_of_5",
    "both_close",
    "closing_without_pile",
    "pile_waived",
    "no_semi_clean",
    "arbiter_too_high",
    "total_does_not_fit",
}
WARNED = {
    "negative_low": (2, [0, 0, 0, 0, 5]),
    "closing_negative_low": (0, [1, 0, 0, 0]),
    "pile_negative_low": (1, [0, 0, 0, 1, 55]),
    "closing_positive_low": (0, [1, 0, 0, 60, 105]),
    "pile_positive_low": (1, [0, 0, 0, 0, 120, 50]),
    "few_cards": (1, [0, 0, 0, 0, 60, 100]),
    "unusual_total": (0, [7, 0, 0, 45, 400]),
}


def to_count(closer, **plan):
    table = d.Desk()
    table.to_play(**plan)
    table.press(k.OK)
    table.closed(closer)
    return table


def question(table):
    """(line, field) that is asked."""
    table.frame()
    top = table.navigator.top()
    return top._sync(table.model)[top.at]


def answer(table, value):
    """One question, by keys; the finding that is shown then, or None."""
    _, field = question(table)
    if field >= k.NEGATIVE:
        table.number(value)
    else:
        shown = table.navigator.top().value
        table.press(k.UP if value > shown else k.DOWN, abs(value - shown))
        table.press(k.OK)
    top = table.navigator.top()
    return top.overlay.finding if table.shows("Entry") and top.overlay else None


def accept(table, values):
    """Questions whose answers pass; what is asked about is right."""
    for value in values:
        found = answer(table, value)
        while found:
            equal(found[1], k.WARN)
            table.press(k.OK)
            top = table.navigator.top()
            found = top.overlay.finding if table.shows("Entry") and top.overlay else None


def codes(calls):
    """All codes that deal.py gives with these calls."""
    with open(d.ASSETS + "/../tavolo/domain/deal.py") as file:
        source = file.read()
    found = set()
    for line in source.split("\n"):
        for call in calls:
            if "out." + call + "(" in line:
                found.add(re.search('"([a-z_0-9]+)", ', line).group(1))
    return found


def test_every_code_is_in_one_of_the_tables():
    equal(codes(("hard", "always")), set(REFUSED) | UNREACHABLE)
    equal(codes(("warn",)), set(WARNED))


def test_refused_at_the_earliest_question_and_what_was_typed_stays():
    for code, (closer, values, good, rest) in REFUSED.items():
        table = to_count(closer)
        accept(table, values[:-1])
        asked = question(table)
        found = answer(table, values[-1])
        equal((code, found and found[:2]), (code, (code, k.HARD)))
        table.press(k.OK)
        equal((code, question(table), table.navigator.top().value), (code, asked, values[-1]))
        accept(table, [good] + rest)
        equal((code, type(table.navigator.top()).__name__), (code, "Confirm"))


def test_refusal_has_words_of_its_own_and_offers_the_arbiter():
    seen = set()
    for code, (closer, values, _, _) in REFUSED.items():
        table = to_count(closer)
        accept(table, values[:-1])
        answer(table, values[-1])
        lines = table.navigator.top().overlay.lines
        equal((code, len(lines), lines[2]), (code, 3, "o chiamate l'arbitro"))
        assert max([len(line) for line in lines]) <= 21, lines
        seen.add(lines[:2])
    assert len(seen) == len(REFUSED), seen


def test_warned_once():
    for code, (closer, values) in WARNED.items():
        table = to_count(closer)
        accept(table, values[:-1])
        asked = question(table)
        found = answer(table, values[-1])
        shown = []
        while found:
            shown.append(found[0])
            table.press(k.OK)
            top = table.navigator.top()
            found = top.overlay.finding if table.shows("Entry") and top.overlay else None
        assert code in shown, (code, shown)
        table.press(k.BACK)
        equal((code, question(table)), (code, asked))
        table.press(k.OK)
        assert table.shows("Entry") and not table.navigator.top().overlay, code


def test_warning_answered_with_no_is_asked_again():
    table = to_count(2)
    accept(table, [0, 0, 0, 0])
    for key in (k.BACK, k.OK):
        equal(answer(table, 5)[0], "negative_low")
        table.press(key)
    equal(question(table), (0, k.POSITIVE))


def test_only_known_findings_come_from_keys():
    rng = random
    rng.seed(11)
    for profile in (k.FIBUR, k.FEBURIT):
        for _ in range(12):
            table = None
            gc.collect()
            table = to_count(rng.randint(0, 2), profile=profile)
            for _ in range(40):
                if not table.shows("Entry"):
                    break
                _, field = question(table)
                most = (9, 4, 6, 0, 3, 0, 0)[field]
                rows, fifths, fives = rng.randint(0, 9), rng.randint(0, 4), rng.randint(0, 3)
                if field >= k.NEGATIVE:
                    table.press(k.KEY_NS, rows if not rng.randint(0, 2) else rows // 3)
                    table.press(k.KEY_EW, fifths)
                table.press((k.UP, k.DOWN)[rng.randint(0, 1)], fives if field >= k.NEGATIVE else rng.randint(0, most))
                table.press((k.OK, k.OK, k.OK, k.OK, k.BACK)[rng.randint(0, 4)])
                check_entries(table, profile)
                top = table.navigator.top()
                if table.shows("Entry") and top.overlay:
                    equal((top.overlay.finding[0] in REFUSED or top.overlay.finding[0] in WARNED), True)
                    table.press((k.OK, k.BACK)[rng.randint(0, 1)])


def check_entries(table, profile):
    """What no key may bring: odd points, a line's own two closings, a waived pile, arbiter's points, a kind that is not."""
    if not table.model.draft:
        table.press(k.OK)
        return
    ns, ew = table.model.draft.lines
    equal(ns[k.CLOSED] + ew[k.CLOSED] in (0, 1), True)
    for entry in (ns, ew):
        equal(entry[k.ARBITER], 0)
        for field in (k.NEGATIVE, k.POSITIVE):
            equal(entry[field] == k.UNKNOWN or (entry[field] % 5 == 0 and 0 <= entry[field] <= 995), True)
        equal(entry[k.PILE] in (k.UNKNOWN, 0, 1, 2), True)
        if profile == k.FEBURIT:
            equal(entry[k.SEMI] in (k.UNKNOWN, 0), True)
    found = [finding[0] for finding in deal.problems(ns, ew, profile) if finding[1] == k.HARD]
    equal(found, [])


run(globals())
