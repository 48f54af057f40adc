"""A table without any host, on a flash of its own: what scripts about playing alone share."""

import desk as d
import ramdisk

from tavolo.ui.texts import keys as t


class Time:
    """The event's clock of a table that was never linked."""

    def __init__(self, table):
        self.table = table
        self.about = False

    def set_about(self, event_ms, now):
        self.table.model.event_ms = event_ms
        self.about = True

    def keep(self, now):
        self.kept = (self.table.model.event_ms, self.about)


class Alone(d.Desk):
    """No link, no plan, no clock. `root` is kept by a reset: Alone(old)."""

    def __init__(self, before=None):
        super().__init__(before and before.journal, before and before.draft_file)
        self.root = before.root if before else ramdisk.mount("/flash")
        self.model.linked = False
        self.model.event_ms = before.model.event_ms if before else -1
        self.timesync = Time(self)
        self.journal.random = self._random
        self.actions.move(bytes(4), bytes(4), 0)
        self.actions.deed("restore")
        self.navigator.update()

    def _random(self, count):
        d.ROUND_NUMBER[0] += 1
        return b"R%03d" % d.ROUND_NUMBER[0]

    def menu(self, row):
        """Open the menu and choose a row by its text's number."""
        self.hold(2)
        rows = [choice[0] for choice in self.navigator.top()._choices(self.model)]
        assert row in rows, (row, rows)
        self.press(1, rows.index(row))
        self.press(2)

    def begin(self, deals=2):
        """From the menu to the round: `deals`, FIBUR, the usual minutes; keeper South, dealer West."""
        self.menu(t.M_SOLO)
        self.press(1, 4 - deals)
        self.press(2, 3)
        self.press(2, 2)


d.ROUND_NUMBER = [0]
