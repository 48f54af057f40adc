"""This device becomes another table, with the event's PIN, and gives it back when the names are wrong (docs/protocol.md,
claim). Part of group 4 of the intents (service.py), and the host's answer (heard.py).

The names are asked about by the base screen, so no signal takes the question away; a file keeps it over a power cut.
"""

from tavolo.modules import forget
from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

_FILE = "/taken"


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this module."""
    what = intent[0]
    if what == i.CLAIM:
        _claim(app, intent[1], intent[3])
    elif what == i.TAKEN:
        _names(actions, app, intent[1])
    elif intent[1]:
        _ask_pin(app, intent[1])
    else:  # the host has not answered
        app.navigator.close()
        _refuse(app, t.TAKE_SILENT)


def _ask_pin(app, table: int) -> None:
    if not app.model.linked:
        _refuse(app, t.TAKE_NO_LINK)
        return
    app.navigator.open("Pin")
    screen = app.navigator.top()
    screen.intent = i.CLAIM
    screen.deal = table


def _claim(app, table: int, typed: int) -> None:
    from tavolo.services import settings
    from tavolo.wire import pin

    masked = pin.mask_pin(settings.load(app.root).key, app.port.random(4), typed)
    for gone in ("tavolo.wire.pin", "tavolo.services.settings"):
        forget(gone)
    if app.link.send({"t": "claim", "table": table, "pin": masked.hex()}):
        app.navigator.open("Asking")
    else:
        _refuse(app, t.TAKE_NO_LINK)


def _refuse(app, line: int, second: str = "") -> None:
    """Say in words why not; where nothing else helps, that the arbiter does."""
    texts = app.model.texts
    app.tones.play(n.SOUND_REFUSED)
    app.navigator.notice(texts[line], second or texts[t.FLASH_FULL])


def _names(actions, app, right: int) -> None:
    model = app.model
    if right:
        model.taking = i.TAKING_NOT
        files.keep(app.root + _FILE, b"")
        actions.settle()
    elif app.link.send({"t": "claim", "table": actions.table}):
        model.taking = i.TAKING_BACK  # the snapshot that follows takes the table away
        files.keep(app.root + _FILE, b"")
        app.navigator.notice(model.texts[t.TAKE_GIVEN], model.texts[t.FLASH_FULL])
    else:
        _refuse(app, t.TAKE_NO_LINK)


def asks(actions, app) -> None:
    """From now on the names are asked about, also after a power cut."""
    app.model.taking = i.TAKING_ASKS
    files.keep(app.root + _FILE, actions.round)
    app.navigator.interrupt(app.now)
    app.tones.play(n.SOUND_COMING)


def answered(actions, app, why: str, left: int) -> None:
    """The host's answer to a claim: why not, or nothing; then the table's snapshot was here before."""
    texts, navigator = app.model.texts, app.navigator
    table = actions.table
    if navigator.top().module == "takeover" and navigator.top().stays:
        navigator.close()
    if not why:
        if app.model.taking != i.TAKING_ASKS and app.model.sheet.plan:
            asks(actions, app)
    elif why == "pin":
        _refuse(app, t.PIN_WRONG, texts[t.PIN_LEFT] % left)
    elif why == "no_table":
        _refuse(app, t.TAKE_NO_TABLE)
    elif why == "late":
        _refuse(app, t.TAKE_LATE, texts[t.TAKE_LATE_2])
    elif why == "same":
        _refuse(app, t.TAKE_SAME, "%s %d" % (texts[t.TABLE], table))
    else:
        _refuse(app, t.PIN_LOCKED if why == "locked" else t.TAKE_NO_ROUND)
