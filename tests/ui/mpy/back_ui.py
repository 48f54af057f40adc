"""BACK loses nothing and always leads home; numbers are entered, not assumed; keys pressed at random break nothing."""

import gc
import random

import desk as d
from harness import equal, run
from shots import state

from tavolo.domain import facts
from tavolo.domain import kinds as k

HOME = ("Idle", "Seating", "Seats", "Waiting", "Play", "TimeOut", "Lap", "Result", "Signed")


def to_count():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    return table


def go_home(table):
    """Press BACK until nothing lies on the phase's own screen and nothing is typed; how many presses that took."""
    for presses in range(9):
        name = type(table.navigator.top()).__name__
        # TIME OUT goes before a correction that was on, which waits behind it
        if not table.navigator._stack and (table.model.draft is None or name in ("TimeOut", "Lap")):
            assert name in HOME
            return presses
        table.press(k.BACK)
    raise AssertionError("nine presses of BACK, and still %r" % table.navigator.top())


def test_zero_is_seen_before_it_is_taken():
    table = to_count()
    table.closed(2)
    table.press(k.OK, 4)
    draft = table.model.draft
    table.frame()
    equal(table.navigator.top().value, k.UNKNOWN)
    table.press(k.OK)
    table.frame()
    equal((table.navigator.top().value, draft.lines[0][k.NEGATIVE]), (0, k.UNKNOWN))
    table.press(k.OK)  # zero now was entered; that it is unlikely is asked about
    assert table.navigator.top().overlay
    table.press(k.OK)
    equal(draft.lines[0][k.NEGATIVE], 0)
    equal(draft.lines[0][k.POSITIVE], k.UNKNOWN)


def test_back_from_card_points_keeps_them():
    table = to_count()
    table.closed(k.NS)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    table.press(k.KEY_NS, 3)
    table.press(k.KEY_EW, 2)
    table.press(k.UP)
    equal(table.navigator.top().value, 345)
    table.press(k.BACK)
    table.frame()
    equal(table.model.draft.step, 3)
    table.press(k.OK)
    table.frame()
    equal(table.navigator.top().value, 345)
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.NEGATIVE], 345)


def test_value_that_back_left_is_there_again():
    table = to_count()
    table.closed(k.EW)
    table.press(k.UP, 2)
    table.press(k.OK)
    table.press(k.UP, 3)
    table.press(k.BACK)
    table.frame()
    equal(table.navigator.top().value, 2)
    table.press(k.OK)
    table.frame()
    equal(table.navigator.top().value, 3)
    equal(table.model.draft.lines[0][k.SEMI], k.UNKNOWN)


def test_pile_of_a_line_that_was_wrongly_said_to_close_is_not_lost():
    table = to_count()
    table.closed(k.EW)
    table.press(k.UP)
    table.press(k.OK, 3)
    table.press(k.UP, 2)
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.PILE], k.PILE_NOT_TAKEN)
    table.press(k.BACK, 3)
    table.press(k.UP)
    table.press(k.DOWN)
    table.press(k.BACK, 2)
    table.frame()
    equal(table.model.draft.step, 0)
    table.press(k.KEY_NS)
    equal(table.model.draft.lines[0][k.PILE], k.PILE_PLAYED)
    table.press(k.BACK)
    table.press(k.KEY_EW)
    equal(table.model.draft.lines[0][k.PILE], k.PILE_NOT_TAKEN)


def test_refusal_keeps_what_was_typed():
    table = to_count()
    table.closed(2)
    table.press(k.OK, 4)
    table.number(905)
    assert table.navigator.top().overlay
    table.press(k.BACK)
    equal(table.navigator.top().value, 905)
    table.press(k.OK)
    assert table.navigator.top().overlay
    table.press(k.OK)
    table.number(5)
    assert table.navigator.top().overlay  # 5 is unlikely
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.NEGATIVE], 5)


def test_eight_presses_of_back_lead_home_from_the_last_question():
    table = to_count()
    table.closed(k.NS)
    table.line(1, 0, 1, None, 45, 345)
    table.line(0, 0, 1, 0, 60, 180)
    assert table.shows("Confirm")
    table.press(k.BACK)
    table.press(k.OK)
    table.press(k.OK)
    lines = table.model.draft.to_bytes()[14:46]
    for overlay in (None, k.OK, k.BACK):
        if overlay is not None:
            table.hold(overlay)
        assert go_home(table) <= 8
        table.press(k.OK)
        equal(table.model.draft.to_bytes()[14:46], lines)
        for _ in range(40):
            if not table.shows("Confirm"):
                table.press(k.OK)


def test_correction_waits_behind_time_out_and_is_not_lost():
    table = d.Desk()
    table.to_play()
    table.play_e1()
    table.press(k.OK)
    table.press(k.UP)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    table.time_out()
    table.press(k.OK, 2)
    if table.shows("TimeOut"):
        table.press(k.OK)
    turns = len(table.navigator.top()._turns(table.model))
    table.press(k.OK, turns)
    equal(table.model.sheet.phase, k.COUNT)
    equal((table.model.draft.deal, table.model.draft.lines[0][k.CLEAN]), (1, 2))
    for _ in range(40):
        if not table.shows("Confirm"):
            table.press(k.OK)
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (900, 220))
    table.press(k.OK)
    assert table.shows("Entry")
    equal(table.model.draft.deal, 2)


def test_eight_presses_are_enough_from_the_deepest_place():
    table = to_count()
    table.closed(2)
    table.line(0, 0, 1, 0, 100, 200)
    table.line(0, 0, 1, 0, 100, 55)
    assert table.navigator.top().overlay  # a warning over the last question, the menu's page over it
    equal(table.model.draft.step, 12)
    table.hold(k.BACK)
    assert go_home(table) <= 8


def host_says(table, what):
    """One of the things that come from outside in the middle of a round."""
    now = table.model.event_ms
    if what == 0:
        table.host(k.PAUSE, facts.time_payload(now))
    elif what == 1:
        table.host(k.RESUME, facts.time_payload(now))
    elif what == 2:
        table.host(k.OVERRIDE, facts.numbers_payload(table.model.sheet.deal_no, 1))
    elif what == 3 and table.model.sheet.call:
        table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_SEEN, table.model.sheet.call[3]))
    elif what == 4 and table.model.sheet.time_out_at < 0:
        table.time_out()
    table.wait()


def monkey(seed):
    """Keys at random, with signals between; every picture can be drawn and drawing it changes nothing."""
    rng = random
    rng.seed(seed)
    table = d.Desk()
    table.to_play()
    for _ in range(150):
        chance = rng.randint(0, 99)
        if chance < 3:
            host_says(table, rng.randint(0, 3 + (seed & 1)))
        elif chance < 7:
            table.hold(rng.randint(k.OK, k.BACK))
        elif chance < 12:
            table.hold(rng.randint(k.KEY_NS, k.KEY_EW))
        else:
            table.press((k.OK, k.OK, k.OK, k.UP, k.UP, k.DOWN, k.BACK, k.KEY_NS, k.KEY_EW)[rng.randint(0, 8)])
        table.navigator.update()
        before = state(table.model)
        table.frame()
        equal(state(table.model), before)
        typed = table.model.draft
        if typed and not typed.replaces and table.model.sheet.phase == k.COUNT and not rng.randint(0, 9):
            lines = typed.to_bytes()[14:46]
            go_home(table)
            if table.shows("Play"):
                table.press(k.OK)
                equal(table.model.draft.to_bytes()[14:46], lines)
    go_home(table)
    journal, draft_file, sheet = table.journal, table.draft_file, table.model.sheet
    table = typed = None  # two tables do not fit the heap in every order of events
    gc.collect()
    again = d.Desk(journal, draft_file)
    again.actions.deed("restore")
    equal(again.model.sheet.phase, sheet.phase)
    equal(again.model.sheet.totals(), sheet.totals())


def test_keys_at_random_break_nothing_and_back_leads_home():
    for seed in range(20):
        try:
            monkey(seed)
        except Exception:
            print("seed", seed)
            raise


run(globals())
