"""What every screen is, and the message that may lie on any of them."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t


class Screen:
    """Base: a screen that answers nothing. `module`: the one that it was loaded from."""

    module = ""
    stays = False  # as an overlay it is not closed by what it wants done

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return None

    def second(self, c, m, now: int) -> bool:
        """The round's clock shows another second: draw what has changed, without taking memory, and return True; False:
        draw the whole screen. Most screens show no time."""
        return True

    def tick(self, m, now: int) -> "tuple | None":
        """Called every 10 ms or so while this screen is seen; may return an intent, () to be
        drawn anew. No allocation while nothing happens."""
        return None


class Message(Screen):
    """Up to four lines; OK or BACK goes on."""

    def __init__(self, lines: tuple) -> None:
        self.lines = lines
        self.until = 0

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        y = 2
        for line in self.lines:
            c.center(y, line)
            y += 15
        c.center(52, m.texts[t.GO_ON])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,) if key in (k.OK, k.BACK) else None
