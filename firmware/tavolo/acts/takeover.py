"""This device becomes another table, with the event's PIN, and gives it back when the names are wrong (docs/protocol.md,
claim). Part of group 4 of the intents (service.py), and the host's answer (heard.py).

The names are asked about by the base screen, so no signal takes the question away. Two small files: "/place", what the host
said last (taking, event, round, table) and whether the names are still in question; "/left", the last table that was taken
away (round, table) and what was being typed there: it waits for the table's return.
"""

from tavolo.modules import forget
from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

_PLACE = "/place"
_LEFT = "/left"
_LIMIT = 160


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
        app.navigator.top().asked = table
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
        _keep(actions, app, i.TAKING_NOT)
        actions.settle()
    elif app.link.send({"t": "claim", "table": actions.table}):
        model.taking = i.TAKING_BACK  # the snapshot that follows takes the table away
        app.navigator.notice(model.texts[t.TAKE_GIVEN], model.texts[t.FLASH_FULL])
    else:
        _refuse(app, t.TAKE_NO_LINK)


def _number(table: int) -> bytes:
    return bytes((table >> 8, table & 255))


def _keep(actions, app, taking: int) -> None:
    """How far the taking of this place is; not kept on flash = the newest plan says where this device is."""
    app.model.taking = taking
    files.keep(app.root + _PLACE, bytes((taking,)) + actions.event + actions.round + _number(actions.table))


def moved(actions, app, place: tuple) -> None:
    """The host puts this device elsewhere: another event, round or table, whose snapshot follows, or none."""
    model, navigator = app.model, app.navigator
    left = actions.table if model.sheet.plan and place[2] != actions.table else 0
    back = model.taking == i.TAKING_BACK
    if left:
        files.keep(app.root + _LEFT, actions.round + _number(left) + (app.draft_file.load() or b""))
    actions.move(*place)
    actions.drop_count()  # what was typed belongs to the round before; after a reset it would be this one's
    navigator.interrupt(app.now)
    if left and not any(place[1]):
        if back:
            navigator.notice(model.texts[t.TAKE_GIVEN], model.texts[t.FLASH_FULL])
        else:
            navigator.open("Gone")
            navigator.top().table = left
    _keep(actions, app, i.TAKING_COMES)
    actions.settle()


def whole(actions, app, message: dict) -> None:
    """The snapshot of another place is whole. If others have begun there, it was another device's: are the names right?"""
    sheet = app.model.sheet
    left = files.read(app.root + _LEFT, _LIMIT) or b""
    if sheet.plan and left[:6] == actions.round + _number(actions.table):
        files.keep(app.root + _LEFT, b"")
        actions.deed("resume", left[6:])
        app.draft_file.save(left[6:])
        actions.settle()
    if sheet.plan and sheet.presence_state != [0, 0]:
        asks(actions, app)
        return
    _keep(actions, app, i.TAKING_NOT)
    if sheet.time_out_at >= 0:
        actions.time_out()


def asks(actions, app) -> None:
    """From now on the names are asked about, also after a power cut."""
    _keep(actions, app, i.TAKING_ASKS)
    app.navigator.interrupt(app.now)
    app.tones.play(n.SOUND_COMING)


def answered(actions, app, message: dict) -> None:
    """The host's answer to a claim: why not, or nothing; then the table's snapshot was here before."""
    why = message["why"]
    texts, navigator = app.model.texts, app.navigator
    asked = getattr(navigator.top(), "asked", 0)
    if asked:
        navigator.close()
    if not why:
        if app.model.taking != i.TAKING_ASKS and app.model.sheet.plan:
            asks(actions, app)
        return
    if why == "pin" and asked:
        _ask_pin(app, asked)  # below the message: the same table, once more
    line, second = {
        "pin": (t.PIN_WRONG, texts[t.PIN_LEFT] % message["n"]),
        "locked": (t.PIN_LOCKED, ""),
        "no_table": (t.TAKE_NO_TABLE, ""),
        "no_round": (t.TAKE_NO_ROUND, ""),
        "late": (t.TAKE_LATE, texts[t.TAKE_LATE_2]),
        "same": (t.TAKE_SAME, "%s %d" % (texts[t.TABLE], actions.table)),
    }.get(why, (t.FLASH_FULL, why[:21]))  # a newer host's reason, in its own word
    _refuse(app, line, second)
