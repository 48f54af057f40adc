"""The arbiter's ruling on a deal that a hard check refuses (RULES 1.7): asked for, answered, or opened by the event's PIN."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_REASONS = 5
_MOST = 3000  # RULES 1.7: the arbiter's points have a limit of their own
_UNITS = (100, 10, 1)
_DIGITS = 6


class Ruling(Screen):
    """Choose the reason; then what the arbiter said; once the deal is approved, the arbiter's points."""

    def __init__(self) -> None:
        self.at = 0  # reason, from 0
        self.again = False  # asked again after a no
        self.line = -1  # whose points are being entered
        self.digit = 0
        self.points = [0, 0]
        self.bad = False
        self.backs = 0  # in a row: the second one leaves, so that play is never far

    def _deal(self, m) -> int:
        return m.draft.deal if m.draft else m.sheet.deal_no

    def _state(self, m) -> int:
        """0 choose a reason, 1 asked, 2 refused, 3 approved."""
        s, deal = m.sheet, self._deal(m)
        if deal in s.override_deals:
            return 3
        if s.ruling_ask is None or s.ruling_ask[0] != deal or self.again:
            return 0
        return 1 if s.ruling_ask[1] else 2

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts, s = m.texts, m.sheet
        if self.line >= 0:
            self._draw_points(c, m)
            return
        deal, state = self._deal(m), self._state(m)
        c.bar(texts[t.RULING], "%s %d" % (texts[t.DEAL], deal), True)
        if state == 0:
            for n in range(3):
                at = self.at + n - 1
                if 0 <= at < _REASONS:
                    if n == 1:
                        c.fill(0, 26, 128, 12)
                    c.text(1, 13 + 13 * n, texts[t.RULING_1 + at], None, n == 1)
            c.center(52, texts[t.CHOOSE])
            return
        reason = s.override_deals[deal] if state == 3 else s.ruling_ask[1]
        if 0 < reason <= _REASONS:
            c.center(13, texts[t.RULING_1 + reason - 1])
        c.center(26, texts[(0, t.CALL_WAIT, t.RULED_NO, t.RULED_YES)[state]].upper(), c.big)
        if state == 1:
            c.center(52, texts[t.BACK if m.linked else t.RULING_PIN])
        else:
            c.center(52, texts[t.GO_ON if state == 2 else t.RULING_POINTS if m.draft else t.BACK])

    def _draw_points(self, c, m) -> None:
        texts = m.texts
        c.bar(texts[t.LINE_NS + self.line], "%s %d" % (texts[t.DEAL], self._deal(m)), True)
        c.center(12, texts[t.E_TOTAL if self.bad else t.ARBITER_POINTS])
        shown = "%+05d" % self.points[self.line]
        for n in range(5):
            c.text(20 + 18 * n, 25, shown[n], c.big)
        c.fill(20 + 18 * (2 + self.digit), 49, 12, 2)
        c.center(52, texts[t.FOOT_DIGIT])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if self.line >= 0:
            return self._on_points(key, m)
        state = self._state(m)
        if key == k.BACK:
            return (i.CLOSE,)
        if state == 0 and (key == k.UP or key == k.DOWN):
            self.at = (self.at + (1 if key == k.DOWN else -1)) % _REASONS
        elif key == k.OK:
            if state == 0:
                return (i.RULE, self._deal(m), self.at + 1)
            if state == 1 and not m.linked:
                return (i.RULE, self._deal(m), m.sheet.ruling_ask[1])
            if state == 2:
                self.again = True
            elif state == 3 and m.draft:
                self.line = k.NS
                self.points = [m.draft.lines[n][k.ARBITER] for n in (k.NS, k.EW)]
        return None

    def _on_points(self, key: int, m) -> "tuple | None":
        points = self.points
        self.backs = self.backs + 1 if key == k.BACK else 0
        if key == k.UP or key == k.DOWN:
            self.bad = False
            value = points[self.line] + (_UNITS[self.digit] if key == k.UP else -_UNITS[self.digit])
            points[self.line] = max(-_MOST, min(_MOST, value))
        elif key == k.BACK:
            if self.backs > 1:
                return (i.CLOSE,)
            if self.digit:
                self.digit -= 1
            else:
                self.line -= 1
        elif key == k.OK:
            self.digit = (self.digit + 1) % len(_UNITS)
            if not self.digit:
                self.line += 1
                if self.line > k.EW:
                    return self._enter(m)
        return None

    def _enter(self, m) -> tuple:
        from tavolo.domain import deal

        lines = m.draft.lines
        old = [entry[k.ARBITER] for entry in lines]
        for line in (k.NS, k.EW):
            lines[line][k.ARBITER] = self.points[line]
        for finding in deal.problems(lines[0], lines[1], m.sheet.plan.profile, True):
            if finding[1] == k.HARD:  # a total that no record can hold
                for line in (k.NS, k.EW):
                    lines[line][k.ARBITER] = old[line]
                self.bad = True
                self.line = max(finding[2], 0)
                return (i.REFUSED,)
        return (i.DRAFT,)


class Pin(Screen):
    """The event's PIN, typed by the arbiter. Only the digit that is being chosen is seen. The App sets deal and reason, or
    another intent: for CLAIM the table is in the deal's place."""

    def __init__(self) -> None:
        self.intent = i.PIN
        self.deal = self.reason = 0
        self.typed = 0
        self.count = 0
        self.digit = 0
        self.backs = 0  # in a row: the second one leaves

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        c.bar(texts[t.PIN_TITLE], "", True)
        y = 22
        if self.intent == i.CLAIM:
            c.center(13, "%s %d" % (texts[t.TABLE], self.deal))
            y = 25
        for n in range(_DIGITS):
            x = 10 + 19 * n
            if n < self.count:
                c.fill(x + 2, y + 9, 8, 8)
            else:
                c.text(x, y, "%d" % self.digit if n == self.count else "-", c.big)
        c.fill(10 + 19 * self.count, y + 25, 12, 2)
        c.center(52, texts[t.FOOT_DIGIT])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        self.backs = self.backs + 1 if key == k.BACK else 0
        if key == k.UP or key == k.DOWN:
            self.digit = (self.digit + (1 if key == k.UP else -1)) % 10
        elif key == k.BACK:
            if not self.count or self.backs > 1:
                return (i.CLOSE,)
            self.count -= 1
            self.typed //= 10
            self.digit = 0
        elif key == k.OK:
            self.typed = self.typed * 10 + self.digit
            self.count += 1
            self.digit = 0
            if self.count == _DIGITS:
                return (self.intent, self.deal, self.reason, self.typed)
        return None
