"""The screens of a round that stay loaded: idle, waiting, playing, result, signed, and the message."""

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


class Idle(Screen):
    """No plan yet."""

    def draw(self, c: object, m: object, now: int) -> None:
        """See navigator.py."""
        table_bar(c, m)
        c.center(20, m.texts[t.NO_PLAN])
        c.center(34, m.device)
        c.center(52, m.fault or m.texts[t.NO_PLAN_2])


class Waiting(Screen):
    """Both lines are here; nobody plays before START."""

    def draw(self, c: object, m: object, now: int) -> None:
        """See navigator.py."""
        plan = m.sheet.plan
        table_bar(c, m, "%d/%d" % (plan.number, plan.rounds))
        c.center(22, m.texts[t.WAIT])
        c.center(36, m.texts[t.WAIT_2])


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


class Result(Screen):
    """Totals, difference, victory points; both lines sign by holding their keys."""

    def draw(self, c: object, m: object, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        ns, ew, difference, vp_ns, vp_ew = m.sheet.result()
        c.bar(texts[t.SIGN], "", True)
        for line in (k.NS, k.EW):
            if m.signing >> line & 1:
                c.right(112 + 14 * line, 0, texts[t.OK], None, True)
            else:
                c.arrow(104 + 14 * line, 0, line, True)
        c.text(0, 12, "%s  %s %d" % (texts[t.ROUND_END], texts[t.DIFFERENCE], difference))
        c.text(0, 29, texts[t.NS])
        c.right(128, 29, texts[t.EW])
        c.center(24, "%d-%d" % (vp_ns, vp_ew), c.big)
        c.text(0, 48, "%d" % ns, c.total)
        c.right(128, 48, "%d" % ew, c.total)

    def on(self, key: int, long: bool, m: object, now: int) -> "tuple | None":
        """See navigator.py."""
        if key >= k.KEY_NS and long:
            return (i.SIGN, key - k.KEY_NS)
        return (i.OPEN, "Foglio") if key == k.UP else None


class Signed(Screen):
    """The sheet is locked; where it is safe."""

    def draw(self, c: object, m: object, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        _, _, _, vp_ns, vp_ew = m.sheet.result()
        table_bar(c, m, texts[t.SIGNED])
        c.center(14, "%d-%d" % (vp_ns, vp_ew), c.big)
        c.center(39, texts[t.SAFE_HERE if m.unsent else t.SAFE_PC])
        c.center(52, texts[t.SENDING if m.unsent and m.linked else t.SIGNED_2])

    def on(self, key: int, long: bool, m: object, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.OPEN, "Foglio") if key == k.UP else None
