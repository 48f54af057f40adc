"""A signed sheet's code and QR, on the real screens; prints as pictures.py does, and what was signed for the host's tests."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.wire import seal

KEY = b"K" * 32


def signed(deals=4):
    """A table whose sheet both lines have signed."""
    table = d.Desk()
    table.outbox.key = seal.record_key(KEY)
    table.to_play(deals=deals)
    for _ in range(deals):
        table.play_e1()
    table.both_hold()
    assert table.shows("Signed"), type(table.navigator.top()).__name__
    return table


def seen(table, name):
    """Let the screen ask for what it shows, then shoot it."""
    for _ in range(2):
        intent = table.navigator.tick(table.now)
        if intent:
            table.actions.act(intent)
    shoot(table, name)


table = signed()
table.press(k.DOWN)
assert table.shows("Code")
seen(table, "code")
table.press(k.DOWN)
shoot(table, "code-qr")
table.press(k.BACK)
assert table.shows("Code")
table.press(k.BACK)
assert table.shows("Signed")
table.hold(k.OK)
table.press(k.DOWN, 3)
shoot(table, "code-menu")
table.press(k.OK)
assert table.shows("Code")

six = signed(6)
six.press(k.DOWN)
seen(six, "code-six")
six.press(k.DOWN)
shoot(six, "code-six-qr")
s = table.model.sheet.signed
print("SIGNED", " ".join(["%d" % part for part in s]))
