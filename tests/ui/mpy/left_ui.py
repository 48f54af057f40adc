"""A table that goes to another device and comes back, over resets and in mid-snapshot: on real MicroPython."""

import desk as d
from harness import equal, run
from spares import FREE, begun, claim, desk, restarted, snapshot, spare

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.ui import intents as i

OTHER = b"RND9"


def half_typed():
    """A table that has counted a line of deal 1 when it is taken away, and is given back after a reset."""
    table = desk()
    snapshot(table, [])
    table.sit()
    table.host(k.START, facts.time_payload(table.model.event_ms, 45 * d.MINUTE_MS))
    table.wait()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.UP, 3)
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.CLEAN], 3)
    table.actions.on_message(dict(FREE))
    assert table.model.draft is None and not table.draft_file.data
    return restarted(table)


def test_old_device_is_told_and_keeps_its_log():
    table = desk()
    table.to_play()
    table.play_e1()
    kept = len(table.journal.records)
    table.actions.on_message(dict(FREE))
    table.navigator.update()
    assert table.shows("Gone")
    equal(table.navigator.top().table, d.TABLE)
    table.wait()
    table.press(k.OK)
    assert table.shows("Idle")
    equal(len(table.journal.records), kept)
    claim(table, d.TABLE)
    assert table.shows("Asking"), "it can take a table again"


def test_old_device_knows_after_a_reset_that_the_table_is_elsewhere():
    table = desk()
    table.to_play()
    table.actions.on_message(dict(FREE))
    again = restarted(table)
    assert again.shows("Idle"), again.navigator.top()
    equal(again.actions.table, 0)


def test_half_typed_count_comes_back_with_the_table():
    table = half_typed()
    snapshot(table, [])
    assert table.shows("Taken"), table.navigator.top()
    table.press(k.OK)
    equal(table.model.draft.lines[0][k.CLEAN], 3)
    assert table.draft_file.data


def test_half_typed_count_of_a_deal_that_was_recorded_meanwhile_does_not():
    table = half_typed()
    deal = fact_writer.deal_payload(1, [1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 0, 60, 180, 0])
    snapshot(table, [(k.DEAL, deal)])
    table.press(k.OK)
    equal((table.model.draft, table.model.waiting), (None, False))
    equal(table.model.sheet.played(), 1)


def test_device_that_went_to_another_table_and_back_is_there_after_a_reset():
    table = spare()
    snapshot(table, begun())
    assert table.shows("Taken"), table.navigator.top()
    table.press(k.OK)
    for place in (d.TABLE + 1, d.TABLE):
        snapshot(table, begun(), place=place)
        table.press(k.OK)
    again = restarted(table)
    equal(again.actions.table, d.TABLE)
    assert again.shows("Play"), again.navigator.top()


def test_end_of_an_event_is_no_table_gone():
    table = desk()
    table.to_play()
    table.actions.on_message({"t": "snap", "table": d.TABLE, "event": "00000000", "round": "00000000", "n": 0, "have": []})
    table.navigator.update()
    assert table.shows("Idle"), table.navigator.top()


def test_cut_in_the_middle_of_the_snapshot_asks_all_the_same():
    table = spare()
    snapshot(table, begun(), whole=False)
    equal(table.model.taking, i.TAKING_COMES)
    again = desk(table.journal, table.root)
    again.actions.deed("restore")
    again.navigator.update()
    assert again.shows("Taken"), again.navigator.top()
    table = spare()
    snapshot(table, [], whole=False)
    again = desk(table.journal, table.root)
    again.actions.deed("restore")
    again.navigator.update()
    assert again.shows("Seating"), again.navigator.top()
    snapshot(again, [])
    equal(again.model.taking, i.TAKING_NOT)


def test_link_lost_in_the_middle_of_the_snapshot_asks_when_it_is_whole():
    table = spare()
    snapshot(table, begun(), whole=False)
    assert not table.shows("Taken")
    snapshot(table, begun())
    assert table.shows("Taken"), table.navigator.top()


def test_question_comes_back_after_a_power_cut_until_it_is_answered():
    table = spare()
    snapshot(table, begun())
    table.press(k.BACK)
    again = desk(table.journal, table.root)
    again.actions.deed("restore")
    again.navigator.update()
    assert again.shows("Taken"), again.navigator.top()
    again.press(k.OK)
    assert again.shows("Play"), again.navigator.top()
    third = desk(table.journal, table.root)
    third.actions.deed("restore")
    third.navigator.update()
    assert third.shows("Play"), third.navigator.top()


run(globals())
