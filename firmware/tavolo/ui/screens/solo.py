"""A table that plays for itself, without any host (PRODUCT 3): how many deals, by which rules, how long."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_MINUTES = b"\x0f\x19\x23\x2d\x37\x41"  # usual for 1 to 6 deals (RULES 3.1; 1, 5, 6: ten a deal and five)
_MOST = (6, 2, 120)


class Solo(Screen):
    """One question after the other; the last OK begins the round."""

    def __init__(self) -> None:
        self.at = 0
        self.values = [4, k.FIBUR, 45]

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts, at = m.texts, self.at
        c.bar(texts[t.M_SOLO], "%d/3" % (at + 1), True)
        c.center(12, texts[t.SOLO_DEALS + at])
        value = self.values[at]
        c.center(26, ("FIBUR", "FIBUR 2008", "FEBURIT")[value] if at == 1 else "%d" % value, c.big)
        c.center(52, texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        at, values = self.at, self.values
        if key == k.UP or key == k.DOWN:
            way = 1 if key == k.UP else -1
            if at == 1:
                values[1] = (values[1] + way) % 3
            else:
                values[at] = max(1, min(_MOST[at], values[at] + (5 * way if at else way)))
                if at == 2 and values[2] % 5:
                    values[2] = max(5, values[2] // 5 * 5)
            if at == 0:
                values[2] = _MINUTES[values[0] - 1]
        elif key == k.BACK:
            if not at:
                return (i.CLOSE,)
            self.at -= 1
        elif key == k.OK:
            if at == 2:
                return (i.ALONE, values[0], values[1], values[2])
            self.at += 1
        return None
