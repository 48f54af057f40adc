"""The turn timer (RULES 3.3): seconds as large as the clock, the line that plays in inverse, a bar that empties."""

from tavolo.domain import kinds as k
from tavolo.domain.turn_clock import MANY, hand_ms
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


def _hand_word(texts, hand: int) -> str:
    return (texts[t.HAND_FEW], "4 - 10", texts[t.HAND_MANY])[hand]


def _smaller(plan, hand: int) -> int:
    """The hand below, and after the smallest the largest; one without a limit is left out."""
    for _ in range(3):
        hand = (hand - 1) % 3
        if hand_ms(plan, hand):
            break
    return hand


class Turn(Screen):
    """Which line plays, how many cards it has in hand, then the seconds."""

    stays = True

    def __init__(self) -> None:
        self.line = -1
        self.hand = MANY
        self.shown = 0

    def _runs(self, m) -> bool:
        return m.turn is not None and m.turn.state != 0

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        if self._runs(m):
            self._draw_turn(c, m, now)
        elif not hand_ms(m.sheet.plan, _smaller(m.sheet.plan, 0)):
            c.bar(texts[t.M_TURN], "", True)
            c.center(18, texts[t.NO_LIMIT])
            c.center(32, texts[t.NO_LIMIT_2])
            c.center(52, texts[t.NO_LIMIT_3])
        elif self.line < 0:
            c.bar(texts[t.M_TURN], "", True)
            c.center(13, texts[t.TURN_Q])
            for line, x in ((k.NS, 4), (k.EW, 72)):
                c.arrow(x, 33, line)
                c.text(x + 14, 27, texts[t.NS + line], c.big)
            c.center(52, texts[t.TURN_KEY])
        else:
            c.bar(texts[t.LINE_NS + self.line], "%d s" % (hand_ms(m.sheet.plan, self.hand) // 1000), True)
            c.center(13, texts[t.HAND_Q])
            c.center(26, _hand_word(texts, self.hand), c.big)
            c.center(52, texts[t.TURN_GO])

    def _draw_turn(self, c, m, now: int) -> None:
        texts, turn = m.texts, m.turn
        c.bar(texts[t.LINE_NS + turn.line], texts[t.NORTH + turn.seat if turn.seat >= 0 else t.TURN_PLAYS], True)
        c.fill(0, 11, 128, 1, 0)  # or the digits grow into the bar
        left = max(0, turn.remaining_ms(now))
        digits = "%d" % ((left + 999) // 1000)
        x = 8 + 24 * max(2, len(digits))  # a host may give up to 255 seconds
        c.right(x - 6, 12, digits, c.clock)
        over = turn.expired(now)
        if over:
            c.fill(x, 14, 128 - x, 12)
            c.text(x + 3, 14, texts[t.TURN_OVER], None, True)
            c.text(x + 3, 27, "+%d s" % (turn.over_ms(now) // 1000))
            if turn.graced and x < 80:
                c.text(x, 39, texts[t.HIGHEST])  # the card that the arbiter imposes
        else:
            if x < 80:
                c.text(x, 14, _hand_word(texts, turn.hands[turn.seat]).lower())
            c.fill(x, 32, 128 - x, 14)
            room = 124 - x
            width = room * min(left, turn.limit) // turn.limit
            c.fill(x + 2 + width, 34, room - width, 10, 0)
        c.center(52, texts[self._foot(m, turn, over)])

    def _foot(self, m, turn, over: bool) -> int:
        if over and turn.graced:
            return t.TURN_DISCARD
        if m.sheet.call:
            return t.TURN_GRACE if over else t.CALLED
        if turn.state == 2:
            return t.PAUSED
        return t.CALL_ARBITER if over else t.TURN_FOOT

    def tick(self, m, now: int) -> "tuple | None":
        """Drawn anew with each second."""
        second = m.turn.remaining_ms(now) // 1000 if m.turn is not None else 0
        if second != self.shown:
            self.shown = second
            return ()
        return None

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        plan = m.sheet.plan
        if self._runs(m):
            return self._turn_key(key, long, m, now)
        if long and key == k.OK:
            return (i.OPEN, "Menu")
        if key == k.BACK:
            if self.line < 0:
                return (i.CLOSE,)
            self.line = -1
        elif not hand_ms(plan, _smaller(plan, 0)):
            return (i.CALL, 255, k.CALL_SLOW_PLAY) if key == k.OK else None
        elif key >= k.KEY_NS:
            self.line = key - k.KEY_NS
            if not hand_ms(plan, self.hand):
                self.hand = _smaller(plan, self.hand)
        elif self.line >= 0 and key <= k.DOWN:
            self.hand = _smaller(plan, self.hand) if key == k.DOWN else _smaller(plan, _smaller(plan, self.hand))
        elif self.line >= 0:
            return (i.TURN_START, self.line, self.line if plan.turn_clock else 255, self.hand)
        return None

    def _turn_key(self, key: int, long: bool, m, now: int) -> "tuple | None":
        turn = m.turn
        if key == k.BACK:
            return (i.CLOSE,) if m.sheet.plan.turn_clock else (i.TURN_LEAVE, 255)
        if key >= k.KEY_NS:
            return (i.TURN_END, key - k.KEY_NS)  # held, it comes again, and then it is not that line's turn
        if key == k.UP:
            return (i.TURN_PILE,)
        over = turn.expired(now)
        if key == k.OK:
            if long:
                return (i.OPEN, "Menu")
            if over and not turn.graced and not m.sheet.call:
                return (i.CALL, 1 - turn.line, k.CALL_SLOW_PLAY)
            return (i.TURN_END, turn.line)
        if turn.graced:
            return (i.TURN_DISCARD,) if over else None
        return (i.TURN_GRACE,) if over else (i.TURN_HAND, _smaller(m.sheet.plan, turn.hands[turn.seat]))
