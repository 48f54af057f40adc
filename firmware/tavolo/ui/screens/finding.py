"""What is wrong with an answer of a count, in words (RULES 1.7; SCREENS, Refusals). Loaded when there is something."""

from tavolo.domain import kinds as k
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

# finding -> (what is wrong, what to do); with a bound shown behind where that ends in "max" or "min"
_HARD = {
    "too_many_burracos": (t.E_BURRACOS, t.E_MOST),
    "too_many_burracos_both": (t.E_BURRACOS, t.E_MOST),
    "no_cards_for_burracos": (t.E_NO_CARDS, t.E_COUNT_BURRACOS),
    "closing_without_burraco": (t.E_CLOSE, t.E_ONE_BURRACO),
    "closing_without_pile": (t.E_CLOSE, t.E_A_PILE),
    "negative_too_high": (t.E_NEGATIVE, t.E_MOST),
    "positive_too_high": (t.E_POSITIVE, t.E_MOST),
    "positive_too_low": (t.E_LOW, t.E_LEAST),
    "sum_too_high": (t.E_SUM, t.E_MOST),
    "difference_too_high": (t.E_APART, t.E_MOST),
}
_WARN = {
    "few_cards": t.W_FEW,
    "unusual_total": t.W_TOTAL,
    "closing_positive_low": t.W_POSITIVE,
    "pile_positive_low": t.W_POSITIVE,
}


class Finding(Screen):
    """What is wrong with the answer just given: refused with what to recount, or an unlikely figure that is asked about once."""

    def __init__(self, entry, finding: tuple, who: str, figure: str, lines: tuple) -> None:
        self.entry = entry
        self.finding = finding
        self.who = who
        self.figure = figure
        self.lines = lines

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.bar(self.who, self.figure, True)
        y = 14
        for line in self.lines:
            c.center(y, line)
            y += 12
        c.center(52, m.texts[t.E_AGAIN if self.finding[1] == k.HARD else t.YES_NO])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key in (k.OK, k.BACK):
            self.entry.overlay = None
            if key == k.OK and self.finding[1] == k.WARN:
                m.draft.asked.append(self.finding[:3])
                return self.entry.go_on(m)
        return None


def make(entry, finding: tuple, m) -> Finding:
    """The screen of a finding of `deal.problems`; what was typed is `entry.value` where it is refused, else in the draft."""
    texts, line, limit = m.texts, finding[2], finding[4]
    who = texts[t.LINE_NS + line] if line >= 0 else "%s + %s" % (texts[t.NS], texts[t.EW])
    if finding[1] == k.WARN:
        lines = (texts[_WARN.get(finding[0], t.W_NEGATIVE)], texts[t.SURE])
        field = finding[3]
        value = m.draft.lines[line][field]
        if field >= k.NEGATIVE:  # the figure that is asked about
            lines = ("%s %d" % (texts[t.NEGATIVE if field == k.NEGATIVE else t.POSITIVE], value),) + lines
        return Finding(entry, finding, who, entry.figure(m, line, field, value), lines)
    fault, then = _HARD.get(finding[0], (t.E_TOTAL, t.E_MOST))
    if then == t.E_MOST and limit < 0:
        then = t.E_LEAST
    what = texts[then] + (" %d" % limit if then in (t.E_MOST, t.E_LEAST) else "")
    return Finding(entry, finding, who, texts[t.NO], (texts[fault], what, texts[t.E_RULING]))
