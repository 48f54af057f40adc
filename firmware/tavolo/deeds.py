"""What the table does seldom: recording a deal, signing, corrections, signals by voice. Loaded for it, then dropped.

Each function is given the Actions, the App and the intent.
"""

from tavolo.domain import fact_writer, facts
from tavolo.domain import kinds as k
from tavolo.services import files
from tavolo.services import numbers as n
from tavolo.ui import intents as i
from tavolo.ui.texts import keys as t

_NOTICE_MS = 2500


def restore(actions, app, intent: tuple) -> None:
    """After start: the round of the newest plan, as the journal has it, and what was being typed."""
    plan = app.journal.last(k.PLAN)
    said = files.read(app.root + "/place", 11) or b""  # where the host put this device (acts/takeover.py)
    # a plan of 0 rounds is the table's own (acts/alone.py); it ends when the players say so
    alone = plan and not plan.payload[1]
    if alone and files.read(app.root + "/alone", 4) != plan.round:
        plan = None
        alone = False
    if len(said) == 11 and not alone and (not any(said[5:9]) or (plan and said[5:9] == plan.round)):
        actions.move(said[1:5], said[5:9], said[9] << 8 | said[10])
        model = app.model
        model.taking = said[0]
        if model.taking == i.TAKING_COMES and model.sheet.presence_state != [0, 0]:
            model.taking = i.TAKING_ASKS  # cut off in mid-snapshot
    elif plan:
        actions.move(plan.event, plan.round, plan.table)
    resume(actions, app, app.draft_file.load())
    actions.settle()


def resume(actions, app, data) -> None:
    """What was being typed, as the bytes of its file, where it still fits the sheet."""
    from tavolo.ui.entry import Draft

    draft = Draft.from_bytes(data) if data else None
    s = app.model.sheet
    if draft and s.plan and (draft.replaces or (s.phase == k.COUNT and draft.deal == s.deal_no)):
        app.model.draft = draft
    elif draft and s.phase == k.PLAY and draft.deal == s.deal_no:
        actions.kept = draft  # the count was left for play


def _file(app, draft) -> None:
    """The file holds the count that goes on after a correction, or nothing."""
    app.draft_file.save(draft.to_bytes() if draft else b"")


def record_deal(actions, app, intent: tuple) -> None:
    """Both lines have confirmed: the deal becomes a record, or replaces the one that it corrects."""
    model = app.model
    draft = model.draft
    override = model.sheet.override_deals.get(draft.deal, -1)
    flags = facts.OVERRIDE_FLAG if override >= 0 else 0
    ns, ew = draft.lines
    if k.UNKNOWN in ns or k.UNKNOWN in ew:  # the keeper or the plan has changed meanwhile: asked again
        model.confirmed = draft.step = 0
        return
    payload = fact_writer.deal_payload(draft.deal, ns, ew, flags, max(override, 0), draft.replaces)
    model.confirmed = model.signing = 0  # nobody has signed what the sheet says now
    if not actions.write(k.REVISE if draft.replaces else k.DEAL, payload):
        return
    model.draft = actions.kept if draft.replaces else None
    actions.kept = None
    _file(app, model.draft)
    app.tones.play(n.SOUND_RECORDED)
    texts = model.texts
    app.navigator.notice(texts[t.RECORDED], "%s %d" % (texts[t.DEAL], draft.deal), until=app.now + _NOTICE_MS)
    actions.settle()


def sign(actions, app, intent: tuple) -> None:
    """Both lines have signed the result."""
    s = app.model.sheet
    ns, ew, _, vp_ns, vp_ew = s.result()
    app.model.signing = 0
    early = 1 if s.played() < s.plan.deals else 0
    if actions.write(k.SIGN, fact_writer.sign_payload(s.played(), ns, ew, vp_ns, vp_ew, early)):
        app.tones.play(n.SOUND_RECORDED)


def do(actions, app, intent: tuple) -> None:
    """The other intents."""
    what = intent[0]
    model = app.model
    s = model.sheet
    now_ms = max(model.event_ms, 0)
    if what == i.LAST_LAP:
        if actions.write(k.LAST_LAP, facts.numbers_payload(*intent[1:])) and s.phase == k.SHEET:
            app.navigator.notice(model.texts[t.OVER], model.texts[t.OVER_2])
    elif what == i.START and actions.write(k.START, facts.time_payload(now_ms, s.plan.minutes * 60000)):
        app.tones.play(n.SOUND_START)
    elif what == i.TIME_OUT and actions.write(k.TIME_OUT, facts.time_payload(now_ms)):
        actions.time_out()
    elif what == i.VOID:
        actions.drop_count()
        actions.write(k.VOID, facts.numbers_payload(intent[1], 0))
    elif what == i.CORRECT:
        _correct(actions, model, intent[1])
    elif what == i.PHASE:  # BACK out of a correction: nothing was changed
        model.draft = None
        _file(app, actions.kept)
        actions.settle()


def _correct(actions, model, number: int) -> None:
    from tavolo.ui.entry import Draft

    old = model.sheet.deal(number)
    if model.draft is not None and not model.draft.replaces:
        actions.kept = model.draft
    model.draft = Draft(number, old.ref)
    model.draft.fill(old.ns, old.ew)
    model.confirmed = 0
    actions.settle()
