"""The flash: how much room is left, and clearing old events that are all on the PC. In the menu when something is wrong."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class Room(Screen):
    """`model.info`: KB free, KB that may be cleared (0: none, -1: only with the PC linked). OK held clears."""

    stays = True

    def __init__(self) -> None:
        self.asked = False

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        free, old = m.info if self.asked else (0, 0)
        c.bar(texts[t.M_ROOM], "%d KB" % free)
        c.center(14, m.fault)
        if old > 0:
            c.center(27, "%d KB %s" % (old, texts[t.ROOM_OLD]))
            c.center(39, texts[t.ROOM_ON_PC])
        c.center(52, texts[t.ROOM_HOLD if old > 0 else t.ROOM_LINK if old else t.ROOM_NONE])

    def tick(self, m, now: int) -> "tuple | None":
        """Asks for the figures once."""
        if self.asked:
            return None
        self.asked = True
        return (i.ROOM,)

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key != k.OK:
            return (i.CLOSE,)
        return (i.CLEAR,) if long and m.info[1] > 0 else None
