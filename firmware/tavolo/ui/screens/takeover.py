"""A spare becomes a table (PRODUCT 4): which one, the wait for the host, its names; and the table that is elsewhere now."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_MOST = 999
_SLOW_REPEATS = 4  # held longer, the number runs on in tens
_ANSWER_MS = 10000


class Take(Screen):
    """Which table. UP and DOWN, held: faster; N-S and E-W are passed over."""

    def __init__(self) -> None:
        self.table = 0
        self.repeats = 0

    def _number(self, m) -> int:
        return self.table or max(m.table, 1)

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        c.bar(texts[t.M_TAKE], "", True)
        c.center(13, texts[t.TAKE_Q])
        c.center(26, "%s %d" % (texts[t.TABLE], self._number(m)), c.big)
        c.center(52, texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.BACK:
            return (i.CLOSE,)
        if key == k.OK:
            return (i.TAKE, self._number(m))
        if key == k.UP or key == k.DOWN:
            self.repeats = self.repeats + 1 if long else 0
            number = self._number(m)
            way = 1 if key == k.UP else -1
            if self.repeats > _SLOW_REPEATS:  # from one full ten to the next
                number = (number // 10 + 1 if way > 0 else (number - 1) // 10) * 10
            else:
                number += way
            self.table = max(1, min(_MOST, number))
        return None


class Asking(Screen):
    """The host is asked; its answer takes this away."""

    stays = True

    def __init__(self) -> None:
        self.end = 0
        self.asked = 0  # the table: set by whoever opens it

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.bar(m.texts[t.M_TAKE], "", True)
        c.center(19, "%s %d" % (m.texts[t.TABLE], self.asked))
        c.center(34, m.texts[t.TAKE_ASKS])
        c.center(52, m.texts[t.BACK])

    def tick(self, m, now: int) -> "tuple | None":
        """No answer within ten seconds is one, too."""
        if not self.end:
            self.end = now + _ANSWER_MS
        return (i.TAKE, 0) if now >= self.end else None

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py. Whoever leaves still gets the table, if the host says so."""
        return (i.CLOSE,) if key == k.BACK else None


class Taken(Screen):
    """A base screen: are these the names at this table? Nothing else is asked before."""

    def __init__(self) -> None:
        self.no = False  # asking once more before the table is given back

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts, s = m.texts, m.sheet
        c.bar("%s %d" % (texts[t.TABLE], s.plan.table), texts[t.TAKE_NAMES_Q], True)
        if self.no:
            c.center(16, texts[t.TAKE_GIVE])
            c.center(31, texts[t.TAKE_GIVE_2])
            c.center(52, texts[t.YES_NO])
            return
        for line in (k.NS, k.EW):
            c.arrow(0, 14 + 12 * line, line)
            c.text(11, 14 + 12 * line, s.line_name(line, 19))
        c.text(0, 39, "%s %d/%d" % (texts[t.ROUND], s.plan.number, s.plan.rounds))
        c.right(128, 39, "%s %d/%d" % (texts[t.DEAL], s.deal_no, s.plan.deals))
        c.center(52, texts[t.TAKE_YES])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            no, self.no = self.no, False  # asked anew where the answer does not get through
            return (i.TAKEN, 0 if no else 1)
        if key == k.BACK:
            self.no = not self.no
        return None


class Gone(Screen):
    """The table that this device was is at another one now; what it has recorded stays in its log and still goes to the PC."""

    stays = True

    def __init__(self) -> None:
        self.table = 0  # set by whoever opens it

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        c.bar(texts[t.GONE] % self.table, "", True)
        c.center(13, texts[t.GONE_2], c.big)
        c.center(39, texts[t.GONE_3])
        c.center(52, texts[t.GO_ON])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,) if key in (k.OK, k.BACK) else None
