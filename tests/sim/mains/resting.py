"""Board side alone: rests, and prints what ended each rest."""

import time

from board import BOARD

from boards.unix.port import make_port
from tavolo.services import settings

config = settings.load("/")
port = make_port(BOARD, config)
rest = port.clock.rest
seen = []


def tick(timer):
    """The timer's call: what it sees of the keys."""
    seen.append(port.keys.read() & 63)


def settle(mask):
    """Rest until that level has come and is an old one."""
    while not seen or seen[-1] != mask or rest(60):
        rest(60)
    seen.clear()


port.every(5, tick)
settle(0)
print("nothing", rest(60), seen)
sock = port.net.connect(config.hosts[0][0], config.hosts[0][1])
time.sleep_ms(50)
sock.write(b"hello")
print("data", rest(9000), sock.read(5), seen)
print("press me")
print("key", rest(9000), seen)
seen.clear()
print("held", rest(9000), rest(9000), seen)
print("let go")
settle(0)
print("hang up")
print("end", rest(9000), sock.read(5), seen)
sock.close()
print("closed", rest(60), rest(60), seen)
while True:
    rest(200)
