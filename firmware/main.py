"""Picks the board's port, builds the App, runs it. Stays a source file: MicroPython starts main.py and no compiled main."""

import gc

gc.threshold(16384)  # a collection costs the same for little garbage as for much: rarely, but before the heap is torn

from board import BOARD  # noqa: E402

from tavolo.services import settings  # noqa: E402

if BOARD["platform"] == "unix":
    from boards.unix.port import Port
else:
    from boards.esp32.port import Port

from tavolo.start import start  # noqa: E402

config = settings.load("/")
app = start(Port(BOARD, config), config)
del start, settings, config, Port, BOARD
app.run()
