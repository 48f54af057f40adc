"""Drawing a second's change alone gives the very picture that drawing all of it gives, whatever the clock shows."""

import desk as d
from harness import run

from tavolo.domain import facts
from tavolo.domain import kinds as k


def pass_seconds(table, count):
    """Seconds go by; how many of them were drawn by themselves."""
    by_itself = 0
    table.frame()
    for _ in range(count):
        table.wait(1000)
        if table.navigator.top().second(table.canvas, table.model, table.now):
            by_itself += 1
            seen = bytes(table.buffer)
            whole = table.frame()
            assert seen == whole, (table.model.sheet.clock.remaining_ms(table.model.event_ms), by_itself)
        else:
            table.frame()
    return by_itself


def at(seconds_left, **plan):
    """A table at play with so many seconds left."""
    table = d.Desk()
    table.to_play(**plan)
    table.wait(table.model.sheet.clock.remaining_ms(table.model.event_ms) - seconds_left * 1000)
    return table


def test_minutes_with_the_pace_coming_and_going():
    assert pass_seconds(at(2600), 80) >= 75


def test_the_last_minute_and_overtime():
    assert pass_seconds(at(75), 160) >= 150
    assert pass_seconds(at(-590), 30) >= 28


def test_a_long_overtime_is_drawn_whole():
    assert pass_seconds(at(-5990), 20) < 20


def test_a_hidden_clock_shows_nothing_new():
    table = at(1000, policy=k.CLOCK_HIDDEN)
    before = table.frame()
    assert pass_seconds(table, 30) == 30
    assert table.frame() == before


def test_a_table_that_nobody_has_told_the_time_shows_none():
    table = at(1000, policy=k.CLOCK_HIDDEN)
    hidden = table.frame()
    table = at(1000)
    assert table.frame() != hidden
    table.model.event_ms = -1
    table.navigator.dirty = True
    assert table.frame() == hidden, "and not an overtime of nothing"


def test_the_last_minutes_appear_by_themselves():
    table = at(303, policy=k.CLOCK_LAST_MINUTES)
    assert pass_seconds(table, 10) >= 8


def test_while_the_arbiter_is_called():
    table = at(2000)
    table.hold(k.BACK)
    table.press(k.OK)
    while table.navigator._stack:
        table.press(k.BACK)
    assert pass_seconds(table, 40) >= 38


def test_dealing_pause_and_an_estimated_clock_are_drawn_whole_and_right():
    table = at(2000)
    table.play_e1()
    assert table.model.sheet.phase == k.DEALING
    assert pass_seconds(table, 5) == 0
    table = at(2000)
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    assert pass_seconds(table, 5) == 0
    table = at(2000)
    table.model.about = True
    assert pass_seconds(table, 5) == 0


def test_who_is_late_sees_the_seconds():
    table = d.Desk()
    table.plan()
    table.hold(k.KEY_NS)
    table.start()
    first = table.frame()
    pass_seconds(table, 1)
    assert table.frame() != first


run(globals())
