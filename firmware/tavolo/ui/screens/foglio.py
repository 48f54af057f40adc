"""The sheet so far, and the way to correct a deal."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import two_columns
from tavolo.ui.texts import keys as t


class Foglio(Screen):
    """The sheet so far, a deal a page; OK corrects it while nothing is signed."""

    def __init__(self) -> None:
        self.deal = 0

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        if s.plan is None:
            c.center(24, texts[t.NO_PLAN])
            return
        deal = self.deal or max(1, s.played())
        c.bar(texts[t.SHEET], "%s %d/%d" % (texts[t.DEAL], deal, s.plan.deals))
        both = s.deal_totals(deal)
        two_columns(c, 12, texts[t.NS], texts[t.EW])
        if both:
            two_columns(c, 24, "%d" % both[0], "%d" % both[1], c.total)
        else:
            c.center(26, texts[t.DEAL_OPEN])
        c.text(0, 40, texts[t.TOTAL])
        ns, ew = s.totals()
        two_columns(c, 40, "%d" % ns, "%d" % ew)
        open_ = both and s.phase < k.SIGNED
        ruled = both and not open_ and s.deal(deal).flags & k.BY_ARBITER
        c.center(52, texts[t.CORRECT if open_ else t.CORRECTED if ruled else t.BACK])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        s = m.sheet
        if key == k.BACK or s.plan is None:
            return (i.CLOSE,)
        self.deal = self.deal or max(1, s.played())
        if key == k.UP or key == k.DOWN:
            self.deal = (self.deal - 1 + (1 if key == k.UP else -1)) % s.plan.deals + 1
        elif key == k.OK and s.phase < k.SIGNED and s.deal(self.deal):
            return (i.CORRECT, self.deal)
        return None
