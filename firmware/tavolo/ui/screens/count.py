"""Entering a deal and confirming it (PRODUCT 3, Score entry; SCREENS 4-6)."""

from tavolo.domain import deal, scoring
from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Message, Screen
from tavolo.ui.screens.parts import hold_marks, two_columns
from tavolo.ui.texts import keys as t

# finding -> (text, second text or 0); the bound is shown where the finding has one
_HARD = {
    "not_multiple_of_5": (t.E_5, t.RECOUNT),
    "positive_too_high": (t.E_POSITIVE, t.E_MOST),
    "negative_too_high": (t.E_NEGATIVE, t.E_MOST),
    "sum_too_high": (t.E_SUM, t.E_MOST),
    "too_many_burracos": (t.E_BURRACOS, t.E_MOST),
    "too_many_burracos_both": (t.E_BURRACOS, t.E_MOST),
    "positive_too_low": (t.E_LOW, t.E_LEAST),
    "closing_without_burraco": (t.E_CLOSE, t.E_ONE_BURRACO),
    "closing_without_pile": (t.E_CLOSE, t.E_A_PILE),
    "no_semi_clean": (t.E_SEMI, t.RECHECK),
}
_WARN = {
    "few_cards": t.W_FEW,
    "unusual_total": t.W_TOTAL,
    "closing_positive_low": t.W_POSITIVE,
    "pile_positive_low": t.W_POSITIVE,
}


class Warning(Screen):
    """An unlikely figure, asked once: OK = it is right."""

    def __init__(self, text: str, line: str, asked: list, finding: tuple, entry) -> None:
        self.text = text
        self.line = line
        self.asked = asked
        self.finding = finding
        self.entry = entry

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.bar(self.line, "?", True)
        c.center(16, self.text)
        c.center(32, m.texts[t.SURE])
        c.center(52, m.texts[t.YES_NO])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            self.asked.append(self.finding)
            self.entry.overlay = None
            return self.entry.go_on(m)
        if key == k.BACK:
            self.entry.overlay = None
        return None


class Entry(Screen):
    """One question at a time. `value` is what is being typed, `digit` which of a number's three digits."""

    def __init__(self) -> None:
        self.at = -1
        self.value = 0
        self.digit = 0
        self.fresh = True
        self.overlay = None
        self.old = ()  # both entries before the answer that is being judged
        self.left = {}  # what stood, not yet answered, in questions that BACK left
        self.backs = 0  # presses of BACK without another key between

    def _sync(self, m) -> list:
        """The questions; begins the current one where it has not begun."""
        draft = m.draft
        steps = draft.steps(m.sheet.plan.profile, m.first_line())
        draft.step = min(draft.step, len(steps) - 1)
        if self.at != draft.step:
            self.at = draft.step
            line, field = steps[self.at]
            self.value = self.left.pop(steps[self.at], draft.value(line, field))
            self.digit = 0
            self.fresh = self.value == k.UNKNOWN
        return steps

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        if self.overlay:
            self.overlay.draw(c, m, now)
            return
        draft, texts = m.draft, m.texts
        line, field = self._sync(m)[self.at]
        if line < 0:
            c.bar("%s %d" % (texts[t.DEAL], draft.deal), "", True)
            c.center(12, texts[t.WHO_CLOSED])
            c.center(26, self._word(m, line, field), c.big)
            c.center(52, texts[t.FOOT_VALUE])
            return
        kept = draft.lines[line][field]
        draft.lines[line][field] = self.value
        total = scoring.parts(draft.lines[line], draft.lines[line ^ 1][k.PILE], m.sheet.plan.profile)[3]
        draft.lines[line][field] = kept
        c.bar(texts[t.LINE_NS + line], "%s %d" % (texts[t.THIS_DEAL], total), True)
        c.center(12, texts[(t.CLEAN, t.SEMI, t.DIRTY, 0, t.PILE, t.NEGATIVE, t.POSITIVE)[field]])
        if field >= k.NEGATIVE:
            # nothing stands for a digit until it has been passed: zero is entered, never assumed
            shown = "%03d" % (0 if self.value == k.UNKNOWN else self.value)
            for n in range(3):
                c.text(34 + 22 * n, 25, "-" if self.fresh and n > self.digit else shown[n], c.big)
            c.fill(34 + 22 * self.digit, 49, 12, 2)
            c.center(52, texts[t.FOOT_DIGIT])
        else:
            c.center(26, self._word(m, line, field), c.big)
            c.center(52, texts[t.FOOT_VALUE])

    def _word(self, m, line: int, field: int) -> str:
        texts, value = m.texts, self.value
        if line < 0:
            return "- - -" if value == k.UNKNOWN else texts[(t.NS, t.EW, t.NOBODY)[value]].upper()
        return texts[t.PILE_PLAYED + value].upper() if field == k.PILE else "%d" % value

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if self.overlay:
            if isinstance(self.overlay, Message):
                self.overlay = None
                return None
            return self.overlay.on(key, long, m, now)
        line, field = self._sync(m)[self.at]
        if key != k.BACK:
            self.backs = 0
        if key == k.UP or key == k.DOWN:
            self._turn(1 if key == k.UP else -1, line, field, m)
        elif key == k.BACK:
            return self._back(m)
        elif key == k.OK:
            if field >= k.NEGATIVE and line >= 0 and self.digit < 2:
                if self.value == k.UNKNOWN:
                    self.value = 0
                self.digit += 1
                return None
            if line < 0 and self.value == k.UNKNOWN:
                return (i.REFUSED,)
            if field >= k.NEGATIVE and line >= 0 and self.value == k.UNKNOWN:
                self.value = 0
            return self._leave(line, field, m)
        return None

    def _turn(self, way: int, line: int, field: int, m) -> None:
        if line < 0:
            # from nothing, either line is one press away: a deal without a closing is the rare one
            self.value = (k.EW if way < 0 else k.NS) if self.value == k.UNKNOWN else (self.value + way) % 3
        elif field >= k.NEGATIVE:
            value = 0 if self.value == k.UNKNOWN else self.value
            unit = (100, 10, 5)[self.digit]
            size = (10, 10, 2)[self.digit]
            now = value // unit % size
            self.value = value + ((now + way) % size - now) * unit
        elif field == k.PILE:
            self.value = (self.value + way) % (4 if m.draft.deal in m.sheet.override_deals else 3)
        else:
            self.value = max(0, min(15, self.value + way))

    def _back(self, m) -> "tuple | None":
        self.backs += 1
        if self.digit:
            self.digit -= 1
            return None
        draft = m.draft
        if draft.step:
            steps = self._sync(m)
            self.left[steps[self.at]] = self.value
            draft.step -= 1
            first = steps[draft.step][0] != steps[-1][0]
            if self.backs > 3:  # on the way out: a line at a time, so that eight presses reach play from anywhere
                while draft.step and (first or steps[draft.step - 1][0] == steps[-1][0]):
                    draft.step -= 1
            if draft.step or self.backs < 4:
                self.at = -1
                return (i.DRAFT,)
        return (i.PHASE, k.PLAY)

    def _leave(self, line: int, field: int, m) -> "tuple | None":
        draft = m.draft
        self.old = (list(draft.lines[0]), list(draft.lines[1]))
        draft.answer(line, field, self.value)
        return self.go_on(m)

    def go_on(self, m) -> "tuple | None":
        """An answer is in: refused, asked about, or on to the next question and in the end to the confirmation."""
        draft = m.draft
        profile = m.sheet.plan.profile
        override = draft.deal in m.sheet.override_deals
        for finding in deal.problems(draft.lines[0], draft.lines[1], profile, override):
            if finding[1] == k.HARD:
                draft.lines = self.old
                self.overlay = Message(self._refusal(finding, m))
                return (i.REFUSED,)
            if finding[1] == k.WARN and finding[:3] not in draft.asked:
                text = m.texts[_WARN.get(finding[0], t.W_NEGATIVE)]
                self.overlay = Warning(text, m.texts[t.LINE_NS + finding[2]], draft.asked, finding[:3], self)
                return (i.REFUSED,)
        draft.step = self.at + 1
        if draft.step >= len(draft.steps(profile, m.first_line())):
            draft.step = i.CONFIRMING
        return (i.DRAFT,)

    def _refusal(self, finding: tuple, m) -> tuple:
        texts = m.texts
        first, second = _HARD.get(finding[0], (t.E_TOTAL, t.RECOUNT))
        who = texts[t.NS + finding[2]] + ": " if finding[2] >= 0 else ""
        return texts[first], who + texts[second] + (" %d" % finding[4] if finding[4] else ""), texts[t.E_RULING]


class Confirm(Screen):
    """Both lines' parts and totals; each holds its own key."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        draft, texts = m.draft, m.texts
        c.bar("%s %d/%d" % (texts[t.CONFIRM], draft.deal, m.sheet.plan.deals), "", True)
        hold_marks(c, m, m.confirmed)
        c.text(0, 12, texts[t.HOLD])
        profile = m.sheet.plan.profile
        ns = scoring.parts(draft.lines[0], draft.lines[1][k.PILE], profile)
        ew = scoring.parts(draft.lines[1], draft.lines[0][k.PILE], profile)
        two_columns(c, 12, texts[t.NS], texts[t.EW])
        if draft.replaces:
            old = m.sheet.deal_totals(draft.deal) or (0, 0)
            c.text(0, 30, texts[t.BEFORE])
            two_columns(c, 28, "%d" % old[0], "%d" % old[1], c.total)
        else:
            c.text(0, 24, texts[t.HONOURS])
            two_columns(c, 24, "%d" % (ns[0] + ns[1]), "%d" % (ew[0] + ew[1]))
            c.text(0, 36, texts[t.CARDS])
            two_columns(c, 36, "%d" % ns[2], "%d" % ew[2])
        c.text(0, 50, texts[t.TOTAL])
        two_columns(c, 48, "%d" % ns[3], "%d" % ew[3], c.total)

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key >= k.KEY_NS and long:
            return (i.CONFIRM, key - k.KEY_NS)
        if key == k.BACK:
            m.confirmed = 0
            m.draft.step = len(m.draft.steps(m.sheet.plan.profile, m.first_line())) - 1
            return (i.DRAFT,)
        return None
