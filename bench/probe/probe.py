"""Measures a running App from inside: time from a key's event to the first window, bytes on the bus per change, memory.

Runs on the simulated table beside the image, never in it. What it finds it prints, a line each:
    START us                       from the first line of main.py to the panel being switched on, its first picture whole
    KEY screen poll_us tick_us bytes   a tick that took key events and changed pixels: bytes to the end of its first window
    CHANGE kind bytes              all that one change took: key, clock, hold (the bar that fills), other
    HEAP screen free               free bytes after a collection, those of this probe counted as free
"""

import gc
import time

from micropython import mem_info

_POWER_ON = 0xAF


class Probe:
    """Takes the places of the App's tick, the keys' poll, and the bus."""

    def __init__(self, app, started_us):
        self.app = app
        self.started_us = started_us
        self.own = 0
        bus = app.port.panel._bus
        self._write, bus._writeto = bus._writeto, self.write
        self._tick, app.tick = app.tick, self.tick
        self._poll, app.keys.poll = app.keys.poll, self.poll
        self._on_key, app.navigator.on_key = app.navigator.on_key, self.on_key
        self.poll_us = self.first_us = self.first_bytes = self.bytes = 0
        self.keyed = False
        self.kind = self.screen = ""

    def write(self, addr, buf):
        size = 1 + len(buf)
        self.bytes += size
        if not self.first_us:
            self.first_bytes += size
            if buf[0] == 0x40:
                self.first_us = time.ticks_us()
        elif self.started_us and buf[0] == 0x80 and buf[1] == _POWER_ON:
            print("START", time.ticks_diff(time.ticks_us(), self.started_us))
            self.started_us = 0
        self._write(addr, buf)

    def poll(self, now=-1):
        used = self.app.ring._used
        at = time.ticks_us()
        self._poll(now)
        if self.app.ring._used != used:
            self.poll_us = time.ticks_diff(time.ticks_us(), at)

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
        began = time.ticks_us()
        self._tick(now)
        if self.bytes > sent:
            if self.keyed:
                print("KEY", self.screen, self.poll_us, time.ticks_diff(self.first_us, began), self.first_bytes)
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


def attach(app, started_us, own):
    """`own`: bytes that this module took."""
    gc.collect()
    before = gc.mem_free()
    probe = Probe(app, started_us)
    gc.collect()
    probe.own = own + before - gc.mem_free()
