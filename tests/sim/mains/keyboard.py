"""Board side alone: shows each key that is down as a block, counts presses as a bar, sounds, prints, resets on all six."""

import time

from board import BOARD

from boards.unix.port import make_port
from tavolo.services import settings

port = make_port(BOARD, settings.load("/"))
panel = port.panel
was = 0
presses = 0
port.led.set(True)
port.watchdog.feed()
print("kept", port.kept(), "battery", port.battery_mv())
while True:
    down = port.keys.read()
    if down != was:
        for key in range(6):
            if down >> key & 1 and not was >> key & 1:
                presses += 1
                port.buzzer.tone(440 + key)
            panel.fill_rect(key * 20, 0, 16, 16, down >> key & 1)
        panel.fill_rect(0, 40, presses, 4, 1)
        panel.fill_rect(0, 0, 1, 1, 1)
        if not down:
            port.buzzer.off()
        if down == 63:
            port.keep(b"was here")
            port.reset()
        was = down
    if port.battery_mv() == 3700:
        print("battery", port.battery_mv())
        raise RuntimeError("planted")
    while panel.show():
        pass
    time.sleep_ms(2)
