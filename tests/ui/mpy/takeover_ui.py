"""A spare takes a table over by PIN, is given one by the arbiter, gives it back; the old device is told: on real MicroPython."""

from arbiter import KEY, PIN, menu, type_pin
from harness import equal, run
from spares import FREE, answer, begun, claim, desk, restarted, says, snapshot, spare

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t
from tavolo.wire import pin

OTHER = b"RND9"


def test_claim_carries_the_table_and_the_pin_masked_for_this_device_alone():
    table = spare()
    claim(table, 12)
    assert table.shows("Asking")
    (sent,) = table.link.sent
    equal((sent["t"], sent["table"]), ("claim", 12))
    masked = bytes.fromhex(sent["pin"])
    equal(pin.pin_of(KEY, masked), PIN)
    assert pin.pin_of(b"L" * 32, masked) != PIN
    assert b"%06d" % PIN not in masked and PIN.to_bytes(3, "big") not in masked


def test_table_is_taken_when_its_names_are_said_to_be_right():
    table = spare()
    claim(table, 12)
    snapshot(table, begun())
    assert table.shows("Taken"), table.navigator.top()
    answer(table, "")
    assert table.shows("Taken"), table.navigator.top()
    table.wait()
    table.press(k.OK)
    equal(table.model.taking, i.TAKING_NOT)
    assert table.shows("Play"), table.navigator.top()
    equal(len(table.link.sent), 1)


def test_table_where_nobody_sits_yet_is_confirmed_too_when_it_was_claimed():
    table = spare()
    claim(table, 12)
    snapshot(table, [])
    assert not table.shows("Taken")
    answer(table, "")
    assert table.shows("Taken")
    table.wait()
    table.press(k.OK)
    assert table.shows("Seating")


def test_new_round_at_the_same_device_asks_no_names():
    table = desk()
    snapshot(table, [], OTHER)
    assert table.shows("Seating"), table.navigator.top()
    equal(table.model.taking, i.TAKING_NOT)


def test_wrong_names_are_asked_about_once_more_and_give_the_table_back():
    table = spare()
    claim(table, 12)
    snapshot(table, begun())
    answer(table, "")
    table.wait()
    table.press(k.BACK)
    equal(len(table.link.sent), 1)
    table.press(k.BACK)
    table.press(k.BACK)
    table.press(k.OK)
    equal(table.link.sent[1:], [{"t": "claim", "table": 12}])
    says(table, t.TAKE_GIVEN, t.FLASH_FULL)
    table.actions.on_message(dict(FREE))
    table.navigator.update()
    says(table, t.TAKE_GIVEN, t.FLASH_FULL)
    table.wait()
    table.press(k.OK)
    assert table.shows("Idle"), table.navigator.top()


def test_names_stay_in_question_while_the_answer_cannot_be_sent():
    table = spare()
    snapshot(table, begun())
    table.link.up = False
    table.press(k.BACK)
    table.press(k.OK)
    says(table, t.TAKE_NO_LINK)
    table.press(k.OK)
    assert table.shows("Taken")
    equal(table.model.taking, i.TAKING_ASKS)


def test_no_that_was_lost_on_its_way_is_asked_again():
    table = spare()
    snapshot(table, begun())
    table.press(k.BACK)
    table.press(k.OK)
    says(table, t.TAKE_GIVEN)
    equal(len(table.link.sent), 1)
    table.press(k.OK)
    assert table.shows("Taken"), "until the host has taken the table away"
    equal(restarted(table).model.taking, i.TAKING_ASKS)
    table.press(k.BACK)
    table.press(k.OK)
    equal(len(table.link.sent), 2)


def test_signals_do_not_take_the_question_away():
    table = spare()
    snapshot(table, begun())
    assert table.shows("Taken")
    table.host(k.TIME_OUT, facts.time_payload(table.model.event_ms))
    assert table.shows("Taken"), table.navigator.top()
    table.wait()
    table.press(k.OK)
    assert table.shows("TimeOut")


def test_what_was_signalled_at_the_old_device_is_no_news():
    table = spare()
    table.tones.played = []
    later = begun() + [(k.CALL, facts.numbers_payload(k.CALL_MADE, 0, 0, 9)), (k.TIME_OUT, facts.time_payload(5000))]
    snapshot(table, later)
    assert n.SOUND_START not in table.tones.played and n.SOUND_TIME_OUT not in table.tones.played, table.tones.played
    assert table.shows("Taken"), table.navigator.top()


def test_time_out_that_a_table_slept_through_still_takes_its_screen():
    table = desk()
    snapshot(table, [(k.START, facts.time_payload(0, 1000)), (k.TIME_OUT, facts.time_payload(5000))], OTHER)
    assert n.SOUND_TIME_OUT in table.tones.played


def test_refusals_are_said_in_words():
    for why, left, texts in (
        ("locked", 0, (t.PIN_LOCKED, t.FLASH_FULL)),
        ("no_table", 0, (t.TAKE_NO_TABLE, t.FLASH_FULL)),
        ("no_round", 0, (t.TAKE_NO_ROUND,)),
        ("late", 0, (t.TAKE_LATE, t.TAKE_LATE_2)),
        ("same", 0, (t.TAKE_SAME,)),
        ("pin", 3, (t.PIN_WRONG,)),
    ):
        table = spare()
        claim(table, 3)
        answer(table, why, left)
        says(table, *texts)
        if why == "pin":
            assert table.model.texts[t.PIN_LEFT] % 3 in table.navigator.top().lines
            table.press(k.OK)
            type_pin(table, PIN)  # the same table, once more
            equal([message["table"] for message in table.link.sent], [3, 3])
            answer(table, "locked")
        table.press(k.OK)
        assert table.shows("Idle"), (why, table.navigator.top())


def test_what_a_newer_host_says_is_shown_as_it_is_and_a_late_welcome_passed_over():
    table = spare()
    claim(table, 3)
    answer(table, "a_reason_of_some_other_year")
    says(table, t.FLASH_FULL)
    assert "a_reason_of_some_othe" in table.navigator.top().lines
    table.press(k.OK)
    table.actions.on_message({"t": "welcome", "v": 1, "nh": "0" * 32, "proof": "0" * 32})
    table.navigator.update()
    assert table.shows("Idle")


def test_without_a_link_no_pin_is_asked_for():
    table = spare()
    table.model.linked = False
    menu(table, t.M_TAKE)
    table.press(k.OK)
    says(table, t.TAKE_NO_LINK)
    table.press(k.OK)
    table.model.linked = True
    table.link.up = False
    claim(table, 2)
    says(table, t.TAKE_NO_LINK)


def test_host_that_does_not_answer_is_named_after_ten_seconds():
    table = spare()
    claim(table, 2)
    table.wait()
    table.wait(8000)
    assert table.shows("Asking")
    table.wait(2000)
    says(table, t.TAKE_SILENT)
    table.press(k.OK)
    assert table.shows("Idle")


def test_answer_after_leaving_the_wait_still_counts():
    table = spare()
    claim(table, 12)
    table.press(k.BACK)
    assert table.shows("Idle")
    snapshot(table, begun())
    answer(table, "")
    assert table.shows("Taken")


def test_number_runs_on_in_tens_while_the_key_is_held():
    table = spare()
    table.press(k.OK)
    table.key(k.UP, k.PRESS)
    for _ in range(4):
        table.key(k.UP, k.REPEAT)
    equal(table.navigator.top().table, 6)
    for _ in range(3):
        table.key(k.UP, k.REPEAT)
    equal(table.navigator.top().table, 30)
    for _ in range(200):
        table.key(k.UP, k.REPEAT)
    equal(table.navigator.top().table, 999)
    table.key(k.UP, k.RELEASE)
    table.press(k.DOWN)
    equal(table.navigator.top().table, 998)
    table.key(k.DOWN, k.PRESS)
    for _ in range(300):
        table.key(k.DOWN, k.REPEAT)
    equal(table.navigator.top().table, 1)


run(globals())
