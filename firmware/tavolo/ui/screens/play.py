"""Dealing and playing: the clock and the score. Loaded while cards are dealt or played."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class Play(Screen):
    """Playing: the clock as large as it goes. Dealing: a smaller one, since who deals is what is looked for."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        ns, ew = s.totals()
        c.text(0, 52, "%s %d" % (texts[t.NS], ns))
        c.right(128, 52, "%s %d" % (texts[t.EW], ew))
        clock = self._clock(m)
        if s.phase == k.DEALING:
            c.text(0, 0, texts[t.PAUSED] if s.clock.state == 2 else clock, c.big)
            if m.about and 0 < len(clock) < 6:
                c.text(61, 0, texts[t.ABOUT])
            c.right(128, 0, "%d/%d" % (s.deal_no, s.plan.deals), c.big)
            c.center(25, "%s %s" % (texts[t.DEALER], texts[t.NORTH + s.dealer(s.deal_no)]))
            c.center(38, texts[t.CALLED if s.call else t.PLAY_KEY])
            return
        if s.call:
            c.right(128, 40, texts[t.CALLED])
        else:
            c.text(0, 40, "%s %d/%d" % (texts[t.DEAL], s.deal_no, s.plan.deals))
        if s.clock.state == 2:
            c.center(8, texts[t.PAUSED], c.big)
            if not s.call:
                c.right(128, 40, clock)
            return
        if not s.call:
            c.right(128, 40, texts[t.COUNT_KEY])
        if not clock:
            c.center(8, texts[t.PLAYING].upper(), c.big)
        elif m.about or len(clock) > (6 if clock[0] == "+" else 5):  # from 100 minutes on, too wide for the large font
            c.center(13, clock, c.big)
            if m.about:
                c.center(0, texts[t.ABOUT])
        elif clock[0] == "+":
            # the sign beside five large glyphs has room in small only
            c.text(0, 8, "+", c.big if len(clock) < 6 else None)
            c.right(128, 0, clock[1:], c.clock)
        else:
            c.center(0, clock, c.clock)

    def _clock(self, m) -> str:
        """mm:ss, seconds alone in the last minute, +m:ss in overtime; "" while it is not to be shown (RULES 3.1)."""
        clock, plan = m.sheet.clock, m.sheet.plan
        left = clock.remaining_ms(m.event_ms) if m.event_ms >= 0 or clock.state != 1 else 0
        if clock.state == 0 or plan.policy == k.CLOCK_HIDDEN:
            return ""
        if plan.policy == k.CLOCK_LAST_MINUTES and left > plan.last_minutes * 60000:
            return ""
        # a running clock reaches zero when its time is over, so it shows the second that has begun
        seconds = (left + 999) // 1000
        if seconds <= 0:
            seconds = left // -1000
            return "+%d:%02d" % (seconds // 60, seconds % 60)
        return "%02d:%02d" % (seconds // 60, seconds % 60) if seconds >= 60 else "%d" % seconds

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            return (i.PHASE, k.PLAY if m.sheet.phase == k.DEALING else k.COUNT)
        return (i.OPEN, "Foglio") if key == k.UP else None
