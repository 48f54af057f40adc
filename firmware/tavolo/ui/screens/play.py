"""The screens that stay loaded: playing, and the message."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t


def table_bar(c: object, m: object, right: str = "") -> None:
    """The top band of a screen where nobody must act: table, figure, icons."""
    s = m.sheet
    name = "%s %d" % (m.texts[t.TABLE], s.plan.table) if s.plan else "TAVOLO"
    c.bar(name, "")
    c.right(108, 0, right)
    c.icon(110, 0, 1 if m.linked else 0)
    c.icon(119, 0, 2 if m.unsent else 3)


def two_columns(c: object, y: int, left: str, right: str, font: object = None) -> None:
    """Both lines' figures, always in the same two places."""
    c.right(82, y, left, font)
    c.right(127, y, right, font)


def hold_marks(c: object, m: object, done: int) -> None:
    """In an inverse bar: each line's arrow until it has held its key, then OK."""
    for line in (k.NS, k.EW):
        if done >> line & 1:
            c.text(96 + 16 * line, 0, m.texts[t.OK], None, True)
        else:
            c.arrow(98 + 16 * line, 0, line, True)


def compass(c: object, m: object, bottom: int, marked: int, x: int, y: int) -> None:
    """The four seats' letters around (x, y), `bottom` at the bottom, `marked` in inverse."""
    letters = m.texts[t.SEAT_LETTERS]
    for seat in range(4):
        place = seat - bottom + 2 & 3  # 0 top, 1 right, 2 bottom, 3 left, as the sitting goes clockwise
        px = x + (0, 16, 0, -16)[place]
        py = y + (-13, 0, 13, 0)[place]
        if seat == marked:
            c.fill(px - 2, py, 10, 12)
        c.text(px, py, letters[seat], None, seat == marked)


class Screen:
    """Base: a screen that answers nothing."""

    def on(self, key: int, long: bool, m: object, now: int) -> "tuple | None":
        """See navigator.py."""
        return None


class Message(Screen):
    """Up to four lines; OK or BACK goes on."""

    def __init__(self, lines: tuple) -> None:
        self.lines = lines
        self.until = 0

    def draw(self, c: object, m: object, now: int) -> None:
        """See navigator.py."""
        y = 2
        for line in self.lines:
            c.center(y, line)
            y += 15
        c.center(52, m.texts[t.GO_ON])

    def on(self, key: int, long: bool, m: object, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,) if key in (k.OK, k.BACK) else None


class Play(Screen):
    """The clock as large as it goes; below, what is played and the score."""

    def draw(self, c: object, m: object, now: int) -> None:
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

    def _clock(self, c: object, m: object) -> None:
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

    def on(self, key: int, long: bool, m: object, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            return (i.PHASE, k.PLAY if m.sheet.phase == k.DEALING else k.COUNT)
        return (i.OPEN, "Foglio") if key == k.UP else None
