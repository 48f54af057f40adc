"""Entering a deal, one question at a time (PRODUCT 3, Score entry; SCREENS 4-5; docs/decisions/0004-card-points.md)."""

from micropython import const

from tavolo.domain import deal, scoring
from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.ui import intents as i
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

# What the keys add to card points: NS a row of cards, EW a fifth of it, UP and DOWN the smallest card.
_ROW = const(100)
_FIFTH = const(20)
_STEP = const(5)
_MOST_POINTS = const(995)  # above every bound, so that a check says in words what is too much
_MOST_COUNT = const(15)
_SLOW_REPEATS = const(4)  # a value held that long runs on in fifths
_KEEP_MS = const(1500)
_FINDING = "tavolo.ui.screens.finding"


class Entry(Screen):
    """One question at a time. `value` is what is being typed, UNKNOWN before anything was."""

    def __init__(self) -> None:
        self.of: object = None  # the draft that is asked for: a correction begins another one under the same screen
        self.at = -1
        self.value = 0
        self.repeats = 0  # how often the key that is held has run on
        self.overlay = None
        self.old = ()  # both entries before the answer that is being judged
        self.touched = 0  # when the value was last changed, 0: it is kept
        self.last = False  # the answer says that the line has no burraco of the other kinds
        self.backs = 0  # presses of BACK without another key between

    def _mine(self, m) -> None:
        if self.of is not m.draft:
            self.of = m.draft
            self.at = -1
            self.overlay = None
            self.touched = 0

    def _sync(self, m) -> list:
        """The questions; begins the current one where it has not begun."""
        draft = m.draft
        steps = draft.steps(m.sheet.plan.profile, m.first_line())
        draft.step = min(draft.step, len(steps) - 1)
        if self.at != draft.step:
            self.at = draft.step
            line, field = steps[self.at]
            self.value = draft.left.get(steps[self.at], draft.value(line, field))
            if draft.typed != k.UNKNOWN:
                self.value = draft.typed
        return steps

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        self._mine(m)
        if self.overlay:
            self.overlay.draw(c, m, now)
            return
        texts = m.texts
        line, field = self._sync(m)[self.at]
        if line < 0:
            self._draw_closed(c, m)
            return
        c.bar(texts[t.LINE_NS + line], self.figure(m, line, field, self.value), True)
        pile = t.PILE_BUT if self.value == k.PILE_TAKEN else t.PILE  # "not played" alone is mistaken for "not taken"
        c.center(12, texts[(t.CLEAN, t.SEMI, t.DIRTY, 0, pile, t.NEGATIVE, t.POSITIVE)[field]])
        if field < k.NEGATIVE:
            word = texts[t.PILE_PLAYED + self.value].upper() if field == k.PILE else "%d" % self.value
            c.center(26, word, c.big)
            c.center(52, texts[t.FOOT_VALUE])
            if self._may_end(line, field, m):
                c.right(127, 32, texts[t.NO_MORE])
                c.arrow(118 - 6 * len(texts[t.NO_MORE]), 32, line)
            return
        c.text(1, 26, "^ +%d" % _STEP)
        c.text(1, 38, "| -%d" % _STEP)
        c.right(80, 26, "---" if self.value == k.UNKNOWN else "%d" % self.value, c.big)
        for n in (k.NS, k.EW):
            c.arrow(94, 26 + 12 * n, n)
            c.right(127, 26 + 12 * n, "+%d" % (_FIFTH if n else _ROW))
        c.center(52, texts[t.FOOT_POINTS])

    def _draw_closed(self, c, m) -> None:
        texts = m.texts
        c.bar("%s %d" % (texts[t.DEAL], m.draft.deal), "", True)
        c.center(12, texts[t.WHO_CLOSED])
        if self.value != k.UNKNOWN:
            c.center(26, texts[(t.NS, t.EW, t.NOBODY)[self.value]].upper(), c.big)
            c.center(52, texts[t.FOOT_VALUE])
            return
        for n in (k.NS, k.EW):
            c.arrow(4 + 68 * n, 32, n)
            c.text(18 + 68 * n, 26, texts[t.NS + n].upper(), c.big)
        c.center(52, texts[t.FOOT_CLOSED])

    def figure(self, m, line: int, field: int, value: int) -> str:
        """What this deal is for the line so far, as the bar shows it: what BACK left counts, too, and `field` as `value`."""
        ns, ew = both = [list(entry) for entry in m.draft.lines]
        left = m.draft.left
        for at in left:
            if at[0] >= 0 and left[at] != k.UNKNOWN:
                both[at[0]][at[1]] = left[at]
        both[line][field] = value
        return "%s %d" % (m.texts[t.THIS_DEAL], scoring.totals(ns, ew, m.sheet.plan.profile)[line])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py. `long`: for UP and DOWN, that the key is held and runs on."""
        self._mine(m)
        if self.overlay:
            return self.overlay.on(key, long, m, now)
        line, field = self._sync(m)[self.at]
        if key == k.BACK:
            return self._back(m)
        self.backs = 0
        points = line >= 0 and field >= k.NEGATIVE
        if key == k.OK:
            return self._ok(line, field, m)
        if key >= k.KEY_NS:
            if line < 0 and not long:
                self.value = key - k.KEY_NS  # who closed says so with the own key
                return self._leave(line, field, m)
            if key - k.KEY_NS == line and not long and self._may_end(line, field, m):
                return self._leave(line, field, m, True)
            self.touched = now
            return self._add(_FIFTH if key == k.KEY_EW else _ROW) if points and not long else None
        self.touched = now
        self.repeats = self.repeats + 1 if long else 0
        way = 1 if key == k.UP else -1
        if not points:
            self._turn(way, line, field, m)
            return None
        by = _STEP
        if self.repeats > _SLOW_REPEATS:  # from one full fifth to the next
            by = _FIFTH - self.value % _FIFTH if way > 0 else self.value % _FIFTH or _FIFTH
        return self._add(way * by)

    def tick(self, m, now: int) -> "tuple | None":
        """See navigator.py: a value that stands for a while is kept, so that a reset takes no count."""
        draft = m.draft
        if self.touched and self.of == draft and now - self.touched >= _KEEP_MS:
            self.touched = 0
            draft.typed = self.value
            return (i.DRAFT,)
        return None

    def _kept(self, draft) -> None:
        self.touched = 0
        draft.typed = k.UNKNOWN

    def _may_end(self, line: int, field: int, m) -> bool:
        """Whether the line's own key says that it has no burraco of the other kinds; never over what was answered."""
        draft = m.draft
        for other in range(field + 1, k.DIRTY + 1):
            if draft.left.get((line, other), 0) > 0 or draft.lines[line][other] > 0:
                return False
        return field < k.DIRTY and draft.lines[line][k.DIRTY] == k.UNKNOWN

    def _ok(self, line: int, field: int, m) -> "tuple | None":
        if self.value != k.UNKNOWN:
            return self._leave(line, field, m)
        if line < 0:
            return (i.REFUSED,)
        self.value = 0  # seen first, and taken with the next OK: zero is entered, never assumed
        return None

    def _add(self, by: int) -> "tuple | None":
        value = max(0, (0 if self.value == k.UNKNOWN else self.value) + by)
        if value > _MOST_POINTS:
            return (i.REFUSED,)
        self.value = value
        return None

    def _turn(self, way: int, line: int, field: int, m) -> None:
        if line < 0:
            # either line has a key of its own, so what these bring first is the third answer
            self.value = 2 if self.value == k.UNKNOWN else (self.value + way) % 3
        elif field == k.PILE:
            self.value = (self.value + way) % (4 if m.draft.deal in m.sheet.override_deals else 3)
        else:
            self.value = max(0, min(_MOST_COUNT, self.value + way))

    def _back(self, m) -> tuple:
        self.backs += 1
        draft = m.draft
        self._kept(draft)
        if draft.step:
            draft.left[self._sync(m)[self.at]] = self.value
            # on the way out the first question is seen, from which OK leads through all of it again; not each one before it,
            # so that eight presses reach play from anywhere
            draft.step = draft.step - 1 if self.backs < 4 else 0
            self.at = -1
            return (i.DRAFT,)
        return (i.PHASE, k.PLAY)

    def _leave(self, line: int, field: int, m, last: bool = False) -> "tuple | None":
        draft = m.draft
        self.old = (list(draft.lines[0]), list(draft.lines[1]))
        draft.answer(line, field, self.value)
        draft.left.pop((line, field), None)
        self._kept(draft)
        self.last = last
        if last:
            for other in range(field + 1, k.DIRTY + 1):
                draft.answer(line, other, 0)
                draft.left.pop((line, other), None)
        draft.steps(m.sheet.plan.profile, m.first_line())  # what follows from it
        return self.go_on(m)

    def go_on(self, m) -> "tuple | None":
        """An answer is in: refused, asked about, or on to the next question and in the end to the confirmation."""
        draft = m.draft
        profile = m.sheet.plan.profile
        override = draft.deal in m.sheet.override_deals
        for finding in deal.problems(draft.lines[0], draft.lines[1], profile, override):
            level = finding[1]
            if level == k.HARD or (level == k.WARN and finding[:3] not in draft.asked):
                if level == k.HARD:
                    draft.lines = self.old
                self.overlay = __import__(_FINDING, None, None, ("make",)).make(self, finding, m)
                forget(_FINDING)  # what is wrong is seldom; the screen holds its code while it is there
                return (i.REFUSED,)
        steps = draft.steps(profile, m.first_line())
        step = self.at + 1
        while self.last and steps[step][1] <= k.DIRTY:
            step += 1
        if step >= len(steps):  # the keeper or the plan may have changed meanwhile: what was passed over is asked now
            step = 0
            while step < len(steps) and draft.lines[steps[step][0]][steps[step][1]] != k.UNKNOWN:
                step += 1
        draft.step = step if step < len(steps) else i.CONFIRMING
        return (i.DRAFT,)
