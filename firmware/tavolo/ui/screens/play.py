"""Playing: the clock and the score. Loaded while cards are dealt or played."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class Play(Screen):
    """The clock as large as it goes; below, what is played and the score."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        self._clock(c, m)
        c.text(0, 40, "%s %d/%d" % (texts[t.DEAL], s.deal_no, s.plan.deals))
        if s.call:
            right = texts[t.CALLED]
            c.fill(0, 40, 128, 12, 0)
        elif s.clock.state == 2:
            right = texts[t.PAUSED]
        elif s.phase == k.DEALING:
            right = "%s %s" % (texts[t.DEALER], texts[t.NORTH + s.dealer(s.deal_no)])
            c.fill(0, 40, 128, 12, 0)
            c.text(0, 40, "%d/%d" % (s.deal_no, s.plan.deals))
        else:
            right = texts[t.COUNT_KEY]
        c.right(128, 40, right)
        ns, ew = s.totals()
        c.text(0, 52, "%s %d" % (texts[t.NS], ns))
        c.right(128, 52, "%s %d" % (texts[t.EW], ew))

    def _clock(self, c, m) -> None:
        clock, plan = m.sheet.clock, m.sheet.plan
        left = clock.remaining_ms(m.event_ms) if m.event_ms >= 0 or clock.state != 1 else 0
        hidden = plan.policy == k.CLOCK_HIDDEN or (plan.policy == k.CLOCK_LAST_MINUTES and left > plan.last_minutes * 60000)
        if hidden or clock.state == 0:
            c.center(8, m.texts[t.PLAYING], c.big)
            return
        # a running clock reaches zero when its time is over, so it shows the second that has begun
        seconds = (left + 999) // 1000 if left > 0 else left // -1000
        text = "%02d:%02d" % (seconds // 60, seconds % 60)
        if left > 0 and seconds < 60:
            text = "%d" % seconds
        c.center(0, text, c.clock)
        if left <= 0:
            c.text(0, 0, "+", c.big)
        if m.about:
            c.text(0, 28, m.texts[t.ABOUT])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            return (i.PHASE, k.PLAY if m.sheet.phase == k.DEALING else k.COUNT)
        return (i.OPEN, "Foglio") if key == k.UP else None
