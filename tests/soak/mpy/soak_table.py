"""One table of a soak session: the real App in virtual time, whose network is a pair of pipes to the session (soak_session.py).

Arguments: the firmware's folder, the table's part of the script (JSON), numbers of the two pipes' descriptors. Time passes only
as far as the session grants it; whatever the table does until then is noted with its time and handed over at the next grant.
"""

import io
import json
import os
import struct
import sys

import checks
import hall as hall_
import parts
import soak_player
import table as table_

from tavolo.domain import kinds as k

KEY_STEP_MS = 20  # a press of 40 ms is two samples
_MESSAGE_MS = 2500  # how long "recorded" is shown
_CHUNK = 4096
_NO_SPACE = 28
_REFUSED, _RESET = 111, 104


class Stop(BaseException):
    """Here the board is reset or loses its power."""


class Sock(io.IOBase):
    """A socket at the end of the pipes. `state`: 0 on its way, 1 open, 2 refused, 3 ended by the other side."""

    def __init__(self, line):
        self._line = line
        self.state = 0
        self.inbox = b""

    def write(self, data):
        if self.state > 1:
            raise OSError(_REFUSED if self.state == 2 else _RESET)
        self._line.note(b"W", bytes(data))
        return len(data)

    def readinto(self, buf, size):
        if self.inbox:
            got = min(size, len(buf), len(self.inbox))
            buf[:got] = self.inbox[:got]
            self.inbox = self.inbox[got:]
            return got
        return None if self.state == 1 else 0

    def ioctl(self, request, arg):
        return arg & 5 if request == 3 and self.state else 0

    def close(self):
        if self._line.sock is self:
            self._line.sock = None
            self._line.note(b"X")


class Line:
    """Pipes to the session. `until`: granted so far; `hands`: the players sit at this table's device."""

    def __init__(self, world, source, sink):
        self._world = world
        self._in = open("/dev/fd/" + source, "rb")
        self._out = open("/dev/fd/" + sink, "wb")
        self._notes = []
        self.sock = None
        self.until = 0
        self.hands = False

    def note(self, kind, data=b""):
        """Something has happened now."""
        self._notes.append(struct.pack(">IBI", self._world.now, kind[0], len(data)) + data)

    def sync(self, status):
        """Hand over what happened, wait for the next grant; what it brings that is not for the socket."""
        self.note(b"T", status)
        self._out.write(b"".join(self._notes))
        self._notes = []
        self.until, self.hands, count = struct.unpack(">IBB", self._in.read(6))
        others = []
        for _ in range(count):
            kind, size = struct.unpack(">BI", self._in.read(5))
            kind, data = bytes((kind,)), self._in.read(size)
            if not self._network(kind, data):
                others.append((kind, data))
        return others

    def _network(self, kind, data):
        if kind not in b"ARDE":
            return False
        sock = self.sock
        if sock and kind == b"D":
            sock.inbox += data
        elif sock:
            sock.state = {b"A": 1, b"R": 2, b"E": 3}[kind]
        return True


class Net(parts.Network):
    """Sockets that end at the pipes."""

    def __init__(self, line):
        self._line = line

    def connect(self, host, port):
        line = self._line
        line.sock = Sock(line)
        line.note(b"C")
        return line.sock


class Table(table_.Table):
    """A table that stops now and then, at places that its own dice choose."""

    def __init__(self, script, source, sink):
        self.line = None
        self._pipes = source, sink
        self.every_ms = script["every_ms"]
        self.stop_at = 1 << 30
        self.calm_now = False
        self._later = []
        self._lies = script.get("lies", False)
        hall_.DEVICE, hall_.KEY = bytes.fromhex(script["device"]), bytes.fromhex(script["key"])
        super().__init__(script["seed"])
        self.plan_stop()

    def _port(self, config):
        port = super()._port(config)
        if self.line is None:
            self.line = Line(self.world, *self._pipes)
        port.net = Net(self.line)
        return port

    def power_up(self):
        super().power_up()
        names = [task[0] for task in self.app.supervisor._tasks]
        del self._tasks[len(self._tasks) - len(names) + names.index("usb")]  # nobody is plugged in
        if self._lies:
            self._lie()

    def _lie(self):
        """A planted fault, to see that it is noticed: a deal is said to be recorded, and is not on flash."""
        journal = self.app.journal
        write = journal._write

        def remember(data):
            if data[1] == k.DEAL:
                journal.last_seq += 1
                journal._recent.append(data)
            else:
                write(data)

        journal._write = remember

    def down(self, power=False):
        self.line.sock = None  # nobody says good-bye
        super().down(power)

    def plan_stop(self):
        """Choose the next stop: at a time, and one in three in the middle of a write."""
        self.stop_at = 1 << 30
        if self.calm_now or not self.every_ms:
            return
        self.stop_at = self.world.now + 1 + self.dice.below(2 * self.every_ms)
        if not self.dice.below(3):
            self.cut_at(1 + self.dice.below(80), self.dice.below(3))

    def stop_soon(self):
        """It says "recorded": one time in three it stops while that is seen."""
        if not self.calm_now and self.every_ms and not self.dice.below(3):
            self.stop_at = self.world.now + 1 + self.dice.below(_MESSAGE_MS)

    def run(self, ms, step=KEY_STEP_MS):
        world, line = self.world, self.line
        end = world.now + ms
        while world.now < end:
            if world.now >= line.until:
                self.sync()
            if world.now >= self.stop_at:
                raise Stop
            super().run(min(end, line.until, max(self.stop_at, world.now + 1)) - world.now, step)

    def sync(self):
        """Say how it stands, and go on when that is granted."""
        app = self.app
        status = bytes(7)
        if app:
            unsent = app.outbox.unsent()
            status = struct.pack(">HHBBB", app.outbox.cursor, unsent, app.link.linked(), app.actions.table, app.model.sheet.phase)
        orders = self._later + self.line.sync(status)
        self._later = [] if app else orders  # nobody can do it to a table that is off
        for kind, data in orders if app else ():
            self._order(kind, data)

    def _order(self, kind, data):
        if kind == b"F":
            self._fill(int.from_bytes(data, "big"))
        elif kind == b"f":
            self._unfill()
        elif kind == b"K":
            self.calm_now = True
            self.calm()
            self.plan_stop()
        elif kind == b"L":
            self.line.note(b"L", checks.read_log())
        elif kind == b"Q":
            sys.exit(0)

    def _fill(self, spare):
        """Somebody else's file leaves `spare` bytes, about."""
        hold = self.flash.cut_in
        self.flash.cut_in = 0
        with open(table_.ROOT + "/other", "wb") as f:
            try:
                for _ in range(spare, table_.BLOCKS * _CHUNK, _CHUNK):
                    f.write(bytes(_CHUNK))
            except OSError as e:
                assert e.errno == _NO_SPACE
        self.flash.cut_in = hold

    def _unfill(self):
        hold = self.flash.cut_in
        self.flash.cut_in = 0
        if "other" in os.listdir(table_.ROOT):
            os.remove(table_.ROOT + "/other")
        self.flash.cut_in = hold

    def _screen(self):
        """b"M" for a notice, which alone can say "recorded": reading a glass by its glyphs takes long."""
        return b"M" if self.app and self.shows("Message") else b"-"

    def away(self, ms):
        """Off for a while."""
        end = self.world.now + ms
        while self.world.now < end:
            if self.world.now >= self.line.until:
                self.sync()
            self.world.now = min(end, self.line.until)

    def again(self, stop):
        """After a stop. The session is told what was seen at that moment, and what the log has after it."""
        cut = not isinstance(stop, Stop)
        power = cut or not self.dice.below(2)
        if isinstance(stop, table_.Reset):
            power = False
        self.line.note(b"D", (b"P" if power else b"R") + (b"W" if cut else b".") + self._screen() + bytes(self.bus.glass))
        self.stop_at = 1 << 30
        for pin in self.pins:
            pin.set(False)
        self.down(power)
        self.away(200 + self.dice.below(6000 if power else 1500))
        self.restart(power)
        self.line.note(b"B", checks.read_log())
        self.plan_stop()


def main():
    with open(sys.argv[2]) as f:
        script = json.loads(f.read())
    table = Table(script, sys.argv[3], sys.argv[4])
    player = soak_player.SoakPlayer(table, script)
    while True:
        try:
            player.step()
        except (Stop, table_.PowerCut, table_.Reset) as stop:
            try:
                table.again(stop)
            except table_.PowerCut as stop:  # while it starts
                table.again(stop)


main()
