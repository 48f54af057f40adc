"""Calls with a reason, rulings with and without a link, the PIN and its five tries: by keys on the real MicroPython."""

import desk as d
from arbiter import PIN, ask_ruling, menu, table_with_pin, type_pin
from harness import equal, run

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t


def to_count(table=None):
    table = table or d.Desk()
    table.to_play()
    table.press(k.OK)
    return table


def records(table, kind):
    return [bytes(rec.payload) for rec in table.journal.records if rec.kind == kind]


def test_reason_follows_a_call_and_time_and_number_stay():
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    table.press(k.OK)
    call = table.model.sheet.call
    table.wait(3 * d.MINUTE_MS)
    table.press(k.UP, 2)
    table.press(k.OK)
    assert table.shows("CallState")
    equal(table.model.sheet.call, (k.CALL_MADE, call[1], k.CALL_SLOW_PLAY, call[3], call[4]))
    equal(len(records(table, k.CALL)), 2)


def test_call_goes_on_without_a_reason_and_withdrawing_asks_once_more():
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    table.press(k.OK)
    table.press(k.OK)
    assert table.model.sheet.call, "OK pressed twice withdrew the call"
    table.press(k.BACK)
    assert table.shows("Play")
    table.hold(k.BACK)
    assert table.shows("CallState")
    table.press(k.OK, 2)
    equal(table.model.sheet.call, None)
    assert table.shows("Play")


def test_call_that_is_settled_takes_its_screen_away():
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    table.press(k.OK)
    number = table.model.sheet.call[3]
    table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_COMING, number))
    assert table.shows("CallState")
    table.wait()
    table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, number))
    assert table.shows("Play")


def test_ruling_is_asked_from_the_refusal_and_approved_on_the_page():
    table = to_count()
    table.closed(k.NS)
    table.press(k.OK, 3)
    table.frame()
    ask_ruling(table, k.RULING_CLOSING)
    equal(records(table, k.RULING_ASK), [bytes((1, k.RULING_CLOSING))])
    assert table.shows("Ruling")
    equal(table.model.sheet.override_deals, {})
    table.host(k.OVERRIDE, facts.numbers_payload(1, k.RULING_CLOSING))
    assert table.shows("Ruling")
    equal(table.model.sheet.override_deals, {1: k.RULING_CLOSING})
    table.press(k.BACK)
    assert table.shows("Entry")


def test_no_of_the_arbiter_is_said_and_a_ruling_can_be_asked_again():
    table = to_count()
    ask_ruling(table, 2)
    table.press(k.BACK)
    table.host(k.RULING_ASK, facts.numbers_payload(1, k.RULING_NO))
    assert table.shows("Message")
    table.wait()
    table.press(k.OK)
    menu(table, t.M_RULING)
    table.press(k.OK)
    table.press(k.DOWN, 3)
    table.press(k.OK)
    equal(records(table, k.RULING_ASK)[-1], bytes((1, k.RULING_MIXED_CARDS)))


def test_arbiters_points_are_entered_and_counted():
    table = to_count()
    table.count_e1()
    table.host(k.OVERRIDE, facts.numbers_payload(1, 4))
    table.wait()
    table.press(k.OK)
    menu(table, t.M_RULING)
    table.press(k.OK)
    table.press(k.UP, 2)
    table.press(k.OK, 2)
    table.press(k.DOWN, 5)
    table.press(k.OK)
    table.press(k.DOWN, 1)
    table.press(k.OK, 3)
    assert table.shows("Confirm"), table.navigator.top()
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (700 + 195, 220 - 100))
    version = table.model.sheet.deal(1)
    equal((version.flags, version.reason), (facts.OVERRIDE_FLAG, 4))


def test_arbiters_points_that_no_record_holds_are_refused():
    table = to_count()
    table.closed(k.NS)
    table.line(10, 0, 0, None, 5, 895)
    table.press(k.OK)  # an unusual total
    table.host(k.OVERRIDE, facts.numbers_payload(1, 4))
    table.wait()
    table.press(k.OK)
    menu(table, t.M_RULING)
    table.press(k.OK)
    table.press(k.UP, 40)
    equal(table.navigator.top().points[0], 3000)
    before = [list(entry) for entry in table.model.draft.lines]
    table.press(k.OK, 5)
    equal(table.press(k.OK), (i.REFUSED,))
    equal([list(entry) for entry in table.model.draft.lines], before)
    assert table.shows("Ruling")


def test_right_pin_opens_the_deal_without_a_link():
    table = to_count(table_with_pin())
    table.closed(k.NS)
    ask_ruling(table, k.RULING_CLOSING)
    assert table.shows("Pin")
    type_pin(table, PIN)
    equal(records(table, k.OVERRIDE), [bytes((1, k.RULING_CLOSING, 1))])
    assert table.shows("Ruling")
    table.press(k.BACK)
    equal(records(table, k.PIN_TRY), [])
    table.press(k.OK, 3)
    table.press(k.DOWN)
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.PILE], k.PILE_WAIVED)


def test_wrong_pin_is_in_the_journal_before_it_is_said_and_five_lock_it():
    table = to_count(table_with_pin())
    ask_ruling(table, 1)
    for tries in range(1, 6):
        equal(table.model.sheet.pin_tries, tries - 1)
        type_pin(table, 111111)
        equal(len(records(table, k.PIN_TRY)), tries)
        assert table.shows("Message")
        table.press(k.OK)
    assert table.shows("Entry"), table.navigator.top()
    ask_ruling(table, 1)
    assert table.shows("Message"), "the PIN is locked"
    table.press(k.OK)
    again = table_with_pin(table.journal)  # a reset gives no try back
    again.navigator.update()
    equal(again.model.sheet.pin_tries, 5)
    again.actions.act((i.PIN, 1, 1, PIN))
    equal(records(again, k.OVERRIDE), [])


def test_right_pin_after_a_wrong_one_still_opens():
    table = to_count(table_with_pin())
    ask_ruling(table, 3)
    type_pin(table, 999999)
    table.press(k.OK)
    assert table.shows("Pin")
    type_pin(table, PIN)
    equal(table.model.sheet.override_deals, {1: 3})


def test_try_that_the_flash_does_not_take_is_not_judged():
    table = to_count(table_with_pin())
    for number in (PIN, 111111):
        table.journal.full = True
        table.actions.act((i.PIN, 1, 1, number))
        table.journal.full = False
        lines = table.navigator.top().lines
        equal(lines[0], table.model.texts[t.NOT_SAVED])
        table.press(k.OK)
    equal(table.model.sheet.override_deals, {})


def test_pin_of_another_event_opens_nothing():
    table = to_count(table_with_pin(event=b"OLD1"))
    ask_ruling(table, 1)
    assert table.shows("Message")
    table.actions.act((i.PIN, 1, 1, PIN))
    equal(table.model.sheet.override_deals, {})


def test_digit_that_was_typed_is_taken_back():
    table = to_count(table_with_pin())
    ask_ruling(table, 1)
    table.press(k.UP, 9)
    table.press(k.OK)
    table.press(k.BACK)
    type_pin(table, PIN)
    equal(table.model.sheet.override_deals, {1: 1})


def test_play_is_eight_presses_of_back_away_from_everywhere():
    def deepest():
        table = to_count(table_with_pin())
        table.count_e1()
        assert table.shows("Confirm")
        return table

    def pin(table):
        ask_ruling(table, 1)
        for _ in range(5):
            table.press(k.UP)
            table.press(k.OK)

    def wrong(table):
        ask_ruling(table, 1)
        type_pin(table, 1)

    def points(table):
        ask_ruling(table, 1)
        type_pin(table, PIN)
        table.press(k.OK, 6)
        assert table.navigator.top().line == k.EW

    def why(table):
        table.hold(k.BACK)
        table.press(k.OK)
        table.press(k.UP)
        table.hold(k.BACK)

    def why_from_points(table):
        points(table)
        why(table)

    for way in (pin, wrong, points, why, why_from_points, lambda table: menu(table, t.M_RULING)):
        table = deepest()
        way(table)
        presses = 0
        while not table.shows("Play"):
            table.press(k.BACK)
            presses += 1
        assert presses <= 8, (way, presses)


run(globals())
