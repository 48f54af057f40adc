"""How long one turn of the link takes at most, over real sockets. Arguments: port, folder, real seconds, network up or not
(1, 0), address. Own time runs five times as fast, so that every deadline passes. Prints `TURN us state` for the longest turns."""

import errno
import socket
import sys
import time

from tavolo.services import link, settings

SPEED = 5
TURNS_KEPT = 20

try:
    _sched = open("/proc/self/schedstat")  # for how long the computer ran something else
except OSError:
    _sched = None


def delayed_us():
    if not _sched:
        return 0
    _sched.seek(0)
    return int(_sched.read().split()[1]) // 1000


class Net:
    def __init__(self, up):
        self._up = up

    def poll(self):
        pass

    def up(self):
        return self._up

    def gateway(self):
        return None

    def connect(self, host, port):
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(1, 7, 4096)  # SOL_SOCKET, SO_SNDBUF: as little as a board has
        try:
            sock.connect(socket.getaddrinfo(host, port)[0][-1])
        except OSError as e:
            if e.errno != errno.EINPROGRESS:
                sock.close()
                raise
        return sock


class Port:
    def __init__(self, folder, up):
        self.net = Net(up)
        self.random = lambda size: b"\7" * size  # bench/feed.py knows them
        self.flash_root = folder


def main():
    port, folder, seconds, up, address = sys.argv[1:6]
    given = settings.Settings()
    given.device, given.key = b"\xa1\xb2\xc3\xd4", bytes(range(32))
    given.hosts = [(address, int(port))]
    said = []

    def beat():
        values = {"t": "beat"}
        for name in ("ph", "dn", "un", "bat", "rssi", "mem", "q", "up"):
            values[name] = 0
        return values

    table = link.Link(Port(folder, up == "1"), given, "0.1.0", said.append, beat)
    began = time.ticks_ms()
    longest = []
    turns = 0
    while time.ticks_diff(time.ticks_ms(), began) < int(seconds) * 1000:
        now = time.ticks_diff(time.ticks_ms(), began) * SPEED
        state = table.state
        delay = delayed_us()
        at = time.ticks_us()
        table.poll(now)
        took = time.ticks_diff(time.ticks_us(), at)
        took -= delayed_us() - delay
        longest.append((took, state))
        longest.sort(reverse=True)
        del longest[TURNS_KEPT:]
        said.clear()
        turns += 1
        time.sleep_ms(2)
    for took, state in longest:
        print("TURN", took, state)
    print("DONE", turns, table.sessions)


main()
