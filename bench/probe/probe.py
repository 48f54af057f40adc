"""Measures a running App from inside: time from a key's event to the first window, bytes on the bus per change, memory.

Runs on the simulated table beside the image, never in it. What it finds it prints, a line each:
    START us flash_us wait_us      from the first line of main.py to the panel being switched on, its first picture whole:
                                   at work, of that in the flash's driver; between the tasks' turns
    KEY screen us flash_us bytes erases delayed_us   a tick that took key events and changed pixels: until its first
                                   window was to be sent, of that in the flash's driver; bytes to the end of that window;
                                   blocks erased; how long the computer ran something else
    CHANGE kind bytes              all that one change took: key, clock, hold (the bar that fills), other
    HEAP screen free               free bytes after a collection, as they would be without this probe
"""

import gc
import sys
import time

from micropython import mem_info

_POWER_ON = 0xAF


class NoStopwatch:
    """Where boot.py beside this file has not run."""

    spent_us = erases = 0

    @staticmethod
    def delayed_us():
        return 0


class Probe:
    """Takes the places of the App's tick, the keys' poll, and the bus."""

    def __init__(self, app, ready_us):
        self.app = app
        self.busy_us = ready_us  # until the first picture is there
        self.ready_us = ready_us
        self.since_us = time.ticks_us()
        self.own = 0
        panel = app.port.panel  # which is the bus, for the library that drives it
        self._write, panel.writeto = panel.writeto, self.write
        self._tick, app.tick = app.tick, self.tick
        self._poll, app.keys.poll = app.keys.poll, self.poll
        self._net, app.net = app.net, self.net
        self._on_key, app.navigator.on_key = app.navigator.on_key, self.on_key
        self.poll_us = self.first_us = self.first_bytes = self.bytes = 0
        self.first_flash_us = self.first_erases = self.first_delayed_us = 0
        flash = sys.modules["blockdev"].FlashFile
        self.flash = flash if hasattr(flash, "spent_us") else NoStopwatch
        self.keyed = False
        self.kind = self.screen = ""

    def write(self, addr, buf, *, start=0, end=0):
        size = 1 + len(buf)
        self.bytes += size
        if not self.first_us:
            self.first_bytes += size
            if buf[0] == 0x40:
                self.first_us = time.ticks_us()
                self.first_delayed_us = self.flash.delayed_us()
                self.first_flash_us = self.flash.spent_us
                self.first_erases = self.flash.erases
        elif self.busy_us and buf[0] == 0x80 and buf[1] == _POWER_ON:
            self.busy_us += time.ticks_diff(time.ticks_us(), self.began_us)
            wall = time.ticks_diff(time.ticks_us(), self.since_us)
            print("START", self.busy_us, self.flash.spent_us, wall - self.busy_us + self.ready_us)
            self.busy_us = 0
        self._write(addr, buf, start=start, end=end)

    def poll(self, now=-1):
        tail = self.app.ring._tail
        at = time.ticks_us()
        self._poll(now)
        took = time.ticks_diff(time.ticks_us(), at)
        if self.app.ring._tail != tail:
            self.poll_us = took
        if self.busy_us:
            self.busy_us += took

    def net(self, now):
        at = time.ticks_us()
        self._net(now)
        if self.busy_us:
            self.busy_us += time.ticks_diff(time.ticks_us(), at)

    def on_key(self, key, edge, now):
        if not self.keyed:
            self.keyed = True
            self.screen = type(self.app.navigator.top()).__name__
        return self._on_key(key, edge, now)

    def tick(self, now):
        app = self.app
        second, step, base = app._shown_second, app._held_step, app.navigator._base_name
        self.keyed = False
        self.first_us = self.first_bytes = 0
        sent = self.bytes
        flash_us, erases = self.flash.spent_us, self.flash.erases
        delayed_us = self.flash.delayed_us()
        began = self.began_us = time.ticks_us()
        self._tick(now)
        if self.busy_us:
            self.busy_us += time.ticks_diff(time.ticks_us(), began)
        if self.bytes > sent:
            if self.keyed:
                us = self.poll_us + time.ticks_diff(self.first_us, began)
                flash_us = self.first_flash_us - flash_us
                flash = (flash_us, self.first_bytes, self.first_erases - erases, self.first_delayed_us - delayed_us)
                print("KEY", self.screen, us, *flash)
            if not sent:
                other = "clock" if app._shown_second != second else "hold" if app._held_step != step else "other"
                self.kind = "key" if self.keyed else other
        if self.bytes and not app._showing:
            print("CHANGE", self.kind, self.bytes)
            self.bytes = 0
        if app.navigator._base_name != base:
            gc.collect()
            print("HEAP", app.navigator._base_name, gc.mem_free() + self.own)
            mem_info()


def attach(app, ready_us, own):
    """`ready_us`: what main.py took until the App was ready. `own`: bytes that this module took, without those that the
    heap is larger for it."""
    gc.collect()
    before = gc.mem_free()
    probe = Probe(app, ready_us)
    gc.collect()
    probe.own = own + before - gc.mem_free()
