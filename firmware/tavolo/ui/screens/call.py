"""Calling the arbiter, from any screen (PRODUCT 2, RULES 3.5)."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t


class CallAsk(Screen):
    """First act: asked for. Second act: sent."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.center(20, m.texts[t.CALL_Q])
        c.center(52, m.texts[t.CALL_YES])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            return (i.CALL, 255, 0)
        return (i.CLOSE,) if key == k.BACK else None


class CallState(Screen):
    """Called: waiting, seen, coming."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts, call = m.texts, m.sheet.call
        state = call[0] if call else 0
        c.center(2, texts[t.CALL_MADE])
        word = texts[t.CALL_COMING if state == k.CALL_COMING else t.CALL_SEEN if state == k.CALL_SEEN else t.CALL_WAIT]
        c.center(20, word.upper(), c.big)
        c.center(52, texts[t.CALL_WITHDRAW])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.OK:
            return (i.WITHDRAW,)
        return (i.CLOSE,) if key == k.BACK else None
