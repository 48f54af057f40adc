"""What the host says now and then: a snapshot's head, a record. Loaded for it, then dropped.

Each function is given the Actions, the App and the message, which is genuine and checked.
"""

import binascii

from tavolo.domain import kinds as k
from tavolo.domain import record
from tavolo.domain.plan_reader import LANGUAGES
from tavolo.modules import forget
from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.services.journal import JournalError
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t
from tavolo.wire import messages

_TAKEOVER = "tavolo.acts.takeover"


def snap(actions, app, message: dict) -> None:
    """Which round of which event this table is in; what the host has of our log; the event's PIN, masked for us."""
    place = (binascii.unhexlify(message["event"]), binascii.unhexlify(message["round"]), message["table"])
    if message.get("pin"):
        # one small file: PIN and event together, so that an older event's opens nothing. Not kept = asked again with the next one
        files.keep(app.root + "/pin", place[0] + binascii.unhexlify(message["pin"]))
    for log, upto in message["have"]:
        if log == app.journal.log.hex() and upto > app.journal.last_seq:
            actions.deed("behind", log, "tavolo.acts.room")
    app.outbox.have(message["have"])
    plan = app.model.sheet.plan
    if not any(place[0]) and plan and not plan.rounds:
        return  # the host has no round for this table, which plays for itself meanwhile
    if place != (actions.event, actions.round, actions.table):
        actions.deed("moved", place, _TAKEOVER)


def welcome(actions, app, message: dict) -> None:
    """A part of the hello, which is over: passed over."""


def snapend(actions, app, message: dict) -> None:
    """The snapshot is whole."""
    if app.model.taking == i.TAKING_COMES:
        actions.deed("whole", message, _TAKEOVER)


def claim(actions, app, message: dict) -> None:
    """The host's answer to this device's claim of a table."""
    actions.deed("answered", message, _TAKEOVER)


def rec(actions, app, message: dict) -> None:
    """A record of the host, or of the device whose table this is now: journal, sheet, screen, answer."""
    try:
        data = messages.from_text(message["r"])
        rec = record.unpack(data)
    except ValueError:
        app.link.refused += 1
        return
    why = _refusal(actions, rec)
    if not why and rec.seq > app.model.sheet.heads.get(rec.author(), 0):
        before = app.model.sheet.deal(rec.payload[0]) if rec.payload and rec.kind in (k.REVISE, k.VOID) else None
        try:
            app.journal.store(data)
            app.model.sheet.apply(rec)
        except JournalError:
            why = "flash_full"
        except record.RecordError:
            why = "bad_record"
        else:
            _react(actions, app, rec, before)
    actions.answers.append({"t": "ans", "s": rec.seq, "ok": not why, "why": why})


def want(actions, app, message: dict) -> None:
    """A host that was restored from a copy asks for its own records back: answer with the next one from its place on in
    the journal, or with a further place. At most one segment is read. Place 0: there are no more."""
    from tavolo.services import journal_open

    author, event = binascii.unhexlify(message["d"]), binascii.unhexlify(message["e"])
    number, after = (message["n"] >> 8) + 1, message["n"] & 255
    found = []
    seen = 0

    def one(data: bytes) -> bool:
        nonlocal seen
        seen += 1
        if seen > after and data[4:8] == author and data[20:24] == event:
            found.append(data)
        return len(found) > 0

    last = len(app.journal.first)
    if number <= last:
        journal_open.segment(app.journal, number, one)
    place = (number - 1 << 8) + seen if found else number << 8 if number < last else 0
    actions.answers.append({"t": "had", "r": messages.to_text(found[0]) if found else "", "n": place})
    forget("tavolo.services.journal_open")


def _refusal(actions, rec) -> str:
    if rec.event != actions.event:
        return "wrong_event"
    if rec.round != actions.round:
        return "wrong_round"
    return "" if rec.table == actions.table else "wrong_table"


def _react(actions, app, rec, before) -> None:
    kind = rec.kind
    model = app.model
    if kind == k.VOID and rec.payload[0] == model.sheet.deal_no and not (model.draft and model.draft.replaces):
        actions.drop_count()  # the deal is dealt again: what was counted of it is no count of the new one
    actions.settle()
    if model.taking == i.TAKING_COMES and kind != k.PLAN:
        return  # what was signalled at another device is no news here
    if kind == k.TIME_OUT:
        actions.time_out()
    elif kind in (k.PLAN, k.START, k.END_ROUND):
        app.navigator.interrupt(app.now)
        app.tones.play(n.SOUND_START if kind == k.START else n.SOUND_WARNING)
        language = model.sheet.plan.language if kind == k.PLAN else ""
        if language and language != model.language:
            actions.act((i.LANGUAGE, LANGUAGES.index(language)))
    elif kind == k.CALL_ANSWER:
        _answered(app)
    elif kind == k.DEAL and not rec.payload[1] & k.COPIED:
        _brought(app, rec)
    elif kind == k.REVISE and rec.payload[1] & k.BY_ARBITER or kind == k.VOID and rec.payload[0] and len(rec.payload) >= 14:
        _decided(app, rec, before)
    elif kind == k.OVERRIDE or (kind == k.RULING_ASK and rec.payload[1] == k.RULING_NO):
        _ruled(app, rec)


def _brought(app, rec) -> None:
    """A deal that was recorded at the device that was this table before, and comes late."""
    texts = app.model.texts
    app.tones.play(n.SOUND_RECORDED)
    app.navigator.interrupt(app.now)
    app.navigator.notice(texts[t.RECORDED], "%s %d" % (texts[t.DEAL], rec.payload[0]))


def _answered(app) -> None:
    model, navigator = app.model, app.navigator
    app.tones.play(n.SOUND_COMING)
    if model.sheet.call:
        navigator.interrupt(app.now)
        navigator.open("CallState")
    elif navigator.top().module == "call":  # settled: nothing is left to show
        navigator.close()


def _ruled(app, rec) -> None:
    model, navigator = app.model, app.navigator
    app.tones.play(n.SOUND_COMING)
    deal = model.draft.deal if model.draft else model.sheet.deal_no
    if rec.payload[0] == deal and navigator.top().module != "ruling":  # that screen shows it by itself
        texts = model.texts
        navigator.interrupt(app.now)
        said = texts[t.RULED_YES if rec.kind == k.OVERRIDE else t.RULED_NO]
        navigator.notice(texts[t.RULING], "%s: %s %d" % (said, texts[t.DEAL], deal))


def _decided(app, rec, before) -> None:
    """What was recorded here has been changed, or made void, by the arbiter; or he has said that it holds as it was: the
    version `before` counts on, or one of the same figures."""
    model, navigator = app.model, app.navigator
    texts, now = model.texts, model.sheet.deal(rec.payload[0])
    deal = "%s %d" % (texts[t.DEAL], rec.payload[0])
    same = now and before and (now.ns, now.ew) == (before.ns, before.ew)
    lines = getattr(navigator.top(), "lines", ())
    if same and deal in lines and texts[t.CORRECTED] in lines:
        return  # of one decision's records the first changed the figures: that is still what there is to say
    app.tones.play(n.SOUND_COMING)
    navigator.interrupt(app.now)
    navigator.notice(texts[t.RULING], deal, texts[t.DECIDED if same else t.CORRECTED if now else t.M_VOID])
