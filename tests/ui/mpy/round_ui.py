"""Rounds by keys alone, and what the sheet has of them afterwards."""

import desk as d
from harness import equal, run

from tavolo.domain import facts, profiles, sheet_review, time_out
from tavolo.domain import kinds as k

# RULES 9: who closed; each line's clean, semi, dirty, pile, negative, positive. None = not asked.
E1 = (0, (1, 0, 1, None, 45, 345), (0, 0, 1, 0, 60, 180))
E2 = (0, (2, 1, 0, None, 10, 410), (0, 0, 0, 2, 160, 30))
E4 = (2, (0, 1, 0, 0, 75, 260), (0, 0, 2, 0, 120, 240))
E5 = (1, (0, 0, 1, 1, 135, 150), (1, 0, 0, None, 5, 275))


def count(table, deal, first=k.NS):
    """From play (or dealing) to recorded."""
    if table.model.sheet.phase == k.DEALING:
        table.press(k.OK)
    table.press(k.OK)
    table.closed(deal[0])
    table.line(*deal[1 + first])
    table.line(*deal[2 - first])
    assert table.shows("Confirm"), table.navigator.top()
    table.both_hold()
    table.press(k.OK)


def test_round_r1_is_counted_signed_and_kept():
    table = d.Desk()
    table.to_play()
    running = []
    for deal in (E1, E2, E4, E5):
        count(table, deal)
        running.append(table.model.sheet.totals())
    equal(running, [(700, 220), (1750, -10), (2085, 310), (2200, 880)])
    assert table.shows("Result")
    table.hold(k.KEY_EW)
    equal(table.model.sheet.signed, None)
    table.hold(k.KEY_NS)
    equal(table.model.sheet.signed, (4, 2200, 880, 17, 3, 0))
    assert table.shows("Signed")
    kinds = [rec.kind for rec in table.journal.records if rec.device == b"DEV1"]
    equal(kinds.count(k.DEAL), 4)
    equal(kinds[-1], k.SIGN)


def test_keepers_line_is_asked_first():
    table = d.Desk()
    table.plan()
    table.sit(keeper=k.WEST, dealer=k.NORTH)
    table.start()
    count(table, E1, first=k.EW)
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_feburit_has_no_semi_clean_question():
    table = d.Desk()
    table.to_play(profile=k.FEBURIT)
    count(table, (0, (1, None, 1, None, 45, 345), (0, None, 1, 0, 60, 180)))
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_confirmed_deal_is_corrected_by_both_lines_and_the_old_one_is_kept():
    table = d.Desk()
    table.to_play()
    count(table, E1)
    table.press(k.UP)
    table.press(k.OK)
    assert table.shows("Entry"), table.navigator.top()
    table.press(k.OK)
    table.press(k.UP)
    for _ in range(40):
        if not table.shows("Confirm"):
            table.press(k.OK)
    equal(table.model.sheet.deal_totals(1), (700, 220))
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (900, 220))
    equal(len(sheet_review.versions(table.model.sheet, 1)), 2)
    equal(sheet_review.conflicts(table.model.sheet), [])
    table.press(k.OK)
    equal(table.model.sheet.phase, k.DEALING)


def test_correction_left_with_back_changes_nothing():
    table = d.Desk()
    table.to_play()
    count(table, E1)
    table.press(k.UP)
    table.press(k.OK)
    table.press(k.BACK)
    equal(table.model.draft, None)
    equal(len(sheet_review.versions(table.model.sheet, 1)), 1)
    assert table.shows("Play")


def test_half_typed_deal_is_there_after_a_power_cut():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.EW)
    table.line(0, 1, 0, 0, 75, 260)
    before = table.frame()
    again = d.Desk(table.journal, table.draft_file)
    again.actions.deed("restore")
    again.model.event_ms = table.model.event_ms
    equal(again.frame(), before)


def test_left_count_is_taken_up_again():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.EW)
    table.press(k.UP)
    table.press(k.OK)
    table.press(k.BACK, 3)
    assert table.shows("Play")
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.CLEAN], 1)


def test_a_deal_that_the_arbiter_voids_is_counted_afresh():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.EW)
    table.press(k.UP)
    table.press(k.OK)
    table.host(k.VOID, d.facts.numbers_payload(1, 0))
    equal(table.model.sheet.phase, k.DEALING)
    table.wait()
    table.press(k.OK, 2)
    equal((table.model.draft.lines[0][k.CLEAN], table.model.draft.closer()), (k.UNKNOWN, k.UNKNOWN))


def test_what_the_flash_does_not_take_is_not_shown_as_saved():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.count_e1()
    table.journal.full = True
    table.both_hold()
    equal(table.model.sheet.played(), 0)
    assert table.shows("Message")
    equal(table.navigator.top().lines[0], "NON salvato!")
    table.press(k.OK)
    assert table.shows("Confirm")
    table.journal.full = False
    table.both_hold()
    equal(table.model.sheet.deal_totals(1), (700, 220))


def test_refused_figure_stays_and_the_arbiters_approval_lets_it_through():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.UP, 11)
    table.press(k.OK)
    assert table.navigator.top().overlay
    table.press(k.OK)
    equal(table.navigator.top().value, 11)
    equal(table.model.draft.lines[0][k.CLEAN], k.UNKNOWN)
    table.host(k.OVERRIDE, facts.numbers_payload(1, 2))
    table.wait()
    table.press(k.OK)  # what the arbiter said
    equal(table.navigator.top().value, 11)
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.CLEAN], 11)


def test_warning_is_asked_once():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    table.number(0)
    assert table.navigator.top().overlay
    equal(table.model.draft.step, 4)
    table.press(k.OK)
    equal(table.model.draft.step, 5)
    table.press(k.BACK)
    table.press(k.OK)
    equal(table.navigator.top().overlay, None)
    equal(table.model.draft.step, 5)


def test_time_out_in_play_names_the_turns_of_each_rule_family():
    for profile in (k.FIBUR, k.FIBUR_2008, k.FEBURIT):
        family = profiles.time_out_family(profile)
        for seat in range(4):
            for drawn in (0, 1):
                table = d.Desk()
                table.to_play(profile=profile)
                dealer = table.model.sheet.dealer(1)
                table.time_out()
                table.press(k.OK)
                table.press(k.UP, (seat - dealer - 1) % 4)
                table.press(k.OK)
                if table.shows("TimeOut"):
                    table.press(k.UP, 1 - drawn)
                    table.press(k.OK)
                assert table.shows("Lap")
                wanted = time_out.last_lap(family, k.TO_PLAY, dealer, seat, drawn == 1)
                equal(table.navigator.top()._turns(table.model), wanted)
                table.press(k.OK, len(wanted) - 1)
                assert table.shows("Lap")
                table.press(k.OK)
                assert table.shows("Entry")


def test_time_out_while_shuffling_ends_the_round_with_what_was_played():
    table = d.Desk()
    table.to_play()
    count(table, E1)
    table.time_out()
    table.press(k.OK)
    equal(table.model.sheet.phase, k.DEALING)
    table.press(k.BACK)
    table.press(k.OK)
    table.press(k.OK)
    equal(table.model.sheet.phase, k.SHEET)
    table.press(k.OK)
    assert table.shows("Result")
    table.both_hold()
    equal(table.model.sheet.signed[:3], (1, 700, 220))


def test_time_out_while_counting_asks_nothing():
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.time_out()
    assert table.shows("Message")
    table.press(k.OK)
    table.count_e1()
    table.both_hold()
    table.press(k.OK)
    assert table.shows("Result")


def test_wrong_answer_to_time_out_is_answered_again():
    table = d.Desk()
    table.to_play()
    table.time_out()
    table.press(k.OK, 3)
    equal(len(table.navigator.top()._turns(table.model)), 8)
    table.press(k.BACK)
    assert table.shows("TimeOut")
    table.press(k.BACK)
    assert table.shows("Lap")
    table.press(k.BACK)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    assert table.shows("Lap")
    equal(len(table.navigator.top()._turns(table.model)), 4)


def test_closing_inside_the_last_lap_goes_to_the_count():
    table = d.Desk()
    table.to_play()
    table.time_out()
    table.press(k.OK, 3)
    assert table.shows("Lap")
    table.press(k.OK, 2)
    table.press(k.BACK)
    equal(table.model.sheet.lap_done, 1)
    table.press(k.UP)
    assert table.shows("Entry")


def test_void_deal_is_dealt_again_under_the_same_number():
    table = d.Desk()
    table.to_play()
    count(table, E1)
    table.press(k.OK)
    table.hold(k.OK)
    table.press(k.DOWN, 4)
    table.press(k.OK, 2)
    equal((table.model.sheet.phase, table.model.sheet.deal_no), (k.DEALING, 2))
    equal(table.model.sheet.deal_totals(1), (700, 220))


run(globals())
