"""The flash's room, and what a fault of the flash looks like: prints a line `PIC name hex` a picture."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


def opened(fault, info):
    """The screen, as chosen from the menu."""
    table = d.Desk()
    table.model.fault = table.model.texts[fault]
    table.hold(k.OK)
    rows = [row[0] for row in table.navigator.top()._choices(table.model)]
    table.press(k.DOWN, rows.index(t.M_ROOM))
    if fault == t.ROOM_LOW and info[1]:
        shoot(table, "room-menu")
    table.press(k.OK)
    assert table.shows("Room")
    table.navigator.tick(table.now)
    table.model.info = info
    return table


def room():
    shoot(opened(t.ROOM_LOW, (48, 132)), "room-clear")
    shoot(opened(t.ROOM_FULL, (4, 0)), "room-nothing")
    shoot(opened(t.ROOM_FULL, (4, -1)), "room-no-link")
    shoot(opened(t.ROOM_LOG, (1288, 0)), "room-damaged")
    table = opened(t.ROOM_LOW, (48, 0))
    table.press(k.BACK)
    assert table.shows("Idle")
    for name in ("ROOM_LOW", "ROOM_FULL", "ROOM_BAD", "ROOM_LOG"):
        table.model.fault = table.model.texts[getattr(t, name)]
        table.navigator.dirty = True
        shoot(table, "idle-" + name.lower().replace("_", "-"))


room()
