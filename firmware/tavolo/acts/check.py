"""What the device knows of itself, and its self-test. Group 6 of the intents.

`model.info` after INFO: minutes up, rssi in dBm, clock quality in ms, own records, faults of the log, free bytes, battery in
mV, hours of the panel. After TEST of the flash: whether it kept, battery in mV.
"""

import gc

from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.ui import intents as i


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    port = app.port
    if intent[0] >= i.ROOM:
        actions.deed("clear" if intent[0] == i.CLEAR else "look", intent, "tavolo.acts.room")
    elif intent[0] == i.INFO:
        gc.collect()
        figures = (app.now // 60000, port.net.rssi(), app.timesync.quality_ms, app.journal.last_seq, len(app.journal.faults))
        app.model.info = figures + (gc.mem_free(), port.battery_mv(), app.care.hours)
    elif intent[1]:
        app.model.info = (_keeps(app.root + "/test", port.random(32)), port.battery_mv())
    else:
        app.tones.play(n.SOUND_START)
    app.navigator.dirty = True


def _keeps(path: str, data: bytes) -> bool:
    """Written, read back, and cleared again, so that the next test reads nothing old."""
    good = files.keep(path, data) and files.read(path, len(data)) == data
    files.keep(path, b"")
    return good
