"""TIME OUT: asks what the sheet cannot know, then names who still plays (RULES 3.2)."""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, time_out
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.screens.parts import compass
from tavolo.ui.texts import keys as t

_SHUFFLE_MS = 40000  # a deal recorded so recently: they are shuffling
_DEAL_MS = 120000


class TimeOut(Screen):
    """What are you doing, who is on turn, has the first player drawn: each asked only where it matters."""

    def __init__(self) -> None:
        self.step = -1
        self.value = 0
        self.state = k.TO_PLAY
        self.seat = 0

    def _begin(self, m) -> None:
        if self.step >= 0:
            return
        s = m.sheet
        self.step = 0
        age = s.time_out_at - s.since_ms
        if s.phase == k.PLAY:
            self.value = k.TO_PLAY
        else:
            self.value = 0 if age < _SHUFFLE_MS else 1 if age < _DEAL_MS else 2

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        self._begin(m)
        texts = m.texts
        c.bar(texts[t.TIME_OUT], "", True)
        c.center(12, texts[(t.NOW_Q, t.TURN_Q, t.DRAWN_Q, t.OVER)[self.step]])
        if self.step == 3:
            c.center(28, texts[t.SURE])
            c.center(52, texts[t.YES_NO])
            return
        if self.step == 1:
            compass(c, m, m.sheet.keeper, self.value, 24, 38)
            c.text(60, 26, texts[t.NORTH + self.value], c.big)
            c.right(128, 52, texts[t.GO_ON])
            return
        word = texts[t.SHUFFLING + self.value] if self.step == 0 else texts[t.NO if self.value else t.YES]
        c.center(26, word.upper(), c.big)
        c.center(52, texts[t.CHOOSE])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        self._begin(m)
        if self.step < 3 and (key == k.UP or key == k.DOWN):
            self.value = (self.value + (1 if key == k.UP else -1)) % (4, 4, 2)[self.step]
        elif key == k.BACK:
            if not self.step:
                return (i.CLOSE,)
            self.step = 1 if self.step == 2 else 0
            self.value = self.seat if self.step else self.state
        elif key == k.OK:
            return self._answer(m)
        return None

    def _answer(self, m) -> "tuple | None":
        s = m.sheet
        dealer = s.dealer(s.deal_no)
        if self.step == 0:
            self.state = self.value
            if self.state == k.TO_BEFORE_DEALING:  # ends the round: no single press does
                self.step = 3
                return None
            if self.state != k.TO_PLAY:
                return (i.LAST_LAP, self.state, 255, 0)
            self.step = 1
            self.value = dealer + 1 & 3
            return None
        if self.step == 1:
            self.seat = self.value
            family = profiles.time_out_family(s.plan.profile)
            both = [time_out.last_lap(family, k.TO_PLAY, dealer, self.seat, drawn) for drawn in (False, True)]
            if both[0] == both[1]:
                return (i.LAST_LAP, self.state, self.seat, 0)
            self.step = 2
            self.value = 0
            return None
        if self.step == 3:
            return (i.LAST_LAP, self.state, 255, 0)
        return (i.LAST_LAP, self.state, self.seat, 1 - self.value)


class Lap(Screen):
    """The turns left, a press each; the last player by name."""

    def _turns(self, m) -> tuple:
        s = m.sheet
        state, seat, drawn = s.lap
        family = profiles.time_out_family(s.plan.profile)
        return time_out.last_lap(family, state, s.dealer(s.deal_no), seat & 3, drawn != 0)  # type: ignore[return-value]

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        turns = self._turns(m)
        c.bar(texts[t.TIME_OUT], texts[t.CLOSED_KEY], True)
        left = turns[m.sheet.lap_done :]
        if not left:
            return
        c.text(0, 18, texts[t.LAST])
        c.right(126, 13, texts[t.NORTH + left[-1]], c.big)
        letters = [texts[t.SEAT_LETTERS][seat] for seat in left]
        c.text(0, 39, texts[t.LEFT] + " " + (" " if len(left) < 8 else "").join(letters))
        c.text(0, 52, texts[t.HAS_PLAYED] % texts[t.NORTH + left[0]])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        done = m.sheet.lap_done
        if key == k.OK:
            if done + 1 >= len(self._turns(m)):
                return (i.PHASE, k.COUNT)
            return (i.LAP_TURN, done + 1)
        if key == k.BACK:  # before the first turn was played: a wrong answer is answered again
            return (i.LAP_TURN, done - 1) if done else (i.OPEN, "TimeOut")
        return (i.PHASE, k.COUNT) if key == k.UP else None
