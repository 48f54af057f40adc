"""What scripts about calls and rulings share: a table without a link that knows the event's PIN."""

import json

import desk as d
import ramdisk

from tavolo.domain import kinds as k
from tavolo.services import files
from tavolo.ui.texts import keys as t
from tavolo.wire import pin

KEY = b"K" * 32
PIN = 204060


def table_with_pin(journal=None, event=d.EVENT):
    """A table, its flash with settings and the masked PIN; not linked."""
    root = ramdisk.mount("/flash")
    files.write(root + "/settings.json", json.dumps({"device": "a1b2c3d4", "key": KEY.hex()}).encode())
    files.write(root + "/pin", event + pin.mask_pin(KEY, b"salt", PIN))
    table = d.Desk(journal)
    table.root = root
    table.model.linked = False
    return table


def menu(table, row):
    """Open the menu and choose a row by its text's number."""
    table.hold(k.OK)
    screen = table.navigator.top()
    rows = [choice[0] for choice in screen._choices(table.model)]
    table.press(k.DOWN, rows.index(row))
    table.press(k.OK)


def ask_ruling(table, reason):
    """Menu, the arbiter's ruling, the reason."""
    menu(table, t.M_RULING)
    table.press(k.DOWN, reason - 1)
    return table.press(k.OK)


def type_pin(table, number):
    """Six digits."""
    for digit in "%06d" % number:
        table.press(k.UP, int(digit))
        table.press(k.OK)
