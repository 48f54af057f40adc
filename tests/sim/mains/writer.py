"""Board side alone: writes a counter to flash, 1, 2, 3, ..., each confirmed on the wire as a tone of 100 Hz and that many."""

import os

from board import BOARD

from boards.unix.port import make_port
from tavolo.services import settings

port = make_port(BOARD, settings.load("/"))
number = 0
if "count" in os.listdir("/"):
    f = open("/count")
    number = int(f.read())
    f.close()
print("found", number)
while number < 300:
    f = open("/count.new", "w")
    f.write("%d" % (number + 1))
    f.close()
    os.rename("/count.new", "/count")
    number += 1
    port.buzzer.tone(100 + number)
print("done")
while True:
    port.keys.read()
