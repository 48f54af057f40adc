"""Blind double entry (an organiser's setting): each line enters the count unseen by the other, then what differs is named.

While a line enters, the count's own screens are up; this one stands between them. What it must remember is kept with the
draft, in one file: `draft.tail` is empty, or stage, item and the other line's entry, so a reset loses neither.
"""

import struct

from tavolo.domain import kinds as k
from tavolo.ui import intents as i
from tavolo.ui.entry import Draft
from tavolo.ui.screens.base import Screen
from tavolo.ui.texts import keys as t

# stages: the first line's count, the second line's, one item again by the first, the same by the second, agreed
FIRST, SECOND, AGAIN_FIRST, AGAIN_SECOND, AGREED = range(5)
_LAYOUT = ">BB16h"
_FIELDS = (t.CLEAN, t.SEMI, t.DIRTY, 0, t.PILE, t.NEGATIVE, t.POSITIVE)


def _read(draft) -> tuple:
    """(stage, item, the other's lines)."""
    if not draft.tail:
        return FIRST, 0, ()
    parts = struct.unpack(_LAYOUT, draft.tail)
    return parts[0], parts[1], (list(parts[2:10]), list(parts[10:18]))


def _write(draft, stage: int, item: int, other: tuple) -> None:
    draft.tail = struct.pack(_LAYOUT, stage, item, *(other[0] + other[1]))


def _hand_over(draft, lines: tuple) -> None:
    """The draft is the other line's from here on: of what was typed and left before, nothing is to be seen."""
    fresh = Draft(draft.deal)
    draft.lines = lines or fresh.lines
    draft.left, draft.typed, draft.piles, draft.asked = fresh.left, fresh.typed, fresh.piles, fresh.asked


class Blind(Screen):
    """Whose turn it is; what differs. Nothing of a count is shown here."""

    def _differs(self, m) -> tuple:
        """(item, line, field) of the first answer that is not the same in both counts; item -1: all are."""
        draft = m.draft
        _, _, other = _read(draft)
        second = Draft(draft.deal)
        second.lines = other
        profile, first = m.sheet.plan.profile, m.first_line()
        steps = draft.steps(profile, first)
        second.steps(profile, first)
        for item, (line, field) in enumerate(steps):
            if draft.value(line, field) != second.value(line, field):
                return item, line, field
        return -1, 0, 0

    def _done(self, draft) -> bool:
        """What this stage asked for is entered."""
        stage, item, _ = _read(draft)
        return draft.step >= i.CONFIRMING if stage < AGAIN_FIRST else draft.step > item

    def _next(self, m) -> tuple:
        """(stage, item, line, field) of what comes now; field -1: no single item."""
        draft = m.draft
        stage, item, _ = _read(draft)
        if not self._done(draft):
            if stage < AGAIN_FIRST:
                return stage, 0, 0, -1
            line, field = draft.steps(m.sheet.plan.profile, m.first_line())[item]
            return stage, item, line, field
        if stage == FIRST:
            return SECOND, 0, 0, -1
        if stage == AGAIN_FIRST:
            line, field = draft.steps(m.sheet.plan.profile, m.first_line())[item]
            return AGAIN_SECOND, item, line, field
        item, line, field = self._differs(m) if stage < AGREED else (-1, 0, 0)
        return (AGREED, 0, 0, -1) if item < 0 else (AGAIN_FIRST, item, line, field)

    def draw(self, c, m, now: int) -> None:
        """See navigator.py."""
        texts = m.texts
        stage, _, line, field = self._next(m)
        if stage == AGREED:
            c.bar(texts[t.BLIND], "", True)
            c.center(24, texts[t.BLIND_SAME])
            c.center(52, texts[t.GO_ON])
            return
        who = m.first_line() ^ (stage & 1)
        c.bar(texts[t.BLIND_WHO] % texts[t.LINE_NS + who], "", True)
        if field < 0:
            c.center(16, texts[t.BLIND_ALONE])
            c.center(30, texts[t.BLIND_LOOK] % texts[t.LINE_NS + (who ^ 1)])
            c.center(52, texts[t.BLIND_GO])
            return
        c.center(12, texts[t.BLIND_OTHER])
        c.center(24, texts[t.LINE_NS + line] if line >= 0 else texts[t.WHO_CLOSED])
        c.center(36, texts[_FIELDS[field]] if line >= 0 else "")
        c.center(52, texts[t.BLIND_FOOT])

    def on(self, key: int, long: bool, m, now: int) -> "tuple | None":
        """See navigator.py."""
        if key == k.BACK:
            return (i.PHASE, k.PLAY)
        draft = m.draft
        stage, item, _, field = self._next(m)
        if key == k.UP and field >= 0:  # both counts anew: where one wrong answer hangs on another
            return self._restart(draft)
        if key != k.OK:
            return None
        was, _, other = _read(draft)
        if stage == AGREED:
            _write(draft, AGREED, 0, draft.lines)
            draft.until = i.CONFIRMING + 1
            draft.step = i.CONFIRMING
            return (i.DRAFT,)
        if stage == was:  # an entry that begins, or that was interrupted
            draft.until = i.CONFIRMING if stage < AGAIN_FIRST else item + 1
            return (i.DRAFT,)
        mine = draft.lines
        _hand_over(draft, () if stage == SECOND else other)
        _write(draft, stage, item, mine)
        draft.step = item
        draft.until = i.CONFIRMING if stage == SECOND else item + 1
        return (i.DRAFT,)

    def _restart(self, draft) -> tuple:
        _hand_over(draft, ())
        draft.tail = b""
        draft.step = draft.until = 0
        return (i.DRAFT,)
