"""The round clock's warnings as the core gives them: once each, whatever stalls, resets or changes the time; the turn's sound."""

import desk as d
import ramdisk
from harness import equal, run

from tavolo.app import App
from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.services import numbers as n
from tavolo.services.kept_time import from_mark
from tavolo.services.timesync import TimeSync

FLASH = "/flash"


class Quiet:
    """A part that is not looked at here: any of its functions does nothing."""

    down = 0
    ok = True
    low = False
    sound = n.SILENCE

    def __getattr__(self, name):
        return lambda *values: None


class Core:
    """A desk whose time passes through the real App; `reset()` keeps journal and flash, as a board does."""

    def __init__(self, warnings=(5, 2), journal=None):
        self.desk = d.Desk(journal)
        port = Quiet()
        port.clock = Quiet()
        port.panel = Quiet()
        self.app = app = App(port)
        app.model, app.navigator, app.tones = self.desk.model, self.desk.navigator, self.desk.tones
        app.tones.sound = n.SILENCE
        app.canvas, app.actions = self.desk.canvas, self.desk.actions
        app.keys = app.care = Quiet()
        app.timesync = TimeSync(FLASH)
        if journal is None:
            app.timesync.set_about(10 * d.MINUTE_MS, 0)
            self.look(0)
            self.desk.plan(warnings=warnings)
            self.desk.sit()
            self.desk.start()
            self.end = self.desk.model.sheet.clock.deadline_ms
        else:
            from_mark(app.timesync, 0)
            self.look(0)
            self.desk.actions.deed("restore")
        self.desk.tones.played = []

    def look(self, now):
        self.app.now = self.desk.now = now
        self.desk.model.event_ms = self.app.timesync.event_ms(now)

    def tick(self, now):
        self.look(now)
        self.app._time(now)

    def until(self, minutes, step=10, seconds=0):
        """Ticks until so much is left."""
        clock = self.desk.model.sheet.clock
        now = self.desk.now
        while clock.remaining_ms(self.app.timesync.event_ms(now)) > minutes * d.MINUTE_MS + seconds * 1000:
            now += step
            self.tick(now)

    def warned(self):
        return self.desk.tones.played.count(n.SOUND_WARNING)

    def reset(self, dark=0):
        """Power goes for `dark` ms; then, after a while, the host tells the time."""
        end_of_light = self.app.timesync.event_ms(self.desk.now)
        again = Core(journal=self.desk.journal)
        again.end = self.end
        again.light = end_of_light + dark
        return again

    def linked(self, now):
        """The host's time is there."""
        self.app.timesync.set_about(self.light, now)


def core(**more):
    ramdisk.mount(FLASH)
    return Core(**more)


def test_each_warning_and_the_end_sound_once():
    table = core()
    for minutes, wanted in ((6, 0), (4, 1), (3, 1), (1, 2), (-1, 3), (-10, 3)):
        table.until(minutes, 100)
        equal(table.warned(), wanted)


def test_a_stall_over_the_very_second_swallows_nothing():
    table = core()
    table.until(5, 100, 3)
    table.until(4, 7000)
    equal(table.warned(), 1)
    table.until(-1, 300000)  # over the next one and over the end at once: one sound
    equal(table.warned(), 2)


def test_time_added_makes_it_come_again_and_a_cut_at_once():
    table = core()
    table.until(4, 100)
    equal(table.warned(), 1)
    table.desk.host(k.ADD_TIME, b"\x00\x04\x93\xe0")  # five minutes
    table.tick(table.desk.now + 10)
    equal(table.warned(), 1)
    table.until(4, 100)
    equal(table.warned(), 2)
    table.desk.host(k.ADD_TIME, b"\xff\xfd\xb6\x10")  # two and a half less
    for _ in range(100):
        table.tick(table.desk.now + 10)
    equal(table.warned(), 3)


def test_a_pause_warns_of_nothing():
    table = core()
    table.until(5, 100, 10)
    table.desk.host(k.PAUSE, facts.time_payload(table.desk.model.event_ms))
    for _ in range(100):
        table.tick(table.desk.now + 1000)
    equal(table.warned(), 0)
    table.desk.host(k.RESUME, facts.time_payload(table.desk.model.event_ms))
    table.until(4, 100, 50)
    equal(table.warned(), 1)


def test_after_a_reset_what_was_said_is_not_said_again():
    table = core()
    table.until(4, 100, 55)
    equal(table.warned(), 1)
    again = table.reset(dark=3000)
    again.tick(10)
    again.linked(2000)
    for now in range(2000, 40000, 100):
        again.tick(now)
    equal(again.warned(), 0)


def test_what_fell_into_a_reset_is_said_after_it():
    table = core()
    table.until(5, 100, 5)
    again = table.reset(dark=20000)
    again.tick(10)
    equal(again.warned(), 0)
    again.linked(2000)
    for now in range(2000, 40000, 100):
        again.tick(now)
    equal(again.warned(), 1)


def test_a_clock_that_is_corrected_back_does_not_say_it_twice():
    table = core()
    table.until(4, 100, 58)
    equal(table.warned(), 1)
    now = table.desk.now
    table.app.timesync.set_about(table.app.timesync.event_ms(now) - 10000, now)
    for step in range(300):
        table.tick(now + 100 * step)
    equal(table.warned(), 1)


def test_turn_sounds_in_the_core_and_stands_while_the_arbiter_is_called():
    table = core()
    desk = table.desk
    desk.press(k.DOWN)
    desk.press(k.KEY_NS)
    desk.press(k.OK)
    desk.hold(k.BACK)
    desk.press(k.OK)
    now = desk.now
    for step in range(600):
        table.tick(now + 100 * step)
    equal(desk.tones.played.count(n.SOUND_EXPIRY), 0)
    desk.host(k.CALL_ANSWER, facts.numbers_payload(k.CALL_CLOSED, desk.model.sheet.call[3]))
    now = desk.now
    for step in range(500):
        table.tick(now + 100 * step)
    equal(desk.tones.played.count(n.SOUND_EXPIRY), 1)


run(globals())
