"""The beginning of a round: are you here, who keeps the device, who deals (PRODUCT 2.1)."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import compass, table_bar
from tavolo.ui.texts import keys as t


class Seating(Screen):
    """Both lines' names; each holds its key."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s = m.sheet
        table_bar(c, m, "%s %d/%d" % (m.texts[t.ROUND], s.plan.number, s.plan.rounds))
        for line in (k.NS, k.EW):
            y = 12 + 12 * line
            c.arrow(0, y, line)
            c.text(11, y, s.line_name(line))
            if s.presence_state[line] == k.HERE:
                c.right(128, y, m.texts[t.HERE])
            elif s.presence_state[line] == k.NOT_OUR_NAMES:
                c.right(128, y, "?")
        c.text(0, 37, m.texts[t.HERE_Q])
        c.arrow(107, 37, k.NS)
        c.arrow(119, 37, k.EW)
        c.text(0, 50, m.texts[t.NO_PLAN_2])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key >= k.KEY_NS and long:
            return (i.PRESENCE, key - k.KEY_NS, k.HERE)
        return None


class Seats(Screen):
    """Who keeps the device, then who deals the first deal."""

    def __init__(self) -> None:
        self.keeper = -1
        self.seat = k.SOUTH

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        c.bar(texts[t.KEEPER_Q if self.keeper < 0 else t.DEALER_Q], "", True)
        compass(c, m, k.SOUTH if self.keeper < 0 else self.keeper, self.seat, 24, 25)
        c.text(60, 20, texts[t.NORTH + self.seat], c.big)
        c.center(52, texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.UP or key == k.DOWN:
            self.seat = self.seat + (1 if key == k.UP else -1) & 3
        elif key == k.BACK:
            self.keeper = -1
        elif key == k.OK:
            if self.keeper >= 0:
                return (i.SEATS, self.keeper, self.seat)
            self.keeper = self.seat
            self.seat = self.seat + 1 & 3
        return None
