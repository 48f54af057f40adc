"""A table alone: prints as pictures.py does."""

from shots import shoot
from solo_table import Alone

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t

table = Alone()
table.hold(k.OK)
table.press(k.DOWN, 3)
shoot(table, "solo-menu")
table.press(k.OK)
shoot(table, "solo-deals")
table.press(k.DOWN, 2)
table.press(k.OK)
shoot(table, "solo-profile")
table.press(k.OK)
shoot(table, "solo-minutes")
table.press(k.OK)
table.press(k.OK, 2)
shoot(table, "solo-waiting")
table.menu(t.M_START)
table.press(k.OK)
shoot(table, "solo-play")
