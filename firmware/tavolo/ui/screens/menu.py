"""The menu: one choice at a time, with OK held from any base screen."""

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
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
        if m.draft is not None:
            out.append((t.M_RULING, (i.OPEN, "Ruling")))
        alone = s.plan is not None and not s.plan.rounds
        if s.plan is not None and s.phase < k.SHEET:
            out.append((t.M_SEATS, (i.OPEN, "Seats")))
            early = s.phase <= k.WAITING
            if early or m.base == "Seating":  # a line that comes late may find other names, too
                out.append((t.M_NAMES, (i.PRESENCE, m.first_line(), k.NOT_OUR_NAMES)))
                out.append((t.M_SWAP, (i.PRESENCE, 0, k.SWAP_LINES)))
            if early:
                if alone or not m.linked:
                    out.append((t.M_START, (i.START,)))
            else:
                out.append((t.M_VOID, (i.VOID, s.deal_no)))
                if s.time_out_at < 0 and (alone or not m.linked):
                    out.append((t.M_TIME_OUT, (i.TIME_OUT,)))
        if s.phase == k.SIGNED:
            out.append((t.M_CODE, (i.OPEN, "Code")))
        if s.plan is None or s.phase == k.SIGNED:
            out.append((t.M_SOLO, (i.OPEN, "Solo")))
            out.append((t.M_TAKE, (i.OPEN, "Take")))
        out.append((t.M_LANGUAGE, (i.OPEN, "Language")))
        out.append((t.M_SOUNDS, (i.OPEN, "Sounds")))
        out.append((t.M_INFO, (i.OPEN, "Info")))
        if m.fault:
            out.append((t.M_ROOM, (i.OPEN, "Room")))
        if s.plan is None or s.phase <= k.WAITING or s.phase == k.SIGNED:
            out.append((t.M_SELF_TEST, (i.OPEN, "SelfTest")))
        if alone:
            out.append((t.M_SOLO_END, (i.ALONE_END,)))
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
            if self.sure or intent[0] not in (i.START, i.TIME_OUT, i.VOID, i.PRESENCE, i.ALONE_END):
                return intent
            self.sure = True
        elif key == k.BACK:
            return (i.CLOSE,)
        return None
