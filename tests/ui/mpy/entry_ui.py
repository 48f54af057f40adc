"""What the keys do at each question of a count."""

import desk as d
from harness import equal, run

from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t


def test_back_goes_one_field_at_a_time_at_first():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.count_e1()
    steps = []
    for _ in range(5):
        table.press(k.BACK)
        table.frame()
        steps.append(table.model.draft.step)
    equal(steps, [11, 10, 9, 8, 0])  # then the first question, which every way out passes
    table.press(k.BACK)
    assert table.shows("Play")
    assert table.model.waiting, "the clock says that a count waits"
    table.press(k.OK)
    table.press(k.OK)
    table.press(k.OK)
    table.press(k.BACK)
    equal(table.model.draft.step, 1)


def test_figure_counts_what_back_left_and_no_more_burracos_overrides_nothing():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.UP)
    table.press(k.OK)  # a clean one
    table.press(k.UP)
    table.press(k.OK)  # a semi-clean one
    table.press(k.UP, 2)  # two dirty ones, not answered
    table.press(k.BACK, 2)
    table.frame()
    entry = table.navigator.top()
    equal(entry.figure(table.model, k.NS, k.CLEAN, entry.value), table.model.texts[t.THIS_DEAL] + " 650")
    table.press(k.KEY_NS)
    equal(table.model.draft.lines[k.NS][: k.CLOSED], [1, 1, k.UNKNOWN])
    equal(table.model.draft.left[(k.NS, k.DIRTY)], 2)


def test_correction_takes_back_a_signature():
    table = d.Desk()
    table.to_play(deals=1)
    table.play_e1()
    assert table.shows("Result")
    table.hold(k.KEY_NS)
    equal(table.model.signing, 1)
    table.press(k.UP)
    table.press(k.OK)
    table.press(k.OK, 12)
    assert table.shows("Confirm")
    table.both_hold()
    table.wait(4000)
    equal((table.shows("Result"), table.model.signing, table.model.sheet.signed), (True, 0, None))


def test_value_held_runs_on_and_a_count_stops_at_nothing():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.key(k.UP, k.PRESS)
    for _ in range(4):
        table.key(k.UP, k.REPEAT)
    table.key(k.UP, k.RELEASE)
    equal(table.navigator.top().value, 5)
    table.press(k.DOWN, 9)
    equal(table.navigator.top().value, 0)


def to_points(who=k.NS):
    """At the first line's negative points: N-S closed with a clean burraco."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(who)
    table.press(k.UP)
    table.press(k.OK, 3)
    return table


def held(table, key, repeats):
    """The values that a held key runs through."""
    table.key(key, k.PRESS)
    seen = [table.navigator.top().value]
    for _ in range(repeats):
        table.key(key, k.REPEAT)
        seen.append(table.navigator.top().value)
    table.key(key, k.RELEASE)
    return seen


def test_card_points_held_run_faster_and_stop_at_full_fifths():
    table = to_points()
    equal(held(table, k.UP, 8), [5, 10, 15, 20, 25, 40, 60, 80, 100])
    table.press(k.UP)  # let go, it steps by fives again
    equal(table.navigator.top().value, 105)
    equal(held(table, k.DOWN, 9), [100, 95, 90, 85, 80, 60, 40, 20, 0, 0])


def test_card_points_are_added_up_by_four_keys():
    table = to_points()
    for key, wanted in ((k.DOWN, 0), (k.KEY_NS, 100), (k.KEY_EW, 120), (k.UP, 125), (k.DOWN, 120), (k.KEY_NS, 220)):
        table.press(key)
        equal(table.navigator.top().value, wanted)
    table.hold(k.KEY_NS)  # held is no more than pressed
    equal(table.navigator.top().value, 320)
    table.press(k.KEY_NS, 6)
    equal(table.navigator.top().value, 920)
    equal(table.press(k.KEY_NS), (i.REFUSED,))
    equal(table.navigator.top().value, 920)
    equal(table.model.draft.lines[0][k.NEGATIVE], k.UNKNOWN)


def to_counts(who=k.EW):
    """At N-S's clean burracos."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(who)
    return table


def restarted(table):
    """The same table after its power was cut."""
    again = d.Desk(table.journal, table.draft_file)
    again.actions.deed("restore")
    again.model.event_ms = table.model.event_ms
    return again


def test_half_typed_number_is_there_after_a_power_cut():
    table = to_points()
    table.press(k.KEY_NS, 3)
    table.press(k.KEY_EW, 2)
    for _ in range(160):
        table.wait(10)
    before = table.frame()
    again = restarted(table)
    equal((again.frame(), again.navigator.top().value), (before, 340))
    again.press(k.UP)
    again.press(k.OK)
    again.frame()
    equal((again.model.draft.lines[0][k.NEGATIVE], again.navigator.top().value), (345, k.UNKNOWN))
    equal(restarted(again).frame(), again.frame())


def test_standing_value_is_written_once_and_typing_writes_nothing():
    table = to_points()
    table.press(k.KEY_NS)
    writes = [intent for intent in table.intents if intent == (i.DRAFT,)]
    saved = []
    table.draft_file.save = saved.append
    table.press(k.KEY_NS, 5)
    equal((saved, len([intent for intent in table.intents if intent == (i.DRAFT,)])), ([], len(writes)))
    for _ in range(500):
        table.wait(10)
    equal(len(saved), 1)


def test_number_without_an_answer_waits_while_they_go_back_to_play():
    table = to_points()
    table.press(k.KEY_NS, 3)
    table.press(k.BACK, 6)
    assert table.shows("Play")
    table.press(k.OK)
    table.frame()
    while table.model.draft.step < 4:
        table.press(k.OK)
        table.frame()
    equal(table.navigator.top().value, 300)


def test_no_bar_fills_where_the_lines_keys_enter_points():
    table = to_points()
    before = table.frame()
    table.model.held, table.model.held_ms = k.KEY_NS, 250
    equal(table.frame(), before)
    table.press(k.BACK, 5)
    assert table.shows("Play")
    assert table.frame() != before


def test_own_key_says_that_there_are_no_other_burracos():
    table = to_counts()
    table.press(k.UP, 2)
    table.press(k.KEY_NS)
    equal((table.model.draft.step, table.model.draft.lines[0][: k.CLOSED]), (4, [2, 0, 0]))
    table = to_counts()
    table.press(k.OK)
    table.press(k.UP)
    table.press(k.KEY_NS)
    equal((table.model.draft.step, table.model.draft.lines[0][: k.CLOSED]), (4, [0, 1, 0]))
    table.press(k.BACK)  # they are asked after all
    table.frame()
    equal((table.model.draft.step, table.navigator.top().value), (3, 0))


def test_own_key_ends_no_count_that_was_answered_before_nor_does_the_other_lines():
    table = to_counts()
    table.press(k.KEY_EW)
    equal(table.model.draft.step, 1)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    table.press(k.BACK, 3)
    table.frame()
    before = table.frame()
    table.press(k.KEY_NS)
    equal((table.frame(), table.model.draft.lines[0][k.DIRTY]), (before, 1))


def test_own_key_pressed_twice_for_who_closed_is_refused():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.press(k.KEY_NS, 2)
    equal(table.navigator.top().overlay.finding[0], "closing_without_burraco")
    table.press(k.OK)
    equal((table.model.draft.step, table.model.draft.lines[0][: k.CLOSED]), (1, [k.UNKNOWN] * 3))


def test_own_key_of_a_line_by_rules_without_semi_clean():
    table = d.Desk()
    table.to_play(profile=k.FEBURIT)
    table.press(k.OK)
    table.closed(k.EW)
    table.press(k.UP)
    table.press(k.KEY_NS)
    equal((table.model.draft.step, table.model.draft.lines[0][: k.CLOSED]), (3, [1, 0, 0]))


def test_who_closed_is_never_assumed():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    equal(table.press(k.OK), (i.REFUSED,))
    equal(table.model.draft.closer(), k.UNKNOWN)
    assert n.SOUND_REFUSED in table.tones.played


def test_line_that_closed_says_so_with_its_own_key():
    for key, line in ((k.KEY_NS, k.NS), (k.KEY_EW, k.EW)):
        table = d.Desk()
        table.to_play()
        table.press(k.OK)
        table.press(key)
        equal((table.model.draft.closer(), table.model.draft.step), (line, 1))
        table.press(k.BACK)
        table.press(k.OK)
        equal((table.model.draft.closer(), table.model.draft.step), (line, 1))


def test_nobody_closed_takes_another_key_than_the_lines_and_ok():
    for key in (k.UP, k.DOWN):
        table = d.Desk()
        table.to_play()
        table.press(k.OK)
        table.press(key)
        equal(table.model.draft.closer(), k.UNKNOWN)
        table.press(k.OK)
        equal(table.model.draft.closer(), 2)


run(globals())
