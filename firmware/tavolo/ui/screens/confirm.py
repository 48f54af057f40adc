"""Both lines confirm the deal that was entered (PRODUCT 3, Score entry; SCREENS 6)."""

from tavolo.domain import kinds as k
from tavolo.domain import scoring
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import hold_marks, two_columns
from tavolo.ui.texts import keys as t


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
        elif draft.lines[0][k.ARBITER] or draft.lines[1][k.ARBITER]:  # so that what is shown adds up
            added = [entry[k.ARBITER] for entry in draft.lines]
            c.text(0, 24, texts[t.THIS_DEAL])
            two_columns(c, 24, "%d" % (ns[3] - added[0]), "%d" % (ew[3] - added[1]))
            c.text(0, 36, texts[t.RULING])
            two_columns(c, 36, "%+d" % added[0], "%+d" % added[1])
        else:
            c.text(0, 24, texts[t.HONOURS])
            two_columns(c, 24, "%d" % (ns[0] + ns[1]), "%d" % (ew[0] + ew[1]))
            c.text(0, 36, texts[t.CARDS])
            two_columns(c, 36, "%d" % ns[2], "%d" % ew[2])
        c.text(0, 50, texts[t.NOW if draft.replaces else t.TOTAL])
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
