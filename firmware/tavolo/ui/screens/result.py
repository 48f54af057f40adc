"""What stands still: no plan yet, waiting for START, the result to sign, the signed sheet."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import hold_marks, table_bar
from tavolo.ui.texts import keys as t


def victory_points(c, m, y: int) -> None:
    """Both lines' points, each beside its line's name."""
    _, _, _, ns, ew = m.sheet.result()
    c.text(0, y + 5, m.texts[t.NS])
    c.right(128, y + 5, m.texts[t.EW])
    c.center(y, "%d-%d" % (ns, ew), c.big)


def corrected(m) -> bool:
    """A deal that counts is the arbiter's version."""
    return any([version.flags & k.BY_ARBITER and version is m.sheet.deal(version.number) for version in m.sheet.versions])


class Idle(Screen):
    """No plan yet."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        table_bar(c, m)
        c.center(13, "%s %d" % (texts[t.TABLE], m.table) if m.table else m.device.upper(), c.big)
        c.center(39, texts[t.NO_PLAN])
        c.center(52, m.fault or texts[t.LOW_BATTERY if m.low else t.TAKE_KEY if self._spare(m) else t.NO_PLAN_2])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.OPEN, "Take") if key == k.OK and self._spare(m) else None

    def _spare(self, m) -> bool:
        return m.linked and not m.table


class Waiting(Screen):
    """Both lines are here; nobody plays before START."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        plan = m.sheet.plan
        if not plan.rounds:  # the table plays for itself and gives its own START
            table_bar(c, m, "%s %d" % (m.texts[t.ROUND], plan.number))
            c.center(26, m.texts[t.SOLO_READY])
            c.center(52, m.texts[t.SOLO_GO])
            return
        table_bar(c, m, "%s %d/%d" % (m.texts[t.ROUND], plan.number, plan.rounds))
        c.center(22, m.texts[t.WAIT])
        c.center(36, m.texts[t.WAIT_2])
        if m.low:
            c.center(52, m.texts[t.LOW_BATTERY])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.START,) if key == k.OK and not m.sheet.plan.rounds else None


class Result(Screen):
    """Totals, difference, victory points; both lines sign by holding their keys."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        ns, ew, difference, _, _ = m.sheet.result()
        c.bar(texts[t.SIGN], "", True)
        hold_marks(c, m, m.signing)
        c.text(0, 12, "%s %s %d" % (texts[t.ROUND_END], texts[t.DIFFERENCE], difference))
        victory_points(c, m, 24)
        c.text(0, 48, "%d" % ns, c.total)
        c.right(128, 48, "%d" % ew, c.total)

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key >= k.KEY_NS and long:
            return (i.SIGN, key - k.KEY_NS)
        return (i.OPEN, "Foglio") if key == k.UP else None


class Signed(Screen):
    """The sheet is locked; where it is safe."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        table_bar(c, m, texts[t.SIGNED])
        victory_points(c, m, 14)
        c.center(39, texts[t.SAFE_HERE if m.unsent else t.SAFE_PC])
        last = t.SENDING if m.unsent and m.linked else t.LOW_BATTERY if m.low else t.CORRECTED if corrected(m) else t.SIGNED_2
        c.center(52, texts[last])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.DOWN:
            return (i.OPEN, "Code")
        return (i.OPEN, "Foglio") if key == k.UP else None
