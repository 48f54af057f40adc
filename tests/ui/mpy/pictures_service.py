"""Idle, information, self-test, low battery: prints a line `PIC name hex` a picture."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.ui import intents as i


def tick(table):
    """What the core does with what a screen wants as time passes."""
    intent = table.navigator.tick(table.now)
    if intent:
        table.actions.act(intent)


def at_menu(table, rows_up):
    """Open the menu's row that is so many above the first."""
    table.hold(k.OK)
    table.press(k.UP, rows_up)
    table.press(k.OK)
    tick(table)


def steady(table):
    """Free memory is another each time; the picture has a round one."""
    info = table.model.info
    table.model.info = info[:5] + (48 * 1024,) + info[6:]


def idle():
    table = d.Desk()
    table.model.device = "a1b2c3d4"
    shoot(table, "idle-new")
    table.model.table = d.TABLE
    shoot(table, "idle-table")
    table.model.low = True
    shoot(table, "idle-low")
    table.plan()
    table.sit()
    shoot(table, "waiting-low")


def information():
    table = d.Desk()
    table.now = 11640000 + 500
    at_menu(table, 2)
    assert table.shows("Info"), table.navigator.top()
    for name in ("device", "link", "log", "power"):
        tick(table)
        table.journal.last_seq = 128
        table.actions.act((i.INFO,))
        steady(table)
        shoot(table, "info-" + name)
        table.press(k.DOWN)
    table.model.low = True
    table.model.fault = "mark: no space left"
    table.press(k.UP)
    tick(table)
    steady(table)
    shoot(table, "info-power-low")
    table.press(k.UP)
    shoot(table, "info-log-fault")
    table.press(k.BACK)
    assert table.shows("Idle")


def self_test():
    table = d.Desk()
    at_menu(table, 1)
    assert table.shows("SelfTest"), table.navigator.top()
    shoot(table, "self-test-lit")
    table.press(k.OK)
    shoot(table, "self-test-picture")
    table.press(k.OK)
    shoot(table, "self-test-keys")
    for key in (k.UP, k.KEY_NS, k.BACK):
        table.press(key)
    shoot(table, "self-test-three-keys")
    for key in (k.DOWN, k.KEY_EW, k.OK):
        table.press(key)
    shoot(table, "self-test-all-keys")
    played = len(table.tones.played)
    table.press(k.OK)
    tick(table)
    assert len(table.tones.played) == played + 1
    shoot(table, "self-test-sound")
    table.press(k.UP)
    tick(table)
    assert len(table.tones.played) == played + 2
    table.press(k.OK)
    tick(table)
    shoot(table, "self-test-failed")  # there is no flash here
    table.model.info = (True, 3912)
    shoot(table, "self-test-flash")
    table.press(k.OK)
    assert table.shows("Idle")
    assert not table.model.info


for scene in (idle, information, self_test):
    scene()
