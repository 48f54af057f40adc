"""What the arbiter decides on the host's page, at the table: a correction, a void deal, before and after the signatures."""

import desk as d
from harness import equal, run

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.domain.fact_writer import deal_payload
from tavolo.domain.facts import numbers_payload
from tavolo.ui.texts import keys as t
from tavolo.wire import messages

NS = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]
EW = [0, 0, 1, 0, k.PILE_PLAYED, 60, 200, 0]
TAG = bytes(8)  # a host's record ends in its own tag


def played(signed=True, deals=2):
    """Deals are recorded, and signed."""
    table = d.Desk()
    table.to_play(deals=deals)
    for _ in range(deals):
        table.play_e1()
    if signed:
        table.both_hold()
    while table.shows("Message"):  # the deals are safe
        table.wait()
        table.press(k.OK)
    return table


def correct(table, deal=1):
    old = table.model.sheet.deal(deal)
    table.host(k.REVISE, deal_payload(deal, NS, EW, k.BY_ARBITER, 0, old.ref) + TAG)


def void(table, deal=1):
    table.host(k.VOID, numbers_payload(deal, 0) + table.model.sheet.deal(deal).ref + TAG)


def notice(table, deal, what):
    """Said to the players, and gone after OK."""
    texts = table.model.texts
    assert table.shows("Message")
    equal(tuple(table.navigator.top().lines), (texts[t.RULING], "%s %d" % (texts[t.DEAL], deal), texts[what]))
    table.wait()
    table.press(k.OK)


def test_a_correction_after_the_signatures_changes_the_result_and_is_marked():
    table = played()
    before = table.model.sheet.totals()
    shown = table.frame()
    correct(table)
    notice(table, 1, t.CORRECTED)
    assert table.shows("Signed")
    equal(table.model.sheet.totals(), (before[0], before[1] + 20))
    assert table.frame() != shown
    table.press(k.UP)
    table.frame()
    equal(table.navigator.top().module, "foglio")


def test_a_void_deal_after_the_signatures_is_dealt_again():
    table = played()
    void(table, 2)
    notice(table, 2, t.M_VOID)
    assert table.shows("Play")
    equal((table.model.sheet.deal_no, table.model.sheet.signed), (2, None))


def test_a_void_deal_before_the_signatures_is_dealt_again_first():
    table = played(False)
    assert table.shows("Result")
    void(table, 1)
    notice(table, 1, t.M_VOID)
    equal((table.model.sheet.phase, table.model.sheet.deal_no), (k.DEALING, 1))


def test_a_correction_in_the_middle_of_the_round_leaves_the_count_alone():
    table = d.Desk()
    table.to_play(deals=3)
    table.play_e1()
    table.press(k.OK)
    correct(table)
    notice(table, 1, t.CORRECTED)
    equal((table.model.sheet.deal_no, table.model.sheet.played()), (2, 1))


def contradicted(device, other):
    """A table on which another device has recorded deal 1, too; its id is higher, or lower, than this one's."""
    table = d.Desk()
    table.to_play(deals=3)
    table.play_e1()
    mine = table.model.sheet.deal(1)
    rec = record.Record(k.DEAL, device, b"LOGO", 1, 1000, deal_payload(1, *other(mine)))
    table.actions.on_message({"t": "rec", "r": messages.to_text(record.pack(rec.place(d.EVENT, d.ROUND, d.TABLE)))})
    while table.shows("Message"):
        table.wait()
        table.press(k.OK)
    return table, mine.ref, rec.ref()


def swapped(version):
    return version.ew, version.ns


def test_a_decision_says_corrected_only_where_figures_change():
    for device, loser, what in (
        (b"\xff\xff\xff\xff", 1, t.DECIDED),
        (b"\xff\xff\xff\xff", 0, t.CORRECTED),
        (bytes(4), 1, t.CORRECTED),
        (bytes(4), 0, t.DECIDED),
    ):
        table, *refs = contradicted(device, swapped)
        table.host(k.VOID, numbers_payload(1, 0) + refs[loser] + TAG)
        notice(table, 1, what)
        equal(len(table.model.sheet.valid(1)), 1)
    table = played()
    old = table.model.sheet.deal(1)
    table.host(k.REVISE, deal_payload(1, old.ns, old.ew, k.BY_ARBITER, 0, old.ref) + TAG)
    notice(table, 1, t.DECIDED)


def test_of_a_correction_of_several_records_the_figures_are_the_news():
    table, mine, other = contradicted(b"\xff\xff\xff\xff", swapped)
    table.host(k.REVISE, deal_payload(1, NS, EW, k.BY_ARBITER, 0, mine) + TAG)
    table.host(k.VOID, numbers_payload(1, 0) + other + TAG)
    notice(table, 1, t.CORRECTED)
    assert not table.shows("Message")


def test_a_copy_of_this_sheet_by_the_host_disturbs_nobody():
    table = played()
    shown = table.frame()
    for number in (1, 2):
        version = table.model.sheet.deal(number)
        table.host(k.DEAL, deal_payload(number, version.ns, version.ew, k.COPIED) + TAG)
    signed = table.model.sheet.signed
    table.host(k.RESULT, bytes((signed[0], signed[3], signed[4], 0, 0, 0, 0, 0)) + b"DEV1" + TAG)
    assert table.shows("Signed")
    equal(table.frame(), shown)
    table.host(k.VOID, numbers_payload(0, 0) + table.model.sheet.copied[-1] + TAG)
    assert table.shows("Signed")
    equal(table.model.sheet.copied, None)


def test_what_the_old_device_was_told_is_no_news_at_the_new_one():
    from tavolo.ui import intents as i

    table = played()
    table.model.taking = i.TAKING_COMES
    correct(table)
    assert not table.shows("Message")


run(globals())
