"""The beginning of a round: are you here, who keeps the device, who deals (PRODUCT 2.1)."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import compass, table_bar
from tavolo.ui.texts import keys as t


class Seating(Screen):
    """Where the pairs of the round before go; then both lines' names, each holds its key; after START, who is late."""

    def __init__(self) -> None:
        self.seen = False

    def _leaves(self, m) -> bool:
        s = m.sheet
        return bool(s.plan.leave) and not self.seen and s.phase < k.PLAY and s.presence_state == [0, 0]

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s = m.sheet
        if self._leaves(m):
            self._draw_leave(c, m)
            return
        if s.phase >= k.PLAY:
            self._draw_late(c, m)
            return
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

    def _draw_leave(self, c, m) -> None:
        """A line's key and letters, large where its pair of the round before sits now (PRODUCT 2.6)."""
        texts, plan = m.texts, m.sheet.plan
        c.bar(texts[t.MOVE_TO], texts[t.GO_ON])
        for line in (k.NS, k.EW):
            table, new_line = plan.leave[line]
            y = 13 + 26 * line
            c.arrow(0, y + 1, line)
            c.text(11, y + 1, texts[t.NS + line])
            here = table == plan.table
            if not here or line != new_line:
                c.text(11, y + 13, "" if not table else "> " + texts[t.NS + new_line])
            if table and not here:
                number = "%d" % table
                c.right(128, y, number, c.big)
                c.right(122 - 12 * len(number), y + 8, texts[t.TABLE])
            else:
                c.right(128, y, texts[t.STAY if table else t.REST], c.big)

    def _draw_late(self, c, m) -> None:
        """The round has begun and somebody is missing: whose minutes run, and how many (RULES 6)."""
        s, texts = m.sheet, m.texts
        table_bar(c, m, texts[t.LATE])
        missing = [line for line in (k.NS, k.EW) if s.presence_state[line] != k.HERE]
        seconds = max(0, m.event_ms - s.clock.started_ms) // 1000
        since = "%d:%02d" % (seconds // 60, seconds % 60)
        if len(missing) == 2:
            c.center(12, "%s %s" % (texts[t.NS], texts[t.EW]), c.big)
            c.center(37, since)
        else:
            line = texts[t.LINE_NS + missing[0]]
            c.center(12, line if len(line) < 11 else texts[t.NS + missing[0]], c.big)
            c.text(0, 37, s.line_name(missing[0]))
            c.right(128, 37, since)
        c.text(0, 52, texts[t.HERE_Q])
        for line in missing:
            c.arrow(107 + 12 * line, 52, line)

    def second(self, c, m, now: int) -> bool:
        """See base.py. Who is late sees it."""
        return m.sheet.clock.state == 0

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if self._leaves(m):
            self.seen = key == k.OK or (key >= k.KEY_NS and long)
        elif key >= k.KEY_NS and long:
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
            if self.keeper < 0:
                return (i.CLOSE,)  # opened from the menu: nothing changes
            self.keeper = -1
        elif key == k.OK:
            if self.keeper >= 0:
                return (i.SEATS, self.keeper, self.seat)
            self.keeper = self.seat
            self.seat = self.seat + 1 & 3
        return None
