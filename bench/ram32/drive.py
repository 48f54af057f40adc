"""Lets time pass for the App and moves its keys, a little at a time: on this build of MicroPython garbage goes only between
two calls from outside. Runs inside MicroPython; the runner sets `app`, which main.py has made."""

import stand_ins

app = None


def run(ms):
    """That much time passes."""
    for _ in range(ms // 10):
        for _ in range(2):
            stand_ins.Time.now += 5
            app.keys.poll()
        now = stand_ins.Time.now
        app.tick(now)
        app.net(now)
        app.tones.poll(now)


def level(pin, value):
    """A key goes down (0) or up (1)."""
    stand_ins.levels[pin] = value


def lay(name):
    """Open a screen over what there is and draw it, as far as it can be drawn now: some need what is not the case."""
    navigator = app.navigator
    while navigator._stack:
        navigator.close()
    navigator.open(name)
    try:
        navigator.draw(app.canvas, stand_ins.Time.now)
    except (AttributeError, TypeError, IndexError):
        pass


def where():
    """The screen that is seen, and whether the host is connected."""
    return "%s %d" % (type(app.navigator.top()).__name__, app.link.linked())
