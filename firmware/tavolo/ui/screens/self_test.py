"""The self-test: is every pixel lit, does every key arrive, is it heard and seen, does the flash keep, how is the battery."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_PICTURE = 0
_FRAME = 1
_KEYS = 2
_SOUND = 3
_FLASH = 4
# where each key's name stands, as the keys do: UP DOWN OK BACK NS EW
_PLACES = ((2, 15), (2, 28), (44, 15), (44, 28), (90, 15), (90, 28))
_NAMES = ("UP", "DOWN", "OK", "BACK", "", "")


class SelfTest(Screen):
    """OK goes on; BACK leaves, at the keys the second time."""

    stays = True

    def __init__(self) -> None:
        self.step = _PICTURE
        self.seen = 0  # mask of keys
        self.asked = False

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        step = self.step
        if step <= _FRAME:
            c.fill(0, 0, 128, 64)
            if step == _FRAME:  # each pixel was lit; now each is dark but for the edge and a few lines
                c.fill(1, 1, 126, 62, 0)
                for x in range(8, 124, 8):
                    c.fill(x, 4, 1, 16)
                c.center(26, texts[t.TEST_PICTURE])
                c.center(42, texts[t.GO_ON])
            return
        c.bar("%s %d/4" % (texts[t.M_SELF_TEST], step), "", False)
        if step == _KEYS:
            self._keys(c)
            c.center(40, texts[t.TEST_KEYS])
            c.center(52, texts[t.GO_ON] if self.seen == 63 else texts[t.BACK])
        elif step == _SOUND:
            c.center(22, texts[t.TEST_SOUND])
            c.center(52, texts[t.TEST_AGAIN])
        else:
            good, battery_mv = m.info or (0, 0)
            c.text(0, 16, texts[t.TEST_FLASH])
            c.right(128, 16, texts[t.OK if good else t.TEST_FAILED])
            c.text(0, 31, texts[t.INFO_BATTERY])
            c.right(128, 31, "%d,%02d V" % (battery_mv // 1000, battery_mv % 1000 // 10) if battery_mv else "-")
            c.center(52, texts[t.GO_ON])

    def _keys(self, c) -> None:
        for key in range(6):
            x, y = _PLACES[key]
            seen = self.seen >> key & 1
            if seen:
                c.fill(x - 1, y, 36, 12)
            if key >= k.KEY_NS:
                c.arrow(x + 12, y, key - k.KEY_NS, bool(seen))
            else:
                c.text(x + 1, y, _NAMES[key], None, bool(seen))

    def tick(self, m, now: int) -> "tuple | None":
        """Sounds and the flash are asked for once, when their page is up."""
        if self.asked or self.step < _SOUND:
            return None
        self.asked = True
        m.info = ()
        return (i.TEST, self.step == _FLASH)

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        known = self.seen >> key & 1
        if self.step == _KEYS:
            self.seen |= 1 << key
            if not known or (key != k.OK and key != k.BACK):
                return None
        if key == k.BACK or (key == k.OK and self.step == _FLASH):
            m.info = ()
            return (i.CLOSE,)
        if key == k.OK:
            self.step += 1
            self.asked = False
        elif key == k.UP and self.step == _SOUND:
            self.asked = False
        return None
