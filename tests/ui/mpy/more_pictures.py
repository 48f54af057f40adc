"""Screens that a round shows seldom: clocks in every phase, every refusal and warning, menus; prints as pictures.py does."""

import desk as d
from shots import shoot

from tavolo.domain import facts
from tavolo.domain import kinds as k


def to_count(**plan):
    """A table at its first question."""
    table = d.Desk()
    table.to_play(**plan)
    table.press(k.OK)
    return table


def to_dealing(**plan):
    """A table that deals its second deal."""
    table = d.Desk()
    table.to_play(**plan)
    table.play_e1()
    return table


def names():
    """The longest names, with accents, and lines that were exchanged."""
    table = d.Desk()
    table.plan(names=(("Niccolò Déodaté", "Übermüller"), ("D'Annunzio", "Èvangelisti")))
    shoot(table, "seating-long-names")
    table.hold(k.OK)
    table.press(k.DOWN, 5)
    shoot(table, "menu-exchange")
    table.press(k.OK, 2)
    shoot(table, "seating-exchanged")
    table.sit()
    table.hold(k.OK)
    shoot(table, "menu-waiting")


def clocks():
    """Dealing with each clock; a round longer than the large font can show; a round that nobody ends."""
    table = to_dealing()
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    shoot(table, "dealing-paused")
    table = to_dealing()
    table.model.about = True
    shoot(table, "dealing-about")
    table.hold(k.BACK)
    table.press(k.OK)
    table.press(k.BACK)
    shoot(table, "dealing-call")
    shoot(to_dealing(policy=k.CLOCK_HIDDEN), "dealing-hidden")
    table = to_dealing()
    table.wait(56 * d.MINUTE_MS)
    shoot(table, "dealing-overtime")
    table.model.about = True
    table.press(k.OK)
    shoot(table, "play-about-overtime")
    table.model.about = False
    table.wait(92 * d.MINUTE_MS)
    shoot(table, "play-overtime-hours")
    table = d.Desk()
    table.plan()
    table.sit()
    table.host(k.START, facts.time_payload(table.model.event_ms, 120 * d.MINUTE_MS))
    table.wait()
    shoot(table, "play-two-hours")
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    shoot(table, "play-two-hours-paused")


def second_line():
    """E1's second line, question by question, and a number with its three digits."""
    table = to_count()
    table.closed(k.NS)
    table.line(1, 0, 1, None, 45, 345)
    table.press(k.OK)
    shoot(table, "entry-other-semi")
    table.press(k.OK)
    shoot(table, "entry-other-dirty")
    table.press(k.UP)
    table.press(k.OK, 2)
    shoot(table, "entry-other-negative")
    table.number(60)
    shoot(table, "entry-other-positive")
    table.press(k.KEY_NS, 2)
    shoot(table, "entry-other-positive-rows")


def refusals():
    """The refusals that figures typed by keys can meet, beside those of pictures.py."""
    table = to_count()
    table.closed(2)
    table.press(k.OK, 4)
    table.number(905)
    shoot(table, "refused-negative")
    table = to_count()
    table.closed(k.NS)
    table.press(k.UP, 2)
    table.press(k.OK, 3)
    table.number(45)
    table.number(60)
    shoot(table, "refused-low")
    table = to_count()
    table.closed(k.NS)
    table.line(8, 0, 0, None, 45, 400)
    table.press(k.OK)
    table.press(k.UP, 7)
    table.press(k.OK)
    shoot(table, "refused-burracos-both")
    table = to_count()
    table.closed(k.NS)
    table.press(k.OK, 3)
    shoot(table, "refused-no-burraco-dirty")


def warnings():
    """Warnings, beside those of pictures.py."""
    table = to_count()
    table.closed(k.NS)
    table.line(1, 0, 1, None, 20, 300)
    table.press(k.OK, 3)
    table.press(k.UP)
    table.press(k.OK)
    table.number(30)
    shoot(table, "warned-pile-negative")
    table = to_count()
    table.closed(k.NS)
    table.line(8, 0, 0, None, 20, 600)
    shoot(table, "warned-total")


def rulings():
    """What the arbiter's approval adds: a pile that is waived; a closing without a burraco."""
    table = to_count()
    table.host(k.OVERRIDE, facts.numbers_payload(1, 2))
    table.wait()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.OK, 3)
    table.press(k.DOWN)
    shoot(table, "entry-pile-waived")


def time_outs():
    """TIME OUT while confirming, dealing and signing; a lap that begins in dealing."""
    table = to_count()
    table.count_e1()
    table.hold(k.KEY_NS)
    table.time_out()
    shoot(table, "time-out-confirm")
    table.press(k.OK)
    shoot(table, "time-out-confirm-goes-on")
    table = to_dealing()
    table.time_out()
    table.press(k.UP)
    shoot(table, "time-out-dealing")
    table.press(k.OK)
    shoot(table, "lap-dealing")
    table = d.Desk()
    table.to_play(deals=2)
    table.play_e1()
    table.play_e1()
    table.time_out()
    shoot(table, "time-out-result")


def menus():
    """The menu in each phase."""
    table = d.Desk()
    table.hold(k.OK)
    shoot(table, "menu-idle")
    table.press(k.UP, 2)
    table.press(k.OK)
    shoot(table, "info-idle")
    table.press(k.BACK)
    table.model.fault = "journal: bad block"
    shoot(table, "idle-fault")
    table.model.fault = ""
    table.model.linked = False
    table.plan()
    table.sit()
    table.hold(k.OK)
    table.press(k.DOWN, 6)
    shoot(table, "menu-start")
    table.press(k.BACK)
    table.start()
    table.press(k.OK)
    table.hold(k.OK)
    table.press(k.DOWN, 3)
    shoot(table, "menu-count")
    table.press(k.BACK)
    table.count_e1()
    table.both_hold()
    table.host(k.END_ROUND, facts.time_payload(table.model.event_ms))
    table.wait()
    table.press(k.OK)
    shoot(table, "result-ended")
    table.hold(k.OK)
    table.press(k.UP)
    shoot(table, "menu-result")


for scene in (names, clocks, second_line, refusals, warnings, rulings, time_outs, menus):
    scene()
