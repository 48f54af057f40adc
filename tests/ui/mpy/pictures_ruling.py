"""Calls with a reason, rulings, the PIN: prints as pictures.py does."""

import desk as d
from arbiter import PIN, ask_ruling, menu, table_with_pin, type_pin
from shots import shoot

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


def to_count(table=None):
    table = table or d.Desk()
    table.to_play()
    table.press(k.OK)
    return table


def calls():
    """A reason, minutes, withdrawing."""
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    table.press(k.OK)
    table.press(k.UP)
    shoot(table, "call-why")
    table.press(k.OK)
    table.wait(12 * d.MINUTE_MS)
    shoot(table, "call-reason")
    table.press(k.OK)
    shoot(table, "call-undo")


def linked():
    """Asked, refused, approved on the page; the arbiter's points."""
    table = to_count()
    table.closed(k.NS)
    menu(table, t.M_RULING)
    shoot(table, "ruling-reason")
    table.press(k.DOWN, 4)
    shoot(table, "ruling-reason-last")
    table.press(k.OK)
    shoot(table, "ruling-asked")
    table.host(k.RULING_ASK, facts.numbers_payload(1, k.RULING_NO))
    shoot(table, "ruling-refused")
    table.host(k.OVERRIDE, facts.numbers_payload(1, k.RULING_CLOSING))
    shoot(table, "ruling-approved")
    table.press(k.OK)
    table.press(k.UP, 2)
    shoot(table, "ruling-points")
    table.press(k.OK, 3)
    table.press(k.DOWN, 12)
    table.press(k.OK)
    table.press(k.DOWN, 5)
    shoot(table, "ruling-points-less")
    table = to_count()
    table.count_e1()
    table.host(k.OVERRIDE, facts.numbers_payload(1, 4))
    shoot(table, "ruling-notice")
    table.wait()
    table.press(k.OK)
    menu(table, t.M_RULING)
    table.press(k.OK)
    table.press(k.UP)
    table.press(k.OK, 3)
    table.press(k.DOWN)
    table.press(k.OK, 3)
    shoot(table, "ruling-confirm")


def alone():
    """The PIN."""
    table = to_count(table_with_pin())
    ask_ruling(table, 1)
    shoot(table, "pin")
    table.press(k.OK, 3)
    table.press(k.UP, 7)
    shoot(table, "pin-typed")
    table.press(k.OK, 3)
    shoot(table, "pin-wrong")
    for _ in range(4):
        table.press(k.OK)
        type_pin(table, 1)
    shoot(table, "pin-locked")
    table = to_count(table_with_pin(event=b"OLD1"))
    ask_ruling(table, 1)
    shoot(table, "pin-none")
    table = to_count(table_with_pin())
    ask_ruling(table, 2)
    type_pin(table, PIN)
    shoot(table, "pin-right")


for scene in (calls, linked, alone):
    scene()
