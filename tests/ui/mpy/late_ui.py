"""Before and after the clock: where the old pairs go, who is late, and TIME OUT, which asks only what it cannot know."""

import desk as d
from harness import equal, run

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

LEAVE = ((12, 0), (7, 1))


def value(table):
    """What a question of TIME OUT shows as its guess."""
    table.frame()
    return table.navigator.top().value


def turned(table, times=4):
    """The answers that UP goes through."""
    seen = [value(table)]
    for _ in range(times):
        table.press(k.UP)
        seen.append(value(table))
    return seen


def test_where_the_old_pairs_go_is_shown_first_and_is_nobodys_answer():
    for act in (lambda table: table.press(k.OK), lambda table: table.hold(k.KEY_EW)):
        table = d.Desk()
        table.plan(leave=LEAVE)
        shown = table.frame()
        table.press(k.UP)
        equal(table.frame(), shown)
        act(table)
        assert table.frame() != shown
        equal(table.model.sheet.presence_state, [0, 0])
        table.sit()
        assert table.shows("Waiting")


def test_it_is_not_shown_when_the_new_pairs_sit_or_the_round_runs():
    table = d.Desk()
    table.plan(leave=LEAVE)
    table.press(k.OK)
    table.hold(k.KEY_NS)
    again = d.Desk(table.journal, table.draft_file)
    again.actions.deed("restore")
    again.model.event_ms = table.model.event_ms
    equal(again.frame(), table.frame())
    table = d.Desk()
    table.plan(leave=LEAVE)
    table.start()
    table.hold(k.KEY_NS)
    equal(table.model.sheet.presence_state[k.NS], k.HERE)


def test_who_is_missing_after_start_is_late_until_here():
    table = d.Desk()
    table.plan()
    table.hold(k.KEY_NS)
    table.start()
    assert table.shows("Seating")
    at = table.model.sheet.clock.started_ms
    equal(table.navigator.top().second(table.canvas, table.model, table.now), False)  # its minutes are drawn anew
    table.wait(301000)
    table.hold(k.KEY_EW)
    assert table.model.sheet.presence[k.EW] - at >= 300000
    assert table.shows("Seats")
    table.press(k.OK, 2)
    assert table.shows("Play")


def test_a_line_that_comes_late_can_say_that_the_names_are_not_theirs():
    table = d.Desk()
    table.plan()
    table.hold(k.KEY_NS)
    table.model.linked = False
    table.start()
    table.hold(k.OK)
    intents = [what[0] for _, what in table.navigator.top()._choices(table.model)]
    assert i.PRESENCE in intents and i.START not in intents, intents
    while table.navigator.top()._choices(table.model)[table.navigator.top().at][0] != t.M_SWAP:
        table.press(k.DOWN)
    table.press(k.OK, 2)
    equal(table.model.sheet.swapped, True)
    assert table.shows("Seating")


def test_states_that_cannot_be_are_not_offered():
    table = d.Desk()
    table.to_play()
    table.time_out()
    equal(turned(table, 3), [k.TO_PLAY, k.TO_COUNT, k.TO_DEALING, k.TO_PLAY])
    table = d.Desk()
    table.to_play()
    table.play_e1()
    table.wait(50000)
    table.time_out()
    equal(turned(table, 3), [k.TO_DEALING, k.TO_PLAY, k.TO_BEFORE_DEALING, k.TO_DEALING])
    table = d.Desk()
    table.to_play()
    table.play_e1()
    table.press(k.OK)
    table.time_out()
    equal(turned(table, 2), [k.TO_PLAY, k.TO_COUNT, k.TO_PLAY])


def test_a_table_where_a_line_never_came_played_nothing():
    table = d.Desk()
    table.plan()
    table.hold(k.KEY_NS)
    table.start()
    table.wait(45 * d.MINUTE_MS)
    table.time_out()
    assert table.shows("Seats")
    table.press(k.OK, 2)
    assert table.shows("TimeOut")
    equal(value(table), k.TO_BEFORE_DEALING)
    table.press(k.OK)
    equal(table.model.sheet.phase, k.PLAY)  # asked once more
    table.press(k.OK)
    equal(table.model.sheet.phase, k.SHEET)


def test_an_answer_is_the_guess_when_it_is_asked_again():
    table = d.Desk()
    table.to_play()
    table.time_out()
    table.press(k.OK)
    table.press(k.UP, 2)
    seat = value(table)
    table.press(k.OK)
    if table.shows("TimeOut"):
        table.press(k.OK)
    assert table.shows("Lap")
    table.press(k.BACK)
    equal(turned(table, 4), [2, 3, 0, 1, 2])
    table.press(k.OK)
    equal(value(table), seat)


def test_drawn_or_not_is_remembered():
    table = d.Desk()
    table.to_play(profile=k.FIBUR_2008)
    table.time_out()
    table.press(k.OK, 2)
    table.press(k.UP)
    equal(value(table), 1)
    table.press(k.OK)
    table.press(k.BACK)
    table.press(k.OK, 2)
    equal(value(table), 1)


def test_back_on_the_first_question_explains_the_rule_and_comes_back():
    table = d.Desk()
    table.to_play()
    table.time_out()
    asked = table.frame()
    table.press(k.BACK)
    assert table.shows("Rule")
    table.press(k.BACK)
    equal(table.frame(), asked)


def test_rule_is_there_during_the_last_lap_and_costs_no_turn():
    for key in (k.OK, k.BACK):
        table = d.Desk()
        table.to_play()
        table.time_out()
        table.press(k.OK, 3)
        table.press(k.OK, 2)
        before = table.frame()
        table.press(k.DOWN)
        assert table.shows("Rule")
        table.press(key)
        equal(table.frame(), before)
        equal(table.model.sheet.lap_done, 2)


run(globals())
