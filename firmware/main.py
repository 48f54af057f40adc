"""Makes the board's port and the App, runs it. Stays a source file: MicroPython starts main.py and no compiled main."""

import gc
import sys
import time

gc.threshold(16384)  # a collection costs the same for little garbage as for much: rarely, but before the heap is torn

from board import BOARD  # noqa: E402

from tavolo.services import settings  # noqa: E402

if BOARD["platform"] == "unix":
    from boards.unix import port
else:
    from boards.esp32 import port

from tavolo.start import stand_by, start  # noqa: E402

config = settings.load("/")
hardware = port.make_port(BOARD, config)
# what is needed once goes before the rest comes
del sys.modules["board"], sys.modules[port.__name__], sys.modules["boards." + BOARD["platform"]].port, port
tries = 9
while tries and not hardware.kept() and hardware.keys.read() & 8:  # BACK held at power-up; after a reset it may call the arbiter
    time.sleep_ms(10)
    tries -= 1
app = start(hardware, config) if tries else stand_by(hardware, config)
del start, stand_by, settings, config, BOARD, hardware, tries
if app:
    app.run()
