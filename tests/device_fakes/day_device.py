"""A day of twelve hours on a board's App, in virtual time: sixteen rounds of four deals, with menus, calls, corrections and
pauses; after each round, at the same place, how much memory is free. Prints `FREE round bytes`, and DONE.

`drive` has the App, `rounds`: for each its snapshot and the texts of its records, as the host sends them.
"""

import gc

import drive
import stand_ins

from tavolo.domain import kinds as k
from tavolo.ui import intents as i

TURN_MS = 500  # a turn of the loop is longer here than on a board: a day has millions of those
NS_ENTRY, EW_ENTRY = [1, 0, 1, 1, 0, 45, 345, 0], [0, 0, 1, 0, 0, 60, 180, 0]
app = drive.app


def turns(ms):
    for _ in range(ms // TURN_MS):
        stand_ins.Time.now += TURN_MS
        now = stand_ins.Time.now
        app.keys.poll()
        app.tick(now)
        app.net(now)
        app.tones.poll(now)


def hold(key, ms):
    pin = drive.pins[key]
    for level, wait in ((0, ms), (1, 600)):
        stand_ins.levels[pin] = level
        for _ in range(wait // 10):
            stand_ins.Time.now += 10
            app.keys.poll()
            app.tick(stand_ins.Time.now)


def look_around():
    """Menu, help, sheet, information, the call: opened and left again."""
    for downs in (0, 2, -1, -2, -3):
        hold(k.OK, 1200)
        for _ in range(abs(downs)):
            hold(k.DOWN if downs > 0 else k.UP, 50)
        hold(k.OK, 50)
        turns(2000)
        for _ in range(3):
            hold(k.BACK, 50)
    hold(k.BACK, 1200)
    hold(k.OK, 50)
    turns(3000)
    app.actions.act((i.WITHDRAW,))
    hold(k.BACK, 50)


def deal(correct):
    """Dealt, played, counted, confirmed by both; the second one is corrected."""
    s = app.model.sheet
    if s.phase == k.DEALING:
        app.actions.act((i.PHASE, k.PLAY))
    turns(600000)
    app.actions.act((i.PHASE, k.COUNT))
    app.navigator.update()
    hold(k.UP, 50)
    hold(k.OK, 50)
    turns(60000)
    app.model.draft.fill(list(NS_ENTRY), list(EW_ENTRY))
    for line in (0, 1):
        app.actions.act((i.CONFIRM, line))
    turns(5000)
    if correct:
        app.actions.act((i.CORRECT, 1))
        app.navigator.update()
        turns(3000)
        app.model.draft.fill(list(EW_ENTRY), list(NS_ENTRY))
        for line in (0, 1):
            app.actions.act((i.CONFIRM, line))
        turns(5000)


def play(snap, records):
    """One round, from its snapshot to both signatures."""
    app.actions.on_message(snap)
    app.actions.on_message({"t": "rec", "r": records[0]})
    turns(2000)
    for line in (0, 1):
        app.actions.act((i.PRESENCE, line, k.HERE))
    app.actions.act((i.SEATS, k.SOUTH, k.WEST))
    turns(2000)
    app.actions.on_message({"t": "rec", "r": records[1]})
    app.timesync.set_about(300000, stand_ins.Time.now)
    app.timesync.about = False
    turns(2000)
    look_around()
    for number in range(4):
        deal(number == 1)
        if app.model.sheet.played() != number + 1:
            raise AssertionError("deal %d was not recorded: %r" % (number + 1, app.model.fault))
    for line in (0, 1):
        app.actions.act((i.SIGN, line))
    turns(60000)
    if app.model.sheet.phase != k.SIGNED:
        raise AssertionError("not signed")


def day():
    began = stand_ins.Time.now
    for number in range(len(drive.rounds)):
        play(*drive.rounds[number])
        app.actions.answers.clear()
        gc.collect()
        gc.collect()
        print("FREE", number + 1, gc.mem_free())
    print("HOURS", (stand_ins.Time.now - began) // 360000 / 10)
    print("DONE")


day()
