"""The App as it runs on a board, its parts over bench/ram32's stand-ins, at play with the clock in sight: what takes no memory.

Runs after main.py's statements on either interpreter; `drive` has the App and the keys' pins. Prints PASS and FAIL lines.
"""

import gc
import sys

import drive
import micropython
import stand_ins

from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.ui import intents as i

BACK, NS, EW = 3, 4, 5
app = drive.app


def turns(app, ms):
    """What the tasks of the core do in that time; the network's turn is no part of it."""
    for _ in range(ms // 10):
        stand_ins.Time.now += 5
        app.keys.poll()
        stand_ins.Time.now += 5
        app.keys.poll()
        now = stand_ins.Time.now
        app.tick(now)
        app.tones.poll(now)


def locked(call, first, second, third=None):
    """Call it while no memory can be taken (as a call with a star would)."""
    gc.collect()
    micropython.heap_lock()
    try:
        if third is None:
            call(first, second)
        else:
            call(first, second, third)
    finally:
        micropython.heap_unlock()


def equal(got, wanted):
    if got != wanted:
        raise AssertionError("got %r, wanted %r" % (got, wanted))


def picture(app):
    return bytes(app.port.panel.buffer)


def after_a_mark(app):
    """Time goes on until the minute's mark has just been written, which is the one thing that takes memory by itself."""
    for _ in range(7000):
        marked = app.timesync._marked
        turns(app, 10)
        if app.timesync._marked != marked:
            turns(app, 200)
            return
    raise AssertionError("no mark in 70 s")


def at_play(app):
    equal(type(app.navigator.top()).__name__, "Play")
    equal(app.model.sheet.phase, k.PLAY)


def test_a_minute_of_play_takes_no_memory_and_shows_what_a_whole_drawing_shows():
    at_play(app)
    for _ in range(3):
        after_a_mark(app)
        app.care._next = stand_ins.Time.now + 20000  # the panel's own minute falls into it, too
        app.navigator.dirty = False
        locked(turns, app, 19000)
        turns(app, 2000)  # after its minute the screen is drawn whole
        app.navigator.dirty = False
        before = picture(app)
        for _ in range(30):
            locked(turns, app, 1000)
            seen = picture(app)
            app.navigator.draw(app.canvas, stand_ins.Time.now)
            equal(picture(app), seen)
            if seen == before:
                raise AssertionError("the clock stands")
            before = seen


def test_a_key_that_is_held_fills_its_bar_and_takes_no_memory():
    at_play(app)
    after_a_mark(app)
    stand_ins.levels[drive.pins[NS]] = 0
    turns(app, 30)  # the press itself has the screen drawn
    before = picture(app)
    locked(turns, app, 400)
    if picture(app) == before:
        raise AssertionError("no bar")
    stand_ins.levels[drive.pins[NS]] = 1
    turns(app, 100)
    app.navigator.draw(app.canvas, stand_ins.Time.now)
    turns(app, 100)


def press(app, pin, times):
    """From the pin to the screen, without the drawing."""
    ring, navigator = app.ring, app.navigator
    for _ in range(times):
        for level in (0, 0, 0, 0, 1, 1, 1, 1):
            stand_ins.levels[pin] = level
            stand_ins.Time.now += 5
            app.keys.poll()
            while ring.take():
                if navigator.on_key(ring.a, ring.b, stand_ins.Time.now) is not None:
                    raise AssertionError("an intent")


def test_on_its_way_a_key_takes_no_memory():
    """From the pin through debouncing, ring and navigator to the screen; what the screen then draws makes its texts anew."""
    at_play(app)
    for pin in (BACK, NS, EW):
        locked(press, app, drive.pins[pin], 20)
    turns(app, 100)


def test_typing_nothing_takes_no_memory():
    app.actions.act((i.PHASE, k.COUNT))
    turns(app, 2000)
    equal(type(app.navigator.top()).__name__, "Entry")
    after_a_mark(app)
    app.care._next = stand_ins.Time.now + 60000
    locked(turns, app, 30000)


def test_what_a_drawing_takes_is_given_back():
    gc.collect()
    free = gc.mem_free()
    for _ in range(200):
        app.navigator.dirty = True
        turns(app, 10)
        gc.collect()
    gc.collect()
    if gc.mem_free() < free:
        raise AssertionError("%d bytes less after 200 drawings" % (free - gc.mem_free()))


def test_without_a_panel_clock_and_log_go_on_and_the_light_says_so():
    panel = app.port.panel
    stand_ins.I2C.answers = False
    app.care._next = stand_ins.Time.now  # each minute something is sent, also where nothing changes
    turns(app, 1000)
    equal(panel.ok, False)
    light = app.tones.light
    left = app.model.sheet.clock.remaining_ms(app.model.event_ms)
    last = app.journal.last_seq
    turns(app, 20000)
    equal(app.model.sheet.clock.remaining_ms(app.model.event_ms), left - 20000)
    equal(app.actions.write(k.PRESENCE, bytes((0, k.HERE))), True)
    equal(app.journal.last_seq, last + 1)
    equal(light, n.LIGHT_TWICE)
    stand_ins.I2C.answers = True
    panel._shadow[:] = bytes(1024)  # to see that all of it is sent again
    turns(app, 6000)
    equal((panel.ok, bytes(panel._shadow) == picture(app)[1:]), (True, True))
    equal(app.tones.light != n.LIGHT_TWICE, True)


def test_the_key_that_wakes_the_panel_counts():
    app.care.used = stand_ins.Time.now
    turns(app, 95000)
    level = app.care._level
    if level >= 255:
        raise AssertionError("not dimmed")
    taken = []
    on_key = app.navigator.on_key
    app.navigator.on_key = lambda key, edge, now: taken.append((key, edge)) or on_key(key, edge, now)
    stand_ins.levels[drive.pins[BACK]] = 0
    turns(app, 50)
    stand_ins.levels[drive.pins[BACK]] = 1
    turns(app, 50)
    app.navigator.on_key = on_key
    equal(taken, [(BACK, k.PRESS), (BACK, k.RELEASE)])
    equal(app.care._level, 255)


def run(space):
    for name in sorted(space):
        if name.startswith("test_"):
            try:
                space[name]()
            except Exception as e:  # noqa: BLE001  # a runner reports them all
                print("FAIL", name, type(e).__name__, e)
                sys.print_exception(e)
            else:
                print("PASS", name)
