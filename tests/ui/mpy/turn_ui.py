"""The turn timer and the running turn clock, by keys; what is recorded of them."""

import random

import desk as d
from harness import equal, run

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.ui import intents as i


def playing(**plan):
    table = d.Desk()
    table.to_play(**plan)
    table.wait(3000)
    table.tones.played = []
    return table


def timed(line=k.KEY_EW, smaller=0, **plan):
    """A turn is timed: DOWN, the line's key, the hand, OK."""
    table = playing(**plan)
    table.press(k.DOWN)
    table.press(line)
    table.press(k.DOWN, smaller)
    table.press(k.OK)
    return table


def pass_time(table, ms):
    """Ticks as the core makes them."""
    for _ in range(ms // 100):
        table.wait(100)


def overruns(table):
    return [tuple(rec.payload) for rec in table.journal.records if rec.kind == k.OVERRUN]


def seconds(table):
    """What is left, as a person reads it."""
    return (table.model.turn.remaining_ms(table.now) + 999) // 1000


def test_hand_decides_the_limit_and_three_presses_start_it():
    for smaller, wanted in ((0, 40), (1, 20), (2, 10), (3, 40)):
        table = timed(smaller=smaller)
        equal(seconds(table), wanted)
        equal(table.model.turn.line, k.EW)
    equal(seconds(timed(smaller=1, turn_s=(0, 33, 0))), 33)


def test_profile_without_limits_has_no_timer_unless_the_organiser_gives_one():
    table = timed(profile=k.FEBURIT)
    equal(table.model.turn, None)
    equal(table.model.sheet.call[2], k.CALL_SLOW_PLAY)
    table = timed(profile=k.FEBURIT, turn_s=(0, 25, 0))
    equal(seconds(table), 25)
    table = timed(profile=k.FEBURIT, turn_s=(0, 25, 0), smaller=2)
    equal(seconds(table), 25)


def test_it_sounds_once_and_offers_the_arbiter():
    table = timed(smaller=1)
    pass_time(table, 19000)
    equal(table.tones.played, [])
    pass_time(table, 5000)
    equal(table.tones.played, [n.SOUND_EXPIRY])
    table.press(k.OK)
    call = table.model.sheet.call
    equal((call[0], call[1], call[2]), (k.CALL_MADE, k.NS, k.CALL_SLOW_PLAY))


def test_it_sounds_behind_the_menu():
    table = timed(smaller=2)
    table.hold(k.OK)
    assert table.shows("Menu")
    pass_time(table, 12000)
    equal(table.tones.played, [n.SOUND_EXPIRY])
    table.press(k.BACK)
    assert table.shows("Play")
    table.press(k.DOWN)
    assert table.model.turn.expired(table.now) and table.shows("Turn")


def test_it_stands_while_the_arbiter_is_called_and_goes_on_after():
    table = timed()
    table.hold(k.BACK)
    table.press(k.OK)
    pass_time(table, 200)
    before = seconds(table)
    pass_time(table, 60000)
    equal(seconds(table), before)
    table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, table.model.sheet.call[3]))
    pass_time(table, 5000)
    equal(seconds(table), before - 5)


def test_it_stands_while_the_round_stands():
    table = timed()
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    pass_time(table, 200)
    before = seconds(table)
    pass_time(table, 60000)
    equal(seconds(table), before)


def test_grace_and_discard_are_recorded_each_once():
    table = timed(smaller=2)
    pass_time(table, 12000)
    table.actions.act((i.CALL, k.NS, k.CALL_SLOW_PLAY))
    pass_time(table, 30000)
    table.press(k.BACK)
    assert table.shows("Turn"), table.navigator.top()
    table.press(k.DOWN)
    equal(overruns(table), [(k.EW, 2, k.TURN_GRACE)])
    equal(seconds(table), 5)
    pass_time(table, 1000)
    table.press(k.DOWN)  # not yet
    equal(len(overruns(table)), 1)
    pass_time(table, 7000)
    equal(table.tones.played.count(n.SOUND_EXPIRY), 2)
    table.press(k.DOWN)
    equal(overruns(table)[1:], [(k.EW, 5, k.TURN_DISCARD), (k.EW, 5, k.TURN_OVER)])
    equal(table.model.turn, None)
    assert table.shows("Play")
    equal(table.model.sheet.overruns, 1)


def test_pile_taken_directly_counts_forty_seconds_afresh():
    table = timed(smaller=2)
    pass_time(table, 6000)
    table.press(k.UP)
    equal(seconds(table), 40)


def test_who_plays_in_time_leaves_no_record():
    for key in (k.OK, k.BACK, k.KEY_EW):
        table = timed(smaller=1)
        pass_time(table, 15000)
        table.press(key)
        equal((overruns(table), table.model.turn), ([], None))
        assert table.shows("Play")
    table = timed(smaller=1)
    pass_time(table, 5000)
    table.press(k.KEY_NS)  # not the line that plays
    assert table.shows("Turn")


def test_who_plays_late_is_recorded():
    for key in (k.BACK, k.KEY_EW):
        table = timed(smaller=1)
        pass_time(table, 27000)
        table.press(key)
        equal(overruns(table), [(k.EW, 7, k.TURN_OVER)])


def test_running_clock_passes_from_line_to_line_and_keeps_each_hand():
    table = playing(turn_clock=True)
    first = table.model.sheet.dealer(1) + 1 & 3
    turn = table.model.turn
    equal((turn.seat, turn.line, seconds(table)), (first, first & 1, 37))
    levers = (k.KEY_NS + (first & 1), k.KEY_NS + (1 - (first & 1)))
    table.press(levers[1])  # the other line's key does nothing
    equal(turn.seat, first)
    table.press(levers[0])
    equal((turn.seat, seconds(table)), (first + 1 & 3, 40))
    table.press(k.DOWN)
    table.press(k.DOWN)  # has four to ten cards
    equal(seconds(table), 20)
    for lever in (levers[1], levers[0], levers[1], levers[0]):
        table.press(lever)
    equal((turn.seat, seconds(table)), (first + 1 & 3, 20))
    table.press(k.UP)
    equal(seconds(table), 40)
    table.press(k.BACK)
    assert table.shows("Play")
    assert table.model.turn is turn
    pass_time(table, 43000)
    table.press(levers[1])
    equal([(line, what) for line, _, what in overruns(table)], [(first + 1 & 1, k.TURN_OVER)])
    equal(table.tones.played, [n.SOUND_EXPIRY])


def test_held_lever_is_one_lever():
    table = playing(turn_clock=True)
    turn = table.model.turn
    seat = turn.seat
    table.hold(k.KEY_NS + turn.line)
    equal(turn.seat, seat + 1 & 3)


def test_clock_ends_with_the_play_and_begins_with_the_next():
    table = playing(turn_clock=True)
    pass_time(table, 44000)
    table.press(k.OK)
    equal((table.model.sheet.phase, table.model.turn), (k.COUNT, None))
    equal(len(overruns(table)), 1)
    table.count_e1()
    table.both_hold()
    table.press(k.OK)
    pass_time(table, 5000)
    equal(table.model.turn, None)
    table.press(k.OK)
    pass_time(table, 100)
    equal(table.model.turn.seat, table.model.sheet.dealer(2) + 1 & 3)


def test_back_from_the_count_nobody_is_said_to_be_on_turn_until_a_lever():
    for deals in (0, 1):
        table = playing(turn_clock=True)
        for _ in range(deals):
            table.press(k.OK)
            table.count_e1()
            table.both_hold()
            table.press(k.OK, 2)
            pass_time(table, 100)
            assert table.model.turn
        table.press(k.OK)
        equal(table.model.sheet.phase, k.COUNT)
        table.press(k.BACK)
        pass_time(table, 1000)
        equal((table.model.sheet.phase, table.model.turn), (k.PLAY, None))
        table.press(k.KEY_EW)
        equal(table.model.turn.line, k.NS)


def test_deal_that_is_void_has_no_turn():
    table = timed()
    table.actions.act((i.VOID, 1))
    equal((table.model.sheet.phase, table.model.turn), (k.DEALING, None))
    pass_time(table, 60000)
    equal(table.tones.played.count(n.SOUND_EXPIRY), 0)


def test_after_a_reset_the_first_lever_starts_it_again():
    table = playing(turn_clock=True)
    again = d.Desk(table.journal, table.draft_file)
    again.actions.deed("restore")
    again.model.event_ms = table.model.event_ms + 20000
    pass_time(again, 3000)
    equal(again.model.turn, None)
    again.press(k.KEY_NS)
    equal(again.model.turn.line, k.EW)
    equal(again.model.turn.seat & 1, k.EW)


def test_time_out_knows_who_is_on_turn():
    table = playing(turn_clock=True)
    table.press(k.KEY_NS + table.model.turn.line)
    seat = table.model.turn.seat
    table.time_out()
    assert table.shows("TimeOut")
    table.frame()
    equal((table.navigator.top().step, table.navigator.top().value), (1, seat))
    pass_time(table, 60000)
    equal(table.tones.played.count(n.SOUND_EXPIRY), 0)
    table.press(k.BACK)
    equal(table.navigator.top().step, 0)
    table.press(k.OK, 2)
    if table.shows("TimeOut"):
        table.press(k.OK)
    assert table.shows("Lap")
    equal(table.model.turn, None)


def monkey(seed, **plan):
    """Keys, waits, calls and pauses at random while turns are timed."""
    random.seed(seed)
    table = playing(**plan)
    for _ in range(150):
        chance = random.randint(0, 99)
        if chance < 6:
            pass_time(table, random.randint(1, 60) * 1000)
        elif chance < 9:
            stands = table.model.sheet.clock.state == 2
            table.host(k.RESUME if stands else k.PAUSE, facts.time_payload(table.model.event_ms))
            table.wait()
        elif chance < 11 and table.model.sheet.call:
            table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, table.model.sheet.call[3]))
        elif chance < 15:
            table.hold(random.randint(k.OK, k.KEY_EW))
        else:
            table.press((k.DOWN, k.DOWN, k.UP, k.OK, k.BACK, k.KEY_NS, k.KEY_EW)[random.randint(0, 6)])
        table.frame()
        turn, s = table.model.turn, table.model.sheet
        if turn is not None and turn.state:
            equal(s.phase, k.PLAY)
            assert turn.line in (0, 1) and (turn.seat < 0 or turn.seat & 1 == turn.line)
            assert turn.limit in (10000, 20000, 40000)
    over = [payload for payload in overruns(table) if payload[2] == k.TURN_OVER]
    equal(table.model.sheet.overruns, len(over))
    assert all(1 <= payload[1] <= 255 for payload in over)


def test_keys_at_random_break_nothing():
    for seed in range(12):
        for plan in ({}, {"turn_clock": True}, {"turn_clock": True, "profile": k.FEBURIT}):
            try:
                monkey(seed, **plan)
            except Exception:
                print("seed", seed, plan)
                raise


def test_seconds_are_drawn_anew_and_nothing_between():
    table = timed()
    table.frame()
    pass_time(table, 1000)
    table.navigator.dirty = False
    drawn = 0
    for _ in range(50):
        table.wait(100)
        drawn += table.navigator.dirty
        table.navigator.dirty = False
    equal(drawn, 5)


run(globals())
