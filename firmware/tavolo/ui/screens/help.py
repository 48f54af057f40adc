"""Help: what is asked on the screen below, and what each key does there (one page a state, and one for every screen)."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

_ALWAYS = "All"  # the page of what holds on every screen, first in the file


def _state(m) -> str:
    """Name of the page: the base screen's, finer where a screen asks several things."""
    name = m.base
    if name == "Waiting" and not m.sheet.plan.rounds:
        return "Solo"
    if name == "Seating" and m.sheet.phase >= k.PLAY:
        return "Late"
    if name == "Play":
        return "Dealing" if m.sheet.phase == k.DEALING else "Turns" if m.sheet.plan.turn_clock else "Play"
    if name == "Entry" and m.draft:
        steps = m.draft.steps(m.sheet.plan.profile, m.first_line())
        field = steps[min(m.draft.step, len(steps) - 1)]
        if field[0] < 0:
            return "EntryClosed"
        return "EntryPile" if field[1] == k.PILE else "EntryPoints" if field[1] >= k.NEGATIVE else "EntryCount"
    return name


def page(folder: str, language: str, name: str) -> tuple:
    """The lines of one page of assets/help_LL.txt; those of every screen where there is none for `name`."""
    f = open(folder + "/help_" + language + ".txt", "rb")
    try:
        found = ()
        for line in f:
            parts = str(line, "utf-8").rstrip("\n").split("\t")
            if parts[0] == name:
                return tuple(parts[1:])
            if parts[0] == _ALWAYS:
                found = tuple(parts[1:])
        return found
    finally:
        f.close()


class Help(Screen):
    """Two pages: this state, and every screen."""

    def __init__(self) -> None:
        self.always = False
        self.lines = ()

    def draw(self, c, m, now: int) -> None:
        """See navigator.py. Read again only when another page is asked for."""
        if not self.lines:
            self.lines = page(c.folder, m.language, _ALWAYS if self.always else _state(m))
        y = 0
        for line in self.lines:
            c.text(0, y, line)
            y += 13
        c.fill(0, 12, 128, 1)
        c.center(52, m.texts[t.HELP_FOOT])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.UP or key == k.DOWN:
            self.always = not self.always
            self.lines = ()
            return None
        return (i.CLOSE,)
