"""TIME OUT: asks what the sheet cannot know, then names who still plays and says why (RULES 3.2)."""

from tavolo.domain import kinds as k
from tavolo.domain import profiles, seats, time_out
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
        self.drawn = 0  # 0 yes, 1 no

    def _begin(self, m) -> None:
        if self.step >= 0:
            return
        s = m.sheet
        self.step = 0
        self.seat = s.dealer(s.deal_no) + 1 & 3
        age = s.time_out_at - s.since_ms
        if s.lap:  # answered before: those answers are the guess
            self.state, seat, drawn = s.lap
            if seat < 4:
                self.seat = seat
            self.drawn = 1 - drawn
        elif s.presence_state != [k.HERE, k.HERE]:
            self.state = k.TO_BEFORE_DEALING  # a line never came
        elif s.phase == k.DEALING:
            self.state = 0 if age < _SHUFFLE_MS else 1 if age < _DEAL_MS else 2
        elif m.turn is not None and m.turn.seat >= 0:  # the turn clock runs, so they play, and whose turn it is is known
            self.step = 1
            self.seat = m.turn.seat
        self.value = self.seat if self.step else self.state

    def _states(self, m) -> tuple:
        """What they can be doing: between deals nobody counts; in play only the first deal may still be dealt, by a line
        that came late; a line that never came played nothing; and a wrong answer may have been any."""
        s = m.sheet
        if s.lap or s.presence_state != [k.HERE, k.HERE]:
            return (0, 1, 2, 3)
        if s.phase == k.DEALING:
            return (0, 1, 2)
        return (2, 3) if s.deal_no > 1 else (1, 2, 3)

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
            choices = self._states(m) if not self.step else (0, 1, 2, 3)[: 6 - 2 * self.step]
            at = choices.index(self.value) + (1 if key == k.UP else -1)
            self.value = choices[at % len(choices)]
        elif key == k.BACK:
            if not self.step:  # TIME OUT itself cannot be taken back: what it means is all there is to see
                return (i.CLOSE,) if m.sheet.lap else (i.OPEN, "Rule")
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
            self.value = self.seat
            return None
        if self.step == 1:
            self.seat = self.value
            family = profiles.time_out_family(s.plan.profile)
            both = [time_out.last_lap(family, k.TO_PLAY, dealer, self.seat, drawn) for drawn in (False, True)]
            if both[0] == both[1]:
                return (i.LAST_LAP, self.state, self.seat, 0)
            self.step = 2
            self.value = self.drawn
            return None
        if self.step == 3:
            return (i.LAST_LAP, self.state, 255, 0)
        return (i.LAST_LAP, self.state, self.seat, 1 - self.value)


def _turns(s) -> tuple:
    """The turns of the last lap from the instant of TIME OUT on."""
    state, seat, drawn = s.lap
    family = profiles.time_out_family(s.plan.profile)
    return time_out.last_lap(family, state, s.dealer(s.deal_no), seat & 3, drawn != 0)  # type: ignore[return-value]


class Lap(Screen):
    """The turns left, a press each; the last player by name."""

    def _turns(self, m) -> tuple:
        return _turns(m.sheet)

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        turns = self._turns(m)
        c.bar(texts[t.TIME_OUT], texts[t.CLOSED_KEY], True)
        left = turns[m.sheet.lap_done :]
        if not left:
            return
        c.text(0, 13, texts[t.LAST])
        c.text(0, 26, texts[t.RULE_KEY])
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
        if key == k.DOWN:
            return (i.OPEN, "Rule")
        return (i.PHASE, k.COUNT) if key == k.UP else None


class Rule(Screen):
    """Why they play last who do: the profile's rule in four lines."""

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        s, texts = m.sheet, m.texts
        family = profiles.time_out_family(s.plan.profile)
        lap = seats.order(s.dealer(s.deal_no))
        one = s.lap is not None and _turns(s) == lap and (s.lap[0] == k.TO_DEALING or family == profiles.TO_DEALER)
        if one or family == profiles.TO_DEALER:
            first = (t.RULE_ONE_1, t.RULE_ONE_2) if one else (t.RULE_DEALER_1, t.RULE_DEALER_2)
            lines = [texts[n] for n in first + (t.RULE_DEALER_3,)]
            lines.append("%s %s" % (texts[t.DEALER], texts[t.NORTH + lap[3]]))
        else:
            first_line = t.RULE_RIGHT_1 if family == profiles.TO_RIGHT else t.RULE_PARTNER_1
            lines = [texts[first_line + n] for n in range(4)]
        for n in range(4):
            c.center(13 * n, lines[n])
        c.center(52, texts[t.GO_ON])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        return (i.CLOSE,) if key in (k.OK, k.BACK) else None
