"""Dealing and playing: the clock and the score. Loaded while cards are dealt or played."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_PACE_MS = 4000  # the pace has its row for these of each four times as long, else it says what OK does
_BEGUN_MS = 2000


def _unknown(m) -> bool:
    """The clock runs, and nobody has told the time since the power came."""
    return m.sheet.clock.state == 1 and m.event_ms < 0


def _left_ms(m) -> int:
    return 0 if _unknown(m) else m.sheet.clock.remaining_ms(m.event_ms)


def _hidden(m, left: int) -> bool:
    """Whether the players may not see the time (RULES 3.1), or it is not known."""
    plan = m.sheet.plan
    late = plan.policy == k.CLOCK_LAST_MINUTES and left > plan.last_minutes * 60000
    return m.sheet.clock.state == 0 or _unknown(m) or plan.policy == k.CLOCK_HIDDEN or late


def _clock(m) -> str:
    """mm:ss, seconds alone in the last minute, +m:ss in overtime; "" while it is not to be shown."""
    left = _left_ms(m)
    if _hidden(m, left):
        return ""
    # a running clock reaches zero when its time is over, so it shows the second that has begun
    seconds = (left + 999) // 1000
    if seconds <= 0:
        seconds = left // -1000
        return "+%d:%02d" % (seconds // 60, seconds % 60)
    return "%02d:%02d" % (seconds // 60, seconds % 60) if seconds >= 60 else "%d" % seconds


def _pace_minutes(m, left: int) -> int:
    """Whole minutes for each deal left; 0 where the clock itself says it, or calls for nothing."""
    s = m.sheet
    deals = s.plan.deals - s.deal_no + 1
    if s.clock.state != 1 or deals < 2 or _hidden(m, left) or s.call:
        return 0
    return max(0, left // (60000 * deals))


def _paced(left: int) -> bool:
    """Now and then the pace is seen."""
    return left // _PACE_MS & 3 == 0


def _pace(m) -> str:
    """The deal and its minutes, or ""."""
    s = m.sheet
    minutes = _pace_minutes(m, _left_ms(m))
    return "%d/%d  %d %s" % (s.deal_no, s.plan.deals, minutes, m.texts[t.PACE]) if minutes else ""


def _shape(m, left: int) -> int:
    """What the picture is made of, the clock's figures apart: while it stays, only they change. -1: draw it whole."""
    s, turn = m.sheet, m.turn
    if s.phase != k.PLAY or s.clock.state != 1 or m.about or m.waiting or (turn is not None and turn.state):
        return -1
    size = 0
    if not _hidden(m, left):
        if left <= -6000000 or left > 5999000:
            return -1
        size = 5 if left > 59000 else 2 if left > 9000 else 1 if left > 0 else 7 if left <= -600000 else 6
    return size | (8 if s.call else 0) | _pace_minutes(m, left) << 4


class Play(Screen):
    """Playing: the clock as large as it goes. Dealing: a smaller one, since who deals is what is looked for."""

    def __init__(self) -> None:
        self.shown = 0
        self.dealt = False
        self.shape = -1
        self.paced = False
        self.row = ("", "", "")  # deal, pace, what OK does: kept, as text made each time is garbage

    def second(self, c, m, now: int) -> bool:
        """See base.py. The clock's figures alone, as `_large` draws them."""
        left = _left_ms(m)
        shape = _shape(m, left)
        if shape < 0 or shape != self.shape:
            return False
        size = shape & 7
        seconds = (left + 999) // 1000 if left > 0 else left // -1000
        if size == 5:
            c.digits(4, 0, seconds // 60, 2, c.clock)
            c.digits(76, 0, seconds % 60, 2, c.clock)
        elif size >= 6:
            c.digits(128 - 24 * (size - 2), 0, seconds // 60, size - 5, c.clock)
            c.digits(80, 0, seconds % 60, 2, c.clock)
        elif size:
            c.digits(64 - 12 * size, 0, seconds, size, c.clock)
        if shape >> 4 and _paced(left) != self.paced:
            c.fill(0, 40, 128, 12, 0)
            self._paced_row(c, left)
        return True

    def _paced_row(self, c, left: int) -> None:
        """The pace, or the deal and what OK does."""
        self.paced = _paced(left)
        if self.paced and self.row[1]:
            c.center(40, self.row[1])
        else:
            c.text(0, 40, self.row[0])
            c.right(128, 40, self.row[2])

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        self.shape = _shape(m, _left_ms(m))
        ns, ew = s.totals()
        c.text(0, 52, "%s %d" % (texts[t.NS], ns))
        c.right(128, 52, "%s %d" % (texts[t.EW], ew))
        if s.phase == k.DEALING:
            self._dealing(c, m)
        elif s.clock.state == 2:
            c.center(8, texts[t.PAUSED], c.big)
            self._row(c, m, now, _clock(m))
        else:
            self._large(c, m, _clock(m))
            self._row(c, m, now, texts[t.COUNT_KEY])

    def _dealing(self, c, m) -> None:
        s, texts = m.sheet, m.texts
        clock = _clock(m)
        c.text(0, 0, texts[t.PAUSED] if s.clock.state == 2 else clock, c.big)
        if m.about and 0 < len(clock) < 6:
            c.text(61, 0, texts[t.ABOUT])
        c.right(128, 0, "%d/%d" % (s.deal_no, s.plan.deals), c.big)
        c.center(25, "%s %s" % (texts[t.DEALER], texts[t.NORTH + s.dealer(s.deal_no)]))
        pace = _pace(m) if _paced(_left_ms(m)) else ""
        c.center(38, texts[t.CALLED] if s.call else pace or texts[t.PLAY_KEY])

    def _row(self, c, m, now: int, right: str) -> None:
        """The row under the clock: whose turn runs, the arbiter, the pace, or the deal and what OK does."""
        s, texts = m.sheet, m.texts
        turn = m.turn
        timed = turn is not None and turn.state
        if timed:
            c.fill(0, 40, 22, 12)
            c.text(2, 40, texts[t.NS + turn.line], None, True)
        if s.call:
            c.right(128, 40, texts[t.CALLED])
        elif timed:
            left = turn.remaining_ms(now)
            c.text(25, 40, "%d s" % ((left + 999) // 1000) if left > 0 else texts[t.TURN_OVER])
            c.right(128, 40, right)
        elif m.waiting:
            c.center(40, texts[t.COUNT_WAITS])
        else:
            self.row = ("%s %d/%d" % (texts[t.DEAL], s.deal_no, s.plan.deals), _pace(m), right)
            self._paced_row(c, _left_ms(m))

    def _large(self, c, m, clock: str) -> None:
        if not clock:
            c.center(8, m.texts[t.PLAYING].upper(), c.big)
        elif m.about or len(clock) > (6 if clock[0] == "+" else 5):  # from 100 minutes on, too wide for the large font
            c.center(13, clock, c.big)
            if m.about:
                c.center(0, m.texts[t.ABOUT])
        elif clock[0] == "+":
            # the sign beside five large glyphs has room in small only
            c.text(0, 8, "+", c.big if len(clock) < 6 else None)
            c.right(128, 0, clock[1:], c.clock)
        else:
            c.center(0, clock, c.clock)

    def tick(self, m, now: int) -> "tuple | None":
        """The turn clock's seconds; where it runs all the time, its first turn begins with the play."""
        turn, s = m.turn, m.sheet
        if turn is not None:
            second = turn.remaining_ms(now) // 1000
            if second != self.shown:
                self.shown = second
                return ()
        elif s.phase == k.DEALING:
            self.dealt = True
        elif s.plan.turn_clock and s.clock.state == 1 and 0 <= m.event_ms - s.since_ms < _BEGUN_MS and self._first(s):
            seat = s.dealer(s.deal_no) + 1 & 3
            return (i.TURN_START, seat & 1, seat, 2)
        return None

    def _first(self, s) -> bool:
        """The deal's first turn; not when a count is left for more play: who is on turn then, only a lever tells."""
        return self.dealt or s.since_ms - s.clock.started_ms < _BEGUN_MS

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        s = m.sheet
        if key == k.UP:
            return (i.OPEN, "Foglio")
        if s.phase == k.DEALING:
            return (i.PHASE, k.PLAY) if key == k.OK else None
        if key == k.OK:
            return (i.PHASE, k.COUNT) if m.turn is None else (i.TURN_LEAVE, k.COUNT)
        if key == k.DOWN:
            return (i.OPEN, "Turn")
        if key >= k.KEY_NS and s.plan.turn_clock and not long:  # a lever, pressed by who has played
            return (i.TURN_END, key - k.KEY_NS)
        return None
