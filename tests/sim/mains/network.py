"""Board side alone: connects to the host in settings.json, says hello, and prints what becomes of the connection."""

import time

from board import BOARD

from boards.unix.port import make_port
from tavolo.services import settings

config = settings.load("/")
port = make_port(BOARD, config)
host = config.hosts[0]
sock = port.net.connect(host[0], host[1])
print("dialled")
time.sleep_ms(50)
sock.write(b"hello")
while True:
    port.keys.read()
    port.net.poll()
    try:
        got = sock.read(10)
        if got:
            print("got", got)
    except OSError as e:
        print("lost", e.errno)
        break
    time.sleep_ms(5)
try:
    port.net.connect(host[0], host[1])
except OSError as e:
    print("refused", e.errno, port.net.up(), port.net.rssi(), port.net.gateway())
while True:
    port.keys.read()
    time.sleep_ms(5)
