"""Board side alone: one picture that shows which way is up, then small changes on the keys, without allocating at rest."""

import time

import micropython
from board import BOARD

from boards.unix.port import make_port
from tavolo.services import settings

port = make_port(BOARD, settings.load("/"))
panel = port.panel
panel.fill_rect(3, 5, 40, 9, 1)
panel.line(0, 63, 100, 20, 1)
panel.pixel(127, 63, 1)
while panel.show():
    pass
still = None  # made before: a new global name would allocate
micropython.heap_lock()
still = panel.show()
micropython.heap_unlock()
print("still" if not still else "moves")
step = 0
while True:
    if port.keys.read():
        while port.keys.read():
            time.sleep_ms(1)
        step += 1
        if step == 1:
            panel.fill_rect(60, 30, 6, 10, 1)  # rows 30 to 39: pages 3 and 4
        elif step == 2:
            panel.restart()
        else:
            panel.pixel(0, 0, 1)
            panel.pixel(127, 7, 1)
            panel.pixel(10, 60, 1)
        sent = 0
        while panel.show():
            sent += 1
        print("windows", sent)
    time.sleep_ms(2)
