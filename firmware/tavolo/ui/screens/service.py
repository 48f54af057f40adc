"""About the device itself: information."""

from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class Info(Screen):
    """Which device, which software, what is unsent."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.text(0, 0, m.texts[t.M_INFO])
        c.text(0, 13, m.device)
        c.right(128, 13, m.version)
        c.text(0, 26, "%s %d" % (m.texts[t.UNSENT], m.unsent))
        c.text(0, 39, m.fault or m.texts[t.LINKED if m.linked else t.NOT_LINKED])
        c.center(52, m.texts[t.BACK])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,)
