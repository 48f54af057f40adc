"""Plays a list of events on one table and checks after each (checks.py). Arguments: the firmware's folder, seed, file of events.

Prints "OK" and counts, or "FAIL number-of-the-event text" and the traceback. One event a line: a word and whole numbers.
"""

import sys

import checks as checks_
import commands as commands_
import harms
import table as table_

from tavolo.domain import kinds as k

SETTLE_MS = 20


class Monkey:
    """Each method is an event."""

    def __init__(self, seed):
        self.table = table_.Table(seed)
        self.checks = checks_.Checks(self.table)
        self.commands = commands_.Commands(self.table)
        self._seen = []  # the newest pictures' texts
        self._tries = 0

    # -- keys ---------------------------------------------------------------------------------------------------------

    def key(self, key, ms, gap):
        """One key, pressed for `ms`."""
        self.table.press(key, 1, ms, gap)

    def burst(self, key, times, ms):
        """Fast presses, with a bounce at each edge."""
        table = self.table
        for _ in range(times):
            for down in (True, False):
                table.level(key, down)
                table.run(5, 5)
                table.level(key, not down)
                table.run(5, 5)
                table.level(key, down)
                table.run(ms // 2 - 10, 5)

    def chord(self, mask, ms, gap):
        """Several keys at once."""
        for key in range(6):
            self.table.level(key, mask >> key & 1)
        self.table.run(ms)
        for key in range(6):
            self.table.level(key, False)
        self.table.run(gap)

    def slide(self, first, second, ms):
        """The second key goes down before the first one is let go."""
        self.table.level(first, True)
        self.table.run(ms)
        self.table.level(second, True)
        self.table.run(ms)
        self.table.level(first, False)
        self.table.run(ms)
        self.table.level(second, False)
        self.table.run(60)

    def down(self, key, _, __):
        """A key goes down and stays."""
        self.table.level(key, True)
        self.table.run(30)

    def hand(self, times, whim, _):
        """A hand that wants to get on: OK, and where that changes nothing, other keys; `whim`: which keys it likes."""
        for _ in range(times):
            table = self.table
            table.release_all()
            seen = tuple(table.shown)
            self._tries = self._tries + 1 if seen in self._seen else 0
            self._seen = self._seen[-3:] + [seen]
            if self._tries and table.app.navigator._stack:
                table.press(k.BACK)  # out of what it does not want
                continue
            both = table.shows("Confirm", "Seating", "Result")
            way = (self._tries + (2 if both else 0)) % 4
            if way == 1 or whim % 16 == 0:
                table.press((k.UP, k.KEY_NS, k.UP, k.KEY_EW)[whim // 16 % 4])
            whim = whim * 5 + 3 & 255
            if way < 2:
                table.press(k.OK)
            elif way == 2:
                table.hold(k.KEY_NS)
                table.hold(k.KEY_EW)
            else:
                table.press(k.UP)
                table.press(k.OK)
            table.run(SETTLE_MS)

    def menu(self, downs, oks, _):
        """A choice of the menu."""
        self.table.release_all()
        self.table.hold(k.OK)
        self.table.press(k.DOWN, downs)
        self.table.press(k.OK, oks)

    def home(self, _, __, ___):
        """BACK leads home."""
        self.checks.home()
        self.checks.memory()

    # -- time and power -----------------------------------------------------------------------------------------------

    def wait(self, ms, _, __):
        """Time passes."""
        self.table.wait(ms)

    def stall(self, ms, _, __):
        """Nothing runs."""
        self.table.stall(ms)

    def reset(self, power, _, __):
        """Reset, or the power goes and comes."""
        before = self.checks.entered()
        self.table.restart(bool(power))
        self.checks.outlives(before)
        self.checks.count("power losses" if power else "resets")

    def cut(self, operation, how, _):
        """The power goes at the n-th flash operation from now."""
        self.table.cut_at(operation, how)

    def clock(self, ms, _, __):
        """The event's clock at the host jumps."""
        self.table.hall.offset = max(1000 - self.table.world.now, self.table.hall.offset + ms)
        self.checks.count("clock changes")

    # -- surroundings -------------------------------------------------------------------------------------------------

    def net(self, what, _, __):
        """0 the network goes, 1 it comes, 2 the connection breaks, 3 the host hangs, 4 it hears again."""
        hall = self.table.hall
        if what < 2:
            hall.network(bool(what))
        elif what == 2:
            hall.cut()
        else:
            hall.deaf = what == 3

    def bus(self, dead, _, __):
        """The panel does not answer, or does again."""
        self.table.bus.dead = bool(dead)

    def host(self, what, a, b):
        """The host says something (commands.py)."""
        self.commands.say(what, a, b)
        self.table.run(SETTLE_MS)

    def harm(self, number, _, __):
        """Only in the test of the checks."""
        harms.do(harms.NAMES[number], self.table)

    # -- all together -------------------------------------------------------------------------------------------------

    def step(self, word, numbers):
        """One event, then every check. A power cut on the way ends the event, and the table starts again."""
        try:
            getattr(self, word)(*numbers)
            self.table.run(SETTLE_MS)
        except (table_.PowerCut, table_.Reset):
            before = self.checks.entered()
            self.table.restart(True)
            self.checks.outlives(before, 3)
            self.checks.count("power cuts")
            self.table.run(SETTLE_MS)
        self.checks.all()

    def end(self):
        """With time and network, the host has every record; and nothing was lost on the way."""
        table = self.table
        table.calm()
        table.release_all()
        table.hall.deaf = table.bus.dead = False
        table.hall.network(True)
        table.wait(90000)
        self.checks.all()
        own = {rec.ref() for rec in self.checks.records if rec.device == b"\xa1\xb2\xc3\xd4"}
        assert own == set(table.hall.store), "host has %d of %d" % (len(table.hall.store), len(own))
        assert table.app.outbox.unsent() == 0, table.app.outbox.unsent()


def main():
    monkey = Monkey(int(sys.argv[2]))
    number = -1
    try:
        with open(sys.argv[3]) as f:
            for line in f:
                number += 1
                word, *numbers = line.split()
                monkey.step(word, [int(value) for value in numbers])
        number += 1
        monkey.end()
    except Exception as e:  # noqa: BLE001 - whatever it was, the monkey has found something
        print("FAIL", number, type(e).__name__, str(e)[:600])
        sys.print_exception(e)
        return
    counts = monkey.checks.counts
    counts["states"] = len(monkey.checks.states)
    counts["records"] = len(monkey.checks.records)
    print("OK", number, " ".join(["%s=%d" % (name.replace(" ", "_"), counts[name]) for name in sorted(counts)]))


main()
