"""A table without keys or panel, for the tests of the link: Link, Outbox, TimeSync and Journal on real sockets.

Arguments: port, folder, speed (how much faster own time runs), number of own records, mode. Prints a line for each
thing that happens; ends when the host says "locate", or after ten real seconds with LATE. Mode "flood" sends beats as
fast as they are taken until the socket takes no more.
"""

import errno
import json
import os
import socket
import sys
import time

from tavolo.domain import kinds as k
from tavolo.services import beacon, journal, link, outbox, settings, timesync
from tavolo.wire import messages

DEVICE = b"\xa1\xb2\xc3\xd4"
KEY = bytes(range(32))


class Net:
    """Sockets that do not wait, and a network that is simply there."""

    def poll(self):
        pass

    def up(self):
        return True

    def gateway(self):
        return None

    def connect(self, host, port):
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(1, 7, 4096)  # SOL_SOCKET, SO_SNDBUF on Linux: as little as a board has
        try:
            sock.connect(socket.getaddrinfo(host, port)[0][-1])
        except OSError as e:
            if e.errno != errno.EINPROGRESS:
                sock.close()
                raise
        return sock


class Port:
    """What of a port the link needs."""

    def __init__(self, folder):
        self.net = Net()
        self.random = os.urandom
        self.flash_root = folder


class Table:
    def __init__(self, port, folder, speed, mode):
        self.started = time.ticks_ms()
        self.speed = speed
        self.mode = mode
        self.over = False
        given = settings.Settings()
        given.device, given.key = DEVICE, KEY
        given.hosts = [("127.0.0.1", port)]
        if mode == "second":
            given.hosts.insert(0, ("127.0.0.1", 9))  # nobody there
        if mode.startswith("beacon"):
            given.hosts = []
            beacon.PORT = int(mode[6:])
        self.journal = journal.Journal(folder, DEVICE, os.urandom)
        self.journal.open()
        self.link = link.Link(Port(folder), given, "0.1.0", self.message, self.beat)
        self.outbox = outbox.Outbox(self.journal, self.link, KEY)
        self.time = timesync.TimeSync(folder)
        self.session = 0

    def now(self):
        return time.ticks_diff(time.ticks_ms(), self.started) * self.speed

    def beat(self):
        values = {"t": "beat", "un": self.outbox.unsent()}
        for name in ("ph", "dn", "bat", "rssi", "mem", "q", "up"):
            values[name] = 0
        return values

    def message(self, message):
        kind = message["t"]
        if kind == "snap":
            self.outbox.have(message["have"])
        elif kind == "ack":
            self.outbox.acked(message["l"], message["u"])
        elif kind == "time":
            self.time.answer(message, self.now())
        elif kind == "locate":
            self.over = True
        print("MSG", json.dumps(message))

    def step(self, now):
        state, refused = self.link.state, self.link.refused
        self.link.poll(now)
        if self.link.sessions != self.session:
            self.session = self.link.sessions
            self.time.restart(now)
        self.time.poll(now, self.link.send)
        self.outbox.poll(now)
        if self.link.state != state:
            print("STATE", self.link.state, self.link.why)
        if self.link.refused != refused:
            print("REFUSED", self.link.why)
        if self.mode == "flood" and self.link.linked():
            taken = 0
            while self.link.send(self.beat()):
                taken += 1
            if not taken:
                print("FULL")
                self.mode = ""


def main():
    port, folder, speed, records, mode = sys.argv[1:6]
    try:
        os.mkdir(folder)
    except OSError:
        pass
    table = Table(int(port), folder, int(speed), mode)
    print("LOG", table.journal.log.hex())
    for n in range(int(records)):
        table.journal.append(k.DEAL, b"deal %d" % n, 100 + n, b"evnt", b"rnd1", 3)
    while not table.over:
        table.step(table.now())
        time.sleep_ms(2)
        if time.ticks_diff(time.ticks_ms(), table.started) > 10000:
            print("LATE")
            break
    print("END unsent=%d known=%s q=%d" % (table.outbox.unsent(), table.time.known, table.time.quality_ms))


if messages.VERSION == 1:
    main()
