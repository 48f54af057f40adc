"""A clock that is an estimate, on the device's information: prints a line `PIC name hex` a picture."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k
from tavolo.ui import intents as i

table = d.Desk()
table.model.about = True
table.timesync.quality_ms = 0
table.hold(k.OK)
table.press(k.UP, 2)
table.press(k.OK)
assert table.shows("Info"), table.navigator.top()
table.press(k.DOWN)
table.actions.act((i.INFO,))
shoot(table, "clockinfo-about")
