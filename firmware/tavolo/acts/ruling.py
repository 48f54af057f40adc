"""Calls of the arbiter, and rulings on a deal. Group 2 of the intents.

A try of the PIN that fails is in the journal before anybody sees that it failed: a reset gives no try back.
"""

from tavolo.domain import facts
from tavolo.domain import kinds as k
from tavolo.modules import forget
from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

_TRIES = 5  # wrong ones in a round at this table, then only the arbiter's page helps


def do(actions, app, intent: tuple) -> None:
    """Carry out an intent of this group."""
    what = intent[0]
    if what == i.RULE:
        _rule(actions, app, intent)
    elif what == i.PIN:
        _pin(actions, app, intent)
    else:
        _call(actions, app, intent)


def _call(actions, app, intent: tuple) -> None:
    model = app.model
    what, call = intent[0], model.sheet.call
    if what == i.WITHDRAW:
        if call:
            actions.write(k.CALL, facts.numbers_payload(k.CALL_WITHDRAWN, 255, 0, call[3]))
        return
    if what == i.CALL_REASON:
        if not call:
            return
        payload = facts.numbers_payload(k.CALL_MADE, call[1], intent[1], call[3])
    else:
        number = (app.journal.last_seq + 1) & 255  # no two calls near each other share it
        payload = facts.numbers_payload(k.CALL_MADE, model.first_line() if intent[1] == 255 else intent[1], intent[2], number)
    if actions.table and actions.write(k.CALL, payload):
        app.navigator.open("CallState")
        app.tones.play(n.SOUND_RECORDED)


def _rule(actions, app, intent: tuple) -> None:
    _, deal, reason = intent
    model = app.model
    nav, texts = app.navigator, model.texts
    if model.linked:
        if actions.write(k.RULING_ASK, facts.numbers_payload(deal, reason)):
            nav.open("Ruling")
            app.tones.play(n.SOUND_RECORDED)
    elif not model.sheet.plan.rounds:  # a table that plays for itself has no arbiter but its players
        if actions.write(k.OVERRIDE, facts.numbers_payload(deal, reason, 0)):
            nav.open("Ruling")
    elif model.sheet.pin_tries >= _TRIES:
        nav.notice(texts[t.PIN_LOCKED], texts[t.FLASH_FULL])
    elif _stored(actions, app) is None:
        nav.notice(texts[t.PIN_NONE], texts[t.FLASH_FULL])
    else:
        _open_pin(nav, deal, reason)


def _open_pin(nav, deal: int, reason: int) -> None:
    nav.open("Pin")
    screen = nav.top()
    screen.deal = deal
    screen.reason = reason


def _stored(actions, app) -> "bytes | None":
    """The masked PIN of this event, or None."""
    data = files.read(app.root + "/pin", 32)
    return data[4:] if data and data[:4] == actions.event else None


def _pin(actions, app, intent: tuple) -> None:
    from tavolo.services import settings
    from tavolo.wire import pin

    _, deal, reason, typed = intent
    right = pin.pin_of(settings.load(app.root).key, _stored(actions, app) or b"")
    for gone in ("tavolo.wire.pin", "tavolo.services.settings"):
        forget(gone)
    sheet, texts, nav = app.model.sheet, app.model.texts, app.navigator
    if sheet.pin_tries < _TRIES and right >= 0 and typed == right:
        if actions.write(k.OVERRIDE, facts.numbers_payload(deal, reason, 1)):
            nav.open("Ruling")
            app.tones.play(n.SOUND_COMING)
        return
    if not actions.write(k.PIN_TRY, facts.numbers_payload(deal, min(sheet.pin_tries + 1, 255))):
        return
    app.tones.play(n.SOUND_REFUSED)
    left = _TRIES - sheet.pin_tries
    if left > 0:
        _open_pin(nav, deal, reason)
        nav.notice(texts[t.PIN_WRONG], texts[t.PIN_LEFT] % left)
    else:
        nav.notice(texts[t.PIN_LOCKED], texts[t.FLASH_FULL])
