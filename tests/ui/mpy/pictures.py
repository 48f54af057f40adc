"""Every screen of a round, reached by keys and the host's records; prints a line `PIC name hex` a picture."""

import desk as d
from shots import shoot

from tavolo.domain import facts
from tavolo.domain import kinds as k


def beginning():
    """Idle to play."""
    table = d.Desk()
    shoot(table, "idle")
    table.model.linked = False
    shoot(table, "idle-no-link")
    table.model.linked = True
    table.model.unsent = 3
    table.plan()
    shoot(table, "seating")
    table.key(k.KEY_NS, k.PRESS)
    table.model.held, table.model.held_ms = k.KEY_NS, 250
    shoot(table, "seating-holding")
    table.model.held, table.model.held_ms = -1, 0
    table.key(k.KEY_NS, k.LONG)
    table.key(k.KEY_NS, k.RELEASE)
    shoot(table, "seating-one-here")
    table.hold(k.KEY_EW)
    shoot(table, "keeper")
    table.press(k.UP)
    shoot(table, "keeper-west")
    table.press(k.OK)
    shoot(table, "dealer")
    table.press(k.OK)
    table.model.unsent = 0
    shoot(table, "waiting")
    table.start()
    shoot(table, "play-first")
    table.wait(2687 * 1000 - 1000)
    shoot(table, "play-last-seconds")
    table.wait(90 * 1000)
    shoot(table, "play-overtime")
    table.wait(10 * d.MINUTE_MS)
    shoot(table, "play-overtime-long")


def seating_other_names():
    """Names that are not theirs, and long ones."""
    table = d.Desk()
    table.plan(names=(("Della Valle", "Montefiorino"), ("D'Amico", "Caffè")))
    table.hold(k.OK)
    table.press(k.DOWN, 4)
    shoot(table, "menu-names")
    table.press(k.OK)
    shoot(table, "menu-names-sure")
    table.press(k.OK)
    shoot(table, "seating-not-our-names")


def clocks():
    """What the clock's policy lets the players see."""
    for name, policy in (("hidden", k.CLOCK_HIDDEN), ("last-minutes", k.CLOCK_LAST_MINUTES)):
        table = d.Desk()
        table.to_play(policy=policy)
        shoot(table, "play-" + name)
        if policy == k.CLOCK_LAST_MINUTES:
            table.wait(42 * d.MINUTE_MS)
            shoot(table, "play-last-minutes-now")
    table = d.Desk()
    table.to_play()
    table.host(k.PAUSE, facts.time_payload(table.model.event_ms))
    table.wait(30000)
    shoot(table, "play-paused")
    table = d.Desk()
    table.to_play()
    table.model.about = True
    shoot(table, "play-about")


def counting():
    """E1 of RULES 9, question by question."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    shoot(table, "entry-closed")
    table.press(k.UP)
    shoot(table, "entry-closed-nobody")
    table.press(k.DOWN)
    shoot(table, "entry-closed-east-west")
    table.press(k.KEY_NS)
    shoot(table, "entry-clean")
    table.press(k.UP)
    table.press(k.OK)
    shoot(table, "entry-semi")
    table.press(k.OK)
    table.press(k.UP)
    shoot(table, "entry-dirty")
    table.press(k.OK)
    shoot(table, "entry-negative-nothing")
    table.press(k.KEY_EW, 2)
    shoot(table, "entry-negative-fifths")
    table.press(k.UP)
    shoot(table, "entry-negative")
    table.press(k.OK)
    shoot(table, "entry-positive-nothing")
    table.press(k.OK)
    shoot(table, "entry-positive-zero")
    table.number(345)
    shoot(table, "entry-other-line")
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    shoot(table, "entry-pile")
    table.press(k.UP)
    shoot(table, "entry-pile-not-played")
    table.press(k.UP)
    shoot(table, "entry-pile-not-taken")
    table.press(k.UP)
    table.press(k.OK)
    table.number(60)
    table.number(180)
    shoot(table, "confirm")
    table.hold(k.KEY_EW)
    shoot(table, "confirm-one")
    table.hold(k.KEY_NS)
    shoot(table, "recorded")
    table.press(k.OK)
    shoot(table, "dealing")
    table.press(k.UP)
    shoot(table, "sheet")
    table.press(k.UP)
    shoot(table, "sheet-open-deal")
    table.press(k.BACK)
    table.press(k.OK)
    shoot(table, "play")


def findings():
    """Refused and questioned."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.UP, 11)
    table.press(k.OK)
    shoot(table, "refused-burracos")
    table.press(k.OK)
    table.press(k.DOWN, 11)
    table.press(k.OK, 3)
    shoot(table, "refused-no-burraco")
    table.press(k.OK)
    table.press(k.UP)
    table.press(k.OK)
    table.number(45)
    table.number(995)
    shoot(table, "refused-positive")
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.line(0, 0, 1, None, 45, 800)
    table.line(0, 0, 0, 0, 205, 60)
    shoot(table, "refused-sum")
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.NS)
    table.press(k.OK, 2)
    table.press(k.UP)
    table.press(k.OK)
    table.number(0)
    shoot(table, "warned-negative")
    table.press(k.BACK)
    shoot(table, "entry-after-warning-no")
    table.press(k.OK)
    table.press(k.OK)
    table.number(60)
    shoot(table, "warned-positive")
    table.press(k.OK)
    shoot(table, "warned-few-cards")


def negative_totals():
    """A line below zero, and the sheet with it."""
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.closed(k.EW)
    table.line(0, 0, 0, 2, 160, 30)
    table.line(2, 1, 0, None, 10, 410)
    shoot(table, "confirm-negative")
    table.both_hold()
    table.press(k.OK, 2)
    table.play_e1()
    table.hold(k.OK)
    shoot(table, "menu")
    table.press(k.DOWN, 2)
    table.press(k.OK)
    shoot(table, "sheet-second")
    table.press(k.DOWN)
    shoot(table, "sheet-negative")
    table.press(k.OK)
    shoot(table, "correct-closed")
    table.press(k.OK, 7)
    table.press(k.UP)
    table.press(k.OK)
    while not table.shows("Confirm"):
        table.press(k.OK)
    shoot(table, "correct-confirm")


def stops():
    """TIME OUT in every state of a table."""
    table = d.Desk()
    table.to_play()
    table.time_out()
    shoot(table, "time-out-state")
    table.press(k.OK)
    shoot(table, "time-out-turn")
    table.press(k.OK)
    shoot(table, "time-out-drawn")
    table.press(k.OK)
    shoot(table, "lap-eight")
    table.press(k.OK, 4)
    shoot(table, "lap-four")
    table.press(k.OK, 3)
    shoot(table, "lap-last")
    table.press(k.OK)
    shoot(table, "lap-count")
    table = d.Desk()
    table.to_play()
    table.play_e1()
    table.time_out()
    shoot(table, "time-out-shuffling")
    table.press(k.OK)
    shoot(table, "time-out-sure")
    table.press(k.OK)
    shoot(table, "round-over")
    table = d.Desk()
    table.to_play()
    table.press(k.OK)
    table.time_out()
    shoot(table, "time-out-count")


def ending():
    """Result to delivered."""
    table = d.Desk()
    table.to_play(deals=2)
    table.play_e1()
    table.play_e1()
    shoot(table, "result")
    table.hold(k.KEY_NS)
    shoot(table, "result-one")
    table.hold(k.KEY_EW)
    table.model.unsent = 2
    shoot(table, "signed-here")
    table.model.linked = False
    shoot(table, "signed-no-link")
    table.model.linked = True
    table.model.unsent = 0
    shoot(table, "signed")


def calls():
    """The arbiter, in two acts."""
    table = d.Desk()
    table.to_play()
    table.hold(k.BACK)
    shoot(table, "call")
    table.press(k.OK)
    shoot(table, "call-waiting")
    table.press(k.BACK)
    shoot(table, "call-play")
    table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_SEEN, table.model.sheet.call[3]))
    shoot(table, "call-seen")
    table.press(k.BACK)
    table.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_COMING, table.model.sheet.call[3]))
    shoot(table, "call-coming")


def rest():
    """What is seldom seen."""
    table = d.Desk()
    table.to_play()
    table.hold(k.OK)
    table.press(k.OK)
    shoot(table, "help")
    table.press(k.BACK)
    table.hold(k.OK)
    table.press(k.UP)
    shoot(table, "menu-end")
    table.press(k.OK)
    shoot(table, "info")
    table.press(k.BACK)
    table.model.linked = False
    table.hold(k.OK)
    table.press(k.DOWN, 5)
    shoot(table, "menu-time-out")
    table.press(k.OK)
    shoot(table, "menu-sure")
    table.press(k.BACK, 2)
    table.journal.full = True
    table.press(k.OK)
    shoot(table, "not-saved")


for scene in (beginning, seating_other_names, clocks, counting, findings, negative_totals, stops, ending, calls, rest):
    scene()
