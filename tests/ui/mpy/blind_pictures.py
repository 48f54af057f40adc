"""Blind double entry: prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import kinds as k


def counted(table, ns_clean=1, closed=k.NS):
    table.press(k.OK)
    table.closed(closed)
    table.line(ns_clean, 0, 1, None if closed == k.NS else 0, 45, 345)
    table.line(0, 0, 1, 0, 60, 180)


def whole():
    """Each line's turn, what differs, both agree."""
    table = d.Desk()
    table.to_play(blind=True)
    table.press(k.OK)
    shoot(table, "blind-first")
    counted(table)
    shoot(table, "blind-second")
    counted(table, 2)
    shoot(table, "blind-differs")
    table.press(k.OK)
    table.press(k.UP)
    shoot(table, "blind-again")
    table.press(k.OK)
    shoot(table, "blind-differs-second")
    table.press(k.OK, 2)
    shoot(table, "blind-same")


def closing():
    """Who closed is what differs."""
    table = d.Desk()
    table.to_play(blind=True)
    table.press(k.OK)
    counted(table)
    counted(table, 1, 2)
    shoot(table, "blind-differs-closed")


for scene in (whole, closing):
    scene()
