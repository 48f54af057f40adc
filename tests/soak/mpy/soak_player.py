"""The players of a soak session: those of player.py, who know their cards by round and table, whichever device lies there.

What they press depends only on the screen and the sheet that it shows, so they go on after a reset, or at another device.
"""

import player

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


class SoakPlayer(player.Player):
    """`script`: "rounds" -> list by round number of lists by table number (soak_plan.py)."""

    def __init__(self, table, script):
        self._given = script["rounds"]
        self._at = None
        self._called = []
        self._odd = 0
        self._notice = None
        super().__init__(table, None, [], [])

    def begin(self):
        """Plans come from the host."""

    def say(self, kind, length=0):
        """The host's signals come from the host."""

    def logged(self, *kinds):
        """Never asked of the log: another device may have it."""
        raise AssertionError

    def step(self):
        """One act, as the screen asks for it."""
        table = self.table
        if not table.line.hands:
            table.wait(300)
            return
        table.run(40)
        app = table.app
        plan = app.model.sheet.plan
        if plan is None or not app.actions.table:
            table.wait(300)
            return
        if self._at != (plan.number, app.actions.table):
            self._at = plan.number, app.actions.table
            self.round = self._given[plan.number - 1][app.actions.table - 1]
            self.mistakes = {tuple(mistake): True for mistake in self.round["mistakes"]}
        name = type(table.top()).__name__
        how = getattr(self, "_" + name.lower(), None)
        if how:
            how(table.top(), app.model)
        else:
            self._unknown(name)

    def _unknown(self, name):
        """A screen that players did not ask for, as somebody who is old and polite: OK, and if that does not help, BACK."""
        self.table.line.note(b"U", name.encode())
        self._odd += 1
        self.table.press(k.BACK if self._odd % 3 == 0 else k.OK)

    def _message(self, top, m):
        if top is not self._notice and m.texts[t.RECORDED] in self.table.shown:
            self._notice = top
            self.table.line.note(b"S")
            self.table.stop_soon()
        if top.until:
            self.table.wait(300)
        else:
            self.table.line.note(b"M", "|".join(self.table.shown).encode())
            self.table.run(600)
            self.table.press(k.OK)

    def _taken(self, top, m):
        """The table came from another device: these are their names."""
        self.table.press(k.BACK if top.no else k.OK)

    def _waiting(self, top, m):
        self.table.wait(400)

    def _signed(self, top, m):
        self.table.wait(400)

    def _play(self, top, m):
        table, given, s = self.table, self.round, m.sheet
        if given["call"] == s.deal_no and self._at + (s.deal_no,) not in self._called:
            table.hold(k.BACK)
        elif s.call:
            table.wait(400)  # the arbiter will come
        elif self._to_correct(s):
            table.press(k.UP)
        elif s.phase == k.PLAY and given["minutes"][s.deal_no - 1]:
            given["minutes"][s.deal_no - 1] -= 1
            table.wait(2000)
        else:
            table.press(k.OK)

    def _callask(self, top, m):
        self._called.append(self._at + (m.sheet.deal_no,))
        self.table.press(k.OK)

    def _to_correct(self, s):
        """(deal, entries) of a correction that is due, or None."""
        for after, deal, entries in self.round["corrections"]:
            version = s.deal(deal)
            noticed = s.played() >= after or s.phase >= k.SHEET  # at the latest before they sign
            if version and noticed and [list(version.ns), list(version.ew)] != entries:
                return deal, entries
        return None

    def _entry(self, top, m):
        if m.draft is None:
            self.table.run(40)
        elif m.draft.replaces and not self._to_correct(m.sheet):
            self.table.press(k.BACK)
        else:
            super()._entry(top, m)
