"""How keys act: which press belongs to which screen, what a long press does, what a signal leaves alone."""

import desk as d
from harness import equal, run

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.ui import intents as i


def test_press_that_began_before_time_out_answers_nothing():
    table = d.Desk()
    table.to_play()
    table.key(k.OK, k.PRESS)
    table.time_out()
    before = table.frame()
    equal(table.key(k.OK, k.RELEASE), None)
    equal(table.frame(), before)
    equal(table.model.sheet.phase, k.PLAY)


def test_keys_rest_after_a_signal_and_what_was_typed_stays():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.UP, 3)
    typed = table.frame()
    table.host(k.TIME_OUT, facts.time_payload(table.model.event_ms))
    notice = table.frame()
    assert notice != typed
    table.wait(300)
    table.press(k.OK)
    equal(table.frame(), notice)
    table.wait(300)
    table.press(k.OK)
    equal(table.frame(), typed)


def test_ok_held_opens_the_menu_and_its_release_does_nothing():
    table = d.Desk()
    table.to_play()
    table.hold(k.OK)
    assert table.shows("Menu")
    equal(table.model.sheet.phase, k.PLAY)
    table.press(k.BACK)
    assert table.shows("Play")


def test_back_held_asks_for_the_arbiter_from_every_screen():
    table = d.Desk()
    seen = []
    for step in (
        table.plan,
        table.sit,
        table.start,
        lambda: table.press(k.OK),
        table.count_e1,
        table.both_hold,
        lambda: table.press(k.OK),
        table.time_out,
        lambda: table.press(k.OK, 2),
    ):
        step()
        seen.append(type(table.navigator.top()).__name__)
        table.hold(k.BACK)
        assert table.shows("CallAsk"), seen
        table.press(k.BACK)
        equal(type(table.navigator.top()).__name__, seen[-1])
    equal(seen, ["Seating", "Waiting", "Play", "Entry", "Confirm", "Message", "Play", "TimeOut", "Message"])


def test_arbiter_is_called_in_two_acts_and_the_call_can_be_withdrawn():
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    equal(table.model.sheet.call, None)
    table.press(k.OK)
    equal(table.model.sheet.call[0], k.CALL_MADE)
    assert table.shows("CallState")
    table.press(k.OK, 2)
    equal(table.model.sheet.call, None)
    assert table.shows("Play")


def test_both_lines_may_hold_their_keys_at_once():
    table = d.Desk()
    table.plan()
    for key, edge in ((k.KEY_NS, k.PRESS), (k.KEY_EW, k.PRESS), (k.KEY_NS, k.LONG), (k.KEY_EW, k.LONG)):
        table.key(key, edge)
    equal(table.model.sheet.presence_state, [k.HERE, k.HERE])
    for key in (k.KEY_NS, k.KEY_EW):
        table.key(key, k.RELEASE)
    equal([intent[0] for intent in table.intents], [i.PRESENCE, i.PRESENCE])


def test_sheet_is_left_with_back_and_the_count_with_a_few():
    table = d.Desk()
    table.to_play()
    table.hold(k.OK)
    table.press(k.DOWN, 2)
    table.press(k.OK)
    assert table.shows("Foglio")
    table.press(k.BACK)
    assert table.shows("Play")
    table.press(k.OK)
    table.count_e1()
    presses = 0
    while not table.shows("Play"):
        table.press(k.BACK)
        presses += 1
    assert presses <= 8, presses
    table.press(k.OK)
    for _ in range(40):
        if not table.shows("Confirm"):
            table.press(k.OK)
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_press_meant_for_a_message_that_goes_by_itself_is_not_plays():
    for early in range(0, 700, 20):
        table = d.Desk()
        table.to_play()
        table.press(k.OK)
        table.count_e1()
        table.both_hold()
        assert table.shows("Message")
        table.wait(2500 - 60 - early)
        table.wait(10)
        table.key(k.OK, k.PRESS)
        for _ in range(30):
            table.wait(10)
        table.key(k.OK, k.RELEASE)
        equal((early, table.model.sheet.phase), (early, k.DEALING))


def test_line_confirms_only_by_holding_and_back_takes_it_away():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.count_e1()
    table.press(k.KEY_NS)
    table.press(k.KEY_EW)
    equal(table.model.confirmed, 0)
    table.hold(k.KEY_NS)
    equal(table.model.confirmed, 1)
    table.press(k.BACK)
    assert table.shows("Entry")
    equal(table.model.confirmed, 0)
    table.press(k.OK, 3)
    assert table.shows("Confirm")
    table.hold(k.KEY_EW)
    equal(table.model.sheet.played(), 0)
    table.hold(k.KEY_NS)
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_nothing_that_cannot_be_taken_back_hangs_on_one_press_in_the_menu():
    table = d.Desk()
    table.to_play()
    table.model.linked = False
    for steps, phase in ((4, k.DEALING), (5, k.DEALING)):
        was = len(table.journal.records)
        table.hold(k.OK)
        table.press(k.DOWN, steps)
        table.press(k.OK)
        equal(len(table.journal.records), was)
        table.press(k.BACK)
        assert table.shows("Menu")
        table.press(k.OK, 2)
        equal(len(table.journal.records), was + 1)
        equal(table.model.sheet.phase, phase)
    assert table.model.sheet.time_out_at >= 0


def test_signals_by_voice_are_offered_only_without_a_link():
    table = d.Desk()
    table.plan()
    table.sit()
    for linked in (True, False):
        table.model.linked = linked
        table.hold(k.OK)
        texts = [intent[0] for _, intent in table.navigator.top()._choices(table.model)]
        equal(i.START in texts, not linked)
        table.press(k.BACK)


def test_text_is_drawn_without_taking_memory():
    import micropython

    table = d.Desk()
    canvas = d.Canvas(table.canvas.frame, d.ASSETS)  # the desk's own one looks for letters that stick out
    for _ in range(2):  # the first time, single characters become known strings
        canvas.text(0, 0, "Nerì 12", None, True)
        canvas.right(128, 20, "-230", canvas.total)
        canvas.center(30, "44:51", canvas.clock)
    micropython.heap_lock()
    try:
        canvas.text(0, 0, "Nerì 12", None, True)
        canvas.right(128, 20, "-230", canvas.total)
        canvas.center(30, "44:51", canvas.clock)
        canvas.arrow(3, 3, k.EW, True)
    finally:
        micropython.heap_unlock()


def test_letters_that_the_font_lacks_show_a_question_mark_or_their_capital():
    table = d.Desk()
    small = table.canvas.small
    equal(small.row(ord("č")), small.row(ord("?")))  # never sent: a plan's names come in Latin-1
    equal(small.row(ord("я")), small.row(ord("?")))
    equal(table.canvas.big.row(ord("n")), table.canvas.big.row(ord("N")))


run(globals())
