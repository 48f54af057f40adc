"""What a round needs only now and then: menu, sheet so far, call, information, help. Loaded when opened."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import two_columns
from tavolo.ui.texts import keys as t


class Menu(Screen):
    """One choice at a time, large arrows at the foot."""

    def __init__(self) -> None:
        self.at = 0
        self.sure = False  # asking once more before something that cannot be taken back

    def _choices(self, m) -> list:
        """(text, what it does)."""
        s = m.sheet
        out: list = [(t.M_HELP, (i.OPEN, "Help")), (t.M_CALL, (i.OPEN, "CallAsk")), (t.M_SHEET, (i.OPEN, "Foglio"))]
        if s.plan is not None and s.phase < k.SHEET:
            out.append((t.M_SEATS, (i.SEATS, 255, 255)))
            if s.phase <= k.WAITING:
                out.append((t.M_NAMES, (i.PRESENCE, m.first_line(), k.NOT_OUR_NAMES)))
                out.append((t.M_SWAP, (i.PRESENCE, 0, k.SWAP_LINES)))
                if not m.linked:
                    out.append((t.M_START, (i.START,)))
            else:
                out.append((t.M_VOID, (i.VOID, s.deal_no)))
                if s.time_out_at < 0 and not m.linked:
                    out.append((t.M_TIME_OUT, (i.TIME_OUT,)))
        out.append((t.M_INFO, (i.OPEN, "Info")))
        return out

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        choices = self._choices(m)
        mine = min(self.at, len(choices) - 1)  # the link's signals come and go with the link
        if self.sure:
            c.bar(m.texts[choices[mine][0]], "?", True)
            c.center(24, m.texts[t.SURE])
            c.center(52, m.texts[t.YES_NO])
            return
        c.bar(m.texts[t.MENU], "%d/%d" % (mine + 1, len(choices)))
        for n in range(3):
            at = mine + n - 1
            if 0 <= at < len(choices):
                if n == 1:
                    c.fill(0, 26, 128, 12)
                c.text(2, 13 + 13 * n, m.texts[choices[at][0]], None, n == 1)
        c.center(52, m.texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        choices = self._choices(m)
        if self.sure and key != k.OK:
            self.sure = self.sure and key != k.BACK
        elif key == k.UP or key == k.DOWN:
            self.at = (self.at + (1 if key == k.DOWN else -1)) % len(choices)
        elif key == k.OK:
            intent = choices[min(self.at, len(choices) - 1)][1]
            if self.sure or intent[0] not in (i.START, i.TIME_OUT, i.VOID, i.PRESENCE):
                return intent
            self.sure = True
        elif key == k.BACK:
            return (i.CLOSE,)
        return None


class Foglio(Screen):
    """The sheet so far, a deal a page; OK corrects it while nothing is signed."""

    def __init__(self) -> None:
        self.deal = 0

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        if s.plan is None:
            c.center(24, texts[t.NO_PLAN])
            return
        deal = self.deal or max(1, s.played())
        c.bar(texts[t.SHEET], "%s %d/%d" % (texts[t.DEAL], deal, s.plan.deals))
        both = s.deal_totals(deal)
        two_columns(c, 12, texts[t.NS], texts[t.EW])
        if both:
            two_columns(c, 24, "%d" % both[0], "%d" % both[1], c.total)
        else:
            c.center(26, texts[t.DEAL_OPEN])
        c.text(0, 40, texts[t.TOTAL])
        ns, ew = s.totals()
        two_columns(c, 40, "%d" % ns, "%d" % ew)
        c.center(52, texts[t.CORRECT if both and s.phase < k.SIGNED else t.BACK])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        s = m.sheet
        if key == k.BACK or s.plan is None:
            return (i.CLOSE,)
        self.deal = self.deal or max(1, s.played())
        if key == k.UP or key == k.DOWN:
            self.deal = (self.deal - 1 + (1 if key == k.UP else -1)) % s.plan.deals + 1
        elif key == k.OK and s.phase < k.SIGNED and s.deal(self.deal):
            return (i.CORRECT, self.deal)
        return None


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


class Info(Screen):
    """Which device, which software, what is unsent."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        c.text(0, 0, m.texts[t.M_INFO])
        c.text(0, 13, m.device)
        c.right(128, 13, m.version)
        c.text(0, 26, "%s %d" % (m.texts[t.UNSENT], m.unsent))
        c.text(0, 39, m.fault or m.texts[t.LINKED if m.linked else t.NOT_LINKED])
        c.center(52, m.texts[t.BACK])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,)


class Help(Screen):
    """What the keys do."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        for n in range(4):
            c.text(0, 13 * n, m.texts[t.HELP_1 + n])
        c.center(52, m.texts[t.BACK])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,)
