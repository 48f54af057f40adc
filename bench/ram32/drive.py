"""Builds the App on the stand-ins and presses its keys, a little at a time: on this build of MicroPython garbage goes only
between two calls from outside. Runs inside MicroPython; the runner calls board(), build(), run() and level()."""

import stand_ins

RANDOM = 7


class Clock:
    """Time as it is driven."""

    now = 0

    def ms(self):
        return self.now

    def us(self):
        return self.now * 1000


clock = Clock()
app = None
pins = port = config = None


def board():
    """The first half of main.py: settings and port."""
    global pins, port, config
    from board import BOARD
    from boards.esp32.port import Port
    from tavolo.services import settings

    pins = BOARD["keys"]
    config = settings.load("/")
    port = Port(BOARD, config)
    port.clock = clock
    port.random = lambda size: bytes([RANDOM]) * size
    stand_ins.feed = open("/feed.bin", "rb")


def build():
    """The second half: the App."""
    global app, port, config
    from tavolo.start import start

    app = start(port, config)
    port = config = None


def run(ms):
    """That much time passes."""
    for _ in range(ms // 10):
        for _ in range(2):
            clock.now += 5
            app.keys.poll()
        app.tick(clock.now)
        app.net(clock.now)
        app.tones.poll(clock.now)


def level(name, value):
    """A key goes down (0) or up (1)."""
    stand_ins.levels[pins[name]] = value


def where():
    """The screen that is seen, and whether the host is connected."""
    return "%s %d" % (type(app.navigator.top()).__name__, app.link.linked())
