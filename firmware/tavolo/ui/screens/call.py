"""Calling the arbiter, from any screen (PRODUCT 2, RULES 3.5)."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class CallAsk(Screen):
    """First act: asked for. Second act: sent."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        plan = m.sheet.plan
        if plan and not plan.rounds:  # a table that plays alone: nobody would hear it
            c.center(20, m.texts[t.CALL_VOICE])
            c.center(52, m.texts[t.BACK])
            return
        c.center(20, m.texts[t.CALL_Q])
        c.center(52, m.texts[t.CALL_YES])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        plan = m.sheet.plan
        if key == k.OK and not (plan and not plan.rounds):
            return (i.CALL, 255, 0)
        return (i.CLOSE,) if key == k.BACK else None


class CallState(Screen):
    """Called: waiting, seen, coming, for how long. A reason may follow; withdrawing is asked once more, since OK pressed
    twice is easily done."""

    def __init__(self) -> None:
        self.reason = 0  # being chosen; 0: none
        self.sure = False

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts, call = m.texts, m.sheet.call
        if call is None:  # settled a moment ago: the App takes this screen away
            return
        if self.reason or self.sure:
            c.bar(texts[t.CALL_UNDO_Q if self.sure else t.CALL_WHY_Q], "", True)
            c.center(24, texts[t.SURE] if self.sure else texts[t.CALL_WHY + self.reason], None if self.sure else c.big)
            c.center(52, texts[t.YES_NO if self.sure else t.CHOOSE])
            return
        c.bar(texts[t.CALL_MADE], "", True)
        state = call[0]
        word = texts[t.CALL_COMING if state == k.CALL_COMING else t.CALL_SEEN if state == k.CALL_SEEN else t.CALL_WAIT]
        c.center(13, word.upper(), c.big)
        c.text(0, 38, texts[t.CALL_WHY + call[2]] if call[2] < 5 else "")
        if m.event_ms >= call[4]:
            c.right(128, 38, "%d min" % ((m.event_ms - call[4]) // 60000))
        c.center(52, texts[t.CALL_WITHDRAW])

    def second(self, c, m, now: int) -> bool:
        """See base.py. It shows minutes."""
        return m.sheet.call is None or (m.event_ms - m.sheet.call[4]) // 1000 % 60 != 0

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if m.sheet.call is None:
            return (i.CLOSE,)
        if key == k.UP or key == k.DOWN:
            if not self.sure:
                way = 1 if key == k.UP else -1
                self.reason = (self.reason - 1 + way) % 4 + 1 if self.reason else m.sheet.call[2] or 1
        elif key == k.BACK:
            return (i.CLOSE,)
        elif key == k.OK:
            if self.reason:
                return (i.CALL_REASON, self.reason)
            if self.sure:
                return (i.WITHDRAW,)
            self.sure = True
        return None
