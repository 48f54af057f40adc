"""What the flash has to say: faults of the log, no room, and clearing what may go. Loaded for it, then dropped.

Each function is given the Actions, the App, and what it is about.
"""

import os

from micropython import const

from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.services import numbers as n
from tavolo.ui.texts import keys as t

_FAULT = const(2)  # code in a FAULT record: the log on the flash is not as it should be
_LOW_KB = const(64)  # 16 blocks: a day's segments, and what LittleFS needs to move things
_FULL_KB = const(16)


def report(actions, app, faults: list) -> None:
    """After start: `faults` of the settings, and what the journal has found. The journal's become FAULT records, each once."""
    model, journal = app.model, app.journal
    if not any(journal.log):
        model.fault = model.texts[t.ROOM_BAD]
        return
    told = []

    def note(rec) -> None:
        if rec.kind == k.FAULT and rec.device.hex() == model.device:
            told.append(bytes(rec.payload))

    if journal.faults:
        journal.replay(note)
    model.fault = faults[0][:21] if faults else ""
    _state(app)
    for text in list(journal.faults):
        from tavolo.domain.fact_writer import text_payload

        said = text_payload(_FAULT, text)
        if said not in told and not actions.write(k.FAULT, said):
            return


def behind(actions, app, log: str) -> None:
    """The host has newer records of our log than we do: they are lost here, and their numbers must not be given again."""
    from tavolo.services import journal_open

    try:
        journal_open.lost(app.journal)
    except OSError:
        app.model.fault = app.model.texts[t.ROOM_ERROR]  # asked again at the next snapshot
    else:
        report(actions, app, [])
    forget("tavolo.services.journal_open")


def not_saved(actions, app, error) -> None:
    """The journal did not take a record: nothing of it has happened, and it can be tried again."""
    model, texts = app.model, app.model.texts
    model.fault = texts[t.ROOM_BAD if not any(app.journal.log) else t.ROOM_FULL if _free_kb(app) < _FULL_KB else t.ROOM_ERROR]
    app.navigator.notice(texts[t.NOT_SAVED], model.fault, texts[t.FLASH_FULL])
    app.tones.play(n.SOUND_REFUSED)


def look(actions, app, intent: tuple) -> None:
    """For the screen: KB free, KB that may be cleared; -1 while no PC has it for certain."""
    old = 0
    if any(app.journal.log):
        old = (_clearable(actions, app)[1] + 1023) >> 10 if app.model.linked else -1
    app.model.info = (_free_kb(app), old)
    app.navigator.dirty = True


def clear(actions, app, intent: tuple) -> None:
    """Somebody has said yes on that screen."""
    from tavolo.services import journal_room

    model = app.model
    last, size = _clearable(actions, app)
    if size and model.linked:
        model.fault = ""
        try:
            journal_room.clear(app.journal, last)
        except OSError:
            model.fault = model.texts[t.ROOM_ERROR]
        _state(app)
        app.tones.play(n.SOUND_RECORDED)
    look(actions, app, intent)
    _drop()


def _clearable(actions, app) -> tuple:
    from tavolo.services import journal_room

    try:
        return journal_room.clearable(app.journal, actions.event if actions.table else b"", app.outbox.cursor)
    except OSError:
        app.model.fault = app.model.texts[t.ROOM_ERROR]
        return 0, 0
    finally:
        _drop()


def _drop() -> None:
    for name in ("journal_room", "journal_open"):
        forget("tavolo.services." + name)


def _state(app) -> None:
    """What is wrong, if nothing worse is: the first of these."""
    model = app.model
    if app.journal.faults:
        model.fault = model.texts[t.ROOM_LOG]
    elif not model.fault and _free_kb(app) < _LOW_KB:
        model.fault = model.texts[t.ROOM_LOW]


def _free_kb(app) -> int:
    try:
        space = os.statvfs(app.root + "/")
    except OSError:
        return 0
    # LittleFS may count a block twice: on a full flash less than none is free
    return space[1] * space[3] >> 10 if space[3] <= space[2] else 0
