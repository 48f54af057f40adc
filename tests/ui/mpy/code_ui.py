"""The code of a signed sheet: asked for when seen, made anew when the sheet changes, gone with the sheet."""

import desk as d
from harness import equal, run

from tavolo.domain import kinds as k
from tavolo.domain.fact_writer import deal_payload

NS = [1, 0, 1, 1, k.PILE_PLAYED, 45, 345, 0]


def signed(deals=1):
    """A table whose sheet is signed, its code up."""
    table = d.Desk()
    table.to_play(deals=deals)
    for _ in range(deals):
        table.play_e1()
    table.both_hold()
    table.press(k.DOWN)
    pass_turn(table)
    return table


def pass_turn(table):
    """What the core does each turn."""
    intent = table.navigator.tick(table.now)
    if intent:
        table.actions.act(intent)
        table.navigator.update()
    return intent


def test_code_is_made_once():
    table = signed()
    code = table.navigator.top()
    equal([len(line) for line in code.lines], [11, 11, 11])
    equal(len(code.rows), 29)
    equal(pass_turn(table), None)


def test_keys_turn_the_page_and_lead_back():
    table = signed()
    code = table.navigator.top()
    shown = table.frame()
    table.press(k.DOWN)
    equal(code.large, True)
    table.press(k.BACK)
    equal((code.large, table.frame() == shown), (False, True))
    table.press(k.UP)
    table.press(k.UP)
    equal(code.large, False)
    table.press(k.BACK)
    equal(table.shows("Signed"), True)


def test_correction_by_the_arbiter_makes_another_code():
    table = signed()
    before = table.navigator.top().rows
    old = table.model.sheet.deal(1)
    table.host(k.REVISE, deal_payload(1, NS, [0, 0, 1, 0, k.PILE_PLAYED, 60, 200, 0], 1, 3, old.ref))
    pass_turn(table)
    equal((table.shows("Code"), table.navigator.top().rows == before), (True, False))


def test_next_round_takes_the_code_away():
    table = signed()
    table.actions.move(b"EVNT", b"RND9", 12)
    table.actions.settle()
    table.navigator.update()
    pass_turn(table)
    equal(table.shows("Code"), False)
    table.frame()


def test_ruling_that_fits_no_picture_leaves_the_code():
    table = signed(6)
    table.press(k.DOWN)
    odd = [9, 9, 9, 0, k.PILE_PLAYED, 7, 11, -3000]
    for number in range(1, 7):
        old = table.model.sheet.deal(number)
        table.host(k.REVISE, deal_payload(number, odd, odd, 1, 3, old.ref))
    pass_turn(table)
    equal(table.shows("Code"), True)
    code = table.navigator.top()
    equal((code.rows, code.large, len(code.lines)), (None, False, 3))
    table.press(k.DOWN)
    equal(code.large, False)


run(globals())
