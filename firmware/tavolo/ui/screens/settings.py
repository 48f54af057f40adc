"""What a table may set for itself: the language, and whether there is any sound."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

# each in its own words, so that whoever cannot read the present one finds the way; plan_reader.LANGUAGES has them from 1 on
_CODES = ("it", "en", "fr")
_OWN_NAMES = ("ITALIANO", "ENGLISH", "FRANÇAIS")


class Language(Screen):
    """UP and DOWN choose, OK keeps."""

    def __init__(self) -> None:
        self.at = -1

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.bar(m.texts[t.M_LANGUAGE])
        c.center(24, _OWN_NAMES[self._chosen(m)], c.big)
        c.center(52, m.texts[t.CHOOSE])

    def _chosen(self, m) -> int:
        return _CODES.index(m.language) if self.at < 0 else self.at

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.UP or key == k.DOWN:
            self.at = (self._chosen(m) + (1 if key == k.DOWN else -1)) % len(_CODES)
        elif key == k.OK:
            return (i.LANGUAGE, self._chosen(m) + 1)
        elif key == k.BACK:
            return (i.CLOSE,)
        return None


class Sounds(Screen):
    """With sounds or without; light and words stay in any case."""

    def __init__(self) -> None:
        self.silent = -1

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        silent = m.silent if self.silent < 0 else self.silent
        c.bar(m.texts[t.M_SOUNDS])
        c.center(14, m.texts[t.SOUNDS_OFF if silent else t.SOUNDS_ON], c.big)
        c.center(39, m.texts[t.LIGHT_STAYS])
        c.center(52, m.texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        silent = m.silent if self.silent < 0 else self.silent
        if key == k.UP or key == k.DOWN:
            self.silent = 0 if silent else 1
        elif key == k.OK:
            return (i.SILENT, 1 if silent else 0)
        elif key == k.BACK:
            return (i.CLOSE,)
        return None
