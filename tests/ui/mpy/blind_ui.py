"""Blind double entry: each line enters, what differs is named and asked again, a reset takes nothing."""

import desk as d
from harness import equal, run

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.entry import Draft


def to_count(**more):
    table = d.Desk()
    table.to_play(blind=True, **more)
    table.press(k.OK)
    return table


def after_reset(table):
    """The same table after a reset: journal and draft file are all that is left."""
    again = d.Desk(table.journal, table.draft_file)
    again.model.draft = Draft.from_bytes(table.draft_file.load())
    again.navigator.update()
    return again


def count(table, ns_clean=1, ew_negative=60, ew_positive=180):
    table.closed(k.NS)
    table.line(ns_clean, 0, 1, None, 45, 345)
    table.line(0, 0, 1, 0, ew_negative, ew_positive)


def turn(table):
    """Whose turn the screen says it is, in its bar."""
    return table.navigator.top()._next(table.model)


def test_equal_counts_lead_to_the_usual_confirmation():
    table = to_count()
    assert table.shows("Blind")
    table.press(k.OK)
    assert table.shows("Entry")
    count(table)
    assert table.shows("Blind")
    table.press(k.OK)
    assert table.shows("Entry")
    equal(table.model.draft.value(0, k.CLEAN), 0)
    equal([entry[: k.ARBITER] for entry in table.model.draft.lines], [[k.UNKNOWN] * k.ARBITER] * 2)
    count(table)
    assert table.shows("Blind")
    table.press(k.OK)
    assert table.shows("Confirm")
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_first_entry_is_nowhere_on_the_second_ones_screens():
    """What the second line sees is the same whatever the first one entered, and left when it went back."""
    seen = []
    for ups in (1, 2):
        table = to_count()
        table.press(k.OK)
        table.closed(k.NS)
        table.line(ups, 0, 1, None, 45, 345)
        table.press(k.OK, 2)
        table.press(k.UP)
        table.press(k.OK, 2)
        table.number(60)
        table.press(k.UP, ups)
        table.press(k.BACK)  # what stands there is left, unanswered
        assert table.model.draft.left
        table.frame()
        table.press(k.OK)
        table.number(180)
        assert table.shows("Blind"), table.navigator.top()
        draft = table.model.draft  # all that a draft may keep of answers that count no more
        draft.left, draft.typed, draft.piles = {(k.NS, k.CLEAN): ups}, ups, [ups, ups]
        table.press(k.OK)
        frames = [table.frame()]
        second = (k.KEY_NS, k.UP, k.OK, k.OK, k.OK, k.KEY_NS, k.OK, k.KEY_NS, k.OK)  # closed, 1 0 0, 100, 100: asked about
        for key in second + (k.OK, k.OK, k.OK, k.OK, k.OK, k.KEY_NS, k.OK):
            table.press(key)
            frames.append(table.frame())
        seen.append((frames, [list(entry) for entry in table.model.draft.lines]))
    assert len(set(seen[0][0])) > 9, "the second line went through its questions"
    for number in range(len(seen[0][0])):
        assert seen[0][0][number] == seen[1][0][number], number


def differing():
    """NS says 1 clean, EW says 2; and EW's negative differs, too."""
    table = to_count()
    table.press(k.OK)
    count(table)
    table.press(k.OK)
    count(table, 2, 70)
    return table


def test_first_item_that_differs_is_asked_of_both_and_then_the_next():
    table = differing()
    equal(turn(table)[2:], (k.NS, k.CLEAN))
    table.press(k.OK)  # the first line again: its own figure
    assert table.shows("Entry")
    table.frame()
    equal(table.navigator.top().value, 1)
    table.press(k.UP)
    table.press(k.OK)
    assert table.shows("Blind")
    equal(turn(table)[2:], (k.NS, k.CLEAN))
    table.press(k.OK)
    table.frame()
    equal(table.navigator.top().value, 2)
    table.press(k.OK)
    assert table.shows("Blind")
    equal(turn(table)[2:], (k.EW, k.NEGATIVE))
    table.press(k.OK)
    table.press(k.OK)  # stays with 60
    table.press(k.OK)
    table.press(k.OK)  # 70 stays
    equal(turn(table)[2:], (k.EW, k.NEGATIVE))
    table.press(k.OK)
    table.number(70)  # the first line now says 70, too
    table.press(k.OK)
    table.press(k.OK)
    table.press(k.OK)
    assert table.shows("Confirm")
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (900, 210))


def test_first_entry_survives_a_reset_at_each_stage():
    table = to_count()
    table.press(k.OK)
    count(table)
    table = after_reset(table)
    assert table.shows("Blind")
    table.press(k.OK)
    table.closed(k.NS)
    table = after_reset(table)
    assert table.shows("Blind")
    table.press(k.OK)
    assert table.shows("Entry")
    equal(table.model.draft.step, 1)
    table.line(2, 0, 1, None, 45, 345)
    table.line(0, 0, 1, 0, 60, 180)
    table = after_reset(table)
    equal(turn(table)[2:], (k.NS, k.CLEAN))
    table.press(k.OK)
    table = after_reset(table)
    table.press(k.OK)
    table.press(k.UP)
    table.press(k.OK)
    table = after_reset(table)
    table.press(k.OK)
    table.press(k.OK)
    table = after_reset(table)
    table.press(k.OK)
    assert table.shows("Confirm")
    table = after_reset(table)
    table.press(k.OK)
    assert table.shows("Confirm")
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (900, 220))


def test_both_may_begin_anew_when_one_answer_hangs_on_another():
    table = differing()
    table.press(k.UP)
    assert table.shows("Blind")
    equal(table.model.draft.tail, b"")
    equal(table.model.draft.lines[0][k.CLEAN], k.UNKNOWN)
    table.press(k.OK)
    count(table)
    table.press(k.OK)
    count(table)
    table.press(k.OK)
    assert table.shows("Confirm")


def test_back_leads_to_play_and_the_entry_is_there_again():
    for stage in range(3):
        table = differing() if stage == 2 else to_count()
        if stage == 1:
            table.press(k.OK)
            count(table)
        before = turn(table)
        presses = 0
        while not table.shows("Play"):
            table.press(k.BACK)
            presses += 1
        assert presses <= 8
        table.press(k.OK)
        assert table.shows("Blind")
        equal(turn(table), before)


def test_correction_is_not_blind():
    table = to_count()
    for _ in range(2):
        table.press(k.OK)
        count(table)
    table.press(k.OK)
    table.both_hold()
    table.press(k.OK)
    table.actions.act((i.CORRECT, 1))
    table.navigator.update()
    assert table.shows("Entry")


def test_without_the_setting_nothing_is_asked_twice():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    assert table.shows("Entry")


run(globals())
