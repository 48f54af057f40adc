"""A table alone: whole rounds without any host, signals by voice, leaving, a host that comes."""

import binascii

import desk as d
from harness import equal, run
from solo_table import Alone

from tavolo.acts import alone
from tavolo.domain import kinds as k
from tavolo.domain import plan_reader, profiles
from tavolo.domain.scales import by_id, default_for
from tavolo.ui.texts import keys as t


def play_round(table, deals=2):
    for _ in range(deals):
        table.play_e1()
    table.both_hold()


def test_whole_round_with_start_by_voice_and_signatures_and_another_one_after():
    table = Alone()
    assert table.shows("Idle")
    table.begin()
    assert table.shows("Waiting"), table.navigator.top()
    plan = table.model.sheet.plan
    equal((plan.number, plan.rounds, plan.deals, plan.profile, plan.minutes), (1, 0, 2, k.FIBUR, 25))
    table.press(k.OK)
    assert table.shows("Play")
    equal(table.model.sheet.clock.remaining_ms(table.model.event_ms) // 60000, 24)
    first = table.actions.round
    play_round(table)
    assert table.shows("Signed")
    equal(table.model.sheet.signed, (2, 1400, 440, 19, 1, 0))
    table.begin()
    equal(table.model.sheet.plan.number, 2)
    assert table.actions.round != first
    table.menu(t.M_START)
    table.press(k.OK)
    play_round(table)
    equal(table.model.sheet.signed[:2], (2, 1400))


def test_time_that_was_an_estimate_of_an_old_event_is_this_tables_own():
    table = Alone()
    table.model.event_ms = 5 * d.MINUTE_MS
    table.model.about = table.timesync.about = True
    table.begin()
    equal((table.model.event_ms >= 5 * d.MINUTE_MS, table.model.about, table.timesync.about), (True, False, False))
    equal([rec.flags for rec in table.journal.records], [0] * len(table.journal.records))


def test_reset_finds_the_round_and_leaving_ends_it_for_good():
    table = Alone()
    table.begin()
    table.menu(t.M_START)
    table.press(k.OK)
    table.play_e1()
    again = Alone(table)
    equal(again.model.sheet.deal_totals(1), (700, 220))
    assert again.shows("Play")
    again.menu(t.M_SOLO_END)
    assert again.model.sheet.plan, "asked once more before it ends"
    again.press(k.OK)
    assert again.shows("Idle")
    assert Alone(again).shows("Idle"), "a reset brings it back"


def test_everything_that_the_menu_has_works_alone():
    table = Alone()
    table.begin()
    table.menu(t.M_SWAP)
    table.press(k.OK)
    equal(table.model.sheet.swapped, True)
    table.menu(t.M_SEATS)
    assert table.shows("Seats")
    table.press(k.OK, 2)
    equal((table.model.sheet.keeper, table.model.sheet.first_dealer), (k.SOUTH, k.WEST))
    table.menu(t.M_START)
    table.press(k.OK)
    table.press(k.OK)
    table.closed(k.NS)
    table.menu(t.M_VOID)
    table.press(k.OK)
    equal(table.model.sheet.phase, k.DEALING)
    table.press(k.OK, 2)
    assert table.shows("Entry")
    table.menu(t.M_RULING)
    table.press(k.DOWN, 4)
    table.press(k.OK)
    equal(table.model.sheet.override_deals, {1: k.RULING_CLOSING})
    table.press(k.BACK, 3)
    table.menu(t.M_TIME_OUT)
    table.press(k.OK)
    assert table.model.sheet.time_out_at >= 0
    table.wait()
    assert table.shows("TimeOut"), table.navigator.top()


def test_round_of_a_host_takes_over_and_what_was_played_stays():
    table = Alone()
    table.begin()
    table.menu(t.M_START)
    table.press(k.OK)
    table.play_e1()
    kept = len(table.journal.records)

    def snap(event, round_id, number):
        hexed = [str(binascii.hexlify(part), "ascii") for part in (event, round_id)]
        table.actions.on_message({"t": "snap", "event": hexed[0], "round": hexed[1], "table": number, "n": 0, "have": []})
        table.navigator.update()

    snap(bytes(4), bytes(4), 0)  # a host without a round for this table
    assert table.shows("Play")
    snap(bytes(4), bytes(4), 7)
    equal(table.model.sheet.deal_totals(1), (700, 220))
    snap(d.EVENT, d.ROUND, d.TABLE)
    equal(table.model.sheet.plan, None)
    table.plan()
    assert table.shows("Seating")
    equal(len(table.journal.records), kept + 1)
    again = Alone(table)
    equal(again.model.sheet.plan.rounds, 4)


def test_plan_of_its_own_is_the_one_that_a_host_would_make():
    for deals in range(1, 7):
        for profile in (k.FIBUR, k.FIBUR_2008, k.FEBURIT):
            plan = plan_reader.read_plan(alone.plan_payload(1, deals, profile, 5))
            scale = default_for(deals) or by_id("house_%d_deals" % deals)
            equal((plan.deals, plan.profile, plan.minutes, plan.rounds), (deals, profile, 5, 0))
            equal(tuple(plan.bands), tuple(scale[3]))
            assert profiles.NAMES[profile]


def test_questions_stay_in_their_bounds():
    table = Alone()
    table.menu(t.M_SOLO)
    screen = table.navigator.top()
    table.press(k.UP, 9)
    equal(screen.values[0], 6)
    table.press(k.DOWN, 9)
    equal(screen.values, [1, k.FIBUR, 15])
    table.press(k.OK)
    table.press(k.UP, 2)
    equal(screen.values[1], k.FEBURIT)
    table.press(k.OK)
    table.press(k.DOWN, 30)
    equal(screen.values[2], 5)
    table.press(k.UP, 30)
    equal(screen.values[2], 120)
    table.press(k.BACK, 3)
    assert table.shows("Idle")
    equal(table.journal.records, [])


run(globals())
