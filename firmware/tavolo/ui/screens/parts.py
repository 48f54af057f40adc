"""Pieces that several screens draw."""

from tavolo.domain import kinds as k
from tavolo.ui.texts import keys as t


def table_bar(c, m, right: str = "") -> None:
    """The top band of a screen where nobody must act: table, figure, icons."""
    s = m.sheet
    name = "%s %d" % (m.texts[t.TABLE], s.plan.table) if s.plan else "TAVOLO"
    c.bar(name, "")
    c.right(108, 0, right)
    if m.low:
        c.icon(5 + 6 * len(name), 0, 4)
    c.icon(110, 0, 1 if m.linked else 0)
    c.icon(119, 0, 2 if m.unsent else 3)


def two_columns(c, y: int, left: str, right: str, font=None) -> None:
    """Both lines' figures, always in the same two places."""
    c.right(82, y, left, font)
    c.right(127, y, right, font)


def hold_marks(c, m, done: int) -> None:
    """In an inverse bar: each line's arrow until it has held its key, then a tick (a word such as OK would name a key)."""
    for line in (k.NS, k.EW):
        if done >> line & 1:
            c.text(98 + 16 * line, 0, "~", None, True)
        else:
            c.arrow(98 + 16 * line, 0, line, True)


def compass(c, m, bottom: int, marked: int, x: int, y: int) -> None:
    """The four seats' letters around (x, y), `bottom` at the bottom, `marked` in inverse."""
    letters = m.texts[t.SEAT_LETTERS]
    for seat in range(4):
        place = seat - bottom + 2 & 3  # 0 top, 1 right, 2 bottom, 3 left, as the sitting goes clockwise
        px = x + (0, 16, 0, -16)[place]
        py = y + (-13, 0, 13, 0)[place]
        if seat == marked:
            c.fill(px - 2, py, 10, 12)
        c.text(px, py, letters[seat], None, seat == marked)
