"""Runs on MicroPython over an image: the panel's driver on a bus that remembers what was sent, in packets, and prints
it. A scene: `NEW sh1106`, then lines `SENT hex hex ...` (transactions), `FRAME hex` (what should be seen then), `LOST`
(the panel has lost its state). tests/unit/test_panel.py puts a decoder at the other end."""

import binascii

import micropython

from boards.drivers.panel import Panel


class Bus:
    """Copies what is sent into room that is there beforehand, so that it can stand under a locked heap."""

    def __init__(self):
        self.room = bytearray(20000)
        self.sizes = [0] * 400
        self.answers = True
        self.clear()

    def clear(self):
        self.used = self.count = 0

    def writeto(self, addr, buf):
        if not self.answers:
            raise OSError(19)
        at = self.used
        for byte in buf:
            self.room[at] = byte
            at += 1
        self.sizes[self.count] = at - self.used
        self.count += 1
        self.used = at


def say(bus):
    parts = []
    at = 0
    for n in range(bus.count):
        parts.append(binascii.hexlify(bus.room[at : at + bus.sizes[n]]).decode())
        at += bus.sizes[n]
    print("SENT", " ".join(parts))
    bus.clear()


def send(bus, panel, frame):
    """All windows, none larger than a turn bears, under a locked heap."""
    micropython.heap_lock()
    try:
        turns = 0
        while panel.show():
            turns += 1
    finally:
        micropython.heap_unlock()
    for n in range(bus.count):
        if bus.sizes[n] > 161:
            raise AssertionError("a transaction of %d bytes" % bus.sizes[n])
    say(bus)
    print("FRAME", binascii.hexlify(frame).decode(), turns)


state = [12345]


def some(limit):
    state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return (state[0] >> 8) % limit


def scribble(panel):
    """A few boxes, anywhere and also at the edges."""
    for _ in range(1 + some(4)):
        panel.fill_rect(some(132) - 4, some(70) - 4, 1 + some(40), 1 + some(30), some(2))


def seen(panel, shift):
    """What should be seen: the picture, moved."""
    out = bytearray(1024)
    pixels = memoryview(panel.buffer)[1:]
    for n in range(1024):
        if n % 128 >= shift:
            out[n] = pixels[n - shift]
    return out


def scene(sh1106, flip):
    bus = Bus()
    panel = Panel(bus, 0x3C, sh1106, flip)
    print("NEW", int(sh1106), int(flip))
    say(bus)
    shift = 0
    for n in range(60):
        scribble(panel)
        if n % 7 == 6:
            shift ^= 1
            panel.shift(shift)
        if n % 20 == 19:
            panel.contrast(n)
        if n == 25:
            panel.restart(True)
        if n == 33:
            print("LOST")
            panel.restart(True)
        if n == 45:
            print("LOST")
            panel.restart()
        send(bus, panel, seen(panel, shift))
    # it goes, and comes back
    bus.answers = False
    scribble(panel)
    while panel.show():
        pass
    panel.restart()
    if panel.ok or panel.show():
        raise AssertionError("a panel that is not there is said to be well")
    bus.answers = True
    print("LOST")
    panel.restart()
    if not panel.ok:
        raise AssertionError("a panel that came back is not seen")
    send(bus, panel, seen(panel, shift))


for sh1106 in (False, True):
    for flip in (False, True):
        scene(sh1106, flip)
print("DONE")
