"""What the scripts of this folder share: a runner whose lines pytest reads, and small hand-written fakes."""

import os
import sys


def folder(name):
    """A new directory below the one that the test was given."""
    path = (sys.argv[1] if len(sys.argv) > 1 else "/tmp") + "/" + name
    os.mkdir(path)
    return path


def run(space):
    """Run every test_* function of a script; print PASS or FAIL with its name, and the traceback."""
    for name in sorted(space):
        if name.startswith("test_"):
            try:
                space[name]()
            except Exception as e:  # noqa: BLE001 - whatever it was, this test has failed
                print("FAIL", name)
                sys.print_exception(e)
            else:
                print("PASS", name)


def equal(got, wanted):
    """Fail with both values when they differ."""
    if got != wanted:
        raise AssertionError("got %r, wanted %r" % (got, wanted))


def raises(error, call, *args):
    """Fail unless call(*args) raises `error`; returns its text."""
    try:
        call(*args)
    except error as e:
        return str(e)
    raise AssertionError("%s was not raised" % error.__name__)


class Clock:
    """A clock that stands where the test puts it."""

    def __init__(self):
        self.now = 1000

    def ms(self):
        return self.now

    def rest(self, ms):
        """It goes on only while somebody rests, or where the test puts it."""
        self.now += ms
        return False


class Pins:
    """Keys whose raw levels a test sets."""

    def __init__(self):
        self.mask = 0

    def read(self):
        return self.mask


def counted(size=0):
    """A random(n) that gives 0, 1, 2, ...: repeatable, and never twice the same."""
    state = [size]

    def random(count):
        out = bytes([(state[0] + i) & 255 for i in range(count)])
        state[0] += count
        return out

    return random
